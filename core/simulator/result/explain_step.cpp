// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulator/result/explain_step.h"

#include "cost/explain_operation.h"
#include "simulator/program/step_builder.h"

#include <algorithm>
#include <map>

namespace heteroscope {

namespace {

constexpr std::array<Activity, activityCount> termOrder = {
    Activity::forward,   Activity::recompute, Activity::backward,  Activity::inputGradient, Activity::weightGradient,
    Activity::exposedTp, Activity::exposedCp, Activity::exposedEp, Activity::exposedPp,     Activity::exposedDp,
    Activity::bubble,    Activity::straggler, Activity::optimizer, Activity::overhead,      Activity::idle};

/// Waits for this many lanes are named, the shorter ones are summed.
constexpr std::size_t namedWaits = 8;

/// Passes of each chunk in the order of work, by Pass.
using PassCounts = std::vector<std::array<int, passCount>>;

/// Layers of a lane that have the same price: all of them, or with Stage::recomputeLayers those that are kept apart
/// from the others.
struct PricedLayers
{
    GroupPrice price;
    GroupOptions options;
    bool kept = false; ///< see isKept in step_builder.h
};

class LaneExplainer
{
public:
    LaneExplainer(GroupPricer &pricer, const BuiltStep &built, const StepResult &result, const SoftwareStack &stack,
                  std::size_t index, std::vector<PricedLayers> priced)
        : m_pricer(pricer),
          m_topology(pricer.topology()),
          m_built(built),
          m_result(result),
          m_stack(stack),
          m_index(index),
          m_planLane(built.lanes[index]),
          m_program(built.program.lanes[index]),
          m_lane(result.lanes[index]),
          m_priced(std::move(priced)),
          m_isOnePrice(m_priced.size() == 1 || differInRecompute(m_priced.front().price, m_priced.back().price)),
          m_counts(m_program.chunks.size())
    {
        for (const auto &item : m_program.order)
            ++m_counts[static_cast<std::size_t>(item.chunk)][static_cast<std::size_t>(item.pass)];
    }

    LaneExplanation explain()
    {
        LaneExplanation all;
        all.lane = static_cast<int>(m_index);
        all.time.id = PlainTerm::step;
        all.time.formula = TermFormula::stepSum;
        for (const Activity activity : termOrder) {
            if (m_lane.time[static_cast<std::size_t>(activity)] > Ticks(0))
                all.time.add(activityTerm(activity));
        }
        all.memory = memoryTerm();
        return all;
    }

private:
    /// Layers of each kind times the passes of their chunk, for passes that `counted` names; without `counted` the
    /// layers alone. of: only the layers that have this price; null: all layers.
    LayerRepeats repeatsOf(std::initializer_list<Pass> counted, const PricedLayers *of) const
    {
        const auto &model = m_pricer.workload().model;
        LayerRepeats repeats{};
        for (std::size_t c = 0; c < m_counts.size(); ++c) {
            int passes = counted.size() == 0 ? 1 : 0;
            for (const Pass pass : counted)
                passes += m_counts[c][static_cast<std::size_t>(pass)];
            const auto &range = m_planLane.planStage->chunks[c];
            for (int layer = range.first; layer < range.first + range.count; ++layer) {
                if (!of || of->kept == isKept(m_planLane, range, layer, model))
                    repeats[static_cast<std::size_t>(layerKind(model, layer))] += passes;
            }
        }
        return repeats;
    }

    /// Calls explain(into, price, repeats, context) for the layers of each price: for all together where the prices
    /// differ in what is recomputed only and that is not asked, else with the kept blocks as a part of their own.
    template<class Explain>
    void explainPrices(CostTerm &term, bool recomputed, std::initializer_list<Pass> counted, Explain explain) const
    {
        const bool together = m_isOnePrice && !recomputed;
        for (const auto &priced : m_priced) {
            const auto *of = together ? nullptr : &priced;
            const GroupContext context{&m_topology, &m_pricer.workload(), priced.options, repeatsOf({}, of)};
            if (!priced.kept) {
                explain(term, priced.price, repeatsOf(counted, of), context);
            } else if (!together) {
                CostTerm kept{PlainTerm::keptBlocks};
                kept.formula = TermFormula::partsSum;
                explain(kept, priced.price, repeatsOf(counted, of), context);
                term.add(std::move(kept));
            }
        }
    }

