// SPDX-License-Identifier: GPL-3.0-or-later
//
// JSON of a plan, format version 1 (resources/schema/plan.schema.json). A newer version is an error.
#pragma once

#include "strategy/plan.h"
#include "json/object_reader.h"

namespace heteroscope {

inline constexpr int planFormatVersion = 1;

Plan readPlan(const Json &json, const std::string &path, Findings &findings);
Json toJson(const Plan &plan);

} // namespace heteroscope
