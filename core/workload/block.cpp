// SPDX-License-Identifier: GPL-3.0-or-later
#include "workload/block.h"

#include <algorithm>

namespace heteroscope {

namespace {

bool repeatsAfter(std::span<const ModelBlock> blocks, std::size_t period)
{
    for (std::size_t i = period; i < blocks.size(); ++i) {
        if (blocks[i] != blocks[i - period])
            return false;
    }
    return true;
}

} // namespace

std::vector<BlockRun> repeatingRuns(std::span<const ModelBlock> blocks)
{
    std::size_t period = 1;
    while (period < blocks.size() && !repeatsAfter(blocks, period))
        ++period;
    std::vector<BlockRun> runs;
    for (std::size_t i = 0; i < std::min(period, blocks.size()); ++i) {
        if (!runs.empty() && runs.back().block == blocks[i])
            ++runs.back().count;
        else
            runs.push_back({blocks[i], 1});
    }
    return runs;
}

} // namespace heteroscope