    CostTerm activityTerm(Activity activity)
    {
        CostTerm term{activity};
        term.formula = TermFormula::partsSum;
        fill(term, activity);
        addWaits(term, activity);
        const double simulated = toSeconds(m_lane.time[static_cast<std::size_t>(activity)]).value;
        addRest(term, activity, simulated);
        term.value = simulated;
        return term;
    }

    void fill(CostTerm &term, Activity activity)
    {
        const auto pass = [&](LayerPass layerPass, std::initializer_list<Pass> counted) {
            explainPrices(term, layerPass == LayerPass::recompute, counted,
                          [&](CostTerm &into, const GroupPrice &price, const LayerRepeats &repeats,
                              const GroupContext &context) { explainPass(into, price, layerPass, repeats, context); });
        };
        const auto collectivesOf = [&](LayerCollective::Group group, CollectiveTerm::Pass which,
                                       std::initializer_list<Pass> counted) {
            explainPrices(
                term, which == CollectiveTerm::Pass::recomputed, counted,
                [&](CostTerm &into, const GroupPrice &price, const LayerRepeats &repeats, const GroupContext &context) {
                    explainCollectives(into, price, group, which, repeats, context);
                });
        };
        const auto collectives = [&](LayerCollective::Group group) {
            collectivesOf(group, CollectiveTerm::Pass::forward, {Pass::forward});
            collectivesOf(group, CollectiveTerm::Pass::backward, {Pass::backward, Pass::inputGradient});
            collectivesOf(group, CollectiveTerm::Pass::recomputed, {Pass::backward, Pass::inputGradient});
        };
        switch (activity) {
        case Activity::forward:
            return pass(LayerPass::forward, {Pass::forward});
        case Activity::recompute:
            return pass(LayerPass::recompute, {Pass::backward, Pass::inputGradient});
        case Activity::backward:
            pass(LayerPass::inputGradient, {Pass::backward});
            return pass(LayerPass::weightGradient, {Pass::backward});
        case Activity::inputGradient:
            return pass(LayerPass::inputGradient, {Pass::inputGradient});
        case Activity::weightGradient:
            return pass(LayerPass::weightGradient, {Pass::weightGradient});
        case Activity::optimizer:
            return addOptimizer(term);
        case Activity::overhead:
            return addOverhead(term);
        case Activity::exposedTp:
            return collectives(LayerCollective::Group::tp);
        case Activity::exposedCp:
            return collectives(LayerCollective::Group::cp);
        case Activity::exposedEp:
            return collectives(LayerCollective::Group::ep);
        case Activity::exposedDp:
            addGathers(term);
            return addSynchronizations(term);
        case Activity::exposedPp:
            return addChannels(term);
        case Activity::bubble:
        case Activity::straggler:
        case Activity::idle:
            break;
        }
    }

    void addOptimizer(CostTerm &term) const
    {
        if (m_built.state[m_index].hostOwned > 0) { // as hostOptimizerTime has it
            CostTerm update{PlainTerm::parameterUpdate};
            update.value = toSeconds(m_program.optimizer).value;
            update.formula = TermFormula::firstInput;
            update.input(TermSymbol::priced, update.value, TermUnit::seconds, TermSource::derived);
            return term.add(std::move(update));
        }
        term.add(explainOptimizer(m_built.state[m_index].owned, m_priced.front().price));
    }

    void addOverhead(CostTerm &term) const
    {
        const auto from = stackEntry(m_stack);
        const auto add = [&](PlainTerm id, TermSymbol symbol, Seconds each, double repeats) {
            CostTerm part{id};
            part.repeats = repeats;
            part.value = each.value * m_stack.scale * repeats;
            part.formula = TermFormula::scaledHostTime;
            part.input(symbol, each.value, TermUnit::seconds, TermSource::calibration, from)
                .input(TermSymbol::scale, m_stack.scale, TermUnit::count, TermSource::calibration, from);
            term.add(std::move(part));
        };
        add(PlainTerm::hostMicroBatch, TermSymbol::hostMicroBatch, m_stack.hostMicroBatch,
            m_counts.front()[static_cast<std::size_t>(Pass::forward)]);
        add(PlainTerm::hostStep, TermSymbol::hostStep, m_stack.hostStep, 1);
    }

