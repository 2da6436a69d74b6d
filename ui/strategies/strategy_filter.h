// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sorts and filters the ranking. Whatever the column and direction, the user's own plan stays on top and the rejected
// families stay at the bottom; baselines and plans beyond the space stand among the ranked plans where their values put
// them.
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
