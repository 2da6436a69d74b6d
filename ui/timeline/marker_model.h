// SPDX-License-Identifier: GPL-3.0-or-later
//
// The markers of the timeline as a table, by time. Their texts can be edited; the table does not change them itself, it
// tells which text is wanted.
#pragma once

#include "project/marker.h"

#include <QAbstractTableModel>

#include <vector>

namespace heteroscope {

class MarkerModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { time, place, text, columnCountValue };

    using QAbstractTableModel::QAbstractTableModel;

    void setMarkers(std::vector<Marker> markers);
    /// End of the step on show: later markers say that they are. Without a step maxMarkerTime.
    void setStepEnd(Seconds end);
    const std::vector<Marker> &markers() const { return m_markers; }
    /// -1 without such a marker.
    int rowOf(int id) const;
    /// 0 without such a row.
    int idOf(int row) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    void changeWanted(const heteroscope::Marker &marker);

private:
    std::vector<Marker> m_markers;
    Seconds m_stepEnd{maxMarkerTime};
};

} // namespace heteroscope
