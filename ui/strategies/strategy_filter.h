// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sorts and filters the ranking. The user's own plan is always at the top and the rejected families at the bottom;
// baselines and plans outside the space are sorted among the ranked plans.
#pragma once

#include <QSortFilterProxyModel>

namespace heteroscope {

class StrategyFilter : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    explicit StrategyFilter(QObject *parent = nullptr);

    /// Rows that contain every word of the text (plan, stages, reason).
    void setText(const QString &text);

protected:
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override;
    bool lessThan(const QModelIndex &left, const QModelIndex &right) const override;

private:
    QStringList m_words;
};

} // namespace heteroscope
