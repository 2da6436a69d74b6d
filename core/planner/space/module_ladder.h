// SPDX-License-Identifier: GPL-3.0-or-later
//
// Selective recompute by modules: which sets of them the stages of a plan choose from.
#pragma once

#include "cost/calibration_values.h"
#include "workload/workload.h"

#include <vector>

namespace heteroscope {

/// The steps of a ladder: sets of modules that the software can recompute, each of which frees more activations than
/// the one before and takes longer. Of all sets those are left out that lie above the line between two others: time
/// against bytes, of all blocks of the model on a device without parallelism, so that the ladder is the same for all
/// groups and micro-batches. The time is that of a device which computes `productsPerByte` FLOP while it moves a byte.
/// Modules that the model does not have, or that free less than worthFreeing, are in none of them: fused attention
/// keeps no scores, and repeating it frees as good as nothing.
std::vector<RecomputeModules> moduleLadder(const Workload &workload, const SoftwareStack &stack);

/// Share of all that the blocks keep.
inline constexpr double worthFreeing = 0.01;
/// An A100 in 16 bits: 312 TFLOP/s at 65 % beside 2.0 TB/s at 85 %.
inline constexpr double productsPerByte = 120;

} // namespace heteroscope
