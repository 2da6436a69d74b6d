// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chart_table.h"

#include "report/csv_text.h"
#include "theme/text.h"

#include <fmt/format.h>

namespace heteroscope {

void ChartTable::setTable(std::vector<ChartColumn> columns, std::vector<std::vector<ChartCell>> rows)
{
    beginResetModel();
    m_columns = std::move(columns);
    m_rows = std::move(rows);
    endResetModel();
}

int ChartTable::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ChartTable::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

QVariant ChartTable::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const ChartCell &cell = m_rows[static_cast<std::size_t>(index.row())][static_cast<std::size_t>(index.column())];
    switch (role) {
    case Qt::DisplayRole:
        return cell.text;
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(static_cast<int>((cell.value ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    case valueRole:
        return cell.value ? QVariant(*cell.value) : QVariant();
    default:
        return {};
    }
}

QVariant ChartTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    if (role == Qt::DisplayRole)
        return m_columns[static_cast<std::size_t>(section)].title;
    if (role == Qt::TextAlignmentRole) {
        const bool isNumber = !m_rows.empty() && m_rows.front()[static_cast<std::size_t>(section)].value;
        return QVariant::fromValue(static_cast<int>((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    }
    return {};
}

QString ChartTable::csv() const
{
    std::string csv;
    for (std::size_t column = 0; column < m_columns.size(); ++column)
        csv += (column > 0 ? "," : "") + csvText(m_columns[column].csv.toStdString());
    csv += '\n';
    for (const auto &row : m_rows) {
        for (std::size_t column = 0; column < row.size(); ++column) {
            const ChartCell &cell = row[column];
            csv += (column > 0 ? "," : "") +
                   (cell.value ? fmt::format("{}", *cell.value) : csvText(cell.text.toStdString()));
        }
        csv += '\n';
    }
    return text(csv);
}

} // namespace heteroscope
