// SPDX-License-Identifier: GPL-3.0-or-later
#include "together/jobs_model.h"

#include "language/plan_words.h"
#include "theme/numbers.h"
#include "widgets/plain_text.h"

namespace heteroscope {

void JobsModel::setJobs(ProjectSnapshot project, std::shared_ptr<const TogetherAnswer> answer)
{
    beginResetModel();
    m_project = std::move(project);
    m_answer = std::move(answer);
    m_devices.assign(m_project ? m_project->jobs.size() + 1 : 0, {});
    if (m_project) {
        if (const auto topology = Topology::build(m_project->cluster))
            m_devices = devicesOfJobs(*m_project, *topology);
    }
    endResetModel();
}

int JobsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_devices.size());
}

int JobsModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : columnCountValue; }

QString JobsModel::nameOfJob(std::size_t row) const
{
    return row == 0 ? tr("The project's own job") : QString::fromStdString(m_project->jobs[row - 1].name);
}

const Workload &JobsModel::workloadOf(std::size_t row) const
{
    return row == 0 ? m_project->workload : m_project->jobs[row - 1].workload;
}

QString JobsModel::planText(std::size_t row) const
{
    if (m_answer)
        return nameOf(m_answer->found.jobs[row].plan);
    if (row == 0)
        return m_project->plans.empty() ? tr("none yet") : nameOf(m_project->plans.front().plan);
    const auto &own = m_project->jobs[row - 1].plan;
    return own ? nameOf(*own) : tr("none yet");
}

QString JobsModel::text(std::size_t row, int column) const
{
    const SharedJob *found = m_answer ? &m_answer->found.jobs[row] : nullptr;
    switch (column) {
    case job:
        return nameOfJob(row);
    case devices:
        return formatCount(m_devices[row].size());
    case model:
        return QString::fromStdString(workloadOf(row).model.name);
    case batch:
        return formatCount(static_cast<std::size_t>(workloadOf(row).job.globalBatch));
    case sequence:
        return formatCount(static_cast<std::size_t>(workloadOf(row).job.sequenceLength));
    case plan:
        return planText(row);
    case alone:
        return found ? formatSeconds(found->alone) : QStringLiteral("–");
    case together:
        return found ? formatSeconds(found->together) : QStringLiteral("–");
    case slower:
        return found ? formatSignedPercent(found->together / found->alone - 1) : QStringLiteral("–");
    case range:
        if (!found)
            return QStringLiteral("–");
        return found->steps == 0 ? tr("shares no link")
                                 : tr("%1 to %2").arg(formatSeconds(found->shortest), formatSeconds(found->longest));
    default:
        return {};
    }
}

QVariant JobsModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const auto row = static_cast<std::size_t>(index.row());
    if (role == Qt::DisplayRole)
        return text(row, index.column());
    if (role == Qt::EditRole && index.column() == batch)
        return workloadOf(row).job.globalBatch;
    if (role == Qt::EditRole && index.column() == sequence)
        return workloadOf(row).job.sequenceLength;
    if (role == Qt::EditRole)
        return text(row, index.column());
    if (role == Qt::TextAlignmentRole)
        return QVariant((isWords(index.column()) ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole)
        return plainTip(text(row, index.column()));
    return {};
}

QVariant JobsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant((isWords(section) ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case job:
        return tr("Job");
    case devices:
        return tr("Devices");
    case model:
        return tr("Model");
    case batch:
        return tr("Batch");
    case sequence:
        return tr("Sequence");
    case plan:
        return tr("Plan");
    case alone:
        return tr("Step alone");
    case together:
        return tr("Step together");
    case slower:
        return tr("Slower");
    case range:
        return tr("Steps");
    default:
        return {};
    }
}

Qt::ItemFlags JobsModel::flags(const QModelIndex &index) const
{
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    const int column = index.column();
    if (index.isValid() && index.row() > 0 &&
        (column == job || column == model || column == batch || column == sequence))
        flags |= Qt::ItemIsEditable;
    return flags;
}

bool JobsModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (role != Qt::EditRole || !(flags(index) & Qt::ItemIsEditable) || value == data(index, Qt::EditRole))
        return false;
    const auto row = static_cast<std::size_t>(index.row());
    const QString name = nameOfJob(row);
    const TrainingJob &training = workloadOf(row).job;
    if (index.column() == job)
        emit renamed(name, value.toString().trimmed());
    else if (index.column() == model)
        emit modelChosen(name, value.toString());
    else if (index.column() == batch)
        emit trainingChanged(name, value.toInt(), training.sequenceLength);
    else
        emit trainingChanged(name, training.globalBatch, value.toInt());
    return false; // the project is what changes, and this is set anew with it
}

} // namespace heteroscope
