// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/sailor/event_search.h"

#include "base/units.h"
#include "planner/sailor/box_search.h"
#include "planner/sailor/formula_search.h"

#include <algorithm>

namespace heteroscope::sailor {

namespace {

/// Partial plans of as many stages that a box may have; with more it is halved, and only the best are followed up.
constexpr std::size_t levelWidth = 12;
constexpr int priceSteps = 30;
/// How much of the bound looks at the pipeline's fill and drain behind the slowest stage (price_relaxation.h).
constexpr double behindWeight = 1.0;
constexpr std::size_t kindCount = patternCount * microBatchSizes.size();

std::size_t microBatchOf(int kind) { return static_cast<std::size_t>(kind) / patternCount; }
int patternOf(int kind) { return kind % static_cast<int>(patternCount); }

class EventSearch final : public BoxSearch
{
public:
    EventSearch(const Problem &problem, EventSpace space, const SearchLimits &limits)
        : BoxSearch(problem, limits),
          m_space(space),
          m_seedLimits{limits.seconds / 4, limits.stop},
          m_trips(m_layers, problem.devices)
    {}

private:
    /// A partial plan: stages from the end.
    struct Node
    {
        double bound = 0;
        double trip = 0;   ///< through all its stages and back
        double beyond = 0; ///< the same without the foremost stage
        double base = 0;   ///< at least, from the first input of the foremost stage to its last output
        double sync = 0;
        double update = 0;
        double price = 0;     ///< of the devices used, in m_relaxation
        double tripPrice = 0; ///< in m_trips
        int parent = -1;      ///< in the level before
        int candidate = -1;
        std::int16_t layers = 0; ///< not yet given
        std::int16_t kind = -1;  ///< of the foremost stage
        bool hasSlowest = false; ///< has a stage that may be the box's slowest
        DeviceUse use;
    };

    void begin() override;
    void boundCheaply(Box &box) const override;
    void treat(Box box) override;
    bool isNoBetter(std::size_t job, std::size_t twin) override;
    std::size_t twinOf(std::size_t job) const override;

    bool mayUse(const Job &job, int kind) const;
    int groupsOf(const Job &job, int kind) const { return job.samples / microBatchSizes[microBatchOf(kind)]; }
    double send(int layer, int kind, int other) const
    {
        return tables(std::max(microBatchOf(kind), microBatchOf(other))).send(layer, patternOf(kind), patternOf(other));
    }
    double leastSend(int layer, int kind) const
    {
        return m_leastSend[static_cast<std::size_t>(layer) * kindCount + static_cast<std::size_t>(kind)];
    }
    std::size_t stageIndex(const Candidate &candidate) const
    {
        return tables(0).index(patternOf(candidate.kind), candidate.first, candidate.last);
    }
    void prepareStages();
    void findLayerClasses();
    void collect(Box &box);
    double enumerate(const Box &box);
    void expand(const Box &box, int stages, int parent);
    double intervalBound(const Box &box, int stages, const Node &child) const;
    double keepBest(std::vector<Node> &level, std::size_t width);
    void finish(const Box &box, int stages, const Node &last);
    void offer(const EventPlan &plan);

