// SPDX-License-Identifier: GPL-3.0-or-later
//
// The frame of the certified searches: best-first over boxes. A job is all plans of one size of micro-batches; a box is
// those plans of a job whose slowest stage, longest synchronization and number of stages lie in given intervals. Each
// box has a lower bound on the step time of its plans. The box of the least bound is treated first: excluded,
// enumerated, or halved. When no box is left, or all bounds are at the best plan's time, that plan is proved.
#pragma once

#include "peers/sailor/price_relaxation.h"
#include "peers/sailor/search_result.h"

#include <limits>
#include <map>
#include <memory>
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

class BoxSearch
{
public:
    BoxSearch(const Problem &problem, const SearchLimits &limits);
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
    double cutoff() const { return m_best * (1 - proofTolerance); }
    const StageTables &tables(std::size_t microBatch) const { return m_tables[microBatch]; }

    const Problem &m_problem;
    int m_layers;
    PriceRelaxation m_relaxation;
    std::vector<Job> m_jobs;
    const Job *m_job = nullptr;       ///< the one being treated
    std::vector<std::size_t> m_begin; ///< of the box's candidates by last layer
    double m_best = infinite;         ///< seconds
    SearchOutcome m_outcome;

private:
    const SearchLimits &m_limits;
    std::chrono::steady_clock::time_point m_start;
    std::vector<StageTables> m_tables;
    SyncTables m_syncTables;
    std::map<int, std::vector<double>> m_sync; ///< by groups
    std::priority_queue<Box> m_queue;
    std::vector<double> m_jobBounds; ///< least bound of what was excluded
    std::vector<char> m_twin;        ///< by job: no better than its twin
};

} // namespace heteroscope::sailor
