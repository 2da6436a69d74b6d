// SPDX-License-Identifier: GPL-3.0-or-later
//
// Drafts of plans for the baselines: stages with TP groups that share each micro-batch, and an estimate of the step
// time,
//
//     T = (M-1) max_s(t_s + c_s) + sum_s(t_s + c_s) + max_s a_s
//
// with t_s the passes of the slowest group, c_s the sends to the next stage and back, and a_s the all-reduce at the
// rate of the stage's slowest pair (the form of the cost formulas of Metis and Sailor). The estimate only ranks drafts;
// reported times are simulated.
#pragma once

#include "planner/prices/price_book.h"

#include <map>
#include <tuple>
#include <vector>

namespace heteroscope {

struct DraftStage
{
    std::vector<int> groups;  ///< of TensorGroups
    std::vector<int> samples; ///< of each micro-batch, by group
    int first = 0, last = 0;  ///< layers [first, last)
};

struct PlanDraft
{
    int microBatches = 1;
    Recompute recompute = Recompute::none;
    std::vector<DraftStage> stages; ///< all with the same number of samples
};

class DraftPrices
{
public:
    explicit DraftPrices(PriceBook &book);

    /// After a stop the rules end with the drafts they have.
    bool isStopped() const { return m_book.pricer().stop().stop_requested(); }
    const TensorGroups &groups() const { return m_book.groups(); }
    const Topology &topology() const { return m_book.pricer().topology(); }
    const Workload &workload() const { return m_book.workload(); }
    /// TP degrees that the software has, the model allows and that fit into some node, in ascending order.
    std::vector<int> degrees() const;
    /// All groups of a degree whose devices support the job's precision, sorted by type and node.
    std::vector<int> groupsOf(std::size_t type, int tp) const;
    bool hasGroups(std::size_t type, int tp) const;

    /// Forward and backward time of one micro-batch in seconds; infinity if the group cannot be used.
    double passes(int group, int samples, int first, int last, Recompute recompute);
    double stageTime(const DraftStage &stage, Recompute recompute);
    /// Estimate of the step time in seconds; infinity if the draft cannot run.
    double time(const PlanDraft &draft);
    /// Min memory of the stage relative to the capacity, max over its devices; above 1 it does not fit.
    double fill(const PlanDraft &draft, std::size_t stage);
    bool fits(const PlanDraft &draft);

    /// The plan of a draft: one pipeline whose stages split each micro-batch by samples; if all stages have equal
    /// groups, as many pipelines instead.
    Plan plan(const PlanDraft &draft) const;

private:
    Family familyOf(int group, int samples, Recompute recompute, int replicas) const;
    /// The units that hold these layers.
    std::pair<int, int> unitsOf(int first, int last) const;
    /// Of a figure that is summed up by unit: its sum over the layers before this one.
    double sumBefore(const std::vector<double> &sums, int layer) const;
    double synchronization(const DraftStage &stage, Recompute recompute);
    // Of the book, found once: the rules ask for the same a great many times. nullptr: the group cannot be used.
    const UnitPrices *prices(int group, int samples, Recompute recompute);
    const UnitMemory *memory(int group, int samples, Recompute recompute, int replicas);

    PriceBook &m_book;
    std::vector<UnitPlace> m_places; ///< by layer, and behind the last
    std::map<std::tuple<int, int, Recompute>, const UnitPrices *> m_prices;
    std::map<std::tuple<int, int, Recompute, int>, const UnitMemory *> m_memory;
};

/// The best few drafts by their estimates; of equal ones the first found.
class DraftRanking
{
public:
    void offer(double time, const PlanDraft &draft);
    const std::vector<std::pair<double, PlanDraft>> &best() const { return m_best; }

private:
    std::vector<std::pair<double, PlanDraft>> m_best;
};

/// Divides layers over stages in proportion to their speeds, at least one each, by the largest-remainder method.
std::vector<int> proportionalLayers(const std::vector<double> &speeds, int layers);

/// The micro-batch sizes of one group to try: powers of two up to 16 that divide `samples`.
std::vector<int> microBatchSizes(int samples);

// The rules, each in its own file.
void draftUniform(DraftPrices &prices, DraftRanking &ranking);
void draftProportional(DraftPrices &prices, DraftRanking &ranking);
void draftMetis(DraftPrices &prices, DraftRanking &ranking);
void draftSailor(DraftPrices &prices, DraftRanking &ranking);

} // namespace heteroscope
