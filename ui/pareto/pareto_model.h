// SPDX-License-Identifier: GPL-3.0-or-later
//
// The plans of the front as a table, for keyboard access. Read only.
#pragma once

#include "pareto/pareto_axis.h"
#include "pareto/pareto_points.h"

#include <QAbstractTableModel>

namespace heteroscope {

class ParetoModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { number, plan, first, second, columnCountValue };

    using QAbstractTableModel::QAbstractTableModel;

    /// Only the points of the front become rows, in their order.
    void setPoints(const std::vector<PlanPoint> &points, ParetoAxis firstAxis, ParetoAxis secondAxis);
    const PlanPoint &point(int row) const { return m_points[static_cast<std::size_t>(row)]; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<PlanPoint> m_points;
    ParetoAxis m_first = ParetoAxis::stepTime;
    ParetoAxis m_second = ParetoAxis::stepEnergy;
};

} // namespace heteroscope
