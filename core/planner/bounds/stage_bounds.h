// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lower bounds on the time and memory of one stage of a layout, by its part of the family and its units: min over the
// groups of the part of passes, sends and gradient synchronization. In seconds and bytes. The bounds are the ones of
// layout_model.h, proved in core/planner/README.md.
#pragma once

#include "planner/bounds/stage_passes.h"
#include "planner/prices/price_book.h"

#include <algorithm>
#include <vector>

namespace heteroscope {

/// Min times of a stage of a part in seconds, and its memory.
struct PartCosts
{
    bool works = false;
    // Sums over the units before u: forward and backward of a micro-batch in all chunks; optimizer and gather of
    // weights; synchronization of gradients after the passes.
    std::vector<double> forward, backward, after, averaging;
    std::vector<double> turning;                ///< of the backward, what the stages before wait for
    double blockForward = 0, blockBackward = 0; ///< with several chunks: of one block, at least
    double headForward = 0; ///< of a V, more than a block: in the first unit, but not in the first chunk
    double gatherFixed = 0, averagingFixed = 0;
    double tiedAfter = 0, tiedAveraging = 0; ///< of a tied embedding, which the last stage need not hold or average
    const UnitMemory *memory = nullptr;
    double capacity = 0;       ///< bytes
    std::vector<double> sends; ///< min send from one of its stages to a stage of each part
    double minSend = infinity; ///< the min of them
    double minTrip = infinity; ///< including the send back
    double sendsWithin = 0;    ///< sum of the sends back and forward of a stage between stages of the same part
};

/// StageUnits [first, last).
struct StageUnits
{
    int first = 0, last = 0;
};

/// The sends of a stage: gradients to the previous stage, activations to the next, and the latter plus the gradients
/// that come back; and the activations that it receives, 0 if not known.
struct StageSends
{
    double back = 0, on = 0, trip = 0, received = 0;
};

/// Prices of the parts of a family, and the bounds of one stage.
class StageBounds
{
public:
    /// limit: seconds; only steps below it are of interest.
    StageBounds(const Family &family, PriceBook &book, double limit);

    int units() const { return m_units; }
    double limit() const { return m_limit; }
    const std::vector<PartCosts> &parts() const { return m_parts; }
    const std::vector<int> &devices() const { return m_devices; } ///< by type, in the cluster

    /// By the unit before which a stage ends: the first unit with which it can begin and fit in memory. behind: number
    /// of stages after it.
    const std::vector<int> &begins(std::size_t part, int behind) const;

    /// L1 or L1p of a stage without fill and drain; it grows with the units.
    [[gnu::always_inline]] double passes(const PartCosts &part, StageUnits units, const StageSends &sends) const
    {
        const StagePasses all = passesOf(part, units, sends);
        // What comes from both sides at least: whichever pass is next waits for that.
        const double received = m_posts ? std::min(sends.received, sends.trip - sends.on) : 0.0;
        if (!(received > 0))
            return all.alone();
        const int others = (m_family.chunks - 1) * (units.last - units.first); // blocks of the other chunks
        const int both = m_family.microBatches * m_family.chunks;
        return all.alone() + StagePasses::waits({0, both, both - 1, 0}, all.forward - others * part.blockForward,
                                                all.backward - others * part.blockBackward, received, received);
    }
    /// The max of `least` and L3 or L4. behind: number of stages after it; round: the round trip through them.
    [[gnu::always_inline]] double passesWith(double least, const PartCosts &part, StageUnits units,
                                             const StageSends &sends, int behind, double round) const
    {
        return std::max(least, passesOf(part, units, sends).withRoundTrip(m_order, behind, round));
    }
    /// Time after the passes of all stages: optimizer and gather of weights.
    double after(const PartCosts &part, StageUnits units) const
    {
        return of(part.after, units) - (units.last == m_units ? part.tiedAfter : 0.0) + part.gatherFixed;
    }
    /// Time of the synchronization after the passes of the stage, in parallel to the drain.
    double averaging(const PartCosts &part, StageUnits units) const
    {
        return part.averagingFixed + of(part.averaging, units) - (units.last == m_units ? part.tiedAveraging : 0.0);
    }
    /// Fill and drain that a stage adds for the stages after it. The synchronization of the first stage may end later
    /// than its drain.
    double trip(const PartCosts &part, StageUnits units, const StageSends &sends) const
    {
        if (m_splits)
            return fill(part, units, sends.on);
        return fill(part, units, sends.on) + of(part.backward, units) / m_family.chunks + sends.trip - sends.on +
               (units.first == 0 ? std::max(0.0, averaging(part, units)) : 0.0);
    }
    double fill(const PartCosts &part, StageUnits units, double send) const
    {
        const double all = of(part.forward, units) - (units.first == 0 ? part.headForward : 0.0);
        return m_host + all / m_family.chunks + send;
    }
    /// Forward and backward of a micro-batch in the stage, all chunks; of a split backward the input gradients.
    double round(const PartCosts &part, StageUnits units) const
    {
        return m_host + of(part.forward, units) + of(part.turning, units);
    }

private:
    static double of(const std::vector<double> &sums, StageUnits units)
    {
        return sums[static_cast<std::size_t>(units.last)] - sums[static_cast<std::size_t>(units.first)];
    }

    StagePasses passesOf(const PartCosts &part, StageUnits units, const StageSends &sends) const
    {
        return {m_family.microBatches, m_host + of(part.forward, units), of(part.backward, units),
                m_blocking ? sends.on : 0.0, m_blocking ? sends.back : 0.0};
    }

    /// True if the stages of a run certainly have neighbouring groups. With several TP degrees of a type this requires
    /// that the groups of each degree use all devices of the type.
    bool areNeighbours(const FamilyPart &part, const TensorGroups &groups) const;
    void priceWork(PartCosts &part, const FamilyPart &each, const UnitPrices &prices, const UnitMemory &memory,
                   PriceBook &book) const;

    const Family &m_family;
    const TrainingJob &m_job;
    int m_units;
    PassOrder m_order;
    bool m_splits; ///< weight gradients are passes of their own: nothing drains
    double m_host = 0, m_limit = 0;
    bool m_blocking = false; ///< a stage computes nothing until its sends have arrived
    bool m_posts = false;    ///< postsReceives
    std::vector<PartCosts> m_parts;
    std::vector<int> m_devices;
    mutable std::vector<std::vector<std::vector<int>>>
        m_begins; ///< by part and number of stages behind; computed on first use
};

} // namespace heteroscope
