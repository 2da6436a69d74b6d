// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/replan_json.h"

#include "strategy/plan_json.h"

#include <algorithm>

namespace heteroscope {

namespace {

Json finiteJson(double value) { return value < infinity ? Json(value) : Json(); }

Json indexJson(const ReplanResult &result, std::size_t plan)
{
    return plan < result.candidates.size() ? Json(plan) : Json();
}

Json fixedJson(const ReplanResult &result, const FixedChoice &choice)
{
    if (!choice.plan)
        return {{"plan", nullptr}, {"totalTime", nullptr}, {"candidate", nullptr}};
    return {{"plan", toJson(result.candidates[*choice.plan].plan)},
            {"totalTime", finiteJson(choice.totalTime)},
            {"candidate", *choice.plan}};
}

Json policyJson(const ReplanResult &result, const PlanSequence &policy)
{
    return {{"totalTime", finiteJson(policy.totalTime)},
            {"switches", policy.switches.size()},
            {"regret", finiteJson(result.regret(policy))}};
}

Json segmentsJson(const ReplanResult &result)
{
    Json segments = Json::array();
    std::vector<Json> plans;
    for (const CandidatePlan &candidate : result.candidates)
        plans.push_back(toJson(candidate.plan));
    const auto &pieces = result.scenario.pieces;
    const auto &chosen = result.best.plans;
    for (std::size_t i = 0; i < chosen.size();) {
        std::size_t end = i + 1;
        while (end < chosen.size() && chosen[end] == chosen[i] && pieces[end].state == pieces[i].state)
            ++end;
        const bool runs = chosen[i] < plans.size();
        const double to = end == chosen.size() ? result.best.totalTime : pieces[end].from.value;
        segments.push_back(
            {{"from", pieces[i].from.value},
             {"to", to},
             {"plan", runs ? plans[chosen[i]] : Json()},
             {"stepTime", runs ? finiteJson(result.problem.stepTimeOf(pieces[i].state, chosen[i])) : Json()},
             {"candidate", indexJson(result, chosen[i])}});
        i = end;
    }
    return segments;
}

} // namespace

Json replanJson(const ReplanResult &result)
{
    Json switches = Json::array();
    for (const ReplanSwitch &one : result.switches) {
        switches.push_back({{"at", one.change.at},
                            {"cost", one.change.time},
                            {"gain", one.gain.value},
                            {"breakEven", one.breakEven ? Json(one.breakEven->value) : Json()},
                            {"from", indexJson(result, one.change.from)},
                            {"to", indexJson(result, one.change.to)},
                            {"way", switchWayNames[static_cast<std::size_t>(one.way)]},
                            {"bytes", one.moved.value}});
    }
    Json candidates = Json::array();
    for (const CandidatePlan &candidate : result.candidates)
        candidates.push_back(
            {{"origin", candidate.origin}, {"label", planLabel(candidate.plan)}, {"plan", toJson(candidate.plan)}});
    Json times = Json::array();
    for (const Seconds time : result.searchTimes)
        times.push_back(time.value);
    return {{"steps", result.problem.steps},
            {"horizon", result.scenario.horizon().value},
            {"gain", finiteJson(result.gain())},
            {"segments", segmentsJson(result)},
            {"switches", switches},
            {"totalTime", finiteJson(result.best.totalTime)},
            {"bestFixed", fixedJson(result, result.fixed)},
            {"worstCase", fixedJson(result, result.worstCase)},
            {"quantile", fixedJson(result, result.quantile)},
            {"greedy", policyJson(result, result.greedy)},
            {"pastOnly", policyJson(result, result.pastOnly)},
            {"forecast", policyJson(result, result.forecast)},
            {"states", result.scenario.states.size()},
            {"changes", result.scenario.changes},
            {"resolution", result.scenario.resolution},
            {"searches", result.searches},
            {"searchSeconds", times},
            {"proved", result.proved},
            {"predicted", result.predicted},
            {"candidates", candidates}};
}

Json goodputJson(const ReplanGoodput &goodput)
{
    const auto &[input, found, checkpointSize, tokens] = goodput;
    const GoodputBand &kept = found.atBest;
    return {
        {"meanTimeBetweenFailures", finiteJson(input.meanTimeBetweenFailures())},
        {"checkpoint", {{"bytes", checkpointSize.value}, {"seconds", input.checkpoint}}},
        {"restart", input.restart},
        {"spares", input.spares},
        {"shrunk", input.shrunk},
        {"seed", input.seed},
        {"interval",
         {{"simulated", finiteJson(found.best)}, {"young", finiteJson(found.young)}, {"daly", finiteJson(found.daly)}}},
        {"kept", {{"mean", kept.mean}, {"low", kept.low}, {"median", kept.median}, {"high", kept.high}}},
        {"closedForm", found.closedForm},
        {"tokensPerSecond", {{"withoutFailures", tokens}, {"mean", tokens * kept.mean}}}};
}

Json lossJson(const std::vector<std::string> &names, const LossAnswer &loss)
{
    return {{"names", names},
            {"stepTime", finiteJson(loss.stepTime.value)},
            {"stepTimeBefore", finiteJson(loss.stepTimeBefore.value)},
            {"goesOn", loss.goesOn},
            {"proved", loss.proved},
            {"switchTime", finiteJson(loss.switchTime.value)},
            {"bytes", loss.moved.value},
            {"way", switchWayNames[static_cast<std::size_t>(loss.way)]},
            {"plan", loss.plan ? toJson(*loss.plan) : Json(nullptr)}};
}

} // namespace heteroscope
