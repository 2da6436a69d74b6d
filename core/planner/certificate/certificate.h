// SPDX-License-Identifier: GPL-3.0-or-later
//
// The certificate of a search: its claims about each family, in a form that can be verified (check_certificate.h).
//
// JSON: {formatVersion, space, objective, simulator, project, startTime, schedules, proved, best (value of the best
// plan), lowerBound (of all plans of the space), plan, prunedBy: {reason: count}, families: [[label, verdict, value]]}.
// Values are in seconds, or in joules if the objective is energy. The value of a simulated family is the value of its
// best plan; of a bounded or not reached family its lower bound; of all others 0.
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
    std::optional<double> best; ///< nullopt: no plan of the space is feasible
    double lowerBound = 0;
    std::optional<Plan> plan;
    std::vector<FamilyClaim> families;
};

/// A hash of cluster, workload and mappings as 16 hex digits, to check that a certificate belongs to a project.
std::string projectFingerprint(const Cluster &cluster, const Workload &workload, const std::vector<Mapping> &mappings);

Certificate makeCertificate(const SearchResult &result, std::string project);

Json toJson(const Certificate &certificate);
/// Errors, with their path: a newer format version, a member that is missing or has a wrong value.
Result<Certificate> readCertificate(const Json &json, const std::string &file);

} // namespace heteroscope
