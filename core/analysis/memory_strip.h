// SPDX-License-Identifier: GPL-3.0-or-later
//
// The data of the memory strip above a lane: memory as columns, each with the max of its pixels, so that no peak is
// lost at any zoom. The index is built in one pass; the columns of a view cost a few visits per pixel.
#pragma once

#include "analysis/timeline_viewport.h"
#include "simulator/result/memory_trace.h"

namespace heteroscope {

class MemoryIndex
{
public:
    static constexpr std::size_t blockSize = 8;

    MemoryIndex() = default;
    explicit MemoryIndex(const Lane &lane);

    const std::vector<MemoryPoint> &points() const { return m_points; }
    /// The point that holds at `time`; never past the end.
    std::size_t pointAt(Ticks time) const;
    /// Largest total over [from, to), walking on from block `hint`, which must not begin after `from`; the hint moves
    /// to the last block that was looked at.
    Bytes highest(Ticks from, Ticks to, std::size_t &hint) const;
    /// The lowest total: what stands for the whole step.
    Bytes base() const { return m_base; }

private:
    std::vector<MemoryPoint> m_points;
    struct Block
    {
        Ticks at; // of its first point
        Bytes highest;
    };
    std::vector<Block> m_blocks; // beside the points, so that most of those need not be looked at
    Bytes m_base;
};

/// A run of pixels of one height.
struct MemoryColumn
{
    double x0 = 0;
    double x1 = 0;
    Bytes highest;
};

/// At most one column for each of `width * ratio` device pixels, only where the step is.
std::vector<MemoryColumn> memoryColumns(const MemoryIndex &index, const TimelineViewport &viewport, double ratio);

} // namespace heteroscope
