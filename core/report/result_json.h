// SPDX-License-Identifier: GPL-3.0-or-later
//
// The machine forms of results: JSON of `hscope simulate`, `plan` and `lint` (the command line's contract).
#pragma once

#include "cluster/topology.h"
#include "planner/search_result.h"
#include "simulator/result/step_result.h"
#include "json/json.h"

#include <string>

namespace heteroscope {

Json simulateJson(const StepResult &result, const Topology &topology, const Plan &plan);
/// project: projectFingerprint of what was searched (planner/certificate/certificate.h).
Json planJson(const SearchResult &result, std::string project);
Json lintJson(const Findings &findings);

} // namespace heteroscope
