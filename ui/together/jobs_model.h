// SPDX-License-Identifier: GPL-3.0-or-later
//
// The jobs of a project as a table: its own first, then the further ones; devices, plan, step alone and together.
#pragma once

#include "jobs/jobs_together.h"

#include <QAbstractTableModel>

namespace heteroscope {

class JobsModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { job, devices, plan, alone, together, slower, range, columnCountValue };

    using QAbstractTableModel::QAbstractTableModel;

    /// answer: null, or with as many jobs as the project.
    void setJobs(ProjectSnapshot project, std::shared_ptr<const TogetherAnswer> answer);
    /// The devices of the job in a row, "a:3".
    const std::vector<std::string> &devicesOf(int row) const { return m_devices[static_cast<std::size_t>(row)]; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString text(std::size_t row, int column) const;
    QString nameOfJob(std::size_t row) const;
    QString planText(std::size_t row) const;

    ProjectSnapshot m_project;
    std::shared_ptr<const TogetherAnswer> m_answer;
    std::vector<std::vector<std::string>> m_devices; // by row
};

} // namespace heteroscope
