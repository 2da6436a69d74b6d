// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulator/predict_step.h"

#include "simulator/engine/engine.h"
#include "simulator/program/operations.h"
#include "simulator/program/replicas.h"
#include "simulator/program/step_builder.h"
#include "simulator/program/step_range.h"
#include "simulator/result/link_flows.h"
#include "simulator/result/step_summary.h"

#include <numeric>

namespace heteroscope {

namespace {

/// The engine counts edges and lanes; people have names for them.
Error errorOf(const StepFailure &failure, const Topology &topology, const BuiltStep &built)
{
    const std::string hint = "change its rate curve or the start time";
    switch (failure.kind) {
    case StepFailure::Kind::linkStaysDown:
        return {Error::Code::infeasible,
                {},
                {},
                "link " + topology.edge(built.edges[failure.index]).link + " stays down before the step can end",
                "a link that comes back",
                hint};
    case StepFailure::Kind::deviceStaysAtZero:
        return {Error::Code::infeasible,
                {},
                {},
                "device " + topology.device(built.lanes[failure.index].devices.front()).name +
                    " stays at speed 0 before the step can end",
                "a device that works again",
                hint};
    case StepFailure::Kind::orderIsStuck:
        return {Error::Code::internal,
                {},
                {},
                "lane " + std::to_string(failure.index) + " stuck before item " + std::to_string(failure.item),
                "a schedule whose order can be carried out with these sends",
                {}};
    case StepFailure::Kind::stopped:
        break;
    }
    return {Error::Code::cancelled, {}, {}, "a simulation that was stopped", "to go on", {}};
}

} // namespace

Result<StepResult> predictStep(GroupPricer &pricer, const Plan &plan, const StepOptions &options)
{
    const auto mistakes = findPlanMistakes(plan, pricer.topology(), pricer.workload(), "");
    if (!mistakes.ok())
        return mistakes.errors.front();
    auto built = buildStep(pricer, plan);
    if (!built)
        return built.error();
    if (options.operations) {
        if (auto status = openPasses(*built, pricer, plan); !status)
            return status.error();
    }
    const EngineOptions engine{options.timeline || options.linkLoads, options.jitter, options.linkLoads,
                               options.stopped};
    std::size_t simulated = built->lanes.size();
    std::optional<AssumptionKind> apart;
    std::vector<std::size_t> shownBy(built->lanes.size()); // by lane: the one that was simulated
    std::iota(shownBy.begin(), shownBy.end(), std::size_t(0));
    auto trace = [&]() -> Result<StepTrace, StepFailure> {
        if (plan.pipelines.size() < 2 || !options.foldReplicas || options.jitter.share > 0)
            return runStep(built->program, engine);
        auto folding = foldReplicas(built->program, built->lanes);
        simulated = folding.program.lanes.size();
        apart = folding.apart;
        if (simulated == built->lanes.size())
            return runStep(built->program, engine);
        std::vector<std::size_t> original(simulated);
        for (std::size_t i = shownBy.size(); i-- > 0;)
            original[folding.lane[i]] = i;
        auto folded = runStep(folding.program, engine);
        if (!folded) {
            auto failure = folded.error();
            if (failure.kind != StepFailure::Kind::linkStaysDown && failure.index < simulated)
                failure.index = original[failure.index];
            return failure;
        }
        for (std::size_t i = 0; i < shownBy.size(); ++i)
            shownBy[i] = original[folding.lane[i]];
        return unfold(std::move(*folded), folding, built->lanes);
    }();
    if (!trace)
        return errorOf(trace.error(), pricer.topology(), *built);
    if (trace->stepTime > Ticks(Ticks::max))
        return tooLongStep(*built, pricer.topology());
    const auto rates = std::move(trace->rates);
    auto result = summarizeStep(pricer, plan, *built, std::move(*trace));
    if (options.linkLoads)
        addLinkFlows(result, pricer, *built, rates, shownBy);
    if (!options.timeline) {
        for (auto &lane : result.lanes)
            lane.traffic.clear();
    }
    result.simulatedLanes = simulated;
    if (simulated < built->lanes.size())
        result.assumptions.push_back({AssumptionKind::replicasSimulatedOnce});
    if (apart)
        result.assumptions.push_back({*apart});
    return result;
}

Result<StepResult> predictStep(const Topology &topology, const Workload &workload, const Plan &plan,
                               const PredictOptions &options)
{
    GroupPricer pricer(topology, workload, options.startTime, options.calibration);
    return predictStep(pricer, plan, options);
}

} // namespace heteroscope
