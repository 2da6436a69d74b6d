// SPDX-License-Identifier: GPL-3.0-or-later
//
// The step of one lane as a bar of two rows: activities (work and waiting) above, kinds of operation below each
// computation. A segment is chosen by click, or by arrow keys and Return.
#pragma once

#include "breakdown/term_path.h"
#include "simulator/result/explain_step.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

namespace heteroscope {

class BreakdownBar : public QWidget
{
    Q_OBJECT

public:
    struct Segment
    {
        TermPath path; ///< from the step down
        QString name;
        double begin = 0; ///< share of the step
        double end = 0;
        int row = 0; ///< 0 activities, 1 kinds of operation
        Activity activity = Activity::idle;
        std::optional<TermId> kind{}; ///< of operation; none: the activity itself
        double seconds = 0;
    };

    explicit BreakdownBar(QWidget *parent = nullptr);

    void setExplanation(std::shared_ptr<const LaneExplanation> explanation);
    void setStale(bool stale);
    /// Highlights the segment that shows this term or contains it.
    void setCurrent(const TermPath &path);

    const std::vector<Segment> &segments() const { return m_segments; }
    QRect rectOf(const Segment &segment) const;
    /// Index of the segment at a point; -1 if there is none.
    int segmentAt(QPoint at) const;

    QSize sizeHint() const override { return {600, 52}; }
    QSize minimumSizeHint() const override { return {200, 52}; }

signals:
    void chosen(const heteroscope::TermPath &path);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool event(QEvent *event) override;

private:
    QString textOf(const Segment &segment) const;

    std::shared_ptr<const LaneExplanation> m_explanation;
    std::vector<Segment> m_segments;
    int m_current = -1;
    int m_hovered = -1;
    bool m_stale = false;
};

} // namespace heteroscope
