// SPDX-License-Identifier: GPL-3.0-or-later
//
// The frame of the certified searches: best-first over boxes. A job is all plans of one size of micro-batches; a box is
// those plans of a job whose slowest stage, longest synchronization and number of stages lie in given intervals. Each
// box has a lower bound on the step time of its plans. The box of the least bound is treated first: excluded,
// enumerated, or halved. When no box is left, or all bounds are at the best plan's time, that plan is proved.
//
// Several workers may treat boxes at the same time: each is a copy of the search with working memory of its own. They
// share the queue, the bounds and the best plan.
#pragma once

#include "peers/sailor/price_relaxation.h"
#include "peers/sailor/search_result.h"

#include <atomic>
#include <condition_variable>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <queue>

namespace heteroscope::sailor {

struct Job
{
    int microBatch = 0; ///< into microBatchSizes; -1 = each stage its own
    int samples = 1;    ///< that pass a stage at once, over all its groups
    int microBatches = 1;
    int maxStages = 1;
};

struct Box
{
    std::size_t job = 0;
    double bound = 0;
    double paceLow = 0, paceHigh = infinite; ///< slowest stage's time
    double syncLow = 0, syncHigh = infinite; ///< longest synchronization
    int stagesLow = 1, stagesHigh = maxLayers;
    int halvings = 0;
    Prices prices = {}, tripPrices = {};
    std::shared_ptr<std::vector<Candidate>> candidates; ///< none yet: all of the job

    bool operator<(const Box &other) const { return bound > other.bound; } // for a queue with the least on top
};

/// The boxes that are left and what is known of the whole, for all workers of a search.
class BoxPool
{
public:
    void add(Box box);
    /// The box of the least bound. Waits for boxes that others are about to add; none: all are treated, or a stop.
    std::optional<Box> next();
    /// The worker has treated the box that it had, and added what came of it.
    void finish();
    void stop();
    bool isStopped() const { return m_stopped; }
    /// Boxes that a stop has left.
    std::vector<Box> takeRest();

    double best() const { return m_best; }
    /// Calls keep() if the time is less than the best.
    template<class Keep>
    void offer(double time, const Keep &keep)
    {
        const std::lock_guard lock(m_mutex);
        if (time >= m_best)
            return;
        m_best = time;
        keep(m_found);
    }
    /// With the best plan; when no worker is left.
    SearchOutcome &found() { return m_found; }

private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::priority_queue<Box> m_queue;
    std::size_t m_treated = 0; ///< at the moment
    std::atomic<bool> m_stopped = false;
    std::atomic<double> m_best = infinite; ///< seconds
    SearchOutcome m_found;
};

class BoxSearch
{
public:
    BoxSearch(const Problem &problem, const SearchLimits &limits);
    BoxSearch &operator=(const BoxSearch &) = delete;
    virtual ~BoxSearch() = default;

    SearchOutcome run();

protected:
    /// Fills jobs and offers first plans.
    virtual void begin() = 0;
    /// A first bound from sums over layers alone.
    virtual void boundCheaply(Box &box) const = 0;
    /// Ends in exclude() or split().
    virtual void treat(Box box) = 0;
    /// Is every plan of a job no faster than one of the job that twinOf() names?
    virtual bool isNoBetter(std::size_t job, std::size_t twin) = 0;
    virtual std::size_t twinOf(std::size_t job) const = 0;
    /// Another worker of this search.
    virtual std::unique_ptr<BoxSearch> copy() const = 0;
    BoxSearch(const BoxSearch &) = default;

    void exclude(const Box &box);
    void split(Box box);
    void splitStages(Box box);
    /// True after it has dealt with the box.
    bool excludeTwin(const Box &box);
    /// Keeps the candidates within the box, and sets m_begin.
    void narrow(Box &box);
    void indexCandidates(const std::vector<Candidate> &candidates);
    const std::vector<double> &syncOf(int groups);

    double elapsed() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count(); }
    bool shouldStop() const { return m_limits.stop.stop_requested() || elapsed() > m_limits.seconds; }
    double best() const { return m_pool->best(); } ///< seconds
    double cutoff() const { return best() * (1 - proofTolerance); }
    /// keep(outcome) notes the plan there, if it is the best.
    template<class Keep>
    void offer(double time, const Keep &keep)
    {
        m_pool->offer(time, [&](SearchOutcome &found) {
            keep(found);
            found.firstBestAt = elapsed();
        });
    }
    const StageTables &tables(std::size_t microBatch) const { return (*m_tables)[microBatch]; }

    const Problem &m_problem;
    int m_layers;
    PriceRelaxation m_relaxation;
    std::vector<Job> m_jobs;
    const Job *m_job = nullptr;       ///< the one being treated
    std::vector<std::size_t> m_begin; ///< of the box's candidates by last layer
    SearchOutcome m_counts;           ///< of what this worker looked at

private:
    void work();

    const SearchLimits &m_limits;
    std::chrono::steady_clock::time_point m_start;
    std::shared_ptr<const std::vector<StageTables>> m_tables;
    SyncTables m_syncTables;
    std::map<int, std::vector<double>> m_sync; ///< by groups
    std::shared_ptr<BoxPool> m_pool;
    std::vector<double> m_jobBounds; ///< least bound of what this worker excluded
    std::vector<char> m_twin;        ///< by job: no better than its twin, as this worker found
};

} // namespace heteroscope::sailor
