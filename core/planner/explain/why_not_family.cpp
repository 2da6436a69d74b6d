// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/explain/why_not_family.h"

#include "cost/job_software.h"
#include "planner/bounds/family_bound.h"
#include "planner/bounds/layout_model.h"
#include "planner/explain/explain.h"
#include "planner/search/search_worker.h"
#include "planner/space/missing_features.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace heteroscope {

namespace {

/// Layouts whose bounds are looked at.
constexpr std::size_t maxLayoutsExplained = 400;
/// Of families that do not fit: enough to say why.
constexpr SearchEffort smallEffort = {400, 2'000, 20, 2};

/// A layout and cut with its bound.
struct LeastPlan
{
    LayoutModel model;
    Cut cut;
    double bound = 0; ///< of the layout, over all its cuts
    bool byLink = false;
};

class Question
{
public:
    Question(const Topology &topology, const Workload &workload, const SearchOptions &options,
             const SoftwareStack &stack, const SearchResult &known, StopToken stop)
        : m_topology(topology),
          m_workload(workload),
          m_options(options),
          m_stack(stack),
          m_known(known),
          m_stop(std::move(stop)),
          m_groups(topology, {}, groupExtent(options.space)),
          m_objective(options.objective, topology),
          m_budget(topology, options.maxCost, options.maxPower, options.maxTime),
          m_worker(topology, workload, m_groups, stack, options, m_objective, m_budget,
                   options.calibration ? *options.calibration : builtinCalibration(), m_stop),
          m_space(enumerateFamilies(topology, m_groups, workload, stack, options.space, m_stop)),
          m_best(known.plans.empty() ? nullptr : known.plans.front().result.get())
    {}

    Result<WhyNotFamily> answer(std::string_view label)
    {
        if (!m_space.isWhole)
            return cancelledError();
        m_answer.family = label;
        if (m_best)
            m_answer.best = toSeconds(m_best->stepTime);
        for (const auto &mistake : m_space.refused) {
            if (familyLabel(familyName(mistake)) == label) {
                m_answer.verdict = FamilyVerdict::cannotRun;
                m_answer.reason = mistake;
                return std::move(m_answer);
            }
        }
        const auto family = std::find_if(m_space.families.begin(), m_space.families.end(),
                                         [&](const Family &each) { return familyLabel(each, m_topology) == label; });
        if (family == m_space.families.end()) {
            if (const auto missing = missingFor(label)) {
                m_answer.verdict = FamilyVerdict::cannotRun;
                m_answer.reason = *missing;
                return std::move(m_answer);
            }
            if (m_stop.stop_requested())
                return cancelledError();
            return Error{Error::Code::reference,
                         {},
                         {},
                         std::string(label),
                         "a family of the searched space, as the list of rejected ones names it",
                         "copy the label from the list, with all its signs"};
        }
        const auto claim = std::find_if(m_known.claims.begin(), m_known.claims.end(),
                                        [&](const FamilyClaim &each) { return each.family == label; });
        if (claim != m_known.claims.end())
            m_answer.verdict = claim->verdict;
        if (claim != m_known.claims.end() && m_options.objective == SearchObjective::time &&
            claim->verdict != FamilyVerdict::simulated)
            m_answer.searchBound = claim->value;
        if (auto status = lookAt(*family); !status)
            return status.error();
        if (m_stop.stop_requested())
            return cancelledError();
        return std::move(m_answer);
    }

private:
    /// What the software lacks for the family; nullopt if no software would have it in the space.
    std::optional<MissingFeature> missingFor(std::string_view label) const
    {
        const auto space =
            enumerateFamilies(m_topology, m_groups, m_workload, withEveryFeature(m_stack), m_options.space, m_stop);
        for (const auto &family : space.families) {
            if (familyLabel(family, m_topology) == label)
                return missingFeature(family, m_stack);
        }
        return std::nullopt;
    }

    Status lookAt(const Family &family)
    {
        auto &book = m_worker.book;
        const auto throughput = throughputBound(family, book);
        if (!throughput) {
            m_answer.verdict = FamilyVerdict::cannotRun;
            m_answer.reason = throughput.error();
            return {};
        }
        if (family.isUnlike())
            return explainUnlike(family, *throughput);
        std::optional<LeastPlan> least;
        std::optional<LayoutModel> misfit; // the first layout that does not fit
        bool someFit = false;
        std::size_t looked = 0;
        forEachLayout(
            family, m_groups,
            [&](const Layout &layout) {
                if (m_stop.stop_requested() || ++looked > maxLayoutsExplained)
                    return false;
                if (m_worker.search.forbidden(family, layout))
                    return true;
                auto model = LayoutModel::build(family, layout, book);
                if (!model)
                    return true;
                if (!model->fits()) {
                    if (!misfit)
                        misfit = std::move(*model);
                    return true;
                }
                someFit = true;
                if (least && !model->mayBeat(least->bound))
                    return true;
                auto found = model->minBound();
                if (!found)
                    return true;
                const double byLink = model->linkBound(book);
                if (const double bound = std::max(found->first, byLink); !least || bound < least->bound)
                    least = LeastPlan{std::move(*model), std::move(found->second), bound, byLink > found->first};
                return true;
            },
            m_stop);
        if (m_stop.stop_requested())
            return cancelledError();
        m_answer.everyLayout = looked <= maxLayoutsExplained;
        if (!least)
            return explainMisfit(family, *throughput, misfit && !someFit && m_answer.everyLayout ? &*misfit : nullptr);
        m_answer.minTime = least->bound;
        findTerms(family, *least);
        sortTerms();
        findLoss();
        simulate(family, {least->model.placed(), least->cut, {}, 0});
        return {};
    }

    /// Of a family none of whose cuts has a bound that can be taken apart. throughput: seconds, holds for all of them.
    /// misfit: one of its layouts, if none of them all fits; else nullptr.
    Status explainMisfit(const Family &family, double throughput, LayoutModel *misfit)
    {
        auto outcome = m_worker.search.explore(family, infinity, smallEffort);
        if (m_stop.stop_requested())
            return cancelledError();
        if (misfit && outcome.verdict == FamilyVerdict::bounded) {
            // A search does not look at all layouts to tell what does not fit from what is too slow.
            outcome.verdict = FamilyVerdict::outOfMemory;
            m_worker.search.describeMisfit(family, *misfit, outcome);
        }
        m_answer.verdict = outcome.verdict;
        m_answer.reason = outcome.detail;
        if (outcome.misfit) {
            simulate(family, *outcome.misfit);
        } else if (isEmpty(m_answer.reason)) {
            m_answer.minTime = std::max(throughput, m_answer.searchBound);
            if (outcome.best)
                simulate(family, *outcome.best);
        }
        return {};
    }

    /// Of pipelines that differ: what a short look finds below the best plan.
    Status explainUnlike(const Family &family, double throughput)
    {
        const bool byTime = m_options.objective == SearchObjective::time;
        const double limit = byTime && m_answer.best ? m_answer.best->value : infinity;
        const auto outcome = m_worker.search.explore(family, limit, smallEffort);
        if (m_stop.stop_requested())
            return cancelledError();
        m_answer.everyLayout = outcome.closed;
        if (outcome.best)
            simulate(family, *outcome.best);
        if (outcome.closed && std::isinf(outcome.value)) {
            m_answer.verdict = FamilyVerdict::outOfMemory;
            m_answer.reason = PlainReason::noCutFits;
            return {};
        }
        m_answer.minTime = std::max({throughput, m_answer.searchBound, byTime ? outcome.value : 0.0});
        return {};
    }

    void simulate(const Family &family, const FamilyPlan &plan)
    {
        m_answer.plan = m_worker.search.planOf(family, plan);
        m_answer.why = whyNot(m_worker.pricer, *m_answer.plan, m_best, m_options);
    }

    void add(TimeCause cause, double seconds, std::string where = {})
    {
        if (seconds > 0)
            m_answer.terms.push_back({cause, std::move(where), seconds});
    }

    void findTerms(const Family &family, const LeastPlan &least)
    {
        const auto &model = least.model;
        auto &book = m_worker.book;
        if (least.byLink) {
            const double host = m_stack.hostStep.value * m_stack.scale;
            add(TimeCause::sendWaits, least.bound - host, busiestLink(family, model.placed()));
            add(TimeCause::hostOverhead, host);
            return;
        }
        const auto at = model.bindingStage(least.cut);
        const auto s = static_cast<std::size_t>(at.stage);
        const auto &place = model.stage(at.stage);
        const int first = s == 0 ? 0 : least.cut[s - 1], last = least.cut[s];
        const int replica = model.pipelines()[static_cast<std::size_t>(at.pipeline)];
        const int group = model.placed()[s * static_cast<std::size_t>(family.dp) + static_cast<std::size_t>(replica)];
        const auto &prices = *place.prices[static_cast<std::size_t>(at.pipeline)];
        const double passes = family.microBatches * (prices.forwardOf(first, last) + prices.backwardOf(first, last));
        const double recompute = family.microBatches * model.recomputeTime(at.pipeline, at.stage, first, last);
        m_recomputeIsApart = family.recomputesAsNeeded;
        const auto cost = book.cost(group, workOf(family), model.nodes()); // priced before
        const double host =
            (family.microBatches * m_stack.hostMicroBatch.value + m_stack.hostStep.value) * m_stack.scale;
        const double parameters = place.memory->parametersOf(first, last);
        const double optimizer = parameters * place.optimizerPerParameter;
        const auto &device = m_topology.device(m_groups[group].devices.front()).name;
        m_answer.stage = at.stage;
        if (cost)
            addPasses(family, model, {at.stage, group, first, last}, **cost, passes);
        else
            add(TimeCause::computation, passes, device);
        add(TimeCause::recompute, recompute, device);
        add(TimeCause::hostOverhead, host);
        add(TimeCause::optimizer, optimizer, device);
        // What else the bound holds. After the passes come the way back up the pipeline or the gradients, whichever
        // takes longer.
        double rest = std::max(0.0, at.bound - passes - recompute - host - optimizer - at.fill);
        const auto take = [&rest](double seconds) {
            const double part = std::min(rest, seconds);
            rest -= part;
            return part;
        };
        const double sync = place.syncFixed + place.syncPerParameter * parameters;
        const double gather = place.gatherFixed + place.gatherPerParameter * parameters;
        const auto p = static_cast<std::size_t>(at.pipeline);
        // The way back; the rest of the drain is what the stages before average after it.
        double back = 0;
        for (std::size_t i = 0; i < s; ++i) {
            const auto &before = model.stage(static_cast<int>(i));
            back += before.prices[p]->backwardOf(i == 0 ? 0 : least.cut[i - 1], least.cut[i]) / family.chunks +
                    model.stage(static_cast<int>(i) + 1).sendBackward[p];
        }
        back = std::min(back, at.drain);
        const bool waitsForGradients = sync > at.drain;
        double waits = at.fill + (waitsForGradients ? 0 : take(back));
        const double gradients = take((waitsForGradients ? sync : at.drain - back) + gather);
        double sends = 0, beyond = 0;
        if (model.sendsBlock())
            sends = take(family.microBatches * (place.sendForward[p] + place.sendBackward[p]));
        for (int i = at.stage; i + 1 < model.stages(); ++i)
            beyond += model.stage(i).sendForward[p] + model.stage(i + 1).sendBackward[p];
        // The rest waits for the way through the stages beyond and back: sends and passes there.
        const double sent = at.round > 0 ? rest * std::min(1.0, beyond / at.round) : 0.0;
        sends += sent;
        waits += rest - sent;
        add(TimeCause::pipelineFill, waits);
        add(TimeCause::gradientSynchronization, gradients, ringLink(family, model, at.stage, family.dp));
        add(TimeCause::sendWaits, sends, sends > 0 ? busiestLink(family, model.placed()) : std::string());
    }

    /// Passes of all micro-batches in a stage on one group: what it computes, and what it waits for in the passes.
    struct PassPlace
    {
        int stage = 0;
        int group = 0;
        int first = 0, last = 0; ///< units
    };
    void addPasses(const Family &family, const LayoutModel &model, const PassPlace &at, const GroupCost &cost,
                   double passes)
    {
        auto &book = m_worker.book;
        const auto shares = book.soonest(cost);
        const double faster = book.speedUp(at.group);
        double compute = 0;
        LayerCommunication waits;
        for (int unit = at.first; unit < at.last; ++unit) {
            for (const int layer : layersOfUnit(family, m_workload.model, unit)) {
                const auto &price = cost.layer(layerKind(m_workload.model, layer));
                compute += (price.forward + price.backwardTotal() - price.backwardCommunication.total()).value / faster;
                waits += shares.of(price.forwardCommunication);
                waits += shares.of(price.backwardCommunication);
            }
        }
        // The rest is computation, with ZeRO-3 also what the gathers add to it.
        double rest = passes;
        const auto add = [&](TimeCause cause, Seconds each, const TransferCost &traffic) {
            const double seconds = std::min(rest, each.value * family.microBatches);
            rest -= seconds;
            this->add(cause, seconds, linkOf(traffic));
        };
        add(TimeCause::tensorCommunication, waits.tp, cost.tensorTraffic);
        add(TimeCause::contextCommunication, waits.cp, cost.contextTraffic);
        add(TimeCause::expertCommunication, waits.ep, cost.expertTraffic);
        const bool gathers = family.zeroStage == 3 && family.replicas() > 1;
        const double computation = gathers ? std::min(rest, compute * family.microBatches) : rest;
        this->add(TimeCause::computation, computation, m_topology.device(m_groups[at.group].devices.front()).name);
        const int gathering = std::min(family.dp, std::max(1, family.stateShards() / family.cp)); // replicas
        this->add(TimeCause::parameterGathers, rest - computation, ringLink(family, model, at.stage, gathering));
    }

    /// What the best plan pays for a cause of the bound.
    double paidByBest(TimeCause cause) const
    {
        double paid = 0;
        for (const auto &term : stepTerms(*m_best)) {
            const bool isCounterpart =
                term.cause == cause ||
                (cause == TimeCause::computation && term.cause == TimeCause::recompute && !m_recomputeIsApart) ||
                (cause == TimeCause::pipelineFill && term.cause == TimeCause::bubble) ||
                (cause == TimeCause::parameterGathers && term.cause == TimeCause::gradientSynchronization);
            paid += isCounterpart ? term.seconds : 0.0;
        }
        return paid;
    }

    void findLoss()
    {
        if (!m_best || m_answer.minTime < m_answer.best->value)
            return;
        for (const auto &term : m_answer.terms) {
            const double more = term.seconds - paidByBest(term.cause);
            if (more > (m_answer.loss ? m_answer.loss->seconds : 0.0))
                m_answer.loss = BoundTerm{term.cause, term.where, more};
        }
    }

    void sortTerms()
    {
        std::stable_sort(m_answer.terms.begin(), m_answer.terms.end(),
                         [](const BoundTerm &a, const BoundTerm &b) { return a.seconds > b.seconds; });
    }

    std::string linkOf(const TransferCost &cost) const
    {
        return cost.traffic.empty() ? std::string() : m_topology.edge(cost.narrowest.edge).link;
    }

    /// The narrowest link among so many replicas of a stage, the first ones.
    std::string ringLink(const Family &family, const LayoutModel &model, int stage, int replicas)
    {
        if (replicas == 1)
            return {};
        std::vector<std::vector<DeviceId>> rings;
        for (std::size_t shard = 0;; ++shard) {
            std::vector<DeviceId> ring;
            for (int d = 0; d < replicas; ++d) {
                const auto &devices = m_groups[model.placed()[static_cast<std::size_t>(stage * family.dp + d)]].devices;
                if (shard < devices.size())
                    ring.push_back(devices[shard]);
            }
            if (ring.size() < static_cast<std::size_t>(replicas))
                break;
            rings.push_back(std::move(ring));
        }
        const auto cost = m_worker.pricer.network().allReduce(rings);
        return cost ? linkOf(*cost) : std::string();
    }

    /// The link that the sends of all pipelines keep busy for longest.
    std::string busiestLink(const Family &family, const std::vector<int> &placed)
    {
        std::map<EdgeId, double> load;
        const int stages = static_cast<int>(placed.size()) / family.dp;
        for (int s = 0; s + 1 < stages; ++s) {
            for (int d = 0; d < family.dp; ++d) {
                const int from = placed[static_cast<std::size_t>(s * family.dp + d)];
                const int to = placed[static_cast<std::size_t>((s + 1) * family.dp + d)];
                for (const bool back : {false, true}) {
                    for (const auto &share : m_worker.book.trafficOf(back ? to : from, back ? from : to))
                        load[share.edge] += share.perByte / m_worker.book.maxCapacity(share.edge);
                }
            }
        }
        const auto most = std::max_element(load.begin(), load.end(),
                                           [](const auto &a, const auto &b) { return a.second < b.second; });
        return most == load.end() ? std::string() : m_topology.edge(most->first).link;
    }

    const Topology &m_topology;
    const Workload &m_workload;
    bool m_recomputeIsApart = false; ///< a term of its own, no part of computation
    const SearchOptions &m_options;
    const SoftwareStack &m_stack;
    const SearchResult &m_known;
    StopToken m_stop;
    TensorGroups m_groups;
    ObjectiveBound m_objective;
    PlanBudget m_budget;
    SearchWorker m_worker;
    FamilySpace m_space;
    const StepResult *m_best;
    WhyNotFamily m_answer;
};

} // namespace

Result<WhyNotFamily> whyNotFamily(const Topology &topology, const Workload &workload, const SearchOptions &options,
                                  const SearchResult &known, std::string_view label, StopToken stop)
{
    const auto &calibration = options.calibration ? *options.calibration : builtinCalibration();
    const auto stack = jobSoftware(calibration, workload.job);
    if (!stack)
        return stack.error();
    return Question(topology, workload, options, *stack, known, std::move(stop)).answer(label);
}

} // namespace heteroscope
