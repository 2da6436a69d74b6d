// SPDX-License-Identifier: GPL-3.0-or-later
//
// The jobs of a project as a table: its own first, then the further ones; devices, model and training, plan, step alone
// and together. Name, model, batch and sequence length of the further ones can be edited; like other models it only
// asks for the change. The project's own are edited in the bar of the window.
#pragma once

#include "jobs/jobs_together.h"

#include <QAbstractTableModel>

namespace heteroscope {

class JobsModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { job, devices, model, batch, sequence, plan, alone, together, slower, range, columnCountValue };

    using QAbstractTableModel::QAbstractTableModel;

    /// answer: null, or with as many jobs as the project.
    void setJobs(ProjectSnapshot project, std::shared_ptr<const TogetherAnswer> answer);
    /// The devices of the job in a row, "a:3".
    const std::vector<std::string> &devicesOf(int row) const { return m_devices[static_cast<std::size_t>(row)]; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role = Qt::EditRole) override;

signals:
    /// What was typed for the further job of this name.
    void renamed(const QString &job, const QString &name);
    void modelChosen(const QString &job, const QString &model);
    void trainingChanged(const QString &job, int globalBatch, int sequenceLength);

private:
    const Workload &workloadOf(std::size_t row) const;
    static bool isWords(int column) { return column == job || column == model || column == plan; }
    QString text(std::size_t row, int column) const;
    QString nameOfJob(std::size_t row) const;
    QString planText(std::size_t row) const;

    ProjectSnapshot m_project;
    std::shared_ptr<const TogetherAnswer> m_answer;
    std::vector<std::vector<std::string>> m_devices; // by row
};

} // namespace heteroscope
