// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulator/simulated_step.h"

#include "base/memory_budget.h"
#include "simulator/program/operations.h"
#include "simulator/program/replicas.h"
#include "simulator/program/step_range.h"
#include "simulator/program/step_size.h"
#include "strategy/schedule.h"

#include <algorithm>
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
                "choose another schedule or software stack"};
    case StepFailure::Kind::stopped:
        break;
    }
    return {Error::Code::cancelled, {}, {}, "a simulation that was stopped", "to go on", {}};
}

Result<BuiltStep> build(GroupPricer &pricer, const Plan &plan, const StepOptions &options,
                        std::vector<int> microBatches = {})
{
    auto built = buildStep(pricer, plan, std::move(microBatches));
    if (built && options.operations) {
        if (auto status = openPasses(*built, pricer, plan); !status)
            return status.error();
    }
    return built;
}

/// Runs the program; of equal pipelines only one.
Status run(SimulatedStep &step, const Topology &topology, const StepOptions &options, EngineOptions engine)
{
    const auto &built = step.built;
    const auto lanes = built.lanes.size();
    step.shownBy.resize(lanes);
    std::iota(step.shownBy.begin(), step.shownBy.end(), std::size_t(0));
    step.simulatedLanes = lanes;
    std::optional<ReplicaFolding> folding;
    if (built.lanes.back().pipeline > 0 && options.foldReplicas && options.jitter.share <= 0) {
        folding = foldReplicas(built.program, built.lanes);
        step.apart = folding->apart;
        step.simulatedLanes = folding->program.lanes.size();
    }
    if (step.simulatedLanes == lanes) {
        auto trace = runStep(built.program, engine);
        if (!trace)
            return errorOf(trace.error(), topology, built);
        step.trace = std::move(*trace);
        return {};
    }
    std::vector<std::size_t> original(step.simulatedLanes);
    for (std::size_t i = lanes; i-- > 0;)
        original[folding->lane[i]] = i;
    if (!engine.begins.empty()) {
        std::vector<Ticks> begins;
        begins.reserve(original.size());
        for (const auto lane : original)
            begins.push_back(engine.begins[lane]);
        engine.begins = std::move(begins);
    }
    auto folded = runStep(folding->program, engine);
    if (!folded) {
        auto failure = folded.error();
        if (failure.kind != StepFailure::Kind::linkStaysDown && failure.index < step.simulatedLanes)
            failure.index = original[failure.index];
        return errorOf(failure, topology, built);
    }
    for (std::size_t i = 0; i < lanes; ++i)
        step.shownBy[i] = original[folding->lane[i]];
    step.trace = unfold(std::move(*folded), *folding, built.lanes);
    return {};
}

/// What has not repeated within this will not: the attempts before it have taken a few seconds together.
constexpr Bytes largestAttempt(5e8);

/// Simulates a step with fewer micro-batches, in more and more attempts, until each set of dependent pipelines repeats.
class SteadySimulation
{
public:
    SteadySimulation(GroupPricer &pricer, const Plan &plan, const StepOptions &options, Bytes largest)
        : m_pricer(pricer), m_plan(plan), m_options(options), m_largest(largest)
    {}

    /// nullopt: the step has no steady part that can be found within the memory.
    Result<std::optional<SimulatedStep>> run()
    {
        constexpr int maxAttempts = 24;
        if (auto error = begin())
            return *error;
        for (int attempt = 0; attempt < maxAttempts; ++attempt) {
            if (m_hopeless || isTooLarge())
                return std::optional<SimulatedStep>();
            auto built = build(m_pricer, m_plan, m_options, m_microBatches);
            if (!built)
                return built.error();
            m_step.built = std::move(*built);
            m_sets = dependentPipelines(m_step.built);
            if (alignSets())
                continue;
            if (auto status = simulate({}); !status)
                return status.error();
            const auto found = findParts();
            if (!found)
                return found.error();
            if (!*found)
                continue;
            m_found = true;
            if (auto status = simulateShifted(); !status)
                return status.error();
            if (reachesIntoPart())
                continue;
            m_step.steady = std::move(m_steady);
            return std::optional<SimulatedStep>(std::move(m_step));
        }
        return std::optional<SimulatedStep>();
    }

    /// The last program that was built; its bound on the step holds for the plan.
    const BuiltStep &built() const { return m_step.built; }

private:
    bool isTooLarge() const
    {
        const Bytes attempt = m_options.plain ? 4 * *m_options.plain : largestAttempt;
        const Bytes largest = m_found ? m_largest : std::min(m_largest, attempt);
        return stepSize(m_plan, m_pricer.workload(), m_options, m_microBatches).memory > largest;
    }

