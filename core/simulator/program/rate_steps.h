// SPDX-License-Identifier: GPL-3.0-or-later
//
// Work at a rate that changes over time.
#pragma once

#include "base/units.h"
#include "cluster/rate_curve.h"
#include "simulator/network/flow_network.h"

#include <optional>

namespace heteroscope {

/// What a curve is from `start` on, in the time of a step that begins then; empty when it is 1 all the time.
RateSteps stepsOf(const RateCurve &curve, Seconds start);

/// When work that lasts `length` at factor 1 is done if it begins at `start`, rounded up once. None when it never is.
std::optional<Ticks> endOfWork(const RateSteps &rate, Ticks start, Ticks length);

/// Ticks at factor 1 that are done between two instants.
double workDone(const RateSteps &rate, Ticks from, Ticks until);

} // namespace heteroscope
