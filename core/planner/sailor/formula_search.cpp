// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/sailor/formula_search.h"

#include "planner/sailor/price_relaxation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <queue>

namespace heteroscope::sailor {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
/// Partial plans of a box before it is halved instead.
constexpr std::size_t nodesOfBox = 400;
constexpr int priceSteps = 12;

struct Job
{
    int microBatch;
    int groups;
    int microBatches;
    int mostStages;
};

struct Box
{
    std::size_t job = 0;
    double bound = 0;
    double paceLow = 0, paceHigh = infinite; ///< slowest stage's time
    double syncLow = 0, syncHigh = infinite; ///< longest synchronization
    Prices prices = {0, 0};
    std::shared_ptr<std::vector<Candidate>> candidates; ///< none yet: all of the job

    bool operator<(const Box &other) const { return bound > other.bound; } // for a queue with the least on top
};

class FormulaSearch
{
public:
    FormulaSearch(const Problem &problem, const SearchLimits &limits)
        : m_problem(problem),
          m_limits(limits),
          m_layers(problem.profiles.layers()),
          m_syncTables(problem),
          m_relaxation(m_layers, problem.devices),
          m_start(std::chrono::steady_clock::now())
    {
        for (std::size_t b = 0; b < microBatchSizes.size(); ++b)
            m_tables.emplace_back(problem, static_cast<int>(b));
    }

    SearchOutcome run();

private:
    /// A partial plan: stages from the end.
    struct Node
    {
        int stages = 0;
        int layers = 0;      ///< not yet given
        int pattern = -1;    ///< of the foremost stage
        double pending = 0;  ///< its time without the gradient it sends
        double sum = 0;      ///< of the other stages
        double slowest = 0;
        double sync = 0;
        double update = 0;
        DeviceUse use;
    };

    double elapsed() const
    {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
    }
    bool shouldStop() const { return m_limits.stop.stop_requested() || elapsed() > m_limits.seconds; }
    double cutoff() const { return m_best * (1 - proofTolerance); }
    void enumerateJobs();
    double cheapBound(const Job &job) const;
    void seed();
    void offer(const SpaceAPlan &plan);
    const std::vector<double> &syncOf(int groups);
    void collect(Box &box);
    void treat(Box box);
    void exclude(const Box &box);
    bool enumerate(const Box &box, const Node &node);
    Node extend(const Node &node, const Candidate &candidate) const;
    double boundOf(const Box &box, const Node &node) const;
    void split(Box box);