    /// Enough micro-batches for a few rounds, as many more than the plan's as a schedule in rounds may ask for.
    std::optional<Error> begin()
    {
        for (const auto &pipeline : m_plan.pipelines) {
            const int stages = static_cast<int>(pipeline.stages.size());
            const int round = 2 * stages;
            m_microBatches.push_back(fewer(pipeline.microBatches, 8 * round + 32, round));
            m_tail.push_back(0);
        }
        auto built = build(m_pricer, m_plan, m_options, m_microBatches);
        if (!built)
            return built.error();
        m_step.built = std::move(*built);
        m_hopeless = scheduleOf(m_plan.schedule).facts().isWritten || m_plan.scheduleOptions.postValidation ||
                     m_options.jitter.share > 0;
        return {};
    }

    /// At least `wanted`, and a multiple of `round` fewer than `all`; all if that is not many more.
    static int fewer(int all, int wanted, int round)
    {
        const auto leftOut = (static_cast<std::int64_t>(all) - wanted) / round * round;
        return leftOut <= all / 2 ? all : all - static_cast<int>(leftOut);
    }

    /// Dependent pipelines leave out equally many micro-batches. True if something has changed.
    bool alignSets()
    {
        bool changed = false;
        for (std::size_t p = 0; p < m_sets.size(); ++p) {
            const auto first = m_sets[p];
            const int leftOut = std::min(leftOutBy(first), leftOutBy(p));
            for (const auto q : {first, p}) {
                changed = changed || leftOutBy(q) != leftOut;
                m_microBatches[q] = m_plan.pipelines[q].microBatches - leftOut;
            }
        }
        return changed;
    }

    int leftOutBy(std::size_t pipeline) const
    {
        return m_plan.pipelines[pipeline].microBatches - m_microBatches[pipeline];
    }

    Status simulate(std::vector<Ticks> begins)
    {
        EngineOptions engine;
        engine.rates = m_options.linkLoads;
        engine.stop = m_pricer.stop();
        engine.begins = std::move(begins);
        return heteroscope::run(m_step, m_pricer.topology(), m_options, std::move(engine));
    }

    /// Simulates `count` more micro-batches of the set; all of them if that is not many more.
    void leaveOutFewer(std::size_t set, int count)
    {
        for (std::size_t p = 0; p < m_sets.size(); ++p) {
            if (m_sets[p] != set)
                continue;
            const int all = m_plan.pipelines[p].microBatches;
            m_microBatches[p] = all - m_microBatches[p] - count <= all / 4 ? all : m_microBatches[p] + count;
        }
    }

    /// The lanes of a set that were simulated for themselves.
    std::vector<std::size_t> lanesOf(std::size_t set) const
    {
        std::vector<std::size_t> lanes;
        for (std::size_t i = 0; i < m_step.built.lanes.size(); ++i) {
            if (m_step.shownBy[i] == i && m_sets[static_cast<std::size_t>(m_step.built.lanes[i].pipeline)] == set)
                lanes.push_back(i);
        }
        return lanes;
    }

    /// False if other numbers of micro-batches must be tried.
    Result<bool> findParts()
    {
        m_steady = SteadyParts();
        std::vector<std::size_t> partOfSet(m_sets.size());
        bool all = true;
        for (std::size_t set = 0; set < m_sets.size(); ++set) {
            if (m_sets[set] != set)
                continue;
            partOfSet[set] = m_steady.parts.size();
            auto &part = m_steady.parts.emplace_back();
            const auto lanes = lanesOf(set);
            if (leftOutBy(set) == 0 || lanes.empty()) // lanes that another set was simulated for get its part below
                continue;
            const auto found = findSteadyPart(m_step.built, m_step.trace, lanes, m_tail[set]);
            if (!found || !isSteadyOrderOf(*found, lanes)) {
                leaveOutFewer(set, 2 * roundOf(set) * std::max(1, m_microBatches[set] / roundOf(set)));
                all = false;
            } else if (const int rest = leftOutBy(set) % found->microBatches; rest > 0) {
                leaveOutFewer(set, rest);
                all = false;
            } else {
                part = *found;
                part.times = leftOutBy(set) / found->microBatches;
            }
        }
        for (std::size_t i = 0; i < m_step.built.lanes.size(); ++i) {
            const auto shown = static_cast<std::size_t>(m_step.built.lanes[m_step.shownBy[i]].pipeline);
            m_steady.partOf.push_back(partOfSet[m_sets[shown]]);
        }
        return all;
    }

    int roundOf(std::size_t set) const { return 2 * static_cast<int>(m_plan.pipelines[set].stages.size()); }

