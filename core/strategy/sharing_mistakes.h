// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is impossible of the states that replicas share and offload: for findPlanMistakes (plan.h) only.
#pragma once

#include "base/stop_token.h"
#include "strategy/plan.h"

namespace heteroscope {

/// Adds the mistakes of Plan::sharing, offload and gradientBucket; their paths begin with `path`. A stop of the meter,
/// in devices, ends it early.
void addSharingMistakes(const Plan &plan, const Topology &topology, const std::string &path, StopMeter &meter,
                        Findings &findings);

} // namespace heteroscope
