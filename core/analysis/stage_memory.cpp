// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/stage_memory.h"

#include <algorithm>
#include <map>

namespace heteroscope {

std::vector<StageMemory> stageMemory(const StepResult &result)
{
    std::map<int, StageMemory> byStage;
    for (std::size_t i = 0; i < result.lanes.size(); ++i) {
        const Lane &lane = result.lanes[i];
        StageMemory &found = byStage[lane.stage];
        found.inFlight = std::max(found.inFlight, lane.peakInFlight);
        const Bytes peak = lane.memory.total();
        // Ratios compared without a division: a capacity may be 0.
        if (found.lane >= 0 && peak.value * found.capacity.value <= found.peak.value * lane.memoryCapacity.value)
            continue;
        found.stage = lane.stage;
        found.lane = static_cast<int>(i);
        found.activations = lane.memory.activations;
        found.peak = peak;
        found.capacity = lane.memoryCapacity;
    }
    std::vector<StageMemory> stages;
    for (const auto &[stage, found] : byStage)
        stages.push_back(found);
    return stages;
}

} // namespace heteroscope
