// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/certificate/certificate.h"

#include "base/text_hash.h"
#include "cluster/cluster_json.h"
#include "planner/space/space.h"
#include "simulator/simulator_version.h"
#include "strategy/plan_json.h"
#include "workload/workload_json.h"
#include "json/object_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace heteroscope {

std::string projectFingerprint(const Cluster &cluster, const Workload &workload, const std::vector<Mapping> &mappings)
{
    Json rules = Json::array();
    for (const auto &mapping : mappings)
        rules.push_back(toJson(mapping));
    // It has to tell edits apart, not to resist an attacker; the checker simulates anyway.
    std::uint64_t hash = textHash({});
    for (const Json &part : {toJson(cluster), toJson(workload), rules})
        hash = textHash(toText(part), hash);
    return fmt::format("{:016x}", hash);
}

std::vector<std::string> namesOf(const std::vector<ScheduleKind> &schedules)
{
    std::vector<std::string> names;
    for (const ScheduleKind kind : schedules)
        names.emplace_back(scheduleName(kind));
    return names;
}

bool claimsBound(FamilyVerdict verdict)
{
    return verdict == FamilyVerdict::simulated || verdict == FamilyVerdict::bounded ||
           verdict == FamilyVerdict::notReached;
}

std::map<std::string, std::size_t> prunedByOf(const std::vector<FamilyClaim> &families)
{
    std::map<std::string, std::size_t> counts;
    for (const auto &claim : families) {
        if (claim.verdict != FamilyVerdict::simulated)
            ++counts[std::string(familyVerdictNames[static_cast<std::size_t>(claim.verdict)])];
    }
    return counts;
}

Certificate makeCertificate(const SearchResult &result, std::string project)
{
    Certificate certificate;
    certificate.space = spaceDescription(result.searched);
    certificate.searched = result.searched;
    certificate.objective = result.objective;
    certificate.simulator = std::string(simulatorVersion());
    certificate.project = std::move(project);
    certificate.schedules = namesOf(result.schedules);
    certificate.startTime = result.startTime;
    certificate.proved = result.proved;
    certificate.lowerBound = result.lowerValue;
    if (!result.plans.empty()) {
        certificate.best = result.bestValue;
        certificate.plan = result.plans.front().plan;
    }
    // A bound above the best plan is of no use to the proof, and dear to verify.
    certificate.families = result.claims;
    for (auto &claim : certificate.families) {
        if (claimsBound(claim.verdict) && certificate.best)
            claim.value = std::min(claim.value, *certificate.best);
    }
    certificate.prunedBy = prunedByOf(certificate.families);
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
    json["schedules"] = certificate.schedules;
    json["proved"] = certificate.proved;
    json["best"] = certificate.best ? Json(*certificate.best) : Json();
    json["lowerBound"] = certificate.lowerBound;
    json["plan"] = certificate.plan ? toJson(*certificate.plan) : Json();
    json["prunedBy"] = Json::object();
    for (const auto &[verdict, count] : certificate.prunedBy)
        json["prunedBy"][verdict] = count;
    Json families = Json::array();
    for (const auto &claim : certificate.families)
        families.push_back(Json::array({claim.family, familyVerdictNames[static_cast<std::size_t>(claim.verdict)],
                                        std::isfinite(claim.value) ? Json(claim.value) : Json()}));
    json["families"] = std::move(families);
    return json;
}

