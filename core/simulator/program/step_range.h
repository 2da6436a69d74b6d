// SPDX-License-Identifier: GPL-3.0-or-later
//
// How long a step takes at least, and what is said of one that ends after Ticks::max.
#pragma once

#include "base/result.h"
#include "cluster/topology.h"
#include "simulator/program/step_builder.h"

namespace heteroscope {

/// Error code infeasible, with the part of the step that takes the longest: a link by its bytes, a device by its work,
/// or the latency of transfers from a device.
Error tooLongStep(const BuiltStep &built, const Topology &topology);

/// A time that the step takes at least: the computation of its busiest lane, at the lane's highest speed.
Seconds shortestStep(const BuiltStep &built);

} // namespace heteroscope
