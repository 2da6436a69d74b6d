// SPDX-License-Identifier: GPL-3.0-or-later
#include "pareto/pareto_model.h"

#include "theme/predicted.h"
#include "widgets/plain_text.h"

#include <algorithm>

namespace heteroscope {

void ParetoModel::setPoints(const std::vector<PlanPoint> &points, ParetoAxis firstAxis, ParetoAxis secondAxis)
{
    beginResetModel();
    m_points.clear();
    std::copy_if(points.begin(), points.end(), std::back_inserter(m_points),
                 [](const PlanPoint &each) { return each.isOnFront(); });
    m_first = firstAxis;
    m_second = secondAxis;
    endResetModel();
}

int ParetoModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_points.size());
}

int ParetoModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : columnCountValue; }

QVariant ParetoModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount() || index.column() >= columnCountValue)
        return {};
    const PlanPoint &at = point(index.row());
    if (role == Qt::TextAlignmentRole)
        return QVariant((index.column() <= plan ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole)
        return plainTip(at.source.isEmpty() ? at.label : at.label + QStringLiteral(" (") + at.source + u')');
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case number:
        return QString::number(index.row() + 1);
    case plan:
        return at.label;
    case first:
        return withUncertainty(axisText(m_first, axisValue(m_first, *at.result)), at.result->uncertainty);
    default:
        return withUncertainty(axisText(m_second, axisValue(m_second, *at.result)), at.result->uncertainty);
    }
}

QVariant ParetoModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCountValue)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant((section <= plan ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case number:
        return QStringLiteral("#");
    case plan:
        return tr("Plan");
    case first:
        return shortAxisName(m_first);
    default:
        return shortAxisName(m_second);
    }
}

} // namespace heteroscope
