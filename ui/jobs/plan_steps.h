// SPDX-License-Identifier: GPL-3.0-or-later
//
// The steps of the project's plans, to compare with the plan on show: the first is its own plan, the others were kept
// when another plan was applied. They follow the shown step, so all of them are of one project and one start time.
#pragma once

#include "jobs/engine.h"
#include "jobs/latest_job.h"
#include "jobs/simulation.h"

namespace heteroscope {

/// A plan of the project and its simulation, whose result is null if the plan cannot run.
struct NamedStep
{
    std::string name;
    std::shared_ptr<const Simulation> step;
};

class PlanSteps : public QObject
{
    Q_OBJECT

public:
    explicit PlanSteps(Engine engine, QObject *parent = nullptr);

    /// In the order of the project.
    const std::vector<NamedStep> &all() const { return m_steps; }
    bool isRunning() const { return m_job.isRunning(); }

    /// The simulation that ended last, for its project and start time. Its step, and steps that are known, are not
    /// simulated again.
    void follow(const std::shared_ptr<const Simulation> &latest);
    void forget();

signals:
    void changed();
    void finished();

private:
    Engine m_engine;
    std::vector<NamedStep> m_steps;
    LatestJob m_job; // last member: its thread is joined before the others are destroyed
};

} // namespace heteroscope
