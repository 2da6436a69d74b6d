// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobs/plan_steps.h"

namespace heteroscope {
namespace {

constexpr std::size_t maxSteps = 12; // plans of a project that are simulated

bool isOf(const Simulation &step, const Plan &plan, const Simulation &like)
{
    return step.plan == plan && step.startTime == like.startTime && sameSearch(*step.project, *like.project);
}

} // namespace

PlanSteps::PlanSteps(Engine engine, QObject *parent) : QObject(parent), m_engine(std::move(engine))
{
    connect(&m_job, &LatestJob::runningChanged, this, [this](bool running) {
        if (!running)
            emit finished();
    });
}

void PlanSteps::follow(const std::shared_ptr<const Simulation> &latest)
{
    if (!latest->topology) // nothing can be simulated; what is known stays
        return;
    std::vector<NamedStep> steps;
    bool isComplete = true;
    const auto &plans = latest->project->plans;
    for (std::size_t i = 0; i < std::min(plans.size(), maxSteps); ++i) {
        NamedStep step{plans[i].name, nullptr};
        if (latest->result && isOf(*latest, plans[i].plan, *latest))
            step.step = latest;
        for (const NamedStep &known : m_steps)
            if (!step.step && isOf(*known.step, plans[i].plan, *latest))
                step.step = known.step;
        isComplete = isComplete && step.step;
        steps.push_back(std::move(step));
    }
    const auto accept = [this](std::vector<NamedStep> found) {
        m_steps = std::move(found);
        emit changed();
    };
    if (isComplete) {
        m_job.abandon();
        accept(std::move(steps));
        return;
    }
    m_job.start(
        [engine = m_engine, latest, known = std::move(steps)](LatestJob::Handle &handle) {
            std::vector<NamedStep> all = known;
            for (std::size_t i = 0; i < all.size() && !handle.stopToken().stop_requested(); ++i) {
                if (all[i].step)
                    continue;
                const Plan &plan = latest->project->plans[i].plan;
                Simulation step =
                    simulate(engine, latest->project, {{plan, i == 0 ? PlanOrigin::project : PlanOrigin::kept}},
                             latest->startTime, latest->topology, handle.stopToken());
                step.plan = plan; // also of one that cannot run
                all[i].step = std::make_shared<const Simulation>(std::move(step));
            }
            return all;
        },
        accept);
}

void PlanSteps::forget()
{
    m_job.abandon();
    m_steps.clear();
    emit changed();
}

} // namespace heteroscope
