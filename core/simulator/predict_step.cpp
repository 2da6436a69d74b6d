// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulator/predict_step.h"

#include "simulator/program/step_range.h"
#include "simulator/result/link_flows.h"
#include "simulator/result/step_summary.h"
#include "simulator/simulated_step.h"

namespace heteroscope {

namespace {

/// The flows of a shorter step, put back to the whole one. Its rows are needed as they are before that.
void addFlowsOfShorterStep(StepResult &result, const GroupPricer &pricer, const Plan &plan, const SimulatedStep &step)
{
    auto shorter = summarizeStep(pricer, plan, step.built, step.trace);
    if (shorter.lanes.size() != step.built.lanes.size())
        return;
    addLinkFlows(shorter, pricer, step.built, step.trace.rates, step.shownBy);
    putBackFlows(shorter, *step.steady);
    result.flows = std::move(shorter.flows);
    result.links = std::move(shorter.links);
}

} // namespace

Result<StepResult> predictStep(GroupPricer &pricer, const Plan &plan, const StepOptions &options)
{
    if (pricer.stop().stop_requested())
        return cancelledError();
    const auto mistakes = findPlanMistakes(plan, pricer.topology(), pricer.workload(), "", pricer.stop());
    if (pricer.stop().stop_requested())
        return cancelledError();
    if (!mistakes.ok())
        return mistakes.errors.front();
    auto step = simulateStep(pricer, plan, options);
    if (!step)
        return step.error();
    if (pricer.stop().stop_requested())
        return cancelledError();
    auto &trace = step->trace;
    const Ticks leftOut = step->steady ? step->steady->shortest() : Ticks(0);
    if (trace.stepTime + leftOut > Ticks(Ticks::max))
        return tooLongStep(step->built, pricer.topology());
    StepResult flows;
    if (options.linkLoads && step->steady) {
        addFlowsOfShorterStep(flows, pricer, plan, *step);
        if (pricer.stop().stop_requested())
            return cancelledError();
    }
    if (step->steady)
        putBack(trace, *step->steady);
    const auto rates = std::move(trace.rates);
    auto result = summarizeStep(pricer, plan, step->built, std::move(trace));
    if (result.lanes.size() != step->built.lanes.size())
        return cancelledError();
    if (options.linkLoads && step->steady) {
        result.flows = std::move(flows.flows);
        result.links = std::move(flows.links);
    } else if (options.linkLoads) {
        addLinkFlows(result, pricer, step->built, rates, step->shownBy);
    }
    if (!options.timeline) {
        for (auto &lane : result.lanes)
            lane.traffic.clear();
    }
    result.simulatedLanes = step->simulatedLanes;
    if (step->simulatedLanes < step->built.lanes.size())
        result.assumptions.push_back({AssumptionKind::replicasSimulatedOnce});
    if (step->apart)
        result.assumptions.push_back({*step->apart});
    if (step->steady)
        result.assumptions.push_back({AssumptionKind::steadyPartSummed});
    return result;
}

Result<StepResult> predictStep(const Topology &topology, const Workload &workload, const Plan &plan,
                               const PredictOptions &options)
{
    GroupPricer pricer(topology, workload, options.startTime, options.calibration, options.stop);
    return predictStep(pricer, plan, options);
}

} // namespace heteroscope
