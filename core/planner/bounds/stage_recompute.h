// SPDX-License-Identifier: GPL-3.0-or-later
//
// Families that recompute as needed: how many units of a stage are recomputed. Each stage recomputes as few of its
// blocks as fit in its memory, the first ones of each chunk (Stage::recomputeLayers).
#pragma once

#include "planner/prices/price_book.h"

namespace heteroscope {

/// Not thread-safe. Fastest where the ranges that are asked for differ little from one to the next: nothing is kept but
/// the last answer, because all ranges of a deep model in all its stages would be gigabytes.
class StageRecompute
{
public:
    /// memory: with that of recomputed units; must outlive the object. capacity: bytes that the stage may fill.
    /// inFlight: micro-batches whose activations it holds.
    StageRecompute(const UnitMemory &memory, double capacity, double inFlight)
        : m_memory(&memory), m_capacity(capacity), m_inFlight(inFlight)
    {}

    /// With units [first, last): the least number of units, from the first on, that are recomputed so that the stage
    /// fits; -1 if it does not fit.
    int of(int first, int last) const
    {
        if (first != m_first || last != m_last) {
            m_units = find(first, last);
            m_first = first;
            m_last = last;
        }
        return m_units;
    }

private:
    int find(int first, int last) const;
    bool fits(int first, int last, int units) const;

    const UnitMemory *m_memory;
    double m_capacity, m_inFlight;
    mutable int m_first = -1, m_last = -1, m_units = 0; ///< of the last answer
};

} // namespace heteroscope
