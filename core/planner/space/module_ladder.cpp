// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/space/module_ladder.h"

#include "cost/group_cost.h"
#include "workload/layer_work.h"

#include <algorithm>
#include <array>

namespace heteroscope {

namespace {

struct Step
{
    RecomputeModules modules;
    double time = 0; ///< in bytes that are moved meanwhile
    double freed = 0;
};

/// What each module alone repeats and frees in all blocks, without those that are not worth it. None of them overlap
/// but for the parts of MLPs.
std::vector<Step> stepsOf(const Workload &workload)
{
    std::vector<Step> steps(recomputeModuleNames.size());
    double kept = 0;
    std::array<int, layerKindCount> counts{}, examples{};
    for (int layer = 0; layer < workload.model.planLayers(); ++layer) {
        const auto kind = static_cast<std::size_t>(layerKind(workload.model, layer));
        ++counts[kind];
        examples[kind] = layer;
    }
    for (std::size_t kind = 0; kind < layerKindCount; ++kind) {
        if (counts[kind] == 0)
            continue;
        const LayerWork whole = layerWork(workload, examples[kind], Sharding(), 1);
        kept += whole.isBlock ? counts[kind] * whole.activations.value : 0;
        for (std::size_t i = 0; i < steps.size() && whole.isBlock; ++i) {
            auto &step = steps[i];
            LayerWork work = whole;
            step.modules = {};
            step.modules.add(static_cast<RecomputeModule>(i));
            selectModules(work, step.modules);
            step.freed += counts[kind] * (whole.activations - work.activationsSelective).value;
            for (const auto &operation : work.operations) {
                if (operation.attentionCore)
                    step.time +=
                        counts[kind] * (operation.forward.value / productsPerByte + operation.forwardBytes.value);
            }
        }
    }
    std::erase_if(steps, [kept](const Step &step) { return step.freed < worthFreeing * kept; });
    return steps;
}

/// A part beside the whole that it belongs to says nothing more.
bool isRedundant(RecomputeModules modules)
{
    const auto both = [&](RecomputeModule whole, RecomputeModule part) {
        return modules.has(whole) && modules.has(part);
    };
    return both(RecomputeModule::mlp, RecomputeModule::mlpActivation) ||
           both(RecomputeModule::experts, RecomputeModule::expertActivation) ||
           both(RecomputeModule::experts, RecomputeModule::sharedExperts);
}

} // namespace

std::vector<RecomputeModules> moduleLadder(const Workload &workload, const SoftwareStack &stack)
{
    std::vector<Step> sets{Step()};
    for (const Step &step : stepsOf(workload)) {
        if (!stack.recomputeModules.hasAll(step.modules))
            continue;
        for (std::size_t i = 0, before = sets.size(); i < before; ++i) {
            Step more = sets[i];
            more.modules.add(step.modules);
            more.time += step.time;
            more.freed += step.freed;
            sets.push_back(more);
        }
    }
    std::erase_if(sets, [](const Step &step) { return isRedundant(step.modules); });
    std::vector<RecomputeModules> ladder;
    // From each step to the one that frees most for its further time; of equal ones to the one that frees more.
    for (Step at;; ladder.push_back(at.modules)) {
        const Step *next = nullptr;
        for (const Step &step : sets) {
            if (!(step.freed > at.freed))
                continue;
            const double gain = (step.freed - at.freed) * (next ? next->time - at.time : 0);
            const double known = next ? (next->freed - at.freed) * (step.time - at.time) : 0;
            if (!next || gain > known || (gain == known && step.freed > next->freed))
                next = &step;
        }
        if (!next)
            return ladder;
        at = *next;
    }
}

} // namespace heteroscope