    /// Pipeline transfers that end here, with what each would take alone; the waits for them are the parts.
    void addChannels(CostTerm &term)
    {
        for (std::size_t from = 0; from < m_built.program.lanes.size(); ++from) {
            const auto &sender = m_built.program.lanes[from];
            for (const auto *way : {&sender.forwardTo, &sender.backwardTo}) {
                for (const auto &channels : *way) {
                    for (const auto &channel : channels) {
                        if (channel.toLane == static_cast<int>(m_index) && from != m_index)
                            addChannel(term, from, channel, way == &sender.backwardTo);
                    }
                }
            }
        }
    }

    void addChannel(CostTerm &term, std::size_t from, const Channel &channel, bool backward)
    {
        const auto cost = m_pricer.network().transfer(m_built.lanes[from].devices, m_planLane.devices);
        if (!cost)
            return;
        auto basis = explainTransfer(ChannelTerm{backward, from, m_result.lanes[from].name}, *cost, channel.bytes,
                                     Seconds(0), m_stack.scale, m_topology);
        std::get<TransferPlace>(basis.where).sharesLinks = channel.route >= 0;
        const auto same = [&](const CostTerm &known) { return known.id == basis.id && known.value == basis.value; };
        if (std::none_of(term.basis.begin(), term.basis.end(), same))
            term.basis.push_back(std::move(basis));
    }

    static bool holds(const std::vector<GradientHolder> &holders, std::size_t lane)
    {
        return std::any_of(holders.begin(), holders.end(),
                           [lane](const GradientHolder &h) { return h.lane == static_cast<int>(lane); });
    }

    /// ZeRO-3's gathers and scatters inside the passes: what computation does not hide of them.
    void addGathers(CostTerm &term) const
    {
        double visible = 0;
        double passes = 0;
        for (std::size_t c = 0; c < m_counts.size(); ++c) {
            for (std::size_t p = 0; p < passCount; ++p) {
                visible += toSeconds(m_program.chunks[c].passes[p].dp * m_counts[c][p]).value;
                passes += m_counts[c][p];
            }
        }
        if (!(visible > 0))
            return;
        CostTerm part{PlainTerm::gathersInPasses};
        part.where = PassesPlace{passes};
        part.value = visible;
        part.formula = TermFormula::gathers;
        part.input(TermSymbol::contention, m_stack.gatherContention, TermUnit::share, TermSource::calibration,
                   stackEntry(m_stack));
        for (const auto &gather : m_built.gathers) {
            if (!holds(gather.holders, m_index))
                continue;
            std::map<GatheredParameters, int> alike;
            for (const auto &parameters : gather.parameters)
                ++alike[parameters];
            for (const auto &[each, count] : alike) {
                const auto add = [&, parameters = each.total(), layers = count](bool scatter, Bytes sent) {
                    if (!(sent > Bytes(0)))
                        return;
                    auto call = explainTransfer(GatherTerm{scatter, parameters}, gather.call.transfer, sent,
                                                gather.call.base, gather.call.scale, m_topology);
                    std::get<TransferPlace>(call.where).layers = layers;
                    part.basis.push_back(std::move(call));
                };
                add(false, gather.weightBytes(each));
                add(true, gather.gradientBytes(each));
            }
        }
        term.add(std::move(part));
    }

    void addSynchronizations(CostTerm &term) const
    {
        for (std::size_t i = 0; i < m_built.synchronizations.size(); ++i) {
            const auto &program = m_built.program.synchronizations[i];
            const auto &price = m_built.synchronizations[i];
            if (!holds(program.holders, m_index))
                continue;
            using Collective = SynchronizationTerm::Part;
            const auto add = [&](Collective part, Bytes amount, Ticks length) {
                if (length <= Ticks(0))
                    return;
                auto call = explainTransfer(SynchronizationTerm{part, i}, price.call.transfer, amount, price.call.base,
                                            price.call.scale, m_topology);
                if (program.buckets > 0) {
                    // Beside computation: only the waits for it are seen.
                    std::get<TransferPlace>(call.where).buckets = program.buckets;
                    term.basis.push_back(std::move(call));
                } else {
                    term.add(std::move(call));
                }
            };
            add(price.sharded ? Collective::reduceScatter : Collective::allReduce, price.gradients,
                program.beforeOptimizer);
            add(Collective::weightGather, price.weights, program.afterOptimizer);
        }
    }

