// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/certificate/certificate.h"

#include "cluster/cluster_json.h"
#include "planner/space/space.h"
#include "strategy/plan_json.h"
#include "workload/workload_json.h"
#include "json/object_reader.h"

#include <fmt/format.h>

#include <algorithm>

namespace heteroscope {

namespace {

/// Changes whenever the same plan may simulate to another time.
constexpr const char *simulatorVersion = "1f1b-flows-3";

} // namespace

std::string projectFingerprint(const Cluster &cluster, const Workload &workload, const std::vector<Mapping> &mappings)
{
    Json rules = Json::array();
    for (const auto &mapping : mappings)
        rules.push_back(toJson(mapping));
    // FNV-1a: it has to tell edits apart, not to resist an attacker; the checker simulates anyway.
    std::uint64_t hash = 14695981039346656037ULL;
    for (const Json &part : {toJson(cluster), toJson(workload), rules}) {
        for (const char letter : toText(part))
            hash = (hash ^ static_cast<unsigned char>(letter)) * 1099511628211ULL;
    }
    return fmt::format("{:016x}", hash);
}

Certificate makeCertificate(const SearchResult &result, std::string project)
{
    Certificate certificate;
    certificate.space = spaceDescription(result.searched);
    certificate.searched = result.searched;
    certificate.objective = result.objective;
    certificate.simulator = simulatorVersion;
    certificate.project = std::move(project);
    certificate.proved = result.proved;
    certificate.lowerBound = result.lowerValue;
    certificate.families = result.claims;
    if (!result.plans.empty()) {
        certificate.best = result.bestValue;
        certificate.plan = result.plans.front().plan;
    }
    return certificate;
}

Json toJson(const Certificate &certificate)
{
    Json json;
    json["formatVersion"] = certificateFormatVersion;
    json["space"] = certificate.space;
    json["searched"] = searchSpaceNames[static_cast<std::size_t>(certificate.searched)];
    json["objective"] = searchObjectiveNames[static_cast<std::size_t>(certificate.objective)];
    json["simulator"] = certificate.simulator;
    json["project"] = certificate.project;
    json["startTime"] = certificate.startTime.value;
    json["schedules"] = Json::array({"1f1b"});
    if (certificate.searched == SearchSpace::C)
        json["schedules"].push_back("interleaved");
    json["proved"] = certificate.proved;
    json["best"] = certificate.best ? Json(*certificate.best) : Json();
    json["lowerBound"] = certificate.lowerBound;
    json["plan"] = certificate.plan ? toJson(*certificate.plan) : Json();
    std::map<std::string, std::size_t> counts;
    Json families = Json::array();
    for (const auto &claim : certificate.families) {
        const auto verdict = familyVerdictNames[static_cast<std::size_t>(claim.verdict)];
        ++counts[std::string(verdict)];
        families.push_back(Json::array({claim.family, verdict, claim.value}));
    }
    json["prunedBy"] = Json::object();
    for (const auto &[verdict, count] : counts) {
        if (verdict != familyVerdictNames[static_cast<std::size_t>(FamilyVerdict::simulated)])
            json["prunedBy"][verdict] = count;
    }
    json["families"] = std::move(families);
    return json;
}

Result<Certificate> readCertificate(const Json &json, const std::string &file)
{
    Findings findings;
    Certificate certificate;
    ObjectReader reader(json, "", findings);
    if (reader.integer("formatVersion", 1, 1'000'000) > certificateFormatVersion)
        reader.error("formatVersion", "a newer format", fmt::format("{}", certificateFormatVersion));
    certificate.space = reader.text("space");
    certificate.searched = static_cast<SearchSpace>(reader.word("searched", searchSpaceNames));
    certificate.objective = static_cast<SearchObjective>(reader.word("objective", searchObjectiveNames));
    certificate.simulator = reader.text("simulator");
    certificate.project = reader.text("project");
    certificate.startTime = Seconds(reader.number("startTime"));
    certificate.proved = reader.boolean("proved", false);
    certificate.lowerBound = reader.number("lowerBound");
    if (const Json *best = reader.member("best"); best && !best->is_null())
        certificate.best = reader.number("best");
    if (const Json *plan = reader.member("plan"); plan && !plan->is_null())
        certificate.plan = readPlan(*plan, "/plan", findings);
    std::size_t index = 0;
    for (const Json *item : reader.items("families")) {
        const bool shaped = item->is_array() && item->size() == 3 && (*item)[0].is_string() && (*item)[1].is_string() &&
                            (*item)[2].is_number();
        const auto verdict =
            shaped ? std::find(familyVerdictNames.begin(), familyVerdictNames.end(), (*item)[1].get<std::string>())
                   : familyVerdictNames.end();
        if (verdict == familyVerdictNames.end()) {
            findings.addError(Error{Error::Code::schema,
                                    {},
                                    reader.pathOf("families", index),
                                    "something else",
                                    "[label, verdict, value]",
                                    {}});
        } else {
            certificate.families.push_back({(*item)[0].get<std::string>(),
                                            static_cast<FamilyVerdict>(verdict - familyVerdictNames.begin()),
                                            (*item)[2].get<double>()});
        }
        ++index;
    }
    if (!findings.ok()) {
        Error error = findings.errors.front();
        error.file = file;
        return error;
    }
    return certificate;
}

} // namespace heteroscope
