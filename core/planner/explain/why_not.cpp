// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/explain/why_not.h"

#include "cost/group_pricer.h"
#include "planner/explain/explain.h"
#include "planner/plan_budget.h"
#include "simulator/predict_step.h"

#include <algorithm>
#include <cmath>

namespace heteroscope {

namespace {

std::vector<StageOverflow> overflowsOf(const StepResult &result, const Topology &topology)
{
    std::vector<StageOverflow> list;
    for (const auto &lane : result.lanes) {
        const Bytes peak = lane.memory.total();
        if (peak <= lane.memoryCapacity)
            continue;
        // The device with least memory is the one that is over.
        const auto &devices = lane.devices;
        const DeviceId smallest = *std::min_element(devices.begin(), devices.end(), [&](DeviceId a, DeviceId b) {
            return topology.typeOf(a).memory < topology.typeOf(b).memory;
        });
        StageOverflow overflow{lane.pipeline, lane.stage,          topology.device(smallest).name,
                               peak,          lane.memoryCapacity, lane.memory};
        if (!list.empty() && list.back().pipeline == lane.pipeline && list.back().stage == lane.stage) {
            if (overflow.over() > list.back().over())
                list.back() = std::move(overflow);
        } else {
            list.push_back(std::move(overflow));
        }
    }
    return list;
}

std::vector<StepTerm> differences(const StepResult &result, const StepResult &best, int zeroStage)
{
    std::vector<StepTerm> list;
    const auto own = stepTerms(result), others = stepTerms(best);
    for (std::size_t i = 0; i < own.size(); ++i)
        list.push_back({causeOf(own[i].cause, zeroStage), own[i].seconds - others[i].seconds});
    std::stable_sort(list.begin(), list.end(),
                     [](const auto &a, const auto &b) { return std::abs(a.seconds) > std::abs(b.seconds); });
    return list;
}

} // namespace

const StageOverflow *WhyNot::worstOverflow() const
{
    const auto worst = std::max_element(overflows.begin(), overflows.end(),
                                        [](const auto &a, const auto &b) { return a.over() < b.over(); });
    return worst == overflows.end() ? nullptr : &*worst;
}

std::vector<std::optional<DevicePlace>> placesOf(const Plan &plan, const Topology &topology)
{
    std::vector<std::optional<DevicePlace>> places(topology.devices().size());
    for (std::size_t p = 0; p < plan.pipelines.size(); ++p) {
        const auto &stages = plan.pipelines[p].stages;
        for (std::size_t s = 0; s < stages.size(); ++s) {
            for (const auto &group : stages[s].groups) {
                for (const auto &name : group.devices) {
                    if (const auto id = topology.findDevice(name))
                        places[id->index()] = DevicePlace{static_cast<int>(s), static_cast<int>(p)};
                }
            }
        }
    }
    return places;
}

WhyNot whyNot(const Topology &topology, const Plan &plan, std::shared_ptr<const StepResult> result,
              const StepResult *best, const SearchOptions &options)
{
    WhyNot why;
    why.result = std::move(result);
    const auto &step = *why.result;
    why.maxCost = options.maxCost;
    why.maxPower = options.maxPower;
    if (best) {
        why.best = toSeconds(best->stepTime);
        why.slower = slowdown(step, *best);
        why.terms = differences(step, *best, plan.zeroStage);
    }
    why.overflows = overflowsOf(step, topology);
    if (auto breach = findBreach(options.mappings, topology, placesOf(plan, topology))) {
        why.verdict = WhyNot::Verdict::breaksMapping;
        why.reason = std::move(*breach);
    } else if (!step.feasible) {
        why.verdict = WhyNot::Verdict::outOfMemory;
    } else if (!PlanBudget(topology, options.maxCost, options.maxPower).allows(step)) {
        why.verdict = WhyNot::Verdict::overBudget;
    } else if (!best) {
        why.verdict = WhyNot::Verdict::faster;
    } else {
        why.verdict = step.stepTime > best->stepTime   ? WhyNot::Verdict::slower
                      : step.stepTime < best->stepTime ? WhyNot::Verdict::faster
                                                       : WhyNot::Verdict::asFast;
    }
    return why;
}

WhyNot whyNot(GroupPricer &pricer, const Plan &plan, const StepResult *best, const SearchOptions &options)
{
    auto result = predictStep(pricer, plan, {.timeline = false});
    if (!result) {
        WhyNot why;
        why.reason = result.error();
        return why;
    }
    return whyNot(pricer.topology(), plan, std::make_shared<const StepResult>(std::move(*result)), best, options);
}

} // namespace heteroscope