    /// Waits by the lane whose work or transfer was awaited, the longest first.
    void addWaits(CostTerm &term, Activity activity) const
    {
        struct Waits
        {
            Ticks sum;
            Ticks longest;
            int number = 0;
            int inPeriod = 0; // of them, in the period before a summed part
        };
        std::map<std::pair<int, Activity>, Waits> waits;
        const auto &summed = m_lane.summed;
        const Ticks lastPeriod =
            summed.periods > 0 ? summed.start - Ticks((summed.end - summed.start).count / summed.periods) : Ticks(0);
        for (const auto &interval : m_lane.intervals) {
            const bool idle = activity == Activity::bubble || activity == Activity::straggler;
            if (interval.activity != activity || (interval.peerLane < 0 && !idle))
                continue;
            auto &entry = waits[{interval.peerLane, interval.awaited}];
            const Ticks length = interval.end - interval.start;
            entry.sum += length;
            if (summed.holds(interval.start, interval.end)) {
                entry.number += entry.inPeriod * summed.periods;
                continue;
            }
            if (interval.start < summed.start && interval.start >= lastPeriod)
                ++entry.inPeriod;
            entry.longest = std::max(entry.longest, length);
            ++entry.number;
        }
        std::vector<std::pair<std::pair<int, Activity>, Waits>> sorted(waits.begin(), waits.end());
        std::stable_sort(sorted.begin(), sorted.end(),
                         [](const auto &a, const auto &b) { return a.second.sum > b.second.sum; });
        Waits others;
        for (std::size_t i = 0; i < sorted.size(); ++i) {
            const auto &[who, what] = sorted[i];
            if (i >= namedWaits) {
                others.sum += what.sum;
                others.longest = std::max(others.longest, what.longest);
                others.number += what.number;
                continue;
            }
            const auto [lane, awaited] = who;
            term.add(
                waitTerm(WaitTerm{activity, awaited, lane, nameOfOther(lane)}, what.sum, what.longest, what.number));
        }
        if (others.number > 0)
            term.add(waitTerm(PlainTerm::otherWaits, others.sum, others.longest, others.number));
    }

    /// Empty for none and for the lane itself.
    std::string nameOfOther(int lane) const
    {
        const auto index = static_cast<std::size_t>(lane);
        return lane < 0 || index == m_index ? std::string() : m_result.lanes[index].name;
    }

    static CostTerm waitTerm(TermId id, Ticks sum, Ticks longest, int number)
    {
        CostTerm term{std::move(id)};
        term.where = WaitsPlace{number};
        term.value = toSeconds(sum).value;
        term.formula = TermFormula::waitSum;
        term.input(TermSymbol::waits, number, TermUnit::count, TermSource::simulation)
            .input(TermSymbol::longest, toSeconds(longest).value, TermUnit::seconds, TermSource::simulation);
        return term;
    }

    /// What the simulator made of the priced time.
    void addRest(CostTerm &term, Activity activity, double simulated) const
    {
        const double rest = simulated - term.value;
        // Each pass is rounded up to a picosecond, and sums of doubles are not exact.
        const double rounding = 1e-12 * static_cast<double>(m_program.order.size() + 4) + 1e-9 * simulated;
        CostTerm part{std::abs(rest) <= rounding     ? PlainTerm::rounding
                      : isCompute(activity)          ? PlainTerm::slowedInSimulation
                      : activity == Activity::bubble ? PlainTerm::idleInSimulation
                                                     : PlainTerm::seenInSimulation};
        part.value = rest;
        part.formula = TermFormula::simulatedRest;
        part.input(TermSymbol::simulated, simulated, TermUnit::seconds, TermSource::simulation)
            .input(TermSymbol::priced, term.value, TermUnit::seconds, TermSource::derived);
        term.add(std::move(part));
    }

