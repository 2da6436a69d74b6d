// SPDX-License-Identifier: GPL-3.0-or-later
//
// The points of a curve of rates or prices as an editable table. Like the plot it only requests changes.
#pragma once

#include "cluster/rate_curve.h"

#include <QAbstractTableModel>

#include <optional>

namespace heteroscope {

/// "90", "1:30", "2:00:00", "4.5 s", "10 min", "3 h", in seconds; nothing for what is no time.
std::optional<Seconds> parseMoment(const QString &text);
/// "40", "40 %", as a factor; nothing for what is no share, or below 0.
std::optional<double> parseRate(const QString &text);

class CurveTable : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { fromColumn, rateColumn, columns };
    using QAbstractTableModel::QAbstractTableModel;

    void setCurve(const RateCurve &curve, Seconds horizon);
    /// What the points are shares of: the rate, or the price.
    void setValueName(const QString &name);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role = Qt::EditRole) override;

signals:
    void edited(const heteroscope::RateCurve &curve, const QString &what);
    /// What was typed cannot be; says what was expected.
    void refused(const QString &reason);

private:
    RateCurve m_curve;
    Seconds m_horizon;
    QString m_valueName;
};

} // namespace heteroscope
