// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulator/result/step_support.h"

#include "cost/nearest_stack.h"
#include "cost/support_file.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace heteroscope {

namespace {

template<class T>
bool sameConstants(const T &one, const T &other, std::span<const CalibrationField<T>> fields)
{
    auto a = one;
    auto b = other;
    return std::all_of(fields.begin(), fields.end(), [&](const auto &field) { return field.of(a) == field.of(b); });
}

/// The table was measured with the shipped constants and says nothing about others.
bool isShipped(const SoftwareStack &stack)
{
    const auto *shipped = builtinCalibration().findStack(stack.name);
    return shipped && stack.sendMode == shipped->sendMode && stack.attention == shipped->attention &&
           stack.overlapsGradients == shipped->overlapsGradients && stack.padsVocabulary == shipped->padsVocabulary &&
           sameConstants(stack, *shipped, stackFields());
}

bool isShipped(const EfficiencyCurves &curves)
{
    const auto &shipped = builtinCalibration().curvesOf(curves.computeClass);
    return shipped.computeClass == curves.computeClass && shipped.gemm == curves.gemm &&
           sameConstants(curves, shipped, curveFields());
}

/// Of the devices of a step: by index, which types and nodes it uses.
struct Used
{
    std::vector<bool> types, nodes;
};

Used usedBy(const StepResult &result, const Topology &topology)
{
    Used used{std::vector<bool>(topology.deviceTypes().size()), std::vector<bool>(topology.nodes().size())};
    for (const auto &lane : result.lanes) {
        for (const DeviceId id : lane.devices) {
            used.types[topology.device(id).type] = true;
            used.nodes[topology.device(id).node] = true;
        }
    }
    return used;
}

Support supportOf(const SupportKey &key, const CalibrationValues &calibration, const SoftwareStack &stack)
{
    const auto &curves = calibration.curvesOf(key.computeClass);
    const bool known = stack.name == key.stack;
    if (&calibration == &builtinCalibration() || ((!known || isShipped(stack)) && isShipped(curves)))
        return builtinSupport().find(key);
    return {.asked = key, .level = SupportLevel::stated, .error = std::hypot(curves.uncertainty, stack.uncertainty)};
}

Assumption unknownStack(const Support &support, const SoftwareStack &standIn)
{
    return {.kind = AssumptionKind::unknownStack,
            .share = support.error,
            .stack = support.asked.stack,
            .standIn = standIn.name};
}

/// What the error rests on; nothing where the user's calibration states it.
std::optional<Assumption> foundation(const Support &support)
{
    using enum AssumptionKind;
    Assumption assumption{.kind = errorMeasured,
                          .share = support.error,
                          .stack = support.asked.stack,
                          .deviceClass = support.asked.computeClass,
                          .rows = support.rows};
    switch (support.level) {
    case SupportLevel::exact:
    case SupportLevel::oneSource:
        break;
    case SupportLevel::otherSharding:
    case SupportLevel::otherNodes:
    case SupportLevel::otherExperts:
        assumption.kind = errorOfSimilar;
        break;
    case SupportLevel::newPair:
        assumption.kind = pairNeverMeasured;
        break;
    case SupportLevel::newClass:
        assumption.kind = deviceNeverMeasured;
        break;
    case SupportLevel::newStack:
        assumption.kind = stackNeverMeasured;
        break;
    case SupportLevel::nothing:
        assumption.kind = support.asked.mixedDevices ? unlikeNeverMeasured : neitherMeasured;
        break;
    case SupportLevel::stated:
        return std::nullopt;
    }
    return assumption;
}

} // namespace

void addSupport(StepResult &result, const GroupPricer &pricer, const Plan &plan)
{
    const auto &topology = pricer.topology();
    const auto &calibration = pricer.calibration();
    const auto stack = findSoftwareStack(calibration, pricer.workload().job);
    if (!stack)
        return;
    const auto used = usedBy(result, topology);
    SupportKey key;
    const auto &job = pricer.workload().job;
    key.stack = job.softwareStack;
    if (const auto &releases = (*stack)->releases; releases && releases->of == job.softwareStack)
        key.stack = (*stack)->name;
    else if (!job.softwareRelease.empty())
        result.assumptions.push_back(
            {.kind = AssumptionKind::releaseAsStack, .stack = (*stack)->name, .standIn = job.softwareRelease});
    key.experts = pricer.workload().model.moe.has_value();
    key.manyNodes = std::count(used.nodes.begin(), used.nodes.end(), true) > 1;
    key.zeroStage = plan.pipelines.size() > 1 ? plan.zeroStage : 0;
    key.mixedDevices = std::count(used.types.begin(), used.types.end(), true) > 1;
    bool any = false;
    for (std::size_t i = 0; i < used.types.size(); ++i) {
        if (!used.types[i])
            continue;
        key.computeClass = topology.deviceTypes()[i].computeClass;
        const auto support = supportOf(key, calibration, **stack);
        if (!any || support.error > result.support.error)
            result.support = support;
        any = true;
    }
    if (!any)
        return;
    result.uncertainty = result.support.error;
    if ((*stack)->name != key.stack)
        result.assumptions.push_back(unknownStack(result.support, **stack));
    if (auto assumption = foundation(result.support))
        result.assumptions.push_back(std::move(*assumption));
}

} // namespace heteroscope
