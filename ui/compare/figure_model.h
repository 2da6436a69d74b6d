// SPDX-License-Identifier: GPL-3.0-or-later
//
// The figures of two steps side by side, and how much the second has more. Read only.
#pragma once

#include "jobs/simulation.h"

#include <QAbstractTableModel>

namespace heteroscope {

class FigureModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { figure, first, second, difference, columnCountValue };

    using QAbstractTableModel::QAbstractTableModel;

    /// Null: no rows.
    void setSteps(const std::shared_ptr<const Simulation> &a, const std::shared_ptr<const Simulation> &b);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<std::array<QString, columnCountValue>> m_rows;
};

} // namespace heteroscope
