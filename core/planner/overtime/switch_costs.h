// SPDX-License-Identifier: GPL-3.0-or-later
//
// What it takes to go from one plan to another, in seconds in which no step is done.
//
//     switch       = restart + warmUp + min(move over the links, write and read a checkpoint)
//     after a loss = restart + warmUp + read a checkpoint + the work since the last one
//
// A switch moves what devices lack (state_move.h), over the links as they are when it begins, for as long as it takes.
// It is written to the storage and read from there instead where that is faster, or a link is down. After a device was
// lost whose bytes nobody else holds, everybody goes back to the last checkpoint: half of `checkpointEvery` of work is
// done again on average, and counted as so much time. If all that it held is held by others, the plan is only switched.
// A checkpoint is read and written by all nodes of a plan at storagePerNode each.
//
// restart and warmUp are assumptions, not measurements: they depend on software, scheduler and file system. The rate of
// the storage is that of Llama 3's training: 2 TB/s sustained for 16,384 GPUs in nodes of 8 (arXiv 2407.21783, section
// 3.3.1), 1 GB/s a node.
#pragma once

#include "base/units.h"

namespace heteroscope {

struct SwitchCosts
{
    Seconds restart{60}; ///< stop, start processes, build communicators
    Seconds warmUp{20};  ///< first steps that are slower: compilation, autotuning
    BytesPerSecond storagePerNode{1e9};
    Seconds checkpointEvery{1800};
    bool hasStorage() const { return storagePerNode.value > 0; }
    friend bool operator==(const SwitchCosts &, const SwitchCosts &) = default;
};

} // namespace heteroscope
