// SPDX-License-Identifier: GPL-3.0-or-later
//
// The pinned results as a table. Their names can be edited.
#pragma once

#include "jobs/result_tray.h"

#include <QAbstractTableModel>

namespace heteroscope {

class TrayModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { name, stepTime, plan, columnCountValue };

    explicit TrayModel(ResultTray *tray, QObject *parent = nullptr);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void follow();

    ResultTray *m_tray;
    std::vector<KeptResult> m_rows; ///< what the tray had when it changed last
};

} // namespace heteroscope
