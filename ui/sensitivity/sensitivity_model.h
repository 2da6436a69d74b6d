// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is worth changing as a table, ranked: what shortens the step most first. Read only.
#pragma once

#include "design/sensitivity.h"

#include <QAbstractTableModel>

namespace heteroscope {

class SensitivityModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { what, now, tornado, more, less, perUnit, perDollar, enough, columnCountValue };
    enum Role {
        savedRole = Qt::UserRole + 1, ///< seconds that more saves
        lostRole
    }; ///< seconds that less costs

    using QAbstractTableModel::QAbstractTableModel;

    void setSensitivity(Sensitivity sensitivity);
    const Sensitivity &sensitivity() const { return m_found; }
    const SensitivityItem &item(int row) const { return m_found.items[static_cast<std::size_t>(row)]; }
    /// The longest part of a bar, seconds.
    double longest() const { return m_longest; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString sideText(const SensitivitySide &side) const;
    QString textOf(const SensitivityItem &item, int column) const;
    QString tipOf(const SensitivityItem &item) const;

    Sensitivity m_found;
    double m_longest = 0;
};

} // namespace heteroscope
