// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/headline_figures.h"

#include <cmath>

namespace heteroscope {

namespace {

Seconds timeOf(const Lane &lane, Activity activity) { return toSeconds(lane.time[static_cast<std::size_t>(activity)]); }

/// The first lane with the max of value(lane).
template<class Value>
int laneWithMax(const StepResult &result, Value &&value)
{
    int found = -1;
    for (std::size_t i = 0; i < result.lanes.size(); ++i)
        if (found < 0 || value(result.lanes[i]) > value(result.lanes[static_cast<std::size_t>(found)]))
            found = static_cast<int>(i);
    return found;
}

template<class Wanted>
Seconds sumOf(const Lane &lane, Wanted &&wanted)
{
    Seconds sum;
    for (std::size_t a = 0; a < activityCount; ++a)
        if (wanted(static_cast<Activity>(a)))
            sum += timeOf(lane, static_cast<Activity>(a));
    return sum;
}

bool isBusy(Activity activity) { return isCompute(activity) || activity == Activity::optimizer; }
bool isBubble(Activity activity) { return activity == Activity::bubble || activity == Activity::straggler; }

} // namespace

TrainingRun trainingRun(const StepResult &result, const Workload &workload, double tokens)
{
    TrainingRun run;
    run.tokens = tokens;
    const double ofStep = workload.job.tokensPerStep();
    run.steps = ofStep > 0 ? std::ceil(tokens / ofStep) : 0;
    run.time = toSeconds(result.stepTime) * run.steps;
    run.cost = result.cost * run.steps;
    run.energy = result.energy * run.steps;
    return run;
}

double usualTrainingTokens(const Workload &workload) { return 20 * activeParameters(workload.model); }

namespace {

double perMillionTokens(const StepResult &result, double ofStep)
{
    const double tokens = result.tokensPerSecond * toSeconds(result.stepTime).value;
    return tokens > 0 ? ofStep / tokens * 1e6 : 0;
}

} // namespace

double costPerMillionTokens(const StepResult &result) { return perMillionTokens(result, result.cost); }
double energyPerMillionTokens(const StepResult &result) { return perMillionTokens(result, result.energy); }

HeadlineFigures headlineFigures(const StepResult &result, const Workload &workload)
{
    HeadlineFigures figures;
    const Seconds step = toSeconds(result.stepTime);
    figures.tokens = workload.job.tokensPerStep();
    figures.modelWork = modelFlopsPerStep(workload);
    if (result.mfu > 0 && step > Seconds(0))
        figures.peak = FlopPerSecond(figures.modelWork.value / (result.mfu * step.value));
    for (const auto &lane : result.lanes) {
        figures.devices += lane.devices.size();
        for (std::size_t a = 0; a < activityCount; ++a)
            figures.time[a] += timeOf(lane, static_cast<Activity>(a)) * static_cast<double>(lane.devices.size());
    }
    figures.deviceTime = step * static_cast<double>(figures.devices);
    figures.busiestLane = laneWithMax(result, [](const Lane &lane) { return sumOf(lane, isBusy); });
    figures.waitingLane = laneWithMax(result, [](const Lane &lane) { return sumOf(lane, isBubble); });
    figures.exposedLane = laneWithMax(result, [](const Lane &lane) { return sumOf(lane, isExposed); });
    if (const auto *fullest = result.fullestLane())
        figures.fullestLane = static_cast<int>(fullest - result.lanes.data());
    if (figures.exposedLane >= 0) {
        const auto &lane = result.lanes[static_cast<std::size_t>(figures.exposedLane)];
        for (std::size_t a = 0; a < activityCount; ++a)
            if (isExposed(static_cast<Activity>(a)) &&
                timeOf(lane, static_cast<Activity>(a)) > timeOf(lane, figures.exposed))
                figures.exposed = static_cast<Activity>(a);
    }
    return figures;
}

} // namespace heteroscope
