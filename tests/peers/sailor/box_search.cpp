// SPDX-License-Identifier: GPL-3.0-or-later
#include "peers/sailor/box_search.h"

#include "base/threads.h"

#include <algorithm>
#include <cmath>

namespace heteroscope::sailor {

void BoxPool::add(Box box)
{
    const std::lock_guard lock(m_mutex);
    m_queue.push(std::move(box));
    m_changed.notify_one();
}

std::optional<Box> BoxPool::next()
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_stopped || !m_queue.empty() || m_treated == 0; });
    if (m_stopped || m_queue.empty())
        return std::nullopt;
    Box box = m_queue.top();
    m_queue.pop();
    ++m_treated;
    return box;
}

void BoxPool::finish()
{
    const std::lock_guard lock(m_mutex);
    if (--m_treated == 0)
        m_changed.notify_all();
}

void BoxPool::stop()
{
    const std::lock_guard lock(m_mutex);
    m_stopped = true;
    m_changed.notify_all();
}

std::vector<Box> BoxPool::takeRest()
{
    std::vector<Box> rest;
    for (; !m_queue.empty(); m_queue.pop())
        rest.push_back(m_queue.top());
    return rest;
}

BoxSearch::BoxSearch(const Problem &problem, const SearchLimits &limits)
    : m_problem(problem),
      m_layers(problem.profiles.layers()),
      m_relaxation(m_layers, problem.devices),
      m_limits(limits),
      m_start(std::chrono::steady_clock::now()),
      m_syncTables(problem),
      m_pool(std::make_shared<BoxPool>())
{
    std::vector<StageTables> tables;
    for (std::size_t b = 0; b < microBatchSizes.size(); ++b)
        tables.emplace_back(problem, static_cast<int>(b));
    m_tables = std::make_shared<const std::vector<StageTables>>(std::move(tables));
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
    m_pool->add(std::move(low));
    m_pool->add(std::move(high));
}

void BoxSearch::splitStages(Box box)
{
    Box high = box;
    box.stagesHigh = (box.stagesLow + box.stagesHigh) / 2;
    high.stagesLow = box.stagesHigh + 1;
    m_pool->add(std::move(box));
    m_pool->add(std::move(high));
}

void BoxSearch::work()
{
    while (auto box = m_pool->next()) {
        if (shouldStop()) {
            m_pool->add(std::move(*box));
            m_pool->stop();
        } else if (box->bound >= cutoff()) {
            exclude(*box);
        } else if (box->candidates || !excludeTwin(*box)) {
            m_job = &m_jobs[box->job];
            ++m_counts.boxes;
            treat(std::move(*box));
        }
        m_pool->finish();
    }
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
            m_pool->add(std::move(box));
    }
    std::vector<std::unique_ptr<BoxSearch>> others;
    for (unsigned n = 1; n < m_limits.threads; ++n) {
        others.push_back(copy());
        others.back()->m_counts = {};
    }
    onThreads(std::max(1U, m_limits.threads),
              [&](unsigned worker) { (worker == 0 ? *this : *others[worker - 1]).work(); });
    SearchOutcome outcome = std::move(m_pool->found());
    double lower = best();
    for (const Box &box : m_pool->takeRest()) {
        lower = std::min(lower, box.bound);
        exclude(box);
    }
    others.emplace_back(); // stands for this one
    for (const auto &other : others) {
        const BoxSearch &each = other ? *other : *this;
        outcome.boxes += each.m_counts.boxes;
        outcome.simulated += each.m_counts.simulated;
        outcome.nodes += each.m_counts.nodes;
        for (std::size_t j = 0; j < m_jobs.size(); ++j) {
            m_jobBounds[j] = std::min(m_jobBounds[j], each.m_jobBounds[j]);
            m_twin[j] = m_twin[j] || each.m_twin[j];
        }
    }
    const bool found = best() < infinite;
    outcome.proved = !m_pool->isStopped() && found;
    for (std::size_t j = 0; j < m_jobs.size(); ++j) {
        const double bound = m_jobBounds[m_twin[j] ? twinOf(j) : j];
        outcome.jobs.push_back({m_jobs[j].microBatch, m_jobs[j].samples, std::min(bound, best())});
    }
    if (found) {
        outcome.stepTime = best();
        outcome.lowerBound = outcome.proved ? best() : lower;
        outcome.gap = outcome.proved ? 0 : (best() - lower) / best();
    }
    return outcome;
}

} // namespace heteroscope::sailor
