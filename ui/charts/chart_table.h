// SPDX-License-Identifier: GPL-3.0-or-later
//
// The numbers behind a chart as a table: what the chart draws is read from here or made of the same values, so that who
// cannot see the chart, or wants its numbers elsewhere, loses nothing.
#pragma once

#include <QAbstractTableModel>
#include <QString>

#include <optional>
#include <vector>

namespace heteroscope {

struct ChartCell
{
    QString text;                ///< as it is shown
    std::optional<double> value; ///< in SI units; none for names
    friend bool operator==(const ChartCell &, const ChartCell &) = default;
};

struct ChartColumn
{
    QString title;
    QString csv; ///< heading in a file, with the unit
};

class ChartTable : public QAbstractTableModel
{
    Q_OBJECT

public:
    static constexpr int valueRole = Qt::UserRole; ///< double; invalid for names

    using QAbstractTableModel::QAbstractTableModel;

    /// Every row has a cell for each column.
    void setTable(std::vector<ChartColumn> columns, std::vector<std::vector<ChartCell>> rows);
    /// Names as they are, values as numbers in SI units; lines end with a line feed.
    QString csv() const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<ChartColumn> m_columns;
    std::vector<std::vector<ChartCell>> m_rows;
};

} // namespace heteroscope
