// SPDX-License-Identifier: GPL-3.0-or-later
//
// The schedules for a plan, one per row: name, result of the plan under it, or why it is not possible.
#pragma once

#include "jobs/schedule_comparison.h"

#include <QAbstractListModel>

#include <optional>

namespace heteroscope {

class ScheduleModel : public QAbstractListModel
{
    Q_OBJECT

public:
    enum ItemRole {
        KindRole = Qt::UserRole, ///< int of ScheduleKind
        FigureRole,              ///< "13.2 %", at the right
        FastestRole,             ///< true: no other that fits has a shorter step, as far as is known
        FitsRole,                ///< false: the figure stands for a plan that does not fit
    };

    explicit ScheduleModel(QObject *parent = nullptr);

    /// The plan in question, or none: then no row can be chosen.
    void setPlan(const std::optional<Plan> &plan, const Model &model);
    void setOutcomes(const std::map<ScheduleKind, ScheduleOutcome> &outcomes);

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

    ScheduleKind kindAt(int row) const { return m_rows[static_cast<std::size_t>(row)].kind; }
    /// -1 for a kind that is not listed.
    int rowOf(ScheduleKind kind) const;

private:
    bool isFastest(ScheduleKind kind) const;

    struct Row
    {
        ScheduleKind kind = ScheduleKind::gpipe;
        QString refusal; ///< why the plan cannot have it; empty: it can
    };

    std::vector<Row> m_rows;
    std::map<ScheduleKind, ScheduleOutcome> m_outcomes;
    bool m_hasPlan = false;
};

/// One sentence about what the schedule does.
QString scheduleSentence(ScheduleKind kind);

} // namespace heteroscope
