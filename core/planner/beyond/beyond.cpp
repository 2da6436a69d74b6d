// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/beyond/beyond.h"

#include "cost/group_pricer.h"
#include "cost/job_software.h"
#include "cost/software_lack.h"
#include "planner/beyond/neighbours.h"
#include "planner/beyond/unlike_pipelines.h"
#include "planner/beyond/variations.h"
#include "planner/explain/why_not.h"
#include "planner/objective.h"
#include "planner/parallel.h"
#include "planner/plan_budget.h"
#include "planner/prices/step_options.h"
#include "planner/search/nearest.h"
#include "strategy/plan_json.h"

#include <algorithm>
#include <chrono>
#include <set>

namespace heteroscope {

namespace {

constexpr std::size_t starts = 4;           ///< ranked plans that are varied
constexpr std::size_t drafts = 8;           ///< with unlike pipelines
constexpr std::size_t improvedPerRound = 3; ///< in a round, of the plans not improved before
constexpr std::size_t continued = 2;        ///< from one round to the next
constexpr std::size_t neighbours = 40;      ///< of a plan
constexpr int maxSteps = 8;                 ///< of an improvement
constexpr double worthIt = 1.05;            ///< plans this much above the best are still improved
constexpr double misfitValue = 1e30;        ///< value of a plan that does not fit, for each capacity it needs

struct Trial
{
    VariedPlan varied;
    bool fits = false;
    double value = infinity; ///< of the objective; infinite where it cannot run
    bool isImproved = false;
    std::shared_ptr<const StepResult> result{}; ///< of a plan faster than the search's best, without traffic rows
};

std::int64_t passesOf(const Plan &plan)
{
    std::int64_t passes = 0;
    for (const auto &pipeline : plan.pipelines) {
        for (const auto &stage : pipeline.stages)
            passes += static_cast<std::int64_t>(pipeline.microBatches) *
                      static_cast<std::int64_t>(stage.groups.size() * std::max<std::size_t>(1, stage.chunks.size()));
    }
    return passes;
}

class BeyondSearch
{
public:
    BeyondSearch(const Topology &topology, const Workload &workload, const SearchOptions &options,
                 const SoftwareStack &stack, const CalibrationValues &calibration, const StopToken &stop,
                 Progress *progress, const BeyondEffort &effort)
        : m_topology(topology),
          m_workload(workload),
          m_options(options),
          m_stack(stack),
          m_stop(withBudget(stop, options, std::chrono::steady_clock::now())),
          m_progress(progress),
          m_effort(effort),
          m_objective(options.objective, topology),
          m_budget(topology, options.maxCost, options.maxPower, options.maxTime),
          m_threads(options.threads ? options.threads : defaultThreads())
    {
        for (unsigned i = 0; i < m_threads && !shouldStop(); ++i) {
            m_pricers.push_back(
                std::make_unique<GroupPricer>(topology, workload, options.startTime, &calibration, m_stop));
            m_pricers.back()->limitMemory(memoryOfThread(options));
        }
    }

    void run(SearchResult &result)
    {
        if (shouldStop())
            return;
        std::vector<VariedPlan> from = startsOf(result);
        std::vector<VariedPlan> asked = unlikePipelines();
        for (std::size_t round = 0; round < m_effort.rounds && !isOver(); ++round) {
            for (const auto &each : from) {
                if (isOver())
                    break;
                auto variations = variationsOf(each, m_topology, m_workload, m_stack, m_stop);
                std::move(variations.begin(), variations.end(), std::back_inserter(asked));
            }
            simulate(asked);
            asked.clear();
            for (Trial *trial : bestTrials(improvedPerRound, true))
                improve(*trial);
            from.clear();
            for (const Trial *trial : bestTrials(continued, false))
                from.push_back(trial->varied);
        }
        conclude(result);
    }

private:
    bool isOver() const { return shouldStop() || m_simulated >= m_effort.simulations || m_passes >= m_effort.passes; }
    bool shouldStop() const { return m_stop.stop_requested(); }

    /// The best plans of the space that differ in more than the cut or the micro-batches, and those of the baselines.
    std::vector<VariedPlan> startsOf(const SearchResult &result)
    {
        std::vector<VariedPlan> from;
        std::set<std::vector<int>> shapes;
        const auto offer = [&](const Plan &plan) {
            isNew(plan);
            if (shapes
                    .insert({static_cast<int>(plan.pipelines.size()), pipelineDegree(plan), virtualStages(plan),
                             largestTensorDegree(plan)})
                    .second)
                from.push_back({{}, plan});
        };
        // A baseline that won leads the ranking and takes no place of the space's plans.
        const std::size_t most = starts + (!result.plans.empty() && result.plans.front().baseline ? 1 : 0);
        std::size_t considered = 0;
        for (const auto &ranked : result.plans) {
            if (from.size() < most && considered < rankedForAnswer - 1 && !ranked.isFiller) {
                offer(ranked.plan);
                ++considered;
            }
        }
        for (const auto &baseline : result.baselines) {
            if (baseline.plan && baseline.mayWin())
                offer(*baseline.plan);
        }
        if (result.nearest)
            offer(result.nearest->plan);
        if (result.plans.empty()) {
            for (const RejectedFamily *rejected : minOver(result)) {
                if (from.size() < starts)
                    offer(*rejected->plan);
            }
        }
        if (!result.plans.empty())
            m_bestValue = m_objective.valueOf(*result.plans.front().result);
        return from;
    }

