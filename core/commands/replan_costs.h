// SPDX-License-Identifier: GPL-3.0-or-later
//
// What hscope replan says of costs.
#pragma once

#include "design/cost_sequence.h"
#include "project/project.h"
#include "json/json.h"

#include <ostream>
#include <string>

namespace heteroscope {

/// "never", "12.3 s", "2.50 h".
std::string durationText(double seconds);
std::string candidateName(const ReplanResult &result, std::size_t plan);

/// The prices of the project; those of the file, if it is named, in their place: a column is a node or a device type,
/// its values are USD per hour of one device.
Result<PriceCurves> pricesOfRun(const Project &project, const std::string &file, const Topology &topology);

Json costJson(const ReplanResult &result, const RunCosts &costs);
void printCosts(const ReplanResult &result, const RunCosts &costs, std::ostream &out);
Json leastCostJson(const CostSequence &least);
void printLeastCost(const ReplanResult &result, const CostSequence &least, std::ostream &out);

} // namespace heteroscope
