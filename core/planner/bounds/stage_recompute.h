// SPDX-License-Identifier: GPL-3.0-or-later
//
// Families that recompute as needed: what of a stage is recomputed (RecomputedPart in space.h).
#pragma once

#include "planner/prices/price_book.h"

#include <cstdint>
#include <vector>

namespace heteroscope {

/// Not thread-safe. Fastest where the ranges that are asked for differ little from one to the next: nothing is kept but
/// the last answer, because all ranges of a deep model in all its stages would be gigabytes.
class StageRecompute
{
public:
    /// memory, times: of the stage's first replica; must outlive the object. capacity: bytes that the stage may fill.
    /// inFlight: micro-batches whose activations it holds.
    StageRecompute(const UnitMemory &memory, const RecomputeTimes &times, double capacity, double inFlight)
        : m_memory(&memory), m_times(&times), m_capacity(capacity), m_inFlight(inFlight)
    {}

    /// Of the ways that fit the one that takes least; if none does all units whole.
    struct Choice
    {
        bool fits = true;
        Repeated best;
        int fewest = 0;         ///< the least number of units that fit if recomputed whole; -1 if not even all do
        std::uint32_t ways = 0; ///< bits: the sets of modules that fit
    };
    /// With units [first, last).
    const Choice &of(int first, int last) const
    {
        if (first != m_first || last != m_last) {
            m_choice = find(first, last);
            m_first = first;
            m_last = last;
        }
        return m_choice;
    }

    /// What the backward of a group with these prices takes more.
    double timeOf(const UnitPrices &prices, int first, int last) const;
    /// Of all ways that fit the one that takes such a group least. It grows with the units where all blocks are alike.
    double leastTimeOf(const UnitPrices &prices, int first, int last) const;
    /// Bytes with the choice, if so many micro-batches are held.
    double needOf(int first, int last, double inFlight) const;
    /// Seconds that the backward of a group with these prices takes more if these units from `first` on are repeated.
    static double timeOf(const UnitPrices &prices, int first, const Repeated &repeated);
    /// False: they certainly do not fit so.
    bool mayFit(int first, int last, const Repeated &repeated) const;
    /// Seconds of the stage's first replica.
    double ownTimeOf(int first, const Repeated &repeated) const;
    /// Of these ways the one that takes least here, with the numbers as of Choice; if there is none all units whole.
    Repeated leastOf(int first, int last, int fewest, std::uint32_t ways) const;

private:
    Choice find(int first, int last) const;
    int fewest(int first, int last) const;
    bool fits(int first, int last, const Repeated &repeated) const;

    const UnitMemory *m_memory;
    const RecomputeTimes *m_times;
    double m_capacity, m_inFlight;
    mutable int m_first = -1, m_last = -1; ///< of the last answer
    mutable Choice m_choice;
};

/// A stage of these units whose groups are of several types, each with what its own memory allows: of the ways that fit
/// in those that need one, the one that takes the first type least. None of types: nothing.
Repeated repeatedTogether(const std::vector<StageRecompute> &types, int first, int last);

/// Units of a stage, with what it may recompute.
struct HeldUnits
{
    const StageRecompute *recompute = nullptr;
    int first = 0, last = 0;
};

/// What all stages of a plan recompute: nothing, a set of modules of all blocks, or whole blocks, so many of each
/// chunk.
struct AlikeRecompute
{
    bool nothing = true;
    std::size_t way = 0; ///< 0: whole blocks
    int blocks = 0;
    /// In a stage with units [first, last).
    Repeated in(int first, int last, const Family &family, const Model &model) const;
};
/// If all of them recompute the same (RecomputedPart in space.h).
AlikeRecompute alikeRecompute(const std::vector<HeldUnits> &stages, const Family &family, const Model &model);

} // namespace heteroscope
