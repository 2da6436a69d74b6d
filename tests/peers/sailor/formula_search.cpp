// SPDX-License-Identifier: GPL-3.0-or-later
#include "peers/sailor/formula_search.h"

#include "peers/sailor/formula_boxes.h"

#include <algorithm>
#include <cmath>

namespace heteroscope::sailor {

void FormulaSearch::begin()
{
    const int all = m_problem.devices[0] + m_problem.devices[1];
    for (std::size_t b = 0; b < microBatchSizes.size(); ++b) {
        if (tables(b).allowedPatterns().empty())
            continue;
        for (int groups = 1; groups <= all; ++groups) {
            const int samples = microBatchSizes[b] * groups;
            const int count = (m_problem.globalBatch + samples - 1) / samples;
            m_jobs.push_back({static_cast<int>(b), samples, count, std::min(m_layers, all / groups)});
        }
    }
    seed();
}

void FormulaSearch::boundCheaply(Box &box) const
{
    const Job &job = m_jobs[box.job];
    // Time of a stage weighted by its share of the priced devices is at most the slowest stage's; so every layer pays
    // at least (1 + (M - 1) share) of its time.
    const StageTables &table = tables(static_cast<std::size_t>(job.microBatch));
    double minUpdate = infinite;
    for (const int k : table.allowedPatterns())
        minUpdate = std::min(minUpdate, table.update(k));
    constexpr int directions = 7;
    for (int d = 0; d < directions; ++d) {
        const double angle = d / (directions - 1.0);
        const std::array<double, typeCount> prices = {angle, 1 - angle};
        // A hair more than there is, so that rounding forbids nothing that just fits.
        const double all = (prices[0] * m_problem.devices[0] + prices[1] * m_problem.devices[1]) * (1 + 1e-9);
        if (all <= 0)
            continue;
        std::array<double, patternCount> weight, share;
        for (const int k : table.allowedPatterns()) {
            const Pattern &pattern = patterns()[static_cast<std::size_t>(k)];
            const double a = pattern.degree[0] * prices[0], v = pattern.degree[1] * prices[1];
            const double price = pattern.mixed()
                                     ? (groupsOf(job) < 2 ? infinite : a + v + (groupsOf(job) - 2) * std::min(a, v))
                                     : (a + v) * groupsOf(job);
            share[static_cast<std::size_t>(k)] = price <= all ? price / all : infinite;
            weight[static_cast<std::size_t>(k)] = 1 + (job.microBatches - 1) * share[static_cast<std::size_t>(k)];
        }
        double sum = 0, pace = 0;
        for (int layer = 0; layer < m_layers; ++layer) {
            double least = infinite, minPace = infinite;
            for (const int k : table.allowedPatterns()) {
                const std::size_t at = table.index(k, layer, layer);
                if (table.mostInFlight(at) == 0)
                    continue;
                const double time = table.byOneKind(k, layer);
                least = std::min(least, weight[static_cast<std::size_t>(k)] * time);
                minPace = std::min(minPace, share[static_cast<std::size_t>(k)] * time);
            }
            sum += least;
            pace += minPace;
        }
        box.bound = std::max(box.bound, sum + minUpdate);
        box.paceLow = std::max(box.paceLow, pace);
    }
}

void FormulaSearch::offer(const SpaceAPlan &plan)
{
    if (!isAllowed(m_problem, plan))
        return;
    const double time = formulaTime(m_problem, plan);
    BoxSearch::offer(time, [&](SearchOutcome &found) { found.plan = plan; });
}

void FormulaSearch::offerChain()
{
    SpaceAPlan plan{m_job->microBatch, groups(), m_job->microBatches, {}};
    DeviceUse use;
    for (const Candidate *candidate : m_relaxation.chain()) {
        plan.stages.push_back({candidate->first, candidate->last, candidate->kind});
        use.add(candidate->kind, groups());
    }
    if (!plan.stages.empty() && use.fits(m_problem.devices))
        offer(plan);
}

void FormulaSearch::seed()
{
    // One or two stages of one type each, with the balanced cut: any first plan will do.
    for (const Job &job : m_jobs) {
        const StageTables &table = tables(static_cast<std::size_t>(job.microBatch));
        double bestHere = infinite;
        SpaceAPlan plan{job.microBatch, groupsOf(job), job.microBatches, {}};
        const auto fits = [&](int k, int first, int last, int depth) {
            return table.mostInFlight(table.index(k, first, last)) >= depth;
        };
        for (const int a : table.allowedPatterns()) {
            if (patterns()[static_cast<std::size_t>(a)].mixed())
                continue;
            DeviceUse alone;
            alone.add(a, groupsOf(job));
            if (!alone.fits(m_problem.devices))
                continue;
            const double single = job.microBatches * table.compute(table.index(a, 0, m_layers - 1));
            if (single < bestHere && fits(a, 0, m_layers - 1, 1)) {
                bestHere = single;
                plan.stages = {{0, m_layers - 1, a}};
            }
            for (const int b : table.allowedPatterns()) {
                DeviceUse both = alone;
                both.add(b, groupsOf(job));
                if (patterns()[static_cast<std::size_t>(b)].mixed() || !both.fits(m_problem.devices))
                    continue;
                for (int cut = 1; cut < m_layers; ++cut) {
                    const double first = table.compute(table.index(a, 0, cut - 1));
                    const double second = table.compute(table.index(b, cut, m_layers - 1));
                    const double time = (job.microBatches - 1) * std::max(first, second) + first + second;
                    if (time < bestHere && fits(a, 0, cut - 1, 2) && fits(b, cut, m_layers - 1, 1)) {
                        bestHere = time;
                        plan.stages = {{0, cut - 1, a}, {cut, m_layers - 1, b}};
                    }
                }
            }
        }
        if (bestHere < best())
            offer(plan);
    }
}

std::size_t FormulaSearch::twinOf(std::size_t job) const
{
    while (job > 0 && m_jobs[job - 1].microBatch == m_jobs[job].microBatch &&
           m_jobs[job - 1].microBatches == m_jobs[job].microBatches)
        --job;
    return job;
}

bool FormulaSearch::isNoBetter(std::size_t job, std::size_t twin)
{
    // Every plan with more groups but no fewer micro-batches has a twin with the fewest groups: the same stages on
    // fewer devices. It is as fast if no synchronization takes longer there, which some fitted curves do not grant.
    const int size = microBatchSizes[static_cast<std::size_t>(m_jobs[job].microBatch)];
    if (m_jobs[twin].samples / size < 2)
        return false;
    const std::vector<double> &few = syncOf(m_jobs[twin].samples / size);
    const std::vector<double> &many = syncOf(m_jobs[job].samples / size);
    return std::equal(few.begin(), few.end(), many.begin(), [](double a, double b) { return a <= b; });
}

void FormulaSearch::prepareStages(std::size_t microBatch)
{
    const StageTables &table = tables(microBatch);
    std::vector<Candidate> &list = m_stages[microBatch];
    for (int last = 0; last < m_layers; ++last) {
        for (const int k : table.allowedPatterns()) {
            for (int first = last; first >= 0; --first) {
                const std::size_t at = table.index(k, first, last);
                const double compute = table.compute(at);
                const bool isFirst = first == 0, isLast = last == m_layers - 1;
                const int depth = std::min(isLast ? 1 : m_layers, table.mostInFlight(at));
                if (depth < (isLast ? 1 : 2))
                    continue;
                Candidate candidate;
                candidate.time = candidate.maxPace = compute;
                candidate.first = static_cast<std::int16_t>(first);
                candidate.last = static_cast<std::int16_t>(last);
                candidate.kind = static_cast<std::int16_t>(k);
                candidate.depth = static_cast<std::int16_t>(depth);
                if (isLast && !isFirst) {
                    candidate.time += 2 * table.minSend(first, k);
                    candidate.maxPace += 2 * table.maxSend(first, k);
                } else if (isFirst && !isLast) {
                    candidate.firstExtra = table.minSend(last, k);
                    candidate.time += candidate.firstExtra;
                    candidate.maxPace += 2 * table.maxSend(last, k);
                } else if (!isLast) {
                    candidate.time += table.minSend(last, k) + table.minSend(first, k);
                    candidate.maxPace += table.maxSend(last, k) + table.maxSend(first, k);
                }
                candidate.pace = candidate.time;
                list.push_back(candidate);
            }
        }
    }
}

void FormulaSearch::collect(Box &box)
{
    const StageTables &table = tables(static_cast<std::size_t>(m_job->microBatch));
    const auto &all = m_stages[static_cast<std::size_t>(m_job->microBatch)];
    const auto &sync = syncOf(groups());
    std::array<bool, patternCount> possible = {};
    double minSync = 0;
    for (const int k : table.allowedPatterns()) {
        DeviceUse use;
        use.add(k, groups());
        possible[static_cast<std::size_t>(k)] = (groups() > 1 || !patterns()[static_cast<std::size_t>(k)].mixed()) &&
                                                use.least(0) <= m_problem.devices[0] &&
                                                use.least(1) <= m_problem.devices[1];
    }
    for (int layer = 0; layer < m_layers; ++layer) {
        double least = infinite;
        for (const int k : table.allowedPatterns()) {
            if (possible[static_cast<std::size_t>(k)])
                least = std::min(least, sync[table.index(k, layer, layer)]);
        }
        minSync = std::max(minSync, least);
    }
    box.syncLow = std::max(box.syncLow, minSync);
    if (m_job->microBatches > 1)
        box.paceHigh = std::min(box.paceHigh, (cutoff() - box.syncLow) / (m_job->microBatches - 1));
    auto list = std::make_shared<std::vector<Candidate>>();
    for (const Candidate &stage : all) {
        const double syncTime = sync[table.index(stage.kind, stage.first, stage.last)];
        if (!possible[static_cast<std::size_t>(stage.kind)] || stage.time > box.paceHigh || syncTime > box.syncHigh)
            continue;
        list->push_back(stage);
        list->back().sync = syncTime;
    }
    box.candidates = std::move(list);
}

void FormulaSearch::treat(Box box)
{
    const int rest = m_job->microBatches - 1;
    if (rest > 0)
        box.paceHigh = std::min(box.paceHigh, (cutoff() - box.syncLow) / rest);
    if (box.candidates)
        narrow(box);
    else
        collect(box);
    const StageTables &table = tables(static_cast<std::size_t>(m_job->microBatch));
    double minUpdate = infinite;
    for (const int k : table.allowedPatterns())
        minUpdate = std::min(minUpdate, table.update(k));
    const double fixed = rest * box.paceLow + box.syncLow + minUpdate;
    std::vector<StageKind> kinds;
    for (const Pattern &pattern : patterns())
        kinds.push_back({pattern, groups()});
    m_relaxation.setKinds(kinds);
    m_relaxation.setCandidates(box.candidates.get(), 1, m_job->maxStages);
    const double sum = m_relaxation.improve(box.prices, cutoff() - fixed, priceSteps, [this] { offerChain(); });
    box.bound = std::max(box.bound, fixed + sum);
    if (box.bound >= cutoff()) {
        exclude(box);
        return;
    }
    // Stages that no good plan holds.
    const std::vector<double> &holding = m_relaxation.boundsOfHolding();
    auto list = std::make_shared<std::vector<Candidate>>();
    // Some stage has the slowest time of the box, and some stage its longest synchronization.
    double withPace = infinite, withSync = infinite;
    for (std::size_t c = 0; c < box.candidates->size(); ++c) {
        const Candidate &candidate = (*box.candidates)[c];
        const double bound = rest * std::max(box.paceLow, candidate.time) + std::max(box.syncLow, candidate.sync) +
                             minUpdate + holding[c];
        if (bound < cutoff())
            list->push_back(candidate);
        if (candidate.maxPace >= box.paceLow)
            withPace = std::min(withPace, bound);
        if (candidate.sync >= box.syncLow)
            withSync = std::min(withSync, bound);
    }
    box.bound = std::max({box.bound, withPace, withSync});
    if (box.bound >= cutoff()) {
        exclude(box);
        return;
    }
    box.candidates = std::move(list);
    indexCandidates(*box.candidates);
    const double dropped = enumerate(box);
    box.bound = std::max(box.bound, std::min(dropped, cutoff()));
    if (dropped >= cutoff())
        exclude(box);
    else
        split(std::move(box));
}

SearchOutcome searchByFormula(const Problem &problem, const SearchLimits &limits)
{
    return FormulaSearch(problem, limits).run();
}

} // namespace heteroscope::sailor