namespace {

constexpr const char *makeAgain = "make the certificate again with hscope plan --json";

/// The path of the first value in which two texts differ.
std::string firstDifference(const Json &one, const Json &other, const std::string &path)
{
    if (one.type() == other.type() && one.is_structured() && one.size() == other.size()) {
        for (auto i = one.begin(), j = other.begin(); i != one.end(); ++i, ++j) {
            const bool object = one.is_object();
            if (object && i.key() != j.key())
                return path + "/" + i.key();
            if (*i != *j)
                return firstDifference(*i, *j,
                                       path + "/" + (object ? i.key() : std::to_string(std::distance(one.begin(), i))));
        }
    }
    return path;
}

/// [label, verdict, value]; nullopt: something else.
std::optional<FamilyClaim> readClaim(const Json &json)
{
    if (!json.is_array() || json.size() != 3 || !json[0].is_string() || !json[1].is_string() ||
        !(json[2].is_number() || json[2].is_null()))
        return {};
    const auto verdict = std::find(familyVerdictNames.begin(), familyVerdictNames.end(), json[1].get<std::string>());
    if (verdict == familyVerdictNames.end())
        return {};
    return FamilyClaim{json[0].get<std::string>(), static_cast<FamilyVerdict>(verdict - familyVerdictNames.begin()),
                       json[2].is_null() ? infinity : json[2].get<double>()};
}

void readPrunedBy(const Json *json, Certificate &certificate, ObjectReader &reader)
{
    if (!json || !json->is_object())
        return reader.error("prunedBy", json ? describe(*json) : "nothing", "an object of counts", makeAgain);
    for (const auto &[verdict, count] : json->items()) {
        if (count.is_number_unsigned())
            certificate.prunedBy[verdict] = count.get<std::size_t>();
        else
            reader.error("prunedBy/" + verdict, describe(count), "a number of families", makeAgain);
    }
}

/// True if the member is null; it has to be there.
bool isNull(ObjectReader &reader, const std::string &key)
{
    const Json *member = reader.member(key);
    if (!member)
        reader.error(key, "nothing", "a value or null", makeAgain);
    return !member || member->is_null();
}

void readBestPlan(const Json &json, Certificate &certificate, Findings &findings)
{
    certificate.plan = readPlan(json, "/plan", findings);
    // Nothing in it may be read as something else than it says.
    if (const Json written = toJson(*certificate.plan); findings.ok() && written != json)
        findings.addError(Error{Error::Code::schema,
                                {},
                                firstDifference(json, written, "/plan"),
                                "another text than that of the plan",
                                "the plan as hscope plan --json writes it",
                                makeAgain});
}

} // namespace

Result<Certificate> readCertificate(const Json &json, const std::string &file)
{
    Findings findings;
    Certificate certificate;
    ObjectReader reader(json, "", findings);
    if (const auto version = reader.integer("formatVersion", 1, 1'000'000); version != certificateFormatVersion)
        reader.error("formatVersion", fmt::format("{}", version), fmt::format("{}", certificateFormatVersion),
                     "another version of the program made it; make it again with hscope plan --json");
    certificate.space = reader.text("space");
    certificate.searched = static_cast<SearchSpace>(reader.word("searched", searchSpaceNames));
    certificate.objective = static_cast<SearchObjective>(reader.word("objective", searchObjectiveNames));
    certificate.simulator = reader.text("simulator");
    certificate.project = reader.text("project");
    certificate.startTime = Seconds(reader.number("startTime"));
    certificate.schedules = reader.texts("schedules");
    if (const Json *proved = reader.member("proved"); proved && proved->is_boolean())
        certificate.proved = proved->get<bool>();
    else
        reader.error("proved", proved ? describe(*proved) : "nothing", "true or false", makeAgain);
    certificate.lowerBound = reader.number("lowerBound");
    if (!isNull(reader, "best"))
        certificate.best = reader.number("best");
    if (!isNull(reader, "plan"))
        readBestPlan(*reader.member("plan"), certificate, findings);
    readPrunedBy(reader.member("prunedBy"), certificate, reader);
    std::size_t index = 0;
    for (const Json *item : reader.items("families")) {
        if (auto claim = readClaim(*item))
            certificate.families.push_back(std::move(*claim));
        else
            findings.addError(Error{Error::Code::schema,
                                    {},
                                    reader.pathOf("families", index),
                                    describe(*item),
                                    "[label, verdict, value]",
                                    makeAgain});
        ++index;
    }
    for (const auto &[key, text] : reader.finish())
        reader.error(key, "a remark", "only the members of a certificate", "remove it");
    if (!findings.ok()) {
        Error error = findings.errors.front();
        error.file = file;
        return error;
    }
    return certificate;
}

} // namespace heteroscope
