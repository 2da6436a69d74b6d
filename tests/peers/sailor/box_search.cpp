// SPDX-License-Identifier: GPL-3.0-or-later
#include "peers/sailor/box_search.h"

#include <algorithm>
#include <cmath>

namespace heteroscope::sailor {

BoxSearch::BoxSearch(const Problem &problem, const SearchLimits &limits)
    : m_problem(problem),
      m_layers(problem.profiles.layers()),
      m_relaxation(m_layers, problem.devices),
      m_limits(limits),
      m_start(std::chrono::steady_clock::now()),
      m_syncTables(problem)
{
    for (std::size_t b = 0; b < microBatchSizes.size(); ++b)
        m_tables.emplace_back(problem, static_cast<int>(b));
}

const std::vector<double> &BoxSearch::syncOf(int groups)
{
    std::vector<double> &times = m_sync[groups];
    if (times.empty())
        m_syncTables.fill(groups, times);
    return times;
}

void BoxSearch::exclude(const Box &box) { m_jobBounds[box.job] = std::min(m_jobBounds[box.job], box.bound); }

bool BoxSearch::excludeTwin(const Box &box)
{
    const std::size_t twin = twinOf(box.job);
    m_twin[box.job] = twin != box.job && isNoBetter(box.job, twin);
    return m_twin[box.job];
}

void BoxSearch::indexCandidates(const std::vector<Candidate> &candidates)
{
    m_begin.assign(static_cast<std::size_t>(m_layers) + 1, 0);
    for (const Candidate &candidate : candidates)
        ++m_begin[static_cast<std::size_t>(candidate.last) + 1];
    for (std::size_t layer = 1; layer < m_begin.size(); ++layer)
        m_begin[layer] += m_begin[layer - 1];
}

void BoxSearch::narrow(Box &box)
{
    auto list = std::make_shared<std::vector<Candidate>>();
    list->reserve(box.candidates->size());
    for (const Candidate &candidate : *box.candidates) {
        if (candidate.pace <= box.paceHigh && candidate.sync <= box.syncHigh)
            list->push_back(candidate);
    }
    box.candidates = std::move(list);
}

void BoxSearch::split(Box box)
{
    const Job &job = m_jobs[box.job];
    double slowest = 0, longest = 0, fastest = infinite, shortest = infinite;
    for (const Candidate &candidate : *box.candidates) {
        slowest = std::max(slowest, candidate.maxPace);
        longest = std::max(longest, candidate.sync);
        if (candidate.maxPace >= box.paceLow)
            fastest = std::min(fastest, candidate.pace);
        if (candidate.sync >= box.syncLow)
            shortest = std::min(shortest, candidate.sync);
    }
    box.paceHigh = std::min(box.paceHigh, slowest);
    box.paceLow = std::max(box.paceLow, fastest);
    box.syncHigh = std::min(box.syncHigh, longest);
    box.syncLow = std::max(box.syncLow, shortest);
    ++box.halvings;
    Box low = box, high = box;
    if ((job.microBatches - 1) * (box.paceHigh - box.paceLow) >= box.syncHigh - box.syncLow)
        high.paceLow = std::nextafter(low.paceHigh = (box.paceLow + box.paceHigh) / 2, infinite);
    else
        high.syncLow = std::nextafter(low.syncHigh = (box.syncLow + box.syncHigh) / 2, infinite);
    m_queue.push(std::move(low));
    m_queue.push(std::move(high));
}

void BoxSearch::splitStages(Box box)
{
    Box high = box;
    box.stagesHigh = (box.stagesLow + box.stagesHigh) / 2;
    high.stagesLow = box.stagesHigh + 1;
    m_queue.push(std::move(box));
    m_queue.push(std::move(high));
}

SearchOutcome BoxSearch::run()
{
    begin();
    m_jobBounds.assign(m_jobs.size(), infinite);
    m_twin.assign(m_jobs.size(), 0);
    for (std::size_t j = 0; j < m_jobs.size(); ++j) {
        Box box;
        box.job = j;
        boundCheaply(box);
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
        if (box.bound >= cutoff()) {
            exclude(box);
        } else if (box.candidates || !excludeTwin(box)) {
            m_job = &m_jobs[box.job];
            ++m_outcome.boxes;
            treat(std::move(box));
        }
    }
    double lower = m_best;
    for (; !m_queue.empty(); m_queue.pop()) {
        lower = std::min(lower, m_queue.top().bound);
        exclude(m_queue.top());
    }
    const bool found = m_best < infinite;
    m_outcome.proved = !stopped && found;
    for (std::size_t j = 0; j < m_jobs.size(); ++j) {
        const double bound = m_jobBounds[m_twin[j] ? twinOf(j) : j];
        m_outcome.jobs.push_back({m_jobs[j].microBatch, m_jobs[j].samples, std::min(bound, m_best)});
    }
    if (found) {
        m_outcome.stepTime = m_best;
        m_outcome.lowerBound = m_outcome.proved ? m_best : lower;
        m_outcome.gap = m_outcome.proved ? 0 : (m_best - lower) / m_best;
    }
    return std::move(m_outcome);
}

} // namespace heteroscope::sailor
