// SPDX-License-Identifier: GPL-3.0-or-later
//
// JSON and CSV of what is worth changing.
#pragma once

#include "design/sensitivity.h"
#include "json/json.h"

#include <string>

namespace heteroscope {

/// {stepTime, proved, gap, plan, factor, stopped, items: [{kind, name, members, present, pricePerHour, saved,
/// savedPerUnit, savedPerDollar, enough: {value, certain}, more: SIDE, less: SIDE}]}; SIDE is {value, stepTime, proved,
/// gap, samePlan, plan} or {value, problem}. Times in seconds, values in SI units; what is not known is null.
Json sensitivityJson(const Sensitivity &sensitivity);

/// The same without plans as comma-separated values with a header line.
std::string sensitivityCsv(const Sensitivity &sensitivity);

} // namespace heteroscope
