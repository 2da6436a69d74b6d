// SPDX-License-Identifier: GPL-3.0-or-later
//
// A family of the space with its cut, its bound, or the reason why it has none.
#pragma once

#include "planner/layer_split.h"
#include "planner/space.h"
#include "simulator/step_predictor.h"

#include <optional>

namespace heteroscope {

struct Candidate
{
    std::string brokenMapping;   ///< why the user's mappings forbid it; then nothing else is filled in
    std::vector<LayerRange> cut; ///< the balanced one; when nothing fits, the one that ignores memory
    bool fits = false;
    Seconds bound;        ///< no simulation of this plan is faster
    std::string failure;  ///< why it cannot run at all (precision, no route); then cut is empty
    std::string overflow; ///< when it does not fit: "needs 12.3 GB more on v100-0:3"
    Bytes peakMemory;     ///< likewise, of the fullest device
    Bytes memoryCapacity;
};

/// Bound (L1 of the pipeline literature, holds for every flush schedule): for each stage, the forward and backward of
/// all stages before it, and its own work M times; plus the optimizer and the host's time of a step. Sends and gradient
/// synchronization count 0.
/// nodeClasses: those of the predictor's topology (node_classes.h).
Candidate prepareCandidate(const Family &family, StepPredictor &predictor, const std::vector<std::size_t> &nodeClasses);

} // namespace heteroscope