    EventSpace m_space;
    SearchLimits m_seedLimits;
    std::vector<Candidate> m_stages;                 ///< all, whatever the number of samples
    std::vector<double> m_leastSend;                 ///< by layer and kind
    std::vector<std::pair<int, int>> m_layerClasses; ///< a layer, and how many are like it
    double m_leastUpdate = 0;                        ///< of the job being treated
    double m_weight = 0;                             ///< behindWeight, where it may be used
    PriceRelaxation m_trips;                         ///< of round trips: stage times alone
    int m_tripCount = 1;                             ///< round trips that a step takes at least
    std::vector<std::vector<Node>> m_levels;
    std::vector<std::pair<double, std::size_t>> m_order;
    std::vector<Node> m_kept;
    EventPass m_pass;
    EventChain m_chain;
};

void EventSearch::findLayerClasses()
{
    for (int layer = 0; layer < m_layers; ++layer) {
        const auto alike = [&](const std::pair<int, int> &other) {
            for (std::size_t b = 0; b < microBatchSizes.size(); ++b) {
                for (const int k : tables(b).allowedPatterns()) {
                    const std::size_t here = tables(b).index(k, layer, layer);
                    const std::size_t there = tables(b).index(k, other.first, other.first);
                    if (tables(b).forward(here) != tables(b).forward(there) ||
                        tables(b).backward(here) != tables(b).backward(there) ||
                        (tables(b).mostInFlight(here) > 0) != (tables(b).mostInFlight(there) > 0))
                        return false;
                }
            }
            return true;
        };
        const auto found = std::find_if(m_layerClasses.begin(), m_layerClasses.end(), alike);
        if (found == m_layerClasses.end())
            m_layerClasses.emplace_back(layer, 1);
        else
            ++found->second;
    }
}

void EventSearch::prepareStages()
{
    m_leastSend.assign(static_cast<std::size_t>(m_layers) * kindCount, 0);
    for (int layer = 0; layer < m_layers; ++layer) {
        for (std::size_t kind = 0; kind < kindCount; ++kind) {
            const int pattern = patternOf(static_cast<int>(kind));
            const std::size_t own = microBatchOf(static_cast<int>(kind));
            double least = tables(own).leastSend(layer, pattern);
            for (std::size_t b = own + 1; m_space == EventSpace::Aplus && b < microBatchSizes.size(); ++b)
                least = std::min(least, tables(b).leastSend(layer, pattern));
            m_leastSend[static_cast<std::size_t>(layer) * kindCount + kind] = least;
        }
    }
    for (int last = 0; last < m_layers; ++last) {
        for (std::size_t b = 0; b < microBatchSizes.size(); ++b) {
            for (const int k : tables(b).allowedPatterns()) {
                for (int first = last; first >= 0; --first) {
                    const std::size_t at = tables(b).index(k, first, last);
                    const bool isLast = last == m_layers - 1;
                    const int depth = std::min(isLast ? 1 : m_layers, tables(b).mostInFlight(at));
                    if (depth < (isLast ? 1 : 2))
                        continue;
                    Candidate candidate;
                    candidate.kind = static_cast<std::int16_t>(b * patternCount + static_cast<std::size_t>(k));
                    candidate.forward = tables(b).forward(at);
                    candidate.pace = candidate.mostPace = tables(b).forward(at) + tables(b).backward(at);
                    candidate.time = candidate.pace + (first > 0 ? leastSend(first, candidate.kind) : 0) +
                                     (isLast ? 0 : leastSend(last, candidate.kind));
                    candidate.first = static_cast<std::int16_t>(first);
                    candidate.last = static_cast<std::int16_t>(last);
                    candidate.depth = static_cast<std::int16_t>(depth);
                    m_stages.push_back(candidate);
                }
            }
        }
    }
}

bool EventSearch::mayUse(const Job &job, int kind) const
{
    const auto b = microBatchOf(kind);
    if ((job.microBatch >= 0 && static_cast<std::size_t>(job.microBatch) != b) || job.samples % microBatchSizes[b] != 0)
        return false;
    const auto &allowed = tables(b).allowedPatterns();
    const Pattern &pattern = patterns()[static_cast<std::size_t>(patternOf(kind))];
    const int groups = groupsOf(job, kind);
    if (std::find(allowed.begin(), allowed.end(), patternOf(kind)) == allowed.end() || (pattern.mixed() && groups < 2))
        return false;
    DeviceUse use;
    use.add(patternOf(kind), groups);
    return use.least(0) <= m_problem.devices[0] && use.least(1) <= m_problem.devices[1];
}

void EventSearch::begin()
{
    findLayerClasses();
    prepareStages();
    const int all = m_problem.devices[0] + m_problem.devices[1];
    const auto countOf = [&](int samples) { return (m_problem.globalBatch + samples - 1) / samples; };
    if (m_space == EventSpace::A) {
        for (std::size_t b = 0; b < microBatchSizes.size(); ++b) {
            for (int groups = 1; groups <= all; ++groups) {
                const int samples = groups * microBatchSizes[b];
                m_jobs.push_back({static_cast<int>(b), samples, countOf(samples), std::min(m_layers, all / groups)});
            }
        }
    } else {
        for (int samples = 1; samples <= all * microBatchSizes.back(); ++samples) {
            int fewest = samples;
            for (const int size : microBatchSizes) {
                if (samples % size == 0)
                    fewest = std::min(fewest, samples / size);
            }
            if (fewest <= all)
                m_jobs.push_back({-1, samples, countOf(samples), std::min(m_layers, all / fewest)});
        }
    }
    if (const auto seed = searchByFormula(m_problem, m_seedLimits); seed.plan)
        offer(eventPlanOf(*seed.plan));
}

void EventSearch::boundCheaply(Box &box) const
{
    // A stage's time weighted by its share of the priced devices is at most the slowest stage's.
    const Job &job = m_jobs[box.job];
    std::vector<int> kinds;
    double leastUpdate = infinite;
    for (int kind = 0; kind < static_cast<int>(kindCount); ++kind) {
        if (mayUse(job, kind)) {
            kinds.push_back(kind);
            leastUpdate = std::min(leastUpdate, tables(microBatchOf(kind)).update(patternOf(kind)));
        }
    }
    double trip = 0;
    constexpr int directions = 7;
    for (int d = 0; d < directions; ++d) {
        const std::array<double, typeCount> prices = {d / (directions - 1.0), 1 - d / (directions - 1.0)};
        // A hair more than there is, so that rounding forbids nothing that just fits.
        const double all = (prices[0] * m_problem.devices[0] + prices[1] * m_problem.devices[1]) * (1 + 1e-9);
        double pace = 0;
        trip = 0;
        for (const auto &[layer, count] : m_layerClasses) {
            double leastPace = infinite, leastTime = infinite;
            for (const int kind : kinds) {
                const StageTables &table = tables(microBatchOf(kind));
                const std::size_t at = table.index(patternOf(kind), layer, layer);
                if (table.mostInFlight(at) == 0)
                    continue;
                const Pattern &pattern = patterns()[static_cast<std::size_t>(patternOf(kind))];
                const double a = pattern.degree[0] * prices[0], v = pattern.degree[1] * prices[1];
                const int groups = groupsOf(job, kind);
                const double price = pattern.mixed() ? a + v + (groups - 2) * std::min(a, v) : (a + v) * groups;
                const double time = table.leastOfKinds(patternOf(kind), layer);
                leastTime = std::min(leastTime, time);
                if (price <= all)
                    leastPace = std::min(leastPace, time * (all > 0 ? price / all : 0));
            }
            pace += count * leastPace;
            trip += count * leastTime;
        }
        box.paceLow = std::max(box.paceLow, pace);
    }
    box.bound = std::max(job.microBatches * box.paceLow, trip) + leastUpdate;
}

std::size_t EventSearch::twinOf(std::size_t job) const
{
    // The fewest samples at once with as many micro-batches and at least the same choice of micro-batch sizes.
    std::size_t twin = job;
    const auto divisible = [&](std::size_t a, std::size_t b) {
        return std::all_of(microBatchSizes.begin(), microBatchSizes.end(),
                           [&](int size) { return m_jobs[b].samples % size != 0 || m_jobs[a].samples % size == 0; });
    };
    for (std::size_t other = job; other > 0 && m_jobs[other - 1].microBatch == m_jobs[job].microBatch &&
                                  m_jobs[other - 1].microBatches == m_jobs[job].microBatches;
         --other) {
        if (m_space == EventSpace::A || divisible(other - 1, job))
            twin = other - 1;
    }
    return twin;
}

bool EventSearch::isNoBetter(std::size_t job, std::size_t twin)
{
    for (std::size_t b = 0; b < microBatchSizes.size(); ++b) {
        const int size = microBatchSizes[b];
        if ((m_jobs[job].microBatch >= 0 && m_jobs[job].microBatch != static_cast<int>(b)) ||
            m_jobs[job].samples % size != 0)
            continue;
        if (m_jobs[twin].samples / size < 2)
            return false;
        const std::vector<double> &few = syncOf(m_jobs[twin].samples / size);
        const std::vector<double> &many = syncOf(m_jobs[job].samples / size);
        if (!std::equal(few.begin(), few.end(), many.begin(), [](double a, double c) { return a <= c; }))
            return false;
    }
    return true;
}

void EventSearch::collect(Box &box)
{
    std::array<const double *, kindCount> sync = {};
    double leastSync = 0;
    for (int kind = 0; kind < static_cast<int>(kindCount); ++kind) {
        if (mayUse(*m_job, kind))
            sync[static_cast<std::size_t>(kind)] = syncOf(groupsOf(*m_job, kind)).data();
    }
    for (int layer = 0; layer < m_layers; ++layer) {
        double least = infinite;
        for (int kind = 0; kind < static_cast<int>(kindCount); ++kind) {
            if (const double *times = sync[static_cast<std::size_t>(kind)])
                least = std::min(least, times[tables(0).index(patternOf(kind), layer, layer)]);
        }
        leastSync = std::max(leastSync, least);
    }
    box.syncLow = std::max(box.syncLow, leastSync);
    box.paceHigh = std::min(box.paceHigh, (cutoff() - box.syncLow) / m_job->microBatches);
    auto list = std::make_shared<std::vector<Candidate>>();
    for (const Candidate &stage : m_stages) {
        const double *times = sync[static_cast<std::size_t>(stage.kind)];
        if (!times || stage.pace > box.paceHigh || times[stageIndex(stage)] > box.syncHigh)
            continue;
        list->push_back(stage);
        list->back().sync = times[stageIndex(stage)];
    }
    box.candidates = std::move(list);
}

void EventSearch::expand(const Box &box, int stages, int parent)
{
    const Node node = m_levels[static_cast<std::size_t>(stages)][static_cast<std::size_t>(parent)];
    std::vector<Node> &children = m_levels[static_cast<std::size_t>(stages) + 1];
    const auto &list = *box.candidates;
    const double limit = cutoff();
    const double priceLeft = m_relaxation.priceOfAll() - node.price;
    const int count = m_job->microBatches;
    std::array<double, kindCount> between = {};
    std::array<signed char, kindCount> possible = {};
    for (std::size_t c = m_begin[static_cast<std::size_t>(node.layers) - 1];
         c < m_begin[static_cast<std::size_t>(node.layers)]; ++c) {
        const Candidate &candidate = list[c];
        if (candidate.depth < stages + 1)
            continue;
        const auto kind = static_cast<std::size_t>(candidate.kind);
        if (possible[kind] == 0) {
            DeviceUse use = node.use;
            use.add(patternOf(candidate.kind), groupsOf(*m_job, candidate.kind));
            possible[kind] = use.least(0) <= m_problem.devices[0] && use.least(1) <= m_problem.devices[1] ? 1 : -1;
            if (stages > 0)
                between[kind] =
                    send(node.layers - 1, candidate.kind, node.kind) + send(node.layers, node.kind, candidate.kind);
        }
        if (possible[kind] < 0)
            continue;
        ++m_outcome.nodes;
        Node child;
        child.hasSlowest = node.hasSlowest || candidate.pace >= box.paceLow;
        child.sync = std::max(node.sync, candidate.sync);
        child.update = std::max(node.update, tables(microBatchOf(candidate.kind)).update(patternOf(candidate.kind)));
        child.beyond = stages > 0 ? node.trip + between[kind] : 0;
        child.trip = child.beyond + candidate.pace;
        child.base = boundOfStage(candidate.forward, candidate.pace - candidate.forward, child.beyond, stages, count);
        if (stages > 0)
            child.base = std::max(child.base, node.base + between[kind] + candidate.pace);
        child.price = node.price + m_relaxation.priceOf(candidate.kind);
        child.tripPrice = node.tripPrice + m_trips.priceOf(candidate.kind);
        double bound = child.base;
        if (candidate.first > 0) {
            const double left = priceLeft - m_relaxation.priceOf(candidate.kind);
            const double gradient = leastSend(candidate.first, candidate.kind);
            bound += gradient + std::max(0.0, m_relaxation.prefix(stages + 2, candidate.first) - left);
            if (!child.hasSlowest)
                bound = std::max(bound, (1 + m_weight) * (child.trip + gradient) +
                                            m_relaxation.prefixWithBottleneck(stages + 2, candidate.first) - left);
            bound = std::max(bound, m_tripCount * (child.trip + gradient + m_trips.prefix(stages + 2, candidate.first) -
                                                   (m_trips.priceOfAll() - child.tripPrice)));
        } else if (!child.hasSlowest || stages + 1 < box.stagesLow) {
            continue; // not of this box
        }
        child.bound = bound + std::max(m_leastUpdate, child.update) + std::max(box.syncLow, child.sync);
        if (child.bound >= limit)
            continue;
        child.parent = parent;
        child.candidate = static_cast<int>(c);
        child.layers = candidate.first;
        child.kind = candidate.kind;
        const double interval = intervalBound(box, stages, child);
        if (interval > child.base) {
            child.bound = std::max(child.bound, child.bound + interval - bound);
            if (candidate.first > 0)
                child.bound = std::max(child.bound, interval + leastSend(candidate.first, candidate.kind) +
                                                        std::max(0.0, m_relaxation.prefix(stages + 2, candidate.first) -
                                                                          (m_relaxation.priceOfAll() - child.price)) +
                                                        std::max(m_leastUpdate, child.update) +
                                                        std::max(box.syncLow, child.sync));
            child.base = interval;
            if (child.bound >= limit)
                continue;
        }
        child.use = node.use;
        child.use.add(patternOf(candidate.kind), groupsOf(*m_job, candidate.kind));
        if (child.layers > 0)
            children.push_back(child);
        else if (child.use.fits(m_problem.devices))
            finish(box, stages, child);
    }
}

double EventSearch::intervalBound(const Box &box, int stages, const Node &child) const
{
    const Candidate &candidate = (*box.candidates)[static_cast<std::size_t>(child.candidate)];
    const double backward = candidate.pace - candidate.forward;
    double best = 0;
    double beyond = child.beyond;
    int parent = child.parent;
    for (int length = 1; length <= stages + 1; ++length) {
        best = std::max(best, boundOfInterval(candidate.forward, backward, child.beyond, child.trip - beyond, length,
                                              stages + 1 - length, m_job->microBatches));
        const Node &next = m_levels[static_cast<std::size_t>(stages + 1 - length)][static_cast<std::size_t>(parent)];
        beyond = next.beyond;
        parent = next.parent;
    }
    return best;
}

void EventSearch::finish(const Box &box, int stages, const Node &last)
{
    m_chain = {};
    m_chain.microBatches = m_job->microBatches;
    EventPlan plan{m_job->samples, m_job->microBatches, {}};
    const Node *node = &last;
    const auto ticks = [](double seconds) { return toTicks(Seconds(seconds)).count; };
    for (int level = stages;; --level) {
        const Candidate &candidate = (*box.candidates)[static_cast<std::size_t>(node->candidate)];
        m_chain.forward.push_back(ticks(candidate.forward));
        m_chain.backward.push_back(ticks(candidate.pace - candidate.forward));
        if (!plan.stages.empty()) {
            const EventStage &before = plan.stages.back();
            const int kind = before.microBatch * static_cast<int>(patternCount) + before.pattern;
            m_chain.activation.push_back(ticks(send(before.last, kind, candidate.kind)));
            m_chain.gradient.push_back(ticks(send(candidate.first, candidate.kind, kind)));
        }
        plan.stages.push_back({candidate.first, candidate.last, patternOf(candidate.kind),
                               static_cast<int>(microBatchOf(candidate.kind))});
        if (level == 0)
            break;
        node = &m_levels[static_cast<std::size_t>(level)][static_cast<std::size_t>(node->parent)];
    }
    ++m_outcome.simulated;
    if (toSeconds(Ticks(m_pass.makespan(m_chain))).value + last.update + last.sync < m_best)
        offer(plan);
}

void EventSearch::offer(const EventPlan &plan)
{
    if (!isAllowed(m_problem, plan))
        return;
    const double time = eventTime(m_problem, plan);
    if (time < m_best) {
        m_best = time;
        m_outcome.eventPlan = plan;
        m_outcome.firstBestAt = elapsed();
    }
}

double EventSearch::keepBest(std::vector<Node> &level, std::size_t width)
{
    if (level.size() <= width)
        return infinite;
    m_order.clear();
    for (std::size_t n = 0; n < level.size(); ++n)
        m_order.emplace_back(level[n].bound, n);
    const auto middle = m_order.begin() + static_cast<std::ptrdiff_t>(width);
    std::nth_element(m_order.begin(), middle, m_order.end());
    const double dropped = middle->first;
    m_kept.clear();
    for (auto kept = m_order.begin(); kept != middle; ++kept)
        m_kept.push_back(level[kept->second]);
    level.swap(m_kept);
    return dropped;
}

double EventSearch::enumerate(const Box &box)
{
    double dropped = infinite;
    m_levels.resize(static_cast<std::size_t>(m_layers) + 2);
    m_levels[0].assign(1, Node());
    m_levels[0][0].layers = static_cast<std::int16_t>(m_layers);
    const std::size_t width = levelWidth * static_cast<std::size_t>(1 + box.halvings);
    for (int stages = 0; stages < m_relaxation.mostStages(); ++stages) {
        auto &level = m_levels[static_cast<std::size_t>(stages)];
        auto &next = m_levels[static_cast<std::size_t>(stages) + 1];
        next.clear();
        for (std::size_t n = 0; n < level.size(); ++n) {
            if (level[n].bound < cutoff())
                expand(box, stages, static_cast<int>(n));
        }
        dropped = std::min(dropped, keepBest(next, width));
        if (next.empty())
            break;
    }
    return dropped;
}

void EventSearch::treat(Box box)
{
    const int count = m_job->microBatches;
    box.paceHigh = std::min(box.paceHigh, (cutoff() - box.syncLow) / count);
    if (box.candidates)
        narrow(box);
    else
        collect(box);
    std::vector<StageKind> kinds;
    m_leastUpdate = infinite;
    int mostGroups = 1;
    for (int kind = 0; kind < static_cast<int>(kindCount); ++kind) {
        if (mayUse(*m_job, kind)) {
            m_leastUpdate = std::min(m_leastUpdate, tables(microBatchOf(kind)).update(patternOf(kind)));
            mostGroups = std::max(mostGroups, groupsOf(*m_job, kind));
        }
    }
    for (int kind = 0; kind < static_cast<int>(kindCount); ++kind)
        kinds.push_back({patterns()[static_cast<std::size_t>(patternOf(kind))],
                         mayUse(*m_job, kind) ? groupsOf(*m_job, kind) : mostGroups});
    const double fixed = box.syncLow + m_leastUpdate;
    box.stagesHigh = std::min(box.stagesHigh, m_job->mostStages);
    // A pipeline holds no more micro-batches than it has stages.
    m_tripCount = (count - 1) / box.stagesHigh + 1;
    m_trips.setKinds(kinds);
    m_trips.setCandidates(box.candidates.get(), box.stagesLow, box.stagesHigh);
    const double trip = m_trips.improve(box.tripPrices, (cutoff() - fixed) / m_tripCount, priceSteps, [] {});
    box.bound = std::max(box.bound, fixed + m_tripCount * trip);
    if (box.bound >= cutoff()) {
        exclude(box);
        return;
    }
    m_relaxation.setKinds(kinds);
    // The weighted bound needs a steady state at the slowest stage, wherever it is.
    m_weight = box.stagesHigh < count ? behindWeight : 0;
    m_relaxation.setCandidates(box.candidates.get(), box.stagesLow, box.stagesHigh,
                               {true, count - 1, m_weight, box.paceLow});
    const double time = m_relaxation.improve(box.prices, cutoff() - fixed, priceSteps, [] {});
    box.bound = std::max(box.bound, fixed + time);
    if (box.bound >= cutoff()) {
        exclude(box);
        return;
    }
    // Stages that no good plan holds; some stage has the box's longest synchronization.
    const std::vector<double> &holding = m_relaxation.boundsOfHolding();
    auto list = std::make_shared<std::vector<Candidate>>();
    double withSync = infinite;
    for (std::size_t c = 0; c < box.candidates->size(); ++c) {
        const Candidate &candidate = (*box.candidates)[c];
        const double bound = holding[c] + m_leastUpdate + std::max(box.syncLow, candidate.sync);
        if (bound < cutoff())
            list->push_back(candidate);
        if (candidate.sync >= box.syncLow)
            withSync = std::min(withSync, bound);
    }
    box.bound = std::max(box.bound, withSync);
    if (box.bound >= cutoff()) {
        exclude(box);
        return;
    }
    box.candidates = std::move(list);
    if (box.stagesHigh > box.stagesLow + box.stagesLow / 8) {
        splitStages(std::move(box));
        return;
    }
    indexCandidates(*box.candidates);
    const double dropped = enumerate(box);
    box.bound = std::max(box.bound, std::min(dropped, cutoff()));
    if (dropped >= cutoff())
        exclude(box);
    else
        split(std::move(box));
}

} // namespace

SearchOutcome searchByEvents(const Problem &problem, EventSpace space, const SearchLimits &limits)
{
    return EventSearch(problem, space, limits).run();
}

} // namespace heteroscope::sailor
