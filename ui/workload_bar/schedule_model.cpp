// SPDX-License-Identifier: GPL-3.0-or-later
#include "workload_bar/schedule_model.h"

#include "language/plan_words.h"
#include "language/sentences.h"
#include "strategy/schedule.h"
#include "theme/numbers.h"
#include "theme/predicted.h"

#include <algorithm>

namespace heteroscope {

QString scheduleSentence(ScheduleKind kind) { return ScheduleModel::tr(scheduleOf(kind).facts().description); }

ScheduleModel::ScheduleModel(QObject *parent) : QAbstractListModel(parent)
{
    for (const ScheduleKind kind : changeableSchedules())
        m_rows.push_back({kind, {}});
}

void ScheduleModel::setPlan(const std::optional<Plan> &plan, const Model &model)
{
    const bool written = plan && scheduleOf(plan->schedule).facts().isWritten;
    const auto count = static_cast<int>(changeableSchedules().size());
    if (written && rowCount() == count) {
        beginInsertRows({}, count, count);
        m_rows.push_back({plan->schedule, {}});
        endInsertRows();
    } else if (!written && rowCount() > count) {
        beginRemoveRows({}, count, count);
        m_rows.pop_back();
        endRemoveRows();
    }
    m_hasPlan = plan.has_value();
    for (Row &row : m_rows) {
        row.refusal.clear();
        if (!plan)
            continue;
        if (const Result<Plan> changed = withSchedule(*plan, row.kind, model); !changed) {
            const Error &error = changed.error();
            row.refusal = tr("Needs %1; this plan has %2.").arg(spoken(error.expected), spoken(error.found));
            if (!error.hint.empty())
                row.refusal += u'\n' + spoken(error.hint) + u'.';
        }
    }
    emit dataChanged(index(0), index(rowCount() - 1));
}

void ScheduleModel::setOutcomes(const std::map<ScheduleKind, ScheduleOutcome> &outcomes)
{
    m_outcomes = outcomes;
    emit dataChanged(index(0), index(rowCount() - 1));
}

int ScheduleModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ScheduleModel::rowOf(ScheduleKind kind) const
{
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        if (m_rows[i].kind == kind)
            return static_cast<int>(i);
    return -1;
}

bool ScheduleModel::isFastest(ScheduleKind kind) const
{
    const auto runs = [](const ScheduleOutcome &outcome) { return outcome.problem.isEmpty() && outcome.feasible; };
    const auto own = m_outcomes.find(kind);
    return own != m_outcomes.end() && runs(own->second) && m_outcomes.size() > 1 &&
           std::none_of(m_outcomes.begin(), m_outcomes.end(), [&](const auto &other) {
               return runs(other.second) && other.second.stepTime < own->second.stepTime;
           });
}

Qt::ItemFlags ScheduleModel::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    const Row &row = m_rows[static_cast<std::size_t>(index.row())];
    const auto found = m_outcomes.find(row.kind);
    const bool runs = found == m_outcomes.end() || found->second.problem.isEmpty();
    const Qt::ItemFlags leaf = Qt::ItemNeverHasChildren;
    return m_hasPlan && row.refusal.isEmpty() && runs ? leaf | Qt::ItemIsEnabled | Qt::ItemIsSelectable : leaf;
}

QVariant ScheduleModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Row &row = m_rows[static_cast<std::size_t>(index.row())];
    const auto found = m_outcomes.find(row.kind);
    const ScheduleOutcome *outcome = found == m_outcomes.end() ? nullptr : &found->second;
    switch (role) {
    case Qt::DisplayRole:
        return wordOf(row.kind);
    case Qt::ToolTipRole: {
        QString text = scheduleSentence(row.kind);
        if (!row.refusal.isEmpty())
            return text + u'\n' + row.refusal;
        if (outcome && !outcome->problem.isEmpty())
            return text + u'\n' + tr("It cannot run: %1.").arg(outcome->problem);
        if (outcome)
            text += u'\n' + tr("This plan would take %1 with a bubble of %2%3.")
                                .arg(formatPredicted(outcome->stepTime, outcome->uncertainty),
                                     formatPercent(outcome->bubble),
                                     outcome->feasible ? QString() : tr(", and would not fit the memory"));
        return text;
    }
    case KindRole:
        return static_cast<int>(row.kind);
    case FigureRole:
        if (!row.refusal.isEmpty() || (outcome && !outcome->problem.isEmpty()))
            return tr("not possible");
        if (!outcome)
            return m_hasPlan ? QStringLiteral("…") : QString();
        return outcome->feasible
                   ? tr("%1 · bubble %2")
                         .arg(formatPredicted(outcome->stepTime, outcome->uncertainty), formatPercent(outcome->bubble))
                   : tr("does not fit · bubble %1").arg(formatPercent(outcome->bubble));
    case FastestRole:
        return isFastest(row.kind);
    case FitsRole:
        return !outcome || outcome->feasible;
    default:
        return {};
    }
}

} // namespace heteroscope
