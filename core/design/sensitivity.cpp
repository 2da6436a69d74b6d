// SPDX-License-Identifier: GPL-3.0-or-later
#include "design/sensitivity.h"

#include "cost/calibration_values.h"
#include "planner/parallel.h"
#include "simulator/predict_step.h"

#include <algorithm>
#include <cmath>
#include <mutex>

namespace heteroscope {

namespace {

Error cancelledError() { return {Error::Code::cancelled, {}, {}, "a stop", "time to plan every changed cluster", {}}; }

Error nothingFits()
{
    return {Error::Code::infeasible,
            {},
            "/cluster",
            "no plan that fits in memory",
            "a cluster that can train the model",
            "hscope plan says how much is missing"};
}

/// A search of a changed cluster, and its topology.
struct Planned
{
    Topology topology;
    SearchResult result;
    const RankedPlan *best() const { return result.plans.empty() ? nullptr : &result.plans.front(); }
};

constexpr int maxRounds = 24; ///< of a threshold: plans that make do with less

class SensitivityRun
{
public:
    SensitivityRun(const Project &project, const SensitivityOptions &options, StopToken stop, Progress *progress,
                   const SensitivityCallback &grown)
        : m_project(project), m_options(options), m_stop(std::move(stop)), m_progress(progress), m_grown(grown)
    {}

    Result<Sensitivity> run()
    {
        SearchOptions first = m_options.search;
        const auto now = plan(m_project, {}, first.threads);
        if (!now)
            return now.error();
        if (!now->best())
            return m_stop.stop_requested() ? cancelledError() : nothingFits();
        m_result.stepTime = toSeconds(now->best()->result->stepTime);
        m_result.cost = now->best()->result->cost;
        m_result.plan = now->best()->plan;
        m_seed = now->result.seed;
        m_result.proved = now->result.proved;
        m_result.gap = now->result.gap;
        m_result.factor = m_options.factor;
        const auto subjects = sensitivitySubjects(m_project, now->topology);
        m_result.subjects = subjects.size();
        const unsigned threads = first.threads > 0 ? first.threads : defaultThreads();
        report();
        parallelFor(threads, subjects.size(), [&](std::size_t i, unsigned) {
            if (!m_stop.stop_requested())
                look(subjects[i]);
        });
        m_result.stopped = m_stop.stop_requested();
        return std::move(m_result);
    }

private:
    /// The best plans of a project. threads: of the search.
    Result<Planned> plan(const Project &project, std::optional<Seconds> limit, unsigned threads) const
    {
        auto topology = Topology::build(project.cluster);
        if (!topology)
            return topology.error();
        SearchOptions search = m_options.search;
        search.threads = threads;
        search.top = 1;
        search.before = m_seed;
        if (m_seed) // the cluster of now is searched as the caller wants it
            search.budget = m_options.each;
        search.followed = {};
        search.mappings = resolveMappings(project.mappings, project.cluster, *topology);
        if (limit) {
            search.maxTime = limit;
            search.baselines = false;
        }
        auto result = searchPlans(*topology, project.workload, search, m_stop);
        if (!result)
            return result.error();
        return Planned{std::move(*topology), std::move(*result)};
    }

    std::optional<Seconds> timeOf(const Plan &plan, const Topology &topology) const
    {
        PredictOptions predict;
        predict.timeline = false;
        predict.startTime = m_options.search.startTime;
        predict.calibration = m_options.search.calibration;
        predict.memory = m_options.search.memory;
        predict.stop = m_stop;
        const auto step = predictStep(topology, m_project.workload, plan, predict);
        if (!step || !step->feasible)
            return {};
        return toSeconds(step->stepTime);
    }

    SensitivitySide sideAt(const SensitivitySubject &subject, double value) const
    {
        SensitivitySide side;
        side.value = value;
        const auto changed = withSensitivityValue(m_project, subject, value);
        if (!changed) {
            side.problem = changed.error();
            return side;
        }
        const auto planned = plan(*changed, {}, 1);
        if (!planned) {
            side.problem = planned.error();
            return side;
        }
        side.samePlan = timeOf(m_result.plan, planned->topology);
        if (m_stop.stop_requested() && planned->result.stopped) {
            side.problem = cancelledError(); // the best so far would look like an answer
        } else if (!planned->best()) {
            side.problem = nothingFits();
        } else {
            side.stepTime = toSeconds(planned->best()->result->stepTime);
            side.cost = planned->best()->result->cost;
            side.plan = planned->best()->plan;
            side.proved = planned->result.proved;
            side.gap = planned->result.gap;
        }
        return side;
    }

