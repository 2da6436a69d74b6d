// SPDX-License-Identifier: GPL-3.0-or-later
#include "designs/choice_model.h"

#include "theme/numbers.h"

#include <algorithm>

namespace heteroscope {

namespace {

constexpr int mostNodes = 4096; // of a row of a design file
constexpr double highestPrice = 1e6, highestNode = 1000;

/// An empty text is no number.
bool readNumber(const QString &text, double highest, std::optional<double> &number)
{
    if (text.trimmed().isEmpty()) {
        number.reset();
        return true;
    }
    bool isNumber = false;
    const double value = text.toDouble(&isNumber);
    if (!isNumber || !(value >= 0) || value > highest)
        return false;
    number = value;
    return true;
}

} // namespace

void ChoiceModel::setChoices(std::vector<NodeChoice> choices)
{
    beginResetModel();
    m_choices = std::move(choices);
    endResetModel();
    emit edited();
}

void ChoiceModel::add(const NodeChoice &choice)
{
    const int row = rowCount();
    beginInsertRows({}, row, row);
    m_choices.push_back(choice);
    endInsertRows();
    emit edited();
}

void ChoiceModel::remove(int row)
{
    if (row < 0 || row >= rowCount())
        return;
    beginRemoveRows({}, row, row);
    m_choices.erase(m_choices.begin() + row);
    endRemoveRows();
    emit edited();
}

Json ChoiceModel::json() const
{
    Json choices = Json::array();
    for (const NodeChoice &choice : m_choices) {
        Json one = {{"node", choice.node.toStdString()}};
        if (choice.pricePerHour)
            one["pricePerHour"] = *choice.pricePerHour;
        if (choice.rackUnits)
            one["rackUnits"] = *choice.rackUnits;
        Json counts = Json::array();
        for (int count = choice.fewest; count <= choice.most; count += choice.step)
            counts.push_back(count);
        choices.push_back({{"nodes", Json::array({one})}, {"counts", counts}});
    }
    return choices;
}

int ChoiceModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_choices.size());
}

int ChoiceModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : columnCountValue; }

QVariant ChoiceModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant((index.column() == node ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    const NodeChoice &choice = m_choices[static_cast<std::size_t>(index.row())];
    if (role == Qt::ToolTipRole && index.column() == node)
        return tr("As in a line of a cluster, without a number of nodes: devices, then the link of the node");
    if (role != Qt::DisplayRole && role != Qt::EditRole)
        return {};
    const auto orCatalog = [role](const std::optional<double> &value, const QString &without) {
        return value ? QString::number(*value) : role == Qt::EditRole ? QString() : without;
    };
    switch (index.column()) {
    case node:
        return choice.node;
    case fewest:
        return choice.fewest;
    case most:
        return choice.most;
    case step:
        return choice.step;
    case price:
        return orCatalog(choice.pricePerHour, tr("catalog"));
    default:
        return orCatalog(choice.rackUnits, QStringLiteral("–"));
    }
}

bool ChoiceModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (role != Qt::EditRole || !index.isValid() || index.row() >= rowCount())
        return false;
    NodeChoice choice = m_choices[static_cast<std::size_t>(index.row())];
    const QString text = value.toString();
    bool isNumber = false;
    const int number = text.toInt(&isNumber);
    const auto within = [&](int least) { return isNumber && number >= least && number <= mostNodes; };
    switch (index.column()) {
    case node:
        if (text.trimmed().isEmpty())
            return false;
        choice.node = text.trimmed();
        break;
    case fewest:
        if (!within(0))
            return false;
        choice.fewest = number;
        choice.most = std::max(choice.most, number);
        break;
    case most:
        if (!within(0))
            return false;
        choice.most = number;
        choice.fewest = std::min(choice.fewest, number);
        break;
    case step:
        if (!within(1))
            return false;
        choice.step = number;
        break;
    case price:
        if (!readNumber(text, highestPrice, choice.pricePerHour))
            return false;
        break;
    default:
        if (!readNumber(text, highestNode, choice.rackUnits) || choice.rackUnits == 0.0)
            return false;
    }
    NodeChoice &present = m_choices[static_cast<std::size_t>(index.row())];
    if (present == choice)
        return true;
    present = choice;
    emit dataChanged(this->index(index.row(), 0), this->index(index.row(), columnCountValue - 1));
    emit edited();
    return true;
}

Qt::ItemFlags ChoiceModel::flags(const QModelIndex &index) const
{
    return index.isValid() ? QAbstractTableModel::flags(index) | Qt::ItemIsEditable : Qt::NoItemFlags;
}

QVariant ChoiceModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant((section == node ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case node:
        return tr("Node");
    case fewest:
        return tr("From");
    case most:
        return tr("To");
    case step:
        return tr("Step");
    case price:
        return tr("USD/h");
    default:
        return tr("Units");
    }
}

} // namespace heteroscope
