// SPDX-License-Identifier: GPL-3.0-or-later
#include "measured/rank_model.h"

#include "language/step_words.h"
#include "theme/numbers.h"

#include <QComboBox>

namespace heteroscope {

void RankModel::setRanks(std::shared_ptr<const StepResult> result, std::shared_ptr<const MeasuredTrace> trace,
                         std::vector<int> lanes)
{
    beginResetModel();
    m_result = std::move(result);
    m_trace = std::move(trace);
    m_lanes = std::move(lanes);
    endResetModel();
}

QStringList RankModel::laneNames() const
{
    QStringList names;
    if (m_result)
        for (const Lane &one : m_result->lanes)
            names << laneName(one);
    return names;
}

int RankModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_lanes.size());
}

int RankModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : columnCountValue; }

QVariant RankModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const auto row = static_cast<std::size_t>(index.row());
    const MeasuredRank &one = m_trace->ranks[row];
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(
            static_cast<int>((index.column() == lane ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter));
    if (role == Qt::EditRole && index.column() == lane)
        return m_lanes[row];
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case rank:
        return QString::number(one.rank);
    case lane:
        return laneName(m_result->lanes[static_cast<std::size_t>(m_lanes[row])]);
    case step: {
        const MeasuredMark mark = medianStep(one);
        return formatTicks(mark.end - mark.start);
    }
    default:
        return one.memory.value > 0 ? formatMemory(one.memory) : QStringLiteral("–");
    }
}

bool RankModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    const int chosen = value.toInt();
    if (!index.isValid() || index.column() != lane || role != Qt::EditRole || chosen < 0 ||
        chosen >= static_cast<int>(m_result->lanes.size()))
        return false;
    int &now = m_lanes[static_cast<std::size_t>(index.row())];
    if (now == chosen)
        return true;
    now = chosen;
    emit dataChanged(index, index);
    emit lanesChanged();
    return true;
}

Qt::ItemFlags RankModel::flags(const QModelIndex &index) const
{
    const Qt::ItemFlags usual = QAbstractTableModel::flags(index);
    return index.isValid() && index.column() == lane ? usual | Qt::ItemIsEditable : usual;
}

QVariant RankModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case rank:
        return tr("Rank");
    case lane:
        return tr("Taken for");
    case step:
        return tr("Step");
    case memory:
        return tr("Memory");
    default:
        return {};
    }
}

QWidget *LaneDelegate::createEditor(QWidget *parent, const QStyleOptionViewItem &, const QModelIndex &) const
{
    auto *field = new QComboBox(parent);
    field->addItems(m_model->laneNames());
    field->setAccessibleName(tr("Lane of the rank"));
    connect(field, &QComboBox::activated, this, [this, field] {
        auto *delegate = const_cast<LaneDelegate *>(this);
        emit delegate->commitData(field);
        emit delegate->closeEditor(field);
    });
    return field;
}

void LaneDelegate::setEditorData(QWidget *editor, const QModelIndex &index) const
{
    if (auto *field = qobject_cast<QComboBox *>(editor))
        field->setCurrentIndex(index.data(Qt::EditRole).toInt());
}

void LaneDelegate::setModelData(QWidget *editor, QAbstractItemModel *model, const QModelIndex &index) const
{
    if (auto *field = qobject_cast<QComboBox *>(editor))
        model->setData(index, field->currentIndex(), Qt::EditRole);
}

} // namespace heteroscope