    bool isSteadyOrderOf(const SteadyPart &part, const std::vector<std::size_t> &lanes)
    {
        auto more = m_microBatches;
        for (const auto lane : lanes) {
            const auto pipeline = static_cast<std::size_t>(m_step.built.lanes[lane].pipeline);
            more[pipeline] = m_microBatches[pipeline] + part.microBatches;
        }
        const auto longer = buildStep(m_pricer, m_plan, more);
        return longer && std::all_of(lanes.begin(), lanes.end(), [&](std::size_t lane) {
                   return isSteadyOrder(m_step.built, *longer, m_step.trace, part, lane);
               });
    }

    /// Parts of unlike lengths end at the right times to each other if the longer ones begin later.
    Status simulateShifted()
    {
        const Ticks shortest = m_steady.shortest();
        bool unlike = false;
        for (auto &part : m_steady.parts) {
            part.begin = part.length() - shortest;
            part.at += part.begin;
            unlike = unlike || part.begin > Ticks(0);
        }
        if (!unlike)
            return {};
        const auto &program = m_step.built.program;
        m_hopeless = std::any_of(program.lanes.begin(), program.lanes.end(),
                                 [](const LaneProgram &lane) { return !lane.speed.at.empty(); }) ||
                     std::any_of(program.edges.begin(), program.edges.end(),
                                 [](const NetworkEdge &edge) { return !edge.rate.at.empty(); });
        if (m_hopeless) // what changes with time would meet other work
            return {};
        std::vector<Ticks> begins;
        for (const auto part : m_steady.partOf)
            begins.push_back(m_steady.parts[part].begin);
        return simulate(std::move(begins));
    }

    /// A lane that waits at the end for another set of pipelines takes the causes from its row. They must lie after the
    /// part of that set; where they do not, less of it is left out.
    bool reachesIntoPart()
    {
        if (m_hopeless)
            return true;
        std::vector<Ticks> earliest(m_steady.parts.size(), Ticks(Ticks::max)); // that is waited for, by part
        for (std::size_t i = 0; i < m_step.trace.lanes.size(); ++i) {
            for (const auto &interval : m_step.trace.lanes[i].intervals) {
                if (interval.peerLane < 0)
                    continue;
                const auto other = m_steady.partOf[static_cast<std::size_t>(interval.peerLane)];
                if (other != m_steady.partOf[i])
                    earliest[other] = std::min(earliest[other], interval.start);
            }
        }
        bool reaches = false;
        for (std::size_t set = 0; set < m_sets.size(); ++set) {
            const auto lanes = m_sets[set] == set ? lanesOf(set) : std::vector<std::size_t>();
            if (lanes.empty())
                continue;
            const auto &part = m_steady.parts[m_steady.partOf[lanes.front()]];
            const Ticks missing = part.at - earliest[m_steady.partOf[lanes.front()]];
            if (part.times == 0 || missing <= Ticks(0))
                continue;
            reaches = true;
            const auto periods = static_cast<int>(std::min(missing.count / part.period.count + 1, part.times));
            m_tail[set] += periods * part.microBatches;
            leaveOutFewer(set, periods * part.microBatches);
        }
        return reaches;
    }

    GroupPricer &m_pricer;
    const Plan &m_plan;
    const StepOptions &m_options;
    Bytes m_largest;
    std::vector<int> m_microBatches; // that are simulated, by pipeline
    std::vector<int> m_tail;         // by set: micro-batches that must come after its part
    std::vector<std::size_t> m_sets; // by pipeline
    SimulatedStep m_step;
    SteadyParts m_steady;
    bool m_found = false; // every set has repeated once
    bool m_hopeless = false;
};

} // namespace

Result<SimulatedStep> simulateStep(GroupPricer &pricer, const Plan &plan, const StepOptions &options)
{
    const auto size = stepSize(plan, pricer.workload(), options);
    const Bytes largest = options.timeline || options.linkLoads ? largestPlainStep : largestPlainRows;
    const Bytes plain = options.plain.value_or(largest);
    const auto wanted = options.memory ? options.memory : pricer.memory();
    // A small step does not ask what is free.
    if (const Bytes budget = size.memory > largestPlainRows || wanted ? memoryBudget(wanted) : largest;
        size.memory > std::min(budget, plain)) {
        SteadySimulation simulation(pricer, plan, options, std::min(budget, largest));
        auto step = simulation.run();
        if (!step)
            return step.error();
        if (*step)
            return std::move(**step);
        if (size.memory > budget)
            return tooLargeStep(size, budget, shortestStep(simulation.built()));
    }
    auto built = build(pricer, plan, options);
    if (!built)
        return built.error();
    SimulatedStep step;
    step.built = std::move(*built);
    const EngineOptions engine{
        options.timeline || options.linkLoads, options.jitter, options.linkLoads, pricer.stop(), {}};
    if (auto status = run(step, pricer.topology(), options, engine); !status)
        return status.error();
    return step;
}

} // namespace heteroscope