    CostTerm memoryTerm() const
    {
        auto memory = explainMemory(m_built.state[m_index], m_lane.memory);
        for (auto &part : memory.parts) {
            if (part.id != TermId(MemoryPart::activations))
                continue;
            part.formula = TermFormula::peakActivations;
            const Bytes working = m_built.working[m_index];
            const auto add = [&part](PlainTerm id, TermFormula formula, Bytes amount) -> CostTerm & {
                CostTerm term{id};
                term.unit = TermUnit::memory;
                term.value = amount.value;
                term.formula = formula;
                return part.parts.emplace_back(std::move(term));
            };
            auto &flight = add(PlainTerm::inFlight, TermFormula::inFlight, m_lane.memory.activations - working);
            flight.input(TermSymbol::inFlight, m_lane.peakInFlight, TermUnit::count, TermSource::simulation)
                .input(TermSymbol::peakTime, toSeconds(m_lane.peakAt).value, TermUnit::seconds, TermSource::simulation);
            for (std::size_t c = 0; c < m_lane.activations.size(); ++c) {
                const auto symbol = m_lane.activations.size() == 1 ? InputSymbol(TermSymbol::microBatchActivations)
                                                                   : InputSymbol(ChunkSymbol{c});
                flight.input(symbol, m_lane.activations[c].value, TermUnit::memory, TermSource::derived);
            }
            if (working > Bytes(0))
                add(PlainTerm::recomputedBlock, TermFormula::unkeptActivations, working);
        }
        return memory;
    }

    GroupPricer &m_pricer;
    const Topology &m_topology;
    const BuiltStep &m_built;
    const StepResult &m_result;
    const SoftwareStack &m_stack;
    std::size_t m_index;
    const PlanLane &m_planLane;
    const LaneProgram &m_program;
    const Lane &m_lane;
    std::vector<PricedLayers> m_priced; // front(): as BuiltStep prices the lane's layers that are not kept
    bool m_isOnePrice;                  // but for recompute
    PassCounts m_counts;
};

} // namespace

Result<LaneExplanation> explainLane(GroupPricer &pricer, const Plan &plan, const StepResult &result, int lane)
{
    const auto stack = findSoftwareStack(pricer.calibration(), pricer.workload().job);
    if (!stack)
        return stack.error();
    const auto mistakes = findPlanMistakes(plan, pricer.topology(), pricer.workload(), "");
    if (!mistakes.ok())
        return mistakes.errors.front();
    const auto built = buildStep(pricer, plan);
    if (!built)
        return built.error();
    if (lane < 0 || static_cast<std::size_t>(lane) >= built->lanes.size() || result.lanes.size() != built->lanes.size())
        return Error{Error::Code::reference,
                     {},
                     "/lanes",
                     std::to_string(lane),
                     "a lane of the plan, 0 to " + std::to_string(built->lanes.size() - 1),
                     "explain a lane of this plan's result"};
    const auto &planLane = built->lanes[static_cast<std::size_t>(lane)];
    std::vector<PricedLayers> priced;
    for (const bool kept : {false, true}) {
        if (kept && !planLane.keptCost)
            break;
        auto options = planLane.options;
        if (kept)
            options.recompute = Recompute::none;
        auto price =
            openGroup(pricer.network(), pricer.workload(), pricer.calibration(), **stack, planLane.devices, options);
        if (!price)
            return price.error();
        priced.push_back({std::move(*price), std::move(options), kept});
    }
    return LaneExplainer(pricer, *built, result, **stack, static_cast<std::size_t>(lane), std::move(priced)).explain();
}

Result<LaneExplanation> explainLane(const Topology &topology, const Workload &workload, const Plan &plan,
                                    const StepResult &result, int lane, Seconds startTime)
{
    GroupPricer pricer(topology, workload, startTime);
    return explainLane(pricer, plan, result, lane);
}

int busiestLane(const StepResult &result)
{
    int best = -1;
    Ticks longest(-1);
    for (std::size_t i = 0; i < result.lanes.size(); ++i) {
        Ticks work;
        for (std::size_t a = 0; a < activityCount; ++a) {
            if (static_cast<Activity>(a) <= Activity::overhead)
                work += result.lanes[i].time[a];
        }
        if (work > longest) {
            longest = work;
            best = static_cast<int>(i);
        }
    }
    return best;
}

} // namespace heteroscope
