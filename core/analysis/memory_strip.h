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
    static constexpr std::size_t blockSize = 4;
    static constexpr std::size_t groupSize = 8; // blocks

    MemoryIndex() = default;
    explicit MemoryIndex(const Lane &lane);

    const std::vector<MemoryPoint> &points() const { return m_points; }
    /// The point that is valid at `time`; at most the last one.
    std::size_t pointAt(Ticks time) const;
    /// Max total within [from, to). The search starts at block `hint`, which must not begin after `from`; sets the hint
    /// to the last block examined.
    Bytes highest(Ticks from, Ticks to, std::size_t &hint) const;
    /// When the total changes next, at `time` or later; the largest time if it does not. `hint` as highest has left it.
    Ticks changeAfter(Ticks time, std::size_t hint) const;
    /// The min total, the constant part of the memory.
    Bytes base() const { return m_base; }

private:
    std::vector<MemoryPoint> m_points;
    struct Block
    {
        Ticks at; // of its first point
        Bytes highest;
    };
    std::vector<Block> m_blocks; // max of each block, so that most points need not be read
    std::vector<Bytes> m_groups; // max of each group of blocks, so that in a wide column most blocks need not be
    Bytes m_base;
};

/// Consecutive pixels with the same height.
struct MemoryColumn
{
    double x0 = 0;
    double x1 = 0;
    Bytes highest;
};

/// At most one column per device pixel (`width * ratio` of them), per two where there are more points than pixels; only
/// within the step.
std::vector<MemoryColumn> memoryColumns(const MemoryIndex &index, const TimelineViewport &viewport, double ratio);

} // namespace heteroscope
