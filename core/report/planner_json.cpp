// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/planner_json.h"

#include "strategy/plan_json.h"
#include "wording/planner_text.h"

namespace heteroscope {

namespace {

std::string_view nameOf(TimeCause cause) { return timeCauseNames[static_cast<std::size_t>(cause)]; }

} // namespace

Json baselineJson(const std::optional<BaselineKind> &baseline)
{
    return baseline ? Json(baselineNames[static_cast<std::size_t>(*baseline)]) : Json();
}

Json answerJson(const Recommendation &best)
{
    if (!best)
        return nullptr;
    return {{"stepTime", toSeconds(best.result->stepTime).value},
            {"beyond", best.isBeyond},
            {"lacks", best.lack ? Json(lackText(*best.lack)) : Json()},
            {"plan", toJson(*best.plan)}};
}

Json paretoJson(const ParetoFront &front)
{
    Json json = {{"first", searchObjectiveNames[static_cast<std::size_t>(front.first)]},
                 {"second", searchObjectiveNames[static_cast<std::size_t>(front.second)]},
                 {"exact", front.exact},
                 {"families", front.families},
                 {"openFamilies", front.open},
                 {"points", Json::array()}};
    for (const auto &point : front.points)
        json["points"].push_back({{"stepTime", toSeconds(point.result->stepTime).value},
                                  {"cost", point.result->cost},
                                  {"energy", point.result->energy},
                                  {"family", point.family},
                                  {"baseline", baselineJson(point.baseline)},
                                  {"plan", toJson(point.plan)}});
    return json;
}

Json whyNotJson(const WhyNot &why)
{
    Json json = {{"verdict", whyNotNames[static_cast<std::size_t>(why.verdict)]},
                 {"reason", whyNotText(why)},
                 {"stepTime", why.result ? Json(toSeconds(why.result->stepTime).value) : Json()},
                 {"slower", why.result ? Json(why.slower) : Json()},
                 {"terms", Json::array()},
                 {"overflows", Json::array()}};
    for (const auto &term : why.terms)
        json["terms"].push_back({{"term", nameOf(term.cause)}, {"seconds", term.seconds}});
    for (const auto &overflow : why.overflows)
        json["overflows"].push_back({{"pipeline", overflow.pipeline},
                                     {"stage", overflow.stage},
                                     {"device", overflow.device},
                                     {"over", overflow.over().value},
                                     {"peak", overflow.peak.value},
                                     {"capacity", overflow.capacity.value}});
    return json;
}

Json whyNotFamilyJson(const WhyNotFamily &why)
{
    Json json = whyNotJson(why.why);
    json["family"] = why.family;
    json["verdict"] = familyVerdictNames[static_cast<std::size_t>(why.verdict)];
    json["reason"] = whyNotText(why);
    json["leastTime"] = why.minTime > 0 ? Json(why.minTime) : Json();
    json["everyLayout"] = why.everyLayout;
    json["leastTimeTerms"] = Json::array();
    for (const auto &term : why.terms)
        json["leastTimeTerms"].push_back(
            {{"term", nameOf(term.cause)}, {"where", term.where}, {"seconds", term.seconds}});
    json["plan"] = why.plan ? toJson(*why.plan) : Json();
    return json;
}

} // namespace heteroscope
