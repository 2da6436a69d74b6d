// SPDX-License-Identifier: GPL-3.0-or-later
//
// A plan as rows of pipelines and columns of stages, with a width in proportion to their layers. A border between two
// stages can be dragged, or moved by Shift and the arrow keys. A TP group can be dragged onto another one, onto a
// stage, or between two stages, where it becomes a new stage; its menu does the same. Unused devices are in the last
// row. The board only requests changes; the owner of the plan makes them and sets the plan again.
#pragma once

#include "simulator/result/step_result.h"
#include "strategy/plan_edits.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <set>
#include <vector>

class QMenu;

namespace heteroscope {

/// "h100-0:0–3", "a:0, b:0".
QString devicesText(const std::vector<std::string> &devices);

class PlanBoard : public QWidget
{
    Q_OBJECT

public:
    explicit PlanBoard(QWidget *parent = nullptr);

    /// unused: in chips, as they are dragged. result: of this very plan, for its memory; may be null.
    void setPlan(const std::optional<Plan> &plan, std::vector<std::vector<std::string>> unused,
                 std::shared_ptr<const StepResult> result);
    /// Stages whose devices are pinned.
    void setLocked(const std::set<std::size_t> &stages);

    // Where things are drawn.
    QRectF stageRect(std::size_t pipeline, std::size_t stage) const { return m_stages[pipeline][stage]; }
    QPoint borderPlace(std::size_t pipeline, std::size_t stage) const; ///< between the stage and the next one
    QRectF groupRect(const GroupPlace &place) const;
    QRectF unusedRect(std::size_t chip) const;
    /// Where a group is dropped to become a stage.
    QPoint gapPlace(const StageGap &gap) const;
    QRectF lockRect(std::size_t pipeline, std::size_t stage) const;
    /// The menu of a group: everywhere that it can go.
    std::unique_ptr<QMenu> menuOf(const GroupPlace &place);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {420, sizeHint().height()}; }

signals:
    /// Several while a border is dragged, then movingFinished.
    void borderMoved(std::size_t pipeline, std::size_t stage, int layers);
    void movingFinished();
    void groupsSwapped(const heteroscope::GroupPlace &one, const heteroscope::GroupPlace &other);
    void groupMoved(const heteroscope::GroupPlace &from, std::size_t pipeline, std::size_t stage);
    void groupSplitOff(const heteroscope::GroupPlace &from, const heteroscope::StageGap &gap);
    void stageAdded(const heteroscope::StageGap &gap, const std::vector<std::string> &devices);
    void devicesReplaced(const heteroscope::GroupPlace &place, const std::vector<std::string> &devices);
    void lockToggled(std::size_t stage);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    bool event(QEvent *event) override;

private:
    enum class Drag { none, border, group, unused };
    using StagePlace = std::pair<std::size_t, std::size_t>; ///< pipeline, stage

    const Pipeline &pipelineAt(std::size_t pipeline) const { return m_plan->pipelines[pipeline]; }
    void layOut();
    int layersOf(std::size_t pipeline, std::size_t stage) const;
    double layerWidth(std::size_t pipeline) const;
    std::optional<StagePlace> stageAt(QPointF at) const;
    std::optional<StagePlace> borderAt(QPointF at) const;
    std::optional<StageGap> gapAt(QPointF at) const;
    std::optional<GroupPlace> groupAt(QPointF at) const;
    std::optional<std::size_t> unusedAt(QPointF at) const;
    const Lane *laneOf(std::size_t pipeline, std::size_t stage, std::size_t group) const;
    QString groupText(const GroupPlace &place) const;
    void paintStage(QPainter &painter, std::size_t pipeline, std::size_t stage) const;
    void paintChip(QPainter &painter, const QRectF &rect, const QString &text, bool target) const;
    void paintGap(QPainter &painter, const StageGap &gap) const;
    void paintGhost(QPainter &painter) const;
    void drop(QPointF at);
    QString tipAt(QPointF at) const;

    std::optional<Plan> m_plan;
    std::vector<std::vector<std::string>> m_unused;
    std::shared_ptr<const StepResult> m_result;
    std::set<std::size_t> m_locked;
    std::vector<std::vector<QRectF>> m_stages; ///< where they are drawn, by pipeline
    StagePlace m_current{0, 0};
    Drag m_drag = Drag::none;
    StagePlace m_border{0, 0};
    GroupPlace m_group;
    std::size_t m_chip = 0;
    QPointF m_pressed;
    QPointF m_at;
    double m_perLayer = 1; ///< px, when the drag began
    int m_moved = 0;       ///< layers, of this drag
    bool m_dragging = false;
};

} // namespace heteroscope