    std::optional<SensitivityThreshold> thresholdOf(const SensitivitySubject &subject) const
    {
        const SensitivitySide widest = sideAt(subject, subject.present * m_options.widest);
        if (widest.problem)
            return {};
        const Seconds limit(widest.stepTime.value * (1 + m_options.tolerance));
        std::vector<Plan> known = {m_result.plan, widest.plan};
        SensitivityThreshold threshold;
        threshold.certain = widest.proved;
        const double least = subject.present / m_options.widest;
        double enough = subject.present * m_options.widest;
        for (int round = 0; round < maxRounds && !m_stop.stop_requested(); ++round) {
            enough = leastForKnown(subject, known, limit, least, enough);
            if (enough <= least)
                return threshold;
            threshold.value = enough;
            const auto changed = withSensitivityValue(m_project, subject, std::max(least, enough / thresholdStep));
            const auto planned = changed ? plan(*changed, limit, 1) : Result<Planned>(changed.error());
            if (planned && planned->best() && toSeconds(planned->best()->result->stepTime) <= limit) {
                known.push_back(planned->best()->plan);
                enough = std::max(least, enough / thresholdStep);
                threshold.value = enough;
                continue;
            }
            if (!planned || isOpen(whyNoPlan(planned->result)))
                threshold.certain = false;
            return threshold;
        }
        if (m_stop.stop_requested())
            return {};
        threshold.certain = false;
        return threshold;
    }

    /// The least bandwidth between two at which one of the plans keeps the limit; the upper one does.
    double leastForKnown(const SensitivitySubject &subject, const std::vector<Plan> &known, Seconds limit, double least,
                         double enough) const
    {
        const auto isEnough = [&](double value) {
            const auto changed = withSensitivityValue(m_project, subject, value);
            const auto topology = changed ? Topology::build(changed->cluster) : Result<Topology>(changed.error());
            return topology && std::any_of(known.begin(), known.end(), [&](const Plan &plan) {
                       const auto time = timeOf(plan, *topology);
                       return time && *time <= limit;
                   });
        };
        if (isEnough(least))
            return least;
        double low = std::log2(least), high = std::log2(enough);
        while (high - low > 0.02 && !m_stop.stop_requested()) {
            const double middle = (low + high) / 2;
            (isEnough(std::exp2(middle)) ? high : low) = middle;
        }
        return std::exp2(high);
    }

    void look(const SensitivitySubject &subject)
    {
        SensitivityItem item;
        item.subject = subject;
        const bool isCount = subject.kind == SensitivityKind::nodeCount;
        item.more = sideAt(subject, isCount ? subject.present + 1 : subject.present * m_options.factor);
        if (isCount && subject.present <= 1) {
            item.less.value = 0;
            item.less.problem = Error{Error::Code::invalid, {}, {}, "none left", "at least one", "keep a node"};
        } else {
            item.less = sideAt(subject, isCount ? subject.present - 1 : subject.present / m_options.factor);
        }
        const bool isLink = subject.kind == SensitivityKind::link || subject.kind == SensitivityKind::nodeLink;
        if (isLink && m_options.thresholds && !m_stop.stop_requested())
            item.enough = thresholdOf(subject);
        const auto isCancelled = [](const SensitivitySide &side) {
            return side.problem && side.problem->code == Error::Code::cancelled;
        };
        if (isCancelled(item.more) || isCancelled(item.less))
            return; // half an answer is none
        const std::lock_guard lock(m_mutex);
        m_result.items.push_back(std::move(item));
        std::sort(m_result.items.begin(), m_result.items.end(),
                  [this](const SensitivityItem &a, const SensitivityItem &b) { return isBefore(a, b); });
        report();
    }

    bool isBefore(const SensitivityItem &a, const SensitivityItem &b) const
    {
        const auto lost = [this](const SensitivityItem &item) {
            return item.isLessKnown() ? item.less.stepTime - m_result.stepTime : Seconds(0);
        };
        if (m_result.saved(a) != m_result.saved(b))
            return m_result.saved(a) > m_result.saved(b);
        if (lost(a) != lost(b))
            return lost(a) > lost(b);
        return std::tie(a.subject.kind, a.subject.name) < std::tie(b.subject.kind, b.subject.name);
    }

    void report()
    {
        if (m_progress)
            m_progress->report({m_result.items.size(), m_result.subjects, ProgressTask::planningDesigns});
        if (m_grown)
            m_grown(m_result);
    }

    const Project &m_project;
    const SensitivityOptions &m_options;
    StopToken m_stop;
    Progress *m_progress;
    const SensitivityCallback &m_grown;
    std::shared_ptr<const SearchSeed> m_seed; ///< of the search for the cluster of now
    std::mutex m_mutex;
    Sensitivity m_result;
};

} // namespace

Seconds Sensitivity::saved(const SensitivityItem &item) const
{
    return item.isMoreKnown() ? stepTime - item.more.stepTime : Seconds(0);
}

double Sensitivity::savedPerUnit(const SensitivityItem &item) const
{
    const double units = item.more.value - item.subject.present;
    return units > 0 ? saved(item).value / units : 0;
}

std::optional<double> Sensitivity::savedPerDollar(const SensitivityItem &item) const
{
    if (!item.subject.pricePerHour || !item.isMoreKnown())
        return {};
    return savedPerUnit(item) / *item.subject.pricePerHour;
}

Result<Sensitivity> analyseSensitivity(const Project &project, const SensitivityOptions &options, StopToken stop,
                                       Progress *progress, const SensitivityCallback &grown)
{
    if (!(options.factor > 1) || !std::isfinite(options.factor))
        return Error{Error::Code::invalid,  {}, "factor", std::to_string(options.factor), "a number above 1",
                     "2 doubles and halves"};
    return SensitivityRun(project, options, std::move(stop), progress, grown).run();
}

} // namespace heteroscope
