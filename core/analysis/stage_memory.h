// SPDX-License-Identifier: GPL-3.0-or-later
//
// The memory of the stages of a step: of each the lane that fills its devices most.
#pragma once

#include "simulator/result/step_result.h"

#include <vector>

namespace heteroscope {

struct StageMemory
{
    int stage = 0;
    int lane = -1;     ///< the one of the stage with the max ratio of memory to capacity
    int inFlight = 0;  ///< max number of (micro-batch, chunk) pairs whose activations a lane of the stage holds
    Bytes activations; ///< of `lane`, at its peak
    Bytes peak;        ///< of `lane`
    Bytes capacity;    ///< of `lane`
    Bytes over() const { return peak > capacity ? peak - capacity : Bytes(0); }
    friend bool operator==(const StageMemory &, const StageMemory &) = default;
};

/// By stage; stages without a lane are left out.
std::vector<StageMemory> stageMemory(const StepResult &result);

} // namespace heteroscope