    const Problem &m_problem;
    const SearchLimits &m_limits;
    int m_layers;
    std::vector<StageTables> m_tables;
    SyncTables m_syncTables;
    std::map<int, std::vector<double>> m_sync; ///< by groups
    PriceRelaxation m_relaxation;
    std::chrono::steady_clock::time_point m_start;
    std::vector<Job> m_jobs;
    std::vector<double> m_jobBounds; ///< least bound of what was excluded
    std::priority_queue<Box> m_queue;
    double m_best = infinite;
    SearchOutcome m_outcome;
    const Job *m_job = nullptr; ///< the one being treated
    std::vector<std::size_t> m_begin; ///< of the box's candidates by last layer
    std::size_t m_nodesLeft = 0;
    std::vector<StageChoice> m_path;
};

void FormulaSearch::enumerateJobs()
{
    const int all = m_problem.devices[0] + m_problem.devices[1];
    for (std::size_t b = 0; b < microBatchSizes.size(); ++b) {
        if (m_tables[b].allowedPatterns().empty())
            continue;
        for (int groups = 1; groups <= all; ++groups) {
            const int samples = microBatchSizes[b] * groups;
            const int count = (m_problem.globalBatch + samples - 1) / samples;
            m_jobs.push_back({static_cast<int>(b), groups, count, std::min(m_layers, all / groups)});
        }
    }
}

double FormulaSearch::cheapBound(const Job &job) const
{
    // Time of a stage weighted by its share of the priced devices is at most the slowest stage's; so every layer pays
    // at least (1 + (M - 1) share) of its time.
    const StageTables &tables = m_tables[static_cast<std::size_t>(job.microBatch)];
    double best = 0;
    double leastUpdate = infinite;
    for (const int k : tables.allowedPatterns())
        leastUpdate = std::min(leastUpdate, tables.update(k));
    constexpr int directions = 7;
    for (int d = 0; d < directions; ++d) {
        const double angle = d / (directions - 1.0);
        const Prices prices = {angle, 1 - angle};
        const double all = prices[0] * m_problem.devices[0] + prices[1] * m_problem.devices[1];
        if (all <= 0)
            continue;
        std::array<double, patternCount> weight;
        for (const int k : tables.allowedPatterns()) {
            const Pattern &pattern = patterns()[static_cast<std::size_t>(k)];
            const double a = pattern.degree[0] * prices[0], v = pattern.degree[1] * prices[1];
            const double price = pattern.mixed() ? (job.groups < 2 ? infinite : a + v + (job.groups - 2) * std::min(a, v))
                                                 : (a + v) * job.groups;
            weight[static_cast<std::size_t>(k)] = price <= all ? 1 + (job.microBatches - 1) * price / all : infinite;
        }
        double sum = 0;
        for (int layer = 0; layer < m_layers; ++layer) {
            double least = infinite;
            for (const int k : tables.allowedPatterns()) {
                const std::size_t at = tables.index(k, layer, layer);
                if (tables.mostInFlight(at) > 0)
                    least = std::min(least, weight[static_cast<std::size_t>(k)] * tables.compute(at));
            }
            sum += least;
        }
        best = std::max(best, sum);
    }
    return best + leastUpdate;
}

const std::vector<double> &FormulaSearch::syncOf(int groups)
{
    std::vector<double> &times = m_sync[groups];
    if (times.empty())
        m_syncTables.fill(groups, times);
    return times;
}

void FormulaSearch::offer(const SpaceAPlan &plan)
{
    if (!isAllowed(m_problem, plan))
        return;
    const double time = formulaTime(m_problem, plan);
    if (time < m_best) {
        m_best = time;
        m_outcome.plan = plan;
        m_outcome.firstBestAt = elapsed();
    }
}

void FormulaSearch::seed()
{
    // One or two stages of one type each, with the balanced cut: any first plan will do.
    for (const Job &job : m_jobs) {
        const StageTables &tables = m_tables[static_cast<std::size_t>(job.microBatch)];
        double bestHere = infinite;
        SpaceAPlan plan{job.microBatch, job.groups, job.microBatches, {}};
        const auto fits = [&](int k, int first, int last, int depth) {
            return tables.mostInFlight(tables.index(k, first, last)) >= depth;
        };
        for (const int a : tables.allowedPatterns()) {
            if (patterns()[static_cast<std::size_t>(a)].mixed())
                continue;
            DeviceUse alone;
            alone.add(a, job.groups);
            if (!alone.fits(m_problem.devices))
                continue;
            const double single = job.microBatches * tables.compute(tables.index(a, 0, m_layers - 1));
            if (single < bestHere && fits(a, 0, m_layers - 1, 1)) {
                bestHere = single;
                plan.stages = {{0, m_layers - 1, a}};
            }
            for (const int b : tables.allowedPatterns()) {
                DeviceUse both = alone;
                both.add(b, job.groups);
                if (patterns()[static_cast<std::size_t>(b)].mixed() || !both.fits(m_problem.devices))
                    continue;
                for (int cut = 1; cut < m_layers; ++cut) {
                    const double first = tables.compute(tables.index(a, 0, cut - 1));
                    const double second = tables.compute(tables.index(b, cut, m_layers - 1));
                    const double time = (job.microBatches - 1) * std::max(first, second) + first + second;
                    if (time < bestHere && fits(a, 0, cut - 1, 2) && fits(b, cut, m_layers - 1, 1)) {
                        bestHere = time;
                        plan.stages = {{0, cut - 1, a}, {cut, m_layers - 1, b}};
                    }
                }
            }
        }
        if (bestHere < m_best)
            offer(plan);
    }
}

void FormulaSearch::collect(Box &box)
{
    const StageTables &tables = m_tables[static_cast<std::size_t>(m_job->microBatch)];
    const auto &sync = syncOf(m_job->groups);
    auto list = std::make_shared<std::vector<Candidate>>();
    for (int last = 0; last < m_layers; ++last) {
        for (const int k : tables.allowedPatterns()) {
            const Pattern &pattern = patterns()[static_cast<std::size_t>(k)];
            DeviceUse use;
            use.add(k, m_job->groups);
            if ((pattern.mixed() && m_job->groups < 2) || use.least(0) > m_problem.devices[0] ||
                use.least(1) > m_problem.devices[1])
                continue;
            for (int first = last; first >= 0; --first) {
                const std::size_t at = tables.index(k, first, last);
                double time = tables.compute(at);
                double extra = 0;
                const bool isFirst = first == 0, isLast = last == m_layers - 1;
                if (isLast && !isFirst)
                    time += 2 * tables.leastSend(first, k);
                else if (isFirst && !isLast)
                    time += extra = tables.leastSend(last, k);
                else if (!isLast)
                    time += tables.leastSend(last, k) + tables.leastSend(first, k);
                if (tables.compute(at) > box.paceHigh)
                    break;
                const int depth = isLast ? std::min(1, tables.mostInFlight(at)) : std::min(m_layers, tables.mostInFlight(at));
                if (time > box.paceHigh || sync[at] > box.syncHigh || depth < (isLast ? 1 : 2))
                    continue;
                list->push_back({time, extra, sync[at], static_cast<std::int16_t>(first),
                                 static_cast<std::int16_t>(last), static_cast<std::int16_t>(k),
                                 static_cast<std::int16_t>(depth)});
            }
        }
    }
    box.candidates = std::move(list);
}

void FormulaSearch::exclude(const Box &box)
{
    m_jobBounds[box.job] = std::min(m_jobBounds[box.job], box.bound);
}

FormulaSearch::Node FormulaSearch::extend(const Node &node, const Candidate &candidate) const
{
    const StageTables &tables = m_tables[static_cast<std::size_t>(m_job->microBatch)];
    const int k = candidate.pattern;
    Node next = node;
    ++next.stages;
    next.layers = candidate.first;
    next.pattern = k;
    next.pending = tables.compute(tables.index(k, candidate.first, candidate.last));
    if (node.stages > 0) {
        const double gradient = tables.send(candidate.last + 1, node.pattern, k) * (node.stages == 1 ? 2 : 1);
        next.sum = node.sum + node.pending + gradient;
        next.slowest = std::max(node.slowest, node.pending + gradient);
        next.pending += tables.send(candidate.last, k, node.pattern) *
                        (candidate.first == 0 && next.stages > 3 ? 2 : 1);
    }
    next.sync = std::max(node.sync, candidate.sync);
    next.update = std::max(node.update, tables.update(k));
    next.use.add(k, m_job->groups);
    return next;
}

double FormulaSearch::boundOf(const Box &box, const Node &node) const
{
    const StageTables &tables = m_tables[static_cast<std::size_t>(m_job->microBatch)];
    double foremost = node.pending;
    if (node.layers > 0)
        foremost += tables.leastSend(node.layers, node.pattern) * (node.stages == 1 ? 2 : 1);
    double rest = 0;
    if (node.layers > 0) {
        const Prices &prices = m_relaxation.prices();
        double used = 0;
        for (std::size_t type = 0; type < typeCount; ++type)
            used += prices[type] * node.use.least(type);
        rest = std::max(0.0, m_relaxation.prefix(node.stages + 1, node.layers) - (m_relaxation.priceOfAll() - used));
    }
    return (m_job->microBatches - 1) * std::max({box.paceLow, node.slowest, foremost}) + node.sum + foremost + rest +
           node.update + std::max(box.syncLow, node.sync);
}

bool FormulaSearch::enumerate(const Box &box, const Node &node)
{
    if (node.layers == 0) {
        if (node.use.fits(m_problem.devices))
            offer({m_job->microBatch, m_job->groups, m_job->microBatches, {m_path.rbegin(), m_path.rend()}});
        return true;
    }
    struct Child
    {
        double bound;
        std::size_t candidate;
    };
    std::vector<Child> children;
    const auto &list = *box.candidates;
    if (node.stages + 1 > m_relaxation.mostStages())
        return true;
    for (std::size_t c = m_begin[static_cast<std::size_t>(node.layers) - 1];
         c < m_begin[static_cast<std::size_t>(node.layers)]; ++c) {
        if (list[c].depth < node.stages + 1)
            continue;
        const Node next = extend(node, list[c]);
        if (next.use.least(0) > m_problem.devices[0] || next.use.least(1) > m_problem.devices[1])
            continue;
        const double bound = boundOf(box, next);
        if (bound < cutoff())
            children.push_back({bound, c});
    }
    std::sort(children.begin(), children.end(), [](const Child &a, const Child &b) { return a.bound < b.bound; });
    for (const Child &child : children) {
        if (child.bound >= cutoff())
            break;
        ++m_outcome.nodes;
        if (m_nodesLeft-- == 0) {
            m_nodesLeft = 0;
            return false;
        }
        const Candidate &candidate = list[child.candidate];
        m_path.push_back({candidate.first, candidate.last, candidate.pattern});
        const bool through = enumerate(box, extend(node, candidate));
        m_path.pop_back();
        if (!through)
            return false;
    }
    return true;
}

void FormulaSearch::split(Box box)
{
    double slowest = 0, longest = 0, fastest = infinite, shortest = infinite;
    for (const Candidate &candidate : *box.candidates) {
        slowest = std::max(slowest, candidate.time);
        longest = std::max(longest, candidate.sync);
        fastest = std::min(fastest, candidate.time);
        shortest = std::min(shortest, candidate.sync);
    }
    // The box's pace is of true times, which may exceed the candidates' least ones; only a finite limit is halved.
    if (!std::isfinite(box.paceHigh))
        box.paceHigh = std::max(box.paceLow, (cutoff() - box.syncLow) / std::max(1, m_job->microBatches - 1));
    box.syncHigh = std::min(box.syncHigh, longest);
    box.syncLow = std::max(box.syncLow, shortest);
    box.paceLow = std::max(box.paceLow, fastest);
    Box low = box, high = box;
    if ((m_job->microBatches - 1) * (box.paceHigh - box.paceLow) >= box.syncHigh - box.syncLow)
        low.paceHigh = high.paceLow = (box.paceLow + box.paceHigh) / 2;
    else
        low.syncHigh = high.syncLow = (box.syncLow + box.syncHigh) / 2;
    m_queue.push(std::move(low));
    m_queue.push(std::move(high));
}

void FormulaSearch::treat(Box box)
{
    m_job = &m_jobs[box.job];
    ++m_outcome.boxes;
    const int rest = m_job->microBatches - 1;
    if (rest > 0)
        box.paceHigh = std::min(box.paceHigh, (cutoff() - box.syncLow) / rest);
    if (!box.candidates) {
        collect(box);
    } else {
        auto list = std::make_shared<std::vector<Candidate>>();
        for (const Candidate &candidate : *box.candidates) {
            if (candidate.time <= box.paceHigh && candidate.sync <= box.syncHigh)
                list->push_back(candidate);
        }
        box.candidates = std::move(list);
    }
    const StageTables &tables = m_tables[static_cast<std::size_t>(m_job->microBatch)];
    double leastUpdate = infinite;
    for (const int k : tables.allowedPatterns())
        leastUpdate = std::min(leastUpdate, tables.update(k));
    const double fixed = rest * box.paceLow + box.syncLow + leastUpdate;
    m_relaxation.setCandidates(box.candidates.get(), m_job->groups, m_job->mostStages);
    const double sum = m_relaxation.improve(box.prices, cutoff() - fixed, priceSteps);
    box.bound = std::max(box.bound, fixed + sum);
    if (box.bound >= cutoff()) {
        exclude(box);
        return;
    }
    // Stages that no good plan holds.
    m_relaxation.solveSuffix();
    auto list = std::make_shared<std::vector<Candidate>>();
    for (const Candidate &candidate : *box.candidates) {
        double around = infinite;
        for (int r = 1; r <= std::min<int>(candidate.depth, m_relaxation.mostStages()); ++r)
            around = std::min(around, m_relaxation.suffix(r - 1, candidate.last + 1) + candidate.timeAt(candidate.first == 0 ? r : 0) +
                                          m_relaxation.prefix(r + 1, candidate.first));
        const double bound = rest * std::max(box.paceLow, candidate.time) + std::max(box.syncLow, candidate.sync) +
                             leastUpdate + around + m_relaxation.priceOf(candidate.pattern) - m_relaxation.priceOfAll();
        if (bound < cutoff())
            list->push_back(candidate);
    }
    box.candidates = std::move(list);
    m_begin.assign(static_cast<std::size_t>(m_layers) + 1, 0);
    for (const Candidate &candidate : *box.candidates)
        ++m_begin[static_cast<std::size_t>(candidate.last) + 1];
    for (std::size_t layer = 1; layer < m_begin.size(); ++layer)
        m_begin[layer] += m_begin[layer - 1];
    m_nodesLeft = nodesOfBox;
    m_path.clear();
    Node root;
    root.layers = m_layers;
    if (enumerate(box, root)) {
        box.bound = std::max(box.bound, cutoff());
        exclude(box);
    } else {
        split(std::move(box));
    }
}

SearchOutcome FormulaSearch::run()
{
    enumerateJobs();
    seed();
    m_jobBounds.assign(m_jobs.size(), infinite);
    for (std::size_t j = 0; j < m_jobs.size(); ++j) {
        Box box;
        box.job = j;
        box.bound = cheapBound(m_jobs[j]);
        if (box.bound >= cutoff())
            exclude(box);
        else
            m_queue.push(std::move(box));
    }
    bool stopped = false;
    while (!m_queue.empty()) {
        if (shouldStop()) {
            stopped = true;
            break;
        }
        Box box = m_queue.top();
        m_queue.pop();
        if (box.bound >= cutoff())
            exclude(box);
        else
            treat(std::move(box));
    }
    double lower = m_best;
    for (; !m_queue.empty(); m_queue.pop()) {
        lower = std::min(lower, m_queue.top().bound);
        exclude(m_queue.top());
    }
    m_outcome.proved = !stopped && m_outcome.plan;
    for (std::size_t j = 0; j < m_jobs.size(); ++j)
        m_outcome.jobs.push_back({m_jobs[j].microBatch, m_jobs[j].groups, std::min(m_jobBounds[j], m_best)});
    if (m_outcome.plan) {
        m_outcome.stepTime = m_best;
        m_outcome.lowerBound = m_outcome.proved ? m_best : lower;
        m_outcome.gap = m_outcome.proved ? 0 : (m_best - lower) / m_best;
    }
    return std::move(m_outcome);
}

} // namespace

SearchOutcome searchByFormula(const Problem &problem, const SearchLimits &limits)
{
    return FormulaSearch(problem, limits).run();
}

} // namespace heteroscope::sailor
