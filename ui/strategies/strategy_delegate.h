// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws every cell of the ranking: chips, bars in cells, sketches. Knows StrategyModel behind the proxy.
#pragma once

#include <QHash>
#include <QPixmap>
#include <QStyledItemDelegate>

namespace heteroscope {

struct StrategyRow;
struct StepResult;
class StrategyModel;

class StrategyDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    StrategyDelegate(const StrategyModel *model, QObject *parent);

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

    /// Where the caret of a group is, in the cell of the rank.
    static QRect caretRect(const QRect &cell);
    /// Pixels that the chips of the longest plan need; families that are ruled out may be longer.
    int widestPlan() const;

    /// Stale results are drawn with 55 % opacity.
    void setStale(bool stale) { m_stale = stale; }
    void setHoveredRow(int row) { m_hoveredRow = row; }

private:
    void paintRank(QPainter *painter, const QRect &rect, const StrategyRow &row) const;
    void paintChips(QPainter *painter, const QRect &rect, const StrategyRow &row) const;
    void paintStages(QPainter *painter, const QRect &rect, const StrategyRow &row) const;
    void paintTime(QPainter *painter, const QRect &rect, const StrategyRow &row) const;
    void paintMemory(QPainter *painter, const QRect &rect, const StrategyRow &row) const;
    void paintSketchOf(QPainter *painter, const QRect &rect, const StrategyRow &row) const;

    const StrategyModel *m_model;
    bool m_stale = false;
    int m_hoveredRow = -1;
    mutable QHash<const StepResult *, QPixmap> m_sketches; // dropped with the model's rows and the theme
};

} // namespace heteroscope
