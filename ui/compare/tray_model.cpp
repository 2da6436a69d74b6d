// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/tray_model.h"

#include "language/plan_words.h"
#include "theme/predicted.h"
#include "widgets/plain_text.h"

namespace heteroscope {

TrayModel::TrayModel(ResultTray *tray, QObject *parent)
    : QAbstractTableModel(parent), m_tray(tray), m_rows(tray->pinned())
{
    connect(tray, &ResultTray::changed, this, &TrayModel::follow);
}

void TrayModel::follow()
{
    const auto sameIds = [](const KeptResult &a, const KeptResult &b) { return a.id == b.id; };
    const auto &now = m_tray->pinned();
    if (std::equal(m_rows.begin(), m_rows.end(), now.begin(), now.end(), sameIds)) {
        m_rows = now;
        if (!m_rows.empty())
            emit dataChanged(index(0, 0), index(rowCount() - 1, columnCountValue - 1));
        return;
    }
    beginResetModel();
    m_rows = now;
    endResetModel();
}

int TrayModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int TrayModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : columnCountValue; }

QVariant TrayModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount() || index.column() >= columnCountValue)
        return {};
    const KeptResult &kept = m_rows[static_cast<std::size_t>(index.row())];
    if (role == Qt::TextAlignmentRole)
        return QVariant((index.column() == stepTime ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole)
        return plainTip(kept.name);
    if (role != Qt::DisplayRole && role != Qt::EditRole)
        return {};
    switch (index.column()) {
    case name:
        return kept.name;
    case stepTime:
        return formatPredicted(kept.step->result->stepTime, kept.step->result->uncertainty);
    default:
        return nameOf(kept.step->plan);
    }
}

bool TrayModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (!index.isValid() || role != Qt::EditRole || index.column() != name || value.toString().simplified().isEmpty())
        return false;
    m_tray->rename(static_cast<std::size_t>(index.row()), value.toString());
    return true;
}

Qt::ItemFlags TrayModel::flags(const QModelIndex &index) const
{
    const Qt::ItemFlags usual = QAbstractTableModel::flags(index);
    return index.isValid() && index.column() == name ? usual | Qt::ItemIsEditable : usual;
}

QVariant TrayModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCountValue)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant((section == stepTime ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    const std::array<QString, columnCountValue> titles = {tr("Pinned"), tr("Step time"), tr("Plan")};
    return titles[static_cast<std::size_t>(section)];
}

} // namespace heteroscope
