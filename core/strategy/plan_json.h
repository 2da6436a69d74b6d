// SPDX-License-Identifier: GPL-3.0-or-later
//
// JSON of a plan, format version 1. A newer version is refused.
#pragma once

#include "json/object_reader.h"
#include "strategy/plan.h"

namespace heteroscope {

inline constexpr int planFormatVersion = 1;

Plan readPlan(const Json &json, const std::string &path, Findings &findings);
Json toJson(const Plan &plan);

} // namespace heteroscope
