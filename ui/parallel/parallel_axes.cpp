// SPDX-License-Identifier: GPL-3.0-or-later
#include "parallel/parallel_axes.h"

#include "analysis/headline_figures.h"
#include "language/plan_words.h"
#include "theme/numbers.h"
#include "theme/predicted.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <functional>

namespace heteroscope {

namespace {

class AxisWords
{
    Q_DECLARE_TR_FUNCTIONS(AxisWords)
};

double widestGroup(const Plan &plan)
{
    int widest = 0;
    for (const Pipeline &pipeline : plan.pipelines)
        for (const Stage &stage : pipeline.stages)
            for (const TensorGroup &group : stage.groups)
                widest = std::max(widest, group.tp);
    return widest;
}

double mostStages(const Plan &plan)
{
    std::size_t most = 0;
    for (const Pipeline &pipeline : plan.pipelines)
        most = std::max(most, pipeline.stages.size());
    return static_cast<double>(most);
}

/// Pipelines times the groups that share a stage of one.
double replicas(const Plan &plan)
{
    std::size_t all = 0;
    for (const Pipeline &pipeline : plan.pipelines) {
        std::size_t most = 0;
        for (const Stage &stage : pipeline.stages)
            most = std::max(most, stage.groups.size());
        all += most;
    }
    return static_cast<double>(all);
}

double mostMicroBatches(const Plan &plan)
{
    int most = 0;
    for (const Pipeline &pipeline : plan.pipelines)
        most = std::max(most, pipeline.microBatches);
    return most;
}

double fullestShare(const StepResult &result)
{
    const Lane *lane = result.fullestLane();
    return lane && lane->memoryCapacity.value > 0 ? lane->memory.total() / lane->memoryCapacity : 0;
}

using ValueOf = std::function<double(const PlanPoint &)>;
using TextOf = std::function<QString(const PlanPoint &, double)>;

void add(std::vector<ParallelAxis> &axes, const std::vector<PlanPoint> &plans, const QString &title, const char *csv,
         const ValueOf &valueOf, const TextOf &textOf)
{
    ParallelAxis axis;
    axis.title = title;
    axis.csv = QLatin1String(csv);
    for (const PlanPoint &plan : plans) {
        const double value = valueOf(plan);
        axis.values.push_back(value);
        axis.texts << textOf(plan, value);
    }
    if (axis.values.empty())
        return;
    axis.low = *std::min_element(axis.values.begin(), axis.values.end());
    axis.high = *std::max_element(axis.values.begin(), axis.values.end());
    if (axis.high > 0)
        axes.push_back(std::move(axis));
}

void addSchedule(std::vector<ParallelAxis> &axes, const std::vector<PlanPoint> &plans)
{
    ParallelAxis axis;
    axis.title = AxisWords::tr("Schedule");
    axis.csv = QStringLiteral("schedule");
    for (const ScheduleKind kind : allSchedules())
        if (std::any_of(plans.begin(), plans.end(), [kind](const PlanPoint &p) { return p.plan->schedule == kind; }))
            axis.names << wordOf(kind);
    for (const PlanPoint &plan : plans) {
        axis.texts << wordOf(plan.plan->schedule);
        axis.values.push_back(static_cast<double>(axis.names.indexOf(axis.texts.back())));
    }
    axis.high = std::max(0.0, static_cast<double>(axis.names.size()) - 1);
    if (axis.names.size() > 1)
        axes.push_back(std::move(axis));
}

} // namespace

std::vector<ParallelAxis> parallelAxes(const std::vector<PlanPoint> &plans)
{
    std::vector<ParallelAxis> axes;
    const TextOf count = [](const PlanPoint &, double value) { return QString::number(std::lround(value)); };
    const TextOf percent = [](const PlanPoint &, double value) { return formatPercent(value); };
    const auto ofPlan = [](double (*value)(const Plan &)) {
        return ValueOf([value](const PlanPoint &point) { return value(*point.plan); });
    };
    add(axes, plans, AxisWords::tr("TP"), "tp", ofPlan(widestGroup), count);
    add(axes, plans, AxisWords::tr("PP"), "pp", ofPlan(mostStages), count);
    add(axes, plans, AxisWords::tr("DP"), "dp", ofPlan(replicas), count);
    add(axes, plans, AxisWords::tr("Micro-batches"), "micro_batches", ofPlan(mostMicroBatches), count);
    addSchedule(axes, plans);
    add(
        axes, plans, AxisWords::tr("Step time"), "step_seconds",
        [](const PlanPoint &p) { return toSeconds(p.result->stepTime).value; },
        [](const PlanPoint &p, double) { return formatPredicted(p.result->stepTime, p.result->uncertainty); });
    add(
        axes, plans, AxisWords::tr("MFU"), "mfu", [](const PlanPoint &p) { return p.result->mfu; }, percent);
    add(
        axes, plans, AxisWords::tr("Bubble"), "bubble_share",
        [](const PlanPoint &p) { return p.result->bubbleShare(); }, percent);
    add(
        axes, plans, AxisWords::tr("Exposed"), "exposed_share",
        [](const PlanPoint &p) { return p.result->exposedShare(); }, percent);
    add(
        axes, plans, AxisWords::tr("Memory, fullest"), "fullest_memory_share",
        [](const PlanPoint &p) { return fullestShare(*p.result); }, percent);
    add(
        axes, plans, AxisWords::tr("USD, M tokens"), "usd_per_million_tokens",
        [](const PlanPoint &p) { return costPerMillionTokens(*p.result); },
        [](const PlanPoint &, double value) { return formatCost(value); });
    add(
        axes, plans, AxisWords::tr("Energy, M tokens"), "joules_per_million_tokens",
        [](const PlanPoint &p) { return energyPerMillionTokens(*p.result); },
        [](const PlanPoint &, double value) { return formatEnergy(value); });
    return axes;
}

} // namespace heteroscope
