// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sorts and filters the ranking. The user's own plan is always at the top and the rejected families at the bottom;
// baselines and plans outside the space are sorted among the ranked plans. The members of a group follow its first plan
// in any order; they are hidden while it is closed and no words are sought.
#pragma once

#include "jobs/plan_filter.h"

#include <QSortFilterProxyModel>

namespace heteroscope {

class StrategyFilter : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    explicit StrategyFilter(QObject *parent = nullptr);

    /// Rows that contain every word of the text (plan, stages, reason).
    void setText(const QString &text);
    /// Only the user's own plans, pinned ones and what the brush keeps.
    void setBrush(const PlanBrush &brush);
    /// What other views show of the same plans.
    PlanFilter planFilter() const;

protected:
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override;
    bool lessThan(const QModelIndex &left, const QModelIndex &right) const override;

private:
    bool isSought(int row) const;
    bool accepts(const QString &text) const;

    QStringList m_words;
    PlanBrush m_brush;
};

} // namespace heteroscope
