// SPDX-License-Identifier: GPL-3.0-or-later
//
// JSON of an explained step, as `hscope explain` writes it.
#pragma once

#include "cluster/topology.h"
#include "simulator/result/explain_step.h"
#include "json/json.h"

#include <string>

namespace heteroscope {

/// The lane of a device ("node:index"); of an empty name the one that computes longest. Error (reference, with the path
/// "--device"): no such device, or one that takes no part.
Result<int> laneOfDevice(const std::string &device, const StepResult &result, const Topology &topology);

/// {lane, devices, time, memory}; time and memory are trees (cost_term_json.h).
Json explainedLaneJson(const LaneExplanation &explained, const StepResult &result, const Topology &topology);
/// {stepTime, uncertainty, assumptions, lanes}; lanes: an array of those.
Json explainJson(Json lanes, const StepResult &result);

} // namespace heteroscope
