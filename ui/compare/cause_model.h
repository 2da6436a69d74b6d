// SPDX-License-Identifier: GPL-3.0-or-later
//
// The difference of two steps by cause, as a tree: first the step times, then a row for each cause, the largest
// difference first, with its places below. In each column the causes add up to the first row. Read only.
#pragma once

#include "analysis/step_difference.h"

#include <QAbstractItemModel>

#include <memory>

namespace heteroscope {

class CauseModel : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum Column { cause, first, second, difference, columnCountValue };
    enum Role {
        activityRole = Qt::UserRole + 1, ///< of a cause or a place; invalid for the step
        ticksRole,                       ///< difference of the row in ticks
        placeRole
    }; ///< lane or device type of a place; else empty

    using QAbstractItemModel::QAbstractItemModel;

    /// Null: no rows.
    void setSteps(const std::shared_ptr<const StepResult> &a, const Topology *topologyOfA,
                  const std::shared_ptr<const StepResult> &b, const Topology *topologyOfB);
    const StepDifference &stepDifferences() const { return m_difference; }
    const std::vector<CauseSum> &sums() const { return m_sums; }
    /// The largest difference of a row without regard to the sign; at least 1.
    std::int64_t largest() const { return m_largest; }

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &index) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    /// Of a place; nullptr for other rows.
    const CauseDifference *placeOf(const QModelIndex &index) const;
    QVariant textOf(const QModelIndex &index) const;

    StepDifference m_difference;
    std::vector<CauseSum> m_sums;
    std::vector<std::vector<std::size_t>> m_places; ///< by sum: indices into the causes of the difference
    std::int64_t m_largest = 1;
    bool m_empty = true;
};

/// Cause, place, seconds of each step and their difference, one line for each place of each cause: the last column adds
/// up to the difference of the step times exactly (analysis/step_difference.h). With a header line.
QString toCsv(const CauseModel &model);

} // namespace heteroscope