    /// Where nothing fits, perhaps something does outside the space.
    static std::vector<const RejectedFamily *> minOver(const SearchResult &result)
    {
        std::vector<const RejectedFamily *> families;
        for (const auto &rejected : result.rejected) {
            if (rejected.plan)
                families.push_back(&rejected);
        }
        std::stable_sort(families.begin(), families.end(), [](const auto *a, const auto *b) {
            return a->peakMemory / a->memoryCapacity < b->peakMemory / b->memoryCapacity;
        });
        return families;
    }

    std::vector<VariedPlan> unlikePipelines()
    {
        const TensorGroups groups(m_topology);
        PriceBook book(*m_pricers.front(), groups, m_stack);
        std::vector<VariedPlan> plans;
        for (auto &plan : draftUnlikePipelines(book, drafts))
            plans.push_back({{{VariationKind::unlikePipelines}}, std::move(plan)});
        return plans;
    }

    /// Was it not asked for before? By a hash of its text: plans of a large cluster are long.
    bool isNew(const Plan &plan) { return m_seen.insert(std::hash<std::string>()(toJson(plan).dump())).second; }

    /// False: it needs what the user can tick in the job and has not, or what the stack refuses. The other spaces ask
    /// nothing of the software.
    bool isTicked(const Plan &plan) const
    {
        if (m_options.space != SearchSpace::P)
            return true;
        const auto lack = softwareLack(plan, m_stack);
        return !lack || noSoftwareHas(*lack);
    }

    /// Those that were not simulated before and are within the effort; the best of each set of changes is kept. Gives
    /// the best of them all, by value.
    Trial simulate(const std::vector<VariedPlan> &plans)
    {
        std::vector<Trial> trials;
        for (const auto &varied : plans) {
            if (isOver())
                break;
            if (!isNew(varied.plan) || !isTicked(varied.plan))
                continue;
            ++m_simulated;
            m_passes += passesOf(varied.plan);
            trials.push_back({varied});
        }
        parallelFor(m_threads, trials.size(), [&](std::size_t i, unsigned worker) {
            if (!shouldStop())
                simulate(trials[i], *m_pricers[worker]);
        });
        if (m_progress)
            m_progress->report({m_simulated, m_effort.simulations, ProgressTask::lookingBeyond});
        Trial best;
        for (auto &trial : trials) {
            if (trial.value < best.value)
                best = trial;
            auto &known = m_best[changeLabel(trial.varied.changes)];
            if (trial.value < known.value)
                known = std::move(trial);
        }
        return best;
    }

    void simulate(Trial &trial, GroupPricer &pricer) const
    {
        auto result = predictStep(pricer, trial.varied.plan, timedStep(pricer));
        if (!result || !m_budget.allows(*result) || breaksMapping(trial.varied.plan))
            return;
        if (!result->feasible) {
            trial.value = misfitValue * memoryShare(*result);
            return;
        }
        trial.fits = true;
        trial.value = m_objective.valueOf(*result);
        if (trial.value < m_bestValue)
            trial.result = std::make_shared<const StepResult>(std::move(*result));
    }

    bool breaksMapping(const Plan &plan) const
    {
        return !m_options.mappings.empty() &&
               findBreach(m_options.mappings, m_topology, placesOf(plan, m_topology)).has_value();
    }

    /// Of those worth it, the best ones, by value; or the best ones that were not improved.
    std::vector<Trial *> bestTrials(std::size_t most, bool fresh)
    {
        std::vector<Trial *> trials;
        double least = m_bestValue;
        for (auto &[label, trial] : m_best)
            least = std::min(least, trial.value);
        for (auto &[label, trial] : m_best) {
            if (trial.value < least * worthIt && !(fresh && trial.isImproved))
                trials.push_back(&trial);
        }
        std::stable_sort(trials.begin(), trials.end(), [](auto *a, auto *b) { return a->value < b->value; });
        if (trials.size() > most)
            trials.resize(most);
        return trials;
    }

