// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a plan would come to under each schedule: simulated one after the other on a worker thread, when somebody asks.
#pragma once

#include "jobs/engine.h"
#include "jobs/latest_job.h"
#include "jobs/simulation.h"
#include "strategy/change_schedule.h"

#include <map>

namespace heteroscope {

/// A plan under one schedule: either figures or the reason why there are none.
struct ScheduleOutcome
{
    double bubble = 0; ///< share of all device time, as in the headline
    Ticks stepTime;
    bool feasible = true; ///< every device holds its memory
    QString problem;      ///< why it cannot run; empty if it can
};

class ScheduleComparison : public QObject
{
    Q_OBJECT

public:
    explicit ScheduleComparison(Engine engine, QObject *parent = nullptr);

    /// Simulates `plan` under every schedule that it can have; what is known for this plan already stays.
    void compare(const ProjectSnapshot &project, const Plan &plan, Seconds startTime = {});
    /// Forgets everything, and stops.
    void clear();
    /// What is known by now.
    const std::map<ScheduleKind, ScheduleOutcome> &outcomes() const { return m_outcomes; }
    bool isRunning() const { return m_job.isRunning(); }

signals:
    void changed();

private:
    Engine m_engine;
    ProjectSnapshot m_project;
    Plan m_plan;
    Seconds m_startTime;
    std::map<ScheduleKind, ScheduleOutcome> m_outcomes;
    LatestJob m_job; // last: it is joined before anything else goes
};

} // namespace heteroscope
