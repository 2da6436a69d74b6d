// SPDX-License-Identifier: GPL-3.0-or-later
//
// Work on a device whose rate changes over time.
#pragma once

#include "base/units.h"
#include "cluster/rate_curve.h"
#include "simulator/network/flow_network.h"

#include <optional>

namespace heteroscope {

/// The part of a rate curve after `start`, in the time of a step that begins at `start`. Empty if it is always 1.
RateSteps stepsOf(const RateCurve &curve, Seconds start);

/// The end of work that takes `length` at factor 1 and begins at `start`, rounded up once. nullopt if it never ends.
std::optional<Ticks> endOfWork(const RateSteps &rate, Ticks start, Ticks length);

/// The work done between two times, in ticks at factor 1.
double workDone(const RateSteps &rate, Ticks from, Ticks until);

} // namespace heteroscope
