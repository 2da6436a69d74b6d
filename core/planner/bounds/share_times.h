// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lower bounds on the plans of one stage of shares families (planner/space/sample_shares.h), by device type: what a
// step takes at least if the groups of a type have so many samples in each micro-batch, whatever the others have. A
// plan is not faster than the slowest of its types.
//
// All groups of the plan average together, so its nodes and replicas are known. What leaves a node in a collective that
// spans several nodes is not less than in apart_bounds.h, and here every ring visits every node: the narrowest exit
// counts. Where calls come after the passes the collective itself counts. With ZeRO-3 a pass takes at least as long as
// the gathers and scatters of its layers, where no device is faster later.
//
// What a plan recomputes fits in the memory of every type, so the ranks of a type take at least the least of what fits
// in their own.
#pragma once

#include "planner/bounds/pipeline_clock.h"
#include "planner/space/sample_shares.h"

#include <optional>
#include <vector>

namespace heteroscope {

class ShareTimes
{
public:
    /// All arguments must outlive the object.
    ShareTimes(const Family &family, PriceBook &book, PipelineClock &clock);

    /// In seconds; infinity if they do not fit in memory or cannot run.
    double least(std::size_t part, int samples);
    /// What the stage of a plan recomputes.
    RecomputedPart recomputed(const SampleShares &shares);
    /// At most, with a sample for every other group.
    int largestShareOf(std::size_t part) const;
    const std::vector<int> &placed() const { return m_placed; }

private:
    /// Of the ranks of a part with so many samples.
    struct Known
    {
        double least = infinity;                   ///< seconds
        std::optional<StageRecompute> recompute{}; ///< of the first of them; empty if they cannot run
    };
    const Known &known(std::size_t part, int samples);
    Known find(std::size_t part, int samples);
    void priceExits();
    double closed(const std::vector<PipelineClock::LaneEnd> &ends);
    double gathering(const Family &ranks, int group);

    const Family &m_family;
    PriceBook &m_book;
    PipelineClock &m_clock;
    std::vector<int> m_placed;
    int m_nodes = 1;
    double m_parameters = 0;                                ///< undivided, of all layers
    Family::Others m_price;                                 ///< what averaging takes
    std::vector<std::vector<std::optional<Known>>> m_known; ///< by part and samples
};

/// throughputBound of a shares family, with any number of stages.
Result<double> sharesThroughputBound(const Family &family, PriceBook &book);

} // namespace heteroscope
