// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a search claims, family by family, in a form that another program can check (check_certificate.h).
//
// JSON: {formatVersion, space, objective, simulator, project, startTime, schedules, proved, best (value of the best
// plan), lowerBound (of all plans of the space), plan, prunedBy: {reason: count}, families: [[label, verdict, value]]}.
// Values are seconds, or joules where energy is the objective. The value of a simulated family is its own, that of a
// bounded or not reached one its lower bound, others have 0.
#pragma once

#include "planner/search_result.h"
#include "json/json.h"

namespace heteroscope {

inline constexpr int certificateFormatVersion = 1;

struct Certificate
{
    std::string space;
    SearchSpace searched = SearchSpace::C;
    SearchObjective objective = SearchObjective::time;
    std::string simulator;
    std::string project; ///< projectFingerprint
    Seconds startTime;
    bool proved = false;
    std::optional<double> best; ///< none: no plan of the space fits
    double lowerBound = 0;
    std::optional<Plan> plan;
    std::vector<FamilyClaim> families;
};

/// Of cluster, workload and mappings: two projects of equal fingerprints pose the same question. 16 hex digits.
std::string projectFingerprint(const Cluster &cluster, const Workload &workload, const std::vector<Mapping> &mappings);

Certificate makeCertificate(const SearchResult &result, std::string project);

Json toJson(const Certificate &certificate);
/// Errors: a newer format version, members that are missing or not what they should be, with their path.
Result<Certificate> readCertificate(const Json &json, const std::string &file);

} // namespace heteroscope
