// SPDX-License-Identifier: GPL-3.0-or-later
//
// What one stage of a layout costs at least and holds, by the part of the family that it is of and its units: prices of
// the fastest groups of the part, the least sends, the least averaging of gradients. Seconds, of a step that is to end
// below a limit. The bounds are those of layout_model.h.
#pragma once

#include "planner/bounds/stage_passes.h"
#include "planner/prices/price_book.h"

#include <algorithm>
#include <vector>

namespace heteroscope {

/// What a stage of a part costs at least, in seconds, and holds.
struct PartCosts
{
    bool works = false;
    // Sums over the units before u: forward and backward of a micro-batch in all chunks; optimizer and gather of
    // weights; a stage's gradients, averaged after its passes.
    std::vector<double> forward, backward, after, averaging;
    double gatherFixed = 0, averagingFixed = 0;
    double tiedAfter = 0, tiedAveraging = 0; ///< of a table that the last stage need not hold or average
    const UnitMemory *memory = nullptr;
    double capacity = 0;         ///< bytes
    std::vector<double> sends;   ///< from one of its stages to one of each part, at least
    double leastSend = infinity; ///< the least of them
    double leastTrip = infinity; ///< with the way back
    double sendsWithin = 0;      ///< back and on, of a stage with its own kind before and after
};

/// StageUnits [first, last).
struct StageUnits
{
    int first = 0, last = 0;
};

/// The sends of a stage: its gradients back, its activations on, and these with the gradients that come back.
struct StageSends
{
    double back = 0, on = 0, trip = 0;
};

/// Prices of the parts of a family, and the bounds of one stage.
class StageBounds
{
public:
    /// limit: seconds; nothing is asked of steps that take longer.
    StageBounds(const Family &family, PriceBook &book, double limit);

    int units() const { return m_units; }
    double limit() const { return m_limit; }
    const std::vector<PartCosts> &parts() const { return m_parts; }
    const std::vector<int> &devices() const { return m_devices; } ///< by type, in the cluster

    /// By the unit that a stage ends before, with so many stages behind it: the first unit that it can begin with.
    const std::vector<int> &begins(std::size_t part, int behind) const;

    /// Of the passes of a stage, without fill and drain: L1, which grows with its units.
    double passes(const PartCosts &part, StageUnits units, const StageSends &sends) const
    {
        return passesOf(part, units, sends).alone();
    }
    /// The larger one of these and L3, with so many stages behind it and the way through them and back.
    double passesWith(double least, const PartCosts &part, StageUnits units, const StageSends &sends, int behind,
                      double round) const
    {
        return m_oneFOneB ? std::max(least, passesOf(part, units, sends).withRoundTrip(behind, round)) : least;
    }
    /// After the passes of all stages.
    double after(const PartCosts &part, StageUnits units) const
    {
        return of(part.after, units) - (units.last == m_units ? part.tiedAfter : 0.0) + part.gatherFixed;
    }
    /// After the passes of the stage, beside the drain.
    double averaging(const PartCosts &part, StageUnits units) const
    {
        return part.averagingFixed + of(part.averaging, units) - (units.last == m_units ? part.tiedAveraging : 0.0);
    }
    /// Fill and drain that a stage adds for those behind it. A first one's averaging may be done later than its drain.
    double trip(const PartCosts &part, StageUnits units, double sends) const
    {
        return m_host + (of(part.forward, units) + of(part.backward, units)) / m_family.chunks + sends +
               (units.first == 0 ? std::max(0.0, averaging(part, units)) : 0.0);
    }
    double fill(const PartCosts &part, StageUnits units, double send) const
    {
        return m_host + of(part.forward, units) / m_family.chunks + send;
    }
    /// Of a micro-batch, through the stage and back, all chunks.
    double round(const PartCosts &part, StageUnits units) const
    {
        return m_host + of(part.forward, units) + of(part.backward, units);
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

    /// Do the stages of a run have groups next to each other? With several degrees of a type, for sure where every node
    /// holds the largest of them evenly.
    bool areNeighbours(const FamilyPart &part, const TensorGroups &groups) const;
    void priceWork(PartCosts &part, const FamilyPart &each, const UnitPrices &prices, const UnitMemory &memory,
                   PriceBook &book) const;

    const Family &m_family;
    int m_units;
    bool m_oneFOneB;
    double m_host = 0, m_limit = 0;
    bool m_blocking = false; ///< a stage computes nothing until what it sends has arrived
    std::vector<PartCosts> m_parts;
    std::vector<int> m_devices;
    mutable std::vector<std::vector<std::vector<int>>> m_begins; ///< by part and stages behind, once asked for
};

} // namespace heteroscope
