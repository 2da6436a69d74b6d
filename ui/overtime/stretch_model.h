// SPDX-License-Identifier: GPL-3.0-or-later
//
// The best sequence as a table: a row for each plan that is kept for a while, with the switch that leads to it.
#pragma once

#include "overtime/sequence_story.h"

#include <QAbstractTableModel>

namespace heteroscope {

class StretchModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { from, until, plan, step, takes, gains, breakEven, moves, columnCountValue };

    using QAbstractTableModel::QAbstractTableModel;

    void setAnswer(std::shared_ptr<const SequenceAnswer> answer);
    const std::vector<SequenceStretch> &stretches() const { return m_stretches; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString text(const SequenceStretch &stretch, int column) const;

    std::shared_ptr<const SequenceAnswer> m_answer;
    std::vector<SequenceStretch> m_stretches;
};

} // namespace heteroscope
