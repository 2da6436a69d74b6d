// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/explain/why_not.h"

#include "cost/group_pricer.h"
#include "planner/explain/explain.h"
#include "planner/plan_budget.h"
#include "simulator/predict_step.h"
#include "wording/step_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace heteroscope {

namespace {

/// Terms named in the sentence.
constexpr std::size_t mostNamed = 3;

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

std::string largestPart(const MemoryParts &parts)
{
    const std::array<std::pair<std::string_view, Bytes>, 7> list = {{{"weights", parts.weights},
                                                                     {"gradients", parts.gradients},
                                                                     {"optimizer state", parts.optimizerState},
                                                                     {"activations", parts.activations},
                                                                     {"logits", parts.logits},
                                                                     {"buffers", parts.buffers},
                                                                     {"reserve", parts.reserve}}};
    const auto largest =
        std::max_element(list.begin(), list.end(), [](const auto &a, const auto &b) { return a.second < b.second; });
    return fmt::format("{} {:.3g} GB", largest->first, largest->second.value / 1e9);
}

std::string memorySentence(const std::vector<StageOverflow> &overflows)
{
    const auto worst = std::max_element(overflows.begin(), overflows.end(),
                                        [](const auto &a, const auto &b) { return a.over() < b.over(); });
    auto text =
        fmt::format("stage {} of pipeline {} is {:.3g} GB over: {:.3g} GB on {}, which has {:.3g} GB, most of it {}",
                    worst->stage, worst->pipeline, worst->over().value / 1e9, worst->peak.value / 1e9, worst->device,
                    worst->capacity.value / 1e9, largestPart(worst->parts));
    if (overflows.size() > 1)
        text += fmt::format("; {} stages are over", overflows.size());
    return text;
}

std::vector<TermDifference> differences(const StepResult &result, const StepResult &best)
{
    std::vector<TermDifference> list;
    const auto own = stepTerms(result), others = stepTerms(best);
    for (std::size_t i = 0; i < own.size(); ++i)
        list.push_back({std::string(own[i].name), own[i].seconds - others[i].seconds});
    std::stable_sort(list.begin(), list.end(),
                     [](const auto &a, const auto &b) { return std::abs(a.seconds) > std::abs(b.seconds); });
    return list;
}

std::string timeSentence(const WhyNot &why, const StepResult &best)
{
    const double time = toSeconds(why.result->stepTime).value;
    if (why.verdict == WhyNot::Verdict::asFast)
        return fmt::format("takes {:.4g} s, as long as the best plan", time);
    auto text =
        fmt::format("takes {:.4g} s, {:.3g} % {} than the best plan's {:.4g} s", time, std::abs(why.slower) * 100,
                    why.slower > 0 ? "slower" : "faster", toSeconds(best.stepTime).value);
    std::size_t named = 0;
    for (const auto &term : why.terms) {
        if (named == mostNamed || term.seconds == 0)
            break;
        text += fmt::format("{}{} {}", named++ == 0 ? ": " : ", ", term.term, signedTime(term.seconds));
    }
    return text;
}

} // namespace

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
    if (best) {
        why.slower = slowdown(step, *best);
        why.terms = differences(step, *best);
    }
    why.overflows = overflowsOf(step, topology);
    const auto broken = brokenMapping(options.mappings, topology, placesOf(plan, topology));
    if (!broken.empty()) {
        why.verdict = WhyNot::Verdict::breaksMapping;
        why.reason = broken;
    } else if (!step.feasible) {
        why.verdict = WhyNot::Verdict::outOfMemory;
        why.reason = why.overflows.empty() ? overflowText(step.overflows.front()) : memorySentence(why.overflows);
    } else if (!PlanBudget(topology, options.mostCost, options.mostPower).allows(step)) {
        why.verdict = WhyNot::Verdict::overBudget;
        why.reason = fmt::format("costs {:.3g} USD a step and draws {:.4g} W", step.cost,
                                 step.energy / toSeconds(step.stepTime).value);
        if (options.mostCost)
            why.reason += fmt::format("; at most {:.3g} USD are allowed", *options.mostCost);
        if (options.mostPower)
            why.reason += fmt::format("; at most {:.4g} W are allowed", *options.mostPower);
    } else if (!best) {
        why.verdict = WhyNot::Verdict::faster;
        why.reason = "it fits, and there is no other plan";
    } else {
        why.verdict = step.stepTime > best->stepTime   ? WhyNot::Verdict::slower
                      : step.stepTime < best->stepTime ? WhyNot::Verdict::faster
                                                       : WhyNot::Verdict::asFast;
        why.reason = timeSentence(why, *best);
    }
    return why;
}

WhyNot whyNot(GroupPricer &pricer, const Plan &plan, const StepResult *best, const SearchOptions &options)
{
    auto result = predictStep(pricer, plan, {.timeline = false});
    if (!result) {
        WhyNot why;
        why.reason = toString(result.error());
        return why;
    }
    return whyNot(pricer.topology(), plan, std::make_shared<const StepResult>(std::move(*result)), best, options);
}

} // namespace heteroscope