    /// Steps to the best neighbour as long as that is better.
    void improve(Trial &trial)
    {
        trial.isImproved = true;
        const auto changes = trial.varied.changes;
        Trial at = trial;
        for (int step = 0; step < maxSteps && !isOver(); ++step) {
            std::vector<VariedPlan> around;
            for (auto &plan : neighboursOf(at.varied.plan, m_topology, neighbours, m_stop))
                around.push_back({changes, std::move(plan)});
            Trial best = simulate(around);
            if (best.value >= at.value)
                break;
            at = std::move(best);
        }
        m_best[changeLabel(changes)].isImproved = true;
    }

    void conclude(SearchResult &result)
    {
        std::vector<const Trial *> ranking;
        for (const auto &[label, trial] : m_best) {
            // Much of this has been searched: alone it is told only where it is faster than what was found there.
            const auto &changes = trial.varied.changes;
            const bool known = trial.value >= m_bestValue &&
                               std::all_of(changes.begin(), changes.end(),
                                           [this](const PlanChange &change) { return isOfSpace(change); });
            if (trial.fits && !known)
                ranking.push_back(&trial);
        }
        std::stable_sort(ranking.begin(), ranking.end(), [](auto *a, auto *b) { return a->value < b->value; });
        if (ranking.size() > m_effort.plans)
            ranking.resize(m_effort.plans);
        result.beyond.resize(ranking.size());
        result.beyondSimulated = m_simulated;
        parallelFor(m_threads, ranking.size(), [&](std::size_t i, unsigned worker) {
            const auto &trial = *ranking[i];
            // After a stop the step that is known has to do.
            auto &pricer = *m_pricers[worker];
            auto full = predictStep(pricer, trial.varied.plan, keptStep(pricer));
            result.beyond[i] = {trial.varied.changes, trial.varied.plan,
                                full ? std::make_shared<const StepResult>(std::move(*full)) : trial.result};
        });
        std::erase_if(result.beyond, [](const BeyondPlan &plan) { return !plan.result; }); // after a stop
        if (!result.beyond.empty() || !result.plans.empty())
            result.nearest.reset();
        else
            offerNearest(result);
    }

    /// True of a kind of change that most plans of the searched space have.
    bool isOfSpace(const PlanChange &change) const
    {
        const bool practical = m_options.space == SearchSpace::P;
        switch (change.kind) {
        case VariationKind::tensorByStage:
            return true;
        case VariationKind::zero:
            return practical;
        case VariationKind::contextParallel:
            return practical && m_stack.degrees.cp;
        case VariationKind::expertParallel:
            return practical && m_stack.degrees.ep;
        case VariationKind::tensorOverNodes:
            return practical && m_stack.degrees.tp;
        case VariationKind::schedule:
            return practical && std::find(practicalSchedules.begin(), practicalSchedules.end(), change.schedule) !=
                                    practicalSchedules.end();
        case VariationKind::samplesBySpeed:
        case VariationKind::unlikePipelines:
            break;
        }
        return false;
    }

    /// Where nothing fits beyond the space either, something may be nearer to it there.
    void offerNearest(SearchResult &result)
    {
        const Trial *nearest = nullptr;
        for (const auto &[label, trial] : m_best) {
            if (trial.value < infinity && (!nearest || trial.value < nearest->value))
                nearest = &trial;
        }
        if (!nearest || (result.nearest && nearest->value >= misfitValue * result.nearest->share))
            return;
        auto &pricer = *m_pricers.front();
        if (auto full = predictStep(pricer, nearest->varied.plan, keptStep(pricer)))
            result.nearest = makeNearest(m_topology, nearest->varied.changes, nearest->varied.plan,
                                         std::make_shared<const StepResult>(std::move(*full)));
    }

    const Topology &m_topology;
    const Workload &m_workload;
    const SearchOptions &m_options;
    const SoftwareStack &m_stack;
    StopToken m_stop; ///< with the budget's deadline
    Progress *m_progress;
    BeyondEffort m_effort;
    ObjectiveBound m_objective;
    PlanBudget m_budget;
    unsigned m_threads;
    std::vector<std::unique_ptr<GroupPricer>> m_pricers;
    std::set<std::size_t> m_seen;        ///< plans that were asked for
    std::map<std::string, Trial> m_best; ///< by label of the changes
    double m_bestValue = infinity;       ///< of the search's best plan
    std::size_t m_simulated = 0;
    std::int64_t m_passes = 0;
};

} // namespace

Status lookBeyond(const Topology &topology, const Workload &workload, const SearchOptions &options,
                  SearchResult &result, StopToken stop, Progress *progress, const BeyondEffort &effort)
{
    result.beyond.clear();
    result.beyondSimulated = 0;
    const auto &calibration = options.calibration ? *options.calibration : builtinCalibration();
    const auto stack = jobSoftware(calibration, workload.job);
    if (!stack)
        return stack.error();
    BeyondSearch(topology, workload, options, *stack, calibration, stop, progress, effort).run(result);
    return {};
}

} // namespace heteroscope
