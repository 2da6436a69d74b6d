// SPDX-License-Identifier: GPL-3.0-or-later
//
// Families that recompute as needed: how many units of a stage are recomputed. Each stage recomputes as few of its
// blocks as fit in its memory, the first ones of each chunk (Stage::recomputeLayers).
#pragma once

#include "planner/prices/price_book.h"

namespace heteroscope {

class RecomputeTable
{
public:
    /// memory: with that of recomputed units; must outlive the table. capacity: bytes that a stage may fill. inFlight:
    /// micro-batches whose activations it holds.
    RecomputeTable(const UnitMemory &memory, double capacity, double inFlight);

    /// Of a stage with units [first, last): the least number of units, from the first on, that are recomputed so that
    /// it fits; -1 if it does not fit.
    int of(int first, int last) const
    {
        auto &known = m_known[static_cast<std::size_t>(first) * m_width + static_cast<std::size_t>(last)];
        if (known == unknown)
            known = static_cast<std::int16_t>(find(first, last));
        return known;
    }

private:
    static constexpr std::int16_t unknown = -2;
    int find(int first, int last) const;

    const UnitMemory &m_memory;
    double m_capacity, m_inFlight;
    std::size_t m_width;
    mutable std::vector<std::int16_t> m_known; ///< [first * width + last]; computed on first use
};

} // namespace heteroscope
