// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is said of a step that ends after Ticks::max.
#pragma once

#include "base/result.h"
#include "cluster/topology.h"
#include "simulator/program/step_builder.h"

namespace heteroscope {

/// Error code infeasible, with the part of the step that takes the longest: a link by its bytes, a device by its work,
/// or the latency of transfers from a device.
Error tooLongStep(const BuiltStep &built, const Topology &topology);

} // namespace heteroscope
