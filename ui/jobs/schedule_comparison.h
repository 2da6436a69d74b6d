// SPDX-License-Identifier: GPL-3.0-or-later
//
// The results of a plan under each schedule, simulated one after the other on a worker thread on request.
#pragma once

#include "analysis/stage_memory.h"
#include "jobs/engine.h"
#include "jobs/latest_job.h"
#include "jobs/simulation.h"
#include "strategy/change_schedule.h"

#include <map>

namespace heteroscope {

/// The result of a plan under one schedule, or the reason why it cannot run.
struct ScheduleOutcome
{
    double bubble = 0; ///< share of all device time, as in the headline
    Ticks stepTime;
    bool feasible = true;   ///< every device holds its memory
    QString problem;        ///< why it cannot run; empty if it can
    double uncertainty = 0; ///< relative, of the step time
    std::vector<StageMemory> stages{};
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
    LatestJob m_job; // last member: its thread is joined before the others are destroyed
};

} // namespace heteroscope
