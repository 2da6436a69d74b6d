// SPDX-License-Identifier: GPL-3.0-or-later
#include "peers/sailor/event_search.h"

#include "peers/sailor/event_boxes.h"
#include "peers/sailor/formula_search.h"

#include <algorithm>

namespace heteroscope::sailor {

namespace {

/// How much of the bound looks at the pipeline's fill and drain behind the slowest stage (price_relaxation.h).
constexpr double behindWeight = 1.0;

} // namespace

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
    m_minSend.assign(static_cast<std::size_t>(m_layers) * kindCount, 0);
    for (int layer = 0; layer < m_layers; ++layer) {
        for (std::size_t kind = 0; kind < kindCount; ++kind) {
            const int pattern = patternOf(static_cast<int>(kind));
            const std::size_t own = microBatchOf(static_cast<int>(kind));
            double least = tables(own).minSend(layer, pattern);
            for (std::size_t b = own + 1; m_space == EventSpace::Aplus && b < microBatchSizes.size(); ++b)
                least = std::min(least, tables(b).minSend(layer, pattern));
            m_minSend[static_cast<std::size_t>(layer) * kindCount + kind] = least;
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
                    candidate.pace = candidate.maxPace = tables(b).forward(at) + tables(b).backward(at);
                    candidate.time = candidate.pace + (first > 0 ? minSend(first, candidate.kind) : 0) +
                                     (isLast ? 0 : minSend(last, candidate.kind));
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
    double minUpdate = infinite;
    for (int kind = 0; kind < static_cast<int>(kindCount); ++kind) {
        if (mayUse(job, kind)) {
            kinds.push_back(kind);
            minUpdate = std::min(minUpdate, tables(microBatchOf(kind)).update(patternOf(kind)));
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
            double minPace = infinite, minTime = infinite;
            for (const int kind : kinds) {
                const StageTables &table = tables(microBatchOf(kind));
                const std::size_t at = table.index(patternOf(kind), layer, layer);
                if (table.mostInFlight(at) == 0)
                    continue;
                const Pattern &pattern = patterns()[static_cast<std::size_t>(patternOf(kind))];
                const double a = pattern.degree[0] * prices[0], v = pattern.degree[1] * prices[1];
                const int groups = groupsOf(job, kind);
                const double price = pattern.mixed() ? a + v + (groups - 2) * std::min(a, v) : (a + v) * groups;
                const double time = table.byOneKind(patternOf(kind), layer);
                minTime = std::min(minTime, time);
                if (price <= all)
                    minPace = std::min(minPace, time * (all > 0 ? price / all : 0));
            }
            pace += count * minPace;
            trip += count * minTime;
        }
        box.paceLow = std::max(box.paceLow, pace);
    }
    box.bound = std::max(job.microBatches * box.paceLow, trip) + minUpdate;
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
    double minSync = 0;
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
        minSync = std::max(minSync, least);
    }
    box.syncLow = std::max(box.syncLow, minSync);
    box.paceHigh = std::min(box.paceHigh, (cutoff() - box.syncLow) / m_job->microBatches);
    auto list = std::make_shared<std::vector<Candidate>>();
    list->reserve(m_stages.size());
    for (const Candidate &stage : m_stages) {
        const double *times = sync[static_cast<std::size_t>(stage.kind)];
        if (!times || stage.pace > box.paceHigh || times[stageIndex(stage)] > box.syncHigh)
            continue;
        list->push_back(stage);
        list->back().sync = times[stageIndex(stage)];
    }
    box.candidates = std::move(list);
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
    m_minUpdate = infinite;
    int maxGroups = 1;
    for (int kind = 0; kind < static_cast<int>(kindCount); ++kind) {
        if (mayUse(*m_job, kind)) {
            m_minUpdate = std::min(m_minUpdate, tables(microBatchOf(kind)).update(patternOf(kind)));
            maxGroups = std::max(maxGroups, groupsOf(*m_job, kind));
        }
    }
    for (int kind = 0; kind < static_cast<int>(kindCount); ++kind)
        kinds.push_back({patterns()[static_cast<std::size_t>(patternOf(kind))],
                         mayUse(*m_job, kind) ? groupsOf(*m_job, kind) : maxGroups});
    const double fixed = box.syncLow + m_minUpdate;
    box.stagesHigh = std::min(box.stagesHigh, m_job->maxStages);
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
    list->reserve(box.candidates->size());
    double withSync = infinite;
    for (std::size_t c = 0; c < box.candidates->size(); ++c) {
        const Candidate &candidate = (*box.candidates)[c];
        const double bound = holding[c] + m_minUpdate + std::max(box.syncLow, candidate.sync);
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

SearchOutcome searchByEvents(const Problem &problem, EventSpace space, const SearchLimits &limits)
{
    return EventSearch(problem, space, limits).run();
}

} // namespace heteroscope::sailor
