// SPDX-License-Identifier: GPL-3.0-or-later
//
// The ranks of a trace and the lane that each is taken for, which can be changed.
#pragma once

#include "exchange/trace/measured_trace.h"
#include "simulator/result/step_result.h"

#include <QAbstractTableModel>
#include <QStyledItemDelegate>

#include <memory>
#include <vector>

namespace heteroscope {

class RankModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { rank, lane, step, memory, columnCountValue };

    using QAbstractTableModel::QAbstractTableModel;

    /// lanes: by rank of the trace, indices into the result.
    void setRanks(std::shared_ptr<const StepResult> result, std::shared_ptr<const MeasuredTrace> trace,
                  std::vector<int> lanes);
    const std::vector<int> &lanes() const { return m_lanes; }
    QStringList laneNames() const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    /// Qt::EditRole of the lane: its index.
    QVariant data(const QModelIndex &index, int role) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    void lanesChanged();

private:
    std::shared_ptr<const StepResult> m_result;
    std::shared_ptr<const MeasuredTrace> m_trace;
    std::vector<int> m_lanes;
};

/// Chooses a lane from a list.
class LaneDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    LaneDelegate(RankModel *model, QObject *parent) : QStyledItemDelegate(parent), m_model(model) {}
    QWidget *createEditor(QWidget *parent, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    void setEditorData(QWidget *editor, const QModelIndex &index) const override;
    void setModelData(QWidget *editor, QAbstractItemModel *model, const QModelIndex &index) const override;

private:
    RankModel *m_model;
};

} // namespace heteroscope
