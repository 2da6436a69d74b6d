// SPDX-License-Identifier: GPL-3.0-or-later
//
// JSON of a design search.
#pragma once

#include "design/design_search.h"

namespace heteroscope {

/// {front: [{cluster, devices, stepTime, costPerHour, daysToTrain, costToTrain, energy, proved, gap, universalBound,
/// plan}], candidates: {enumerated, planned, prunedBy: {reason: count}}, stopped}. stepTime in seconds, costs in USD,
/// energy of a step in joules; daysToTrain and costToTrain are null where the specification names no tokens.
Json designJson(const DesignSpec &spec, const DesignResult &result);

} // namespace heteroscope
