// SPDX-License-Identifier: GPL-3.0-or-later
//
// The certificate of a search: its claims about each family, in a form that can be verified (check_certificate.h).
//
// JSON: {formatVersion, space, searched, objective, simulator, project, startTime, schedules, proved, best (value of
// the best plan, or null), lowerBound (of all plans of the space), plan (the best, or null), prunedBy: {reason: count},
// families: [[label, verdict, value]]}. Values are in seconds, or in joules if the objective is energy. The families
// are those of the space, in its order. Verdicts and values:
//   simulated, bounded, not reached   no plan of the family is below the value. It is the best plan's where the family
//                                     is closed ("bounded" always), and smaller where it stays open. Null: no plan of
//                                     the family fits, as simulating showed, and there is no best plan.
//   out of memory, cannot run, mapping   the family has no plan; the value is 0.
// space, schedules and prunedBy repeat in words what searched and families say.
#pragma once

#include "planner/search_result.h"
#include "json/json.h"

namespace heteroscope {

/// 1 gave bounds above the best plan's value too.
inline constexpr int certificateFormatVersion = 2;

struct Certificate
{
    std::string space;
    SearchSpace searched = defaultSpace;
    SearchObjective objective = SearchObjective::time;
    std::string simulator; ///< simulatorVersion
    std::string project;   ///< projectFingerprint
    Seconds startTime;
    std::vector<std::string> schedules; ///< of the families
    bool proved = false;
    std::optional<double> best; ///< nullopt: no plan of the space is feasible
    double lowerBound = 0;
    std::optional<Plan> plan;
    std::map<std::string, std::size_t> prunedBy;
    std::vector<FamilyClaim> families;
};

/// A hash of cluster, workload and mappings as 16 hex digits, to check that a certificate belongs to a project.
std::string projectFingerprint(const Cluster &cluster, const Workload &workload, const std::vector<Mapping> &mappings);

Certificate makeCertificate(const SearchResult &result, std::string project);

/// Certificate::schedules.
std::vector<std::string> namesOf(const std::vector<ScheduleKind> &schedules);
/// Families by verdict, without the simulated ones.
std::map<std::string, std::size_t> prunedByOf(const std::vector<FamilyClaim> &families);
/// True if the value of a claim with this verdict is a lower bound.
bool claimsBound(FamilyVerdict verdict);

Json toJson(const Certificate &certificate);
/// Errors, with their path: another format version, a member that is missing, unknown or has a wrong value, a plan that
/// is not written as toJson writes it.
Result<Certificate> readCertificate(const Json &json, const std::string &file);

} // namespace heteroscope
