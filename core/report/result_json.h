// SPDX-License-Identifier: GPL-3.0-or-later
//
// The JSON output of `hscope simulate`, `plan` and `lint`. Its format is a contract with scripts: members are added but
// never renamed or removed.
#pragma once

#include "cluster/topology.h"
#include "planner/search_result.h"
#include "simulator/result/step_result.h"
#include "json/json.h"

#include <string>

namespace heteroscope {

Json simulateJson(const StepResult &result, const Topology &topology, const Plan &plan);
/// project: the projectFingerprint (planner/certificate/certificate.h) of the input of the search.
Json planJson(const SearchResult &result, std::string project);
Json lintJson(const Findings &findings);

} // namespace heteroscope
