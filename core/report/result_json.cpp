// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/result_json.h"

#include "cost/support_file.h"
#include "planner/certificate/certificate.h"
#include "planner/explain/explain.h"
#include "planner/space/space.h"
#include "report/planner_json.h"
#include "strategy/plan_json.h"
#include "wording/planner_text.h"
#include "wording/step_text.h"

namespace heteroscope {

namespace {

Json deviceJson(const Lane *lane, DeviceId id, const Topology &topology, const StepResult &result)
{
    const auto &type = topology.typeOf(id);
    const auto seconds = [lane](std::initializer_list<Activity> activities) {
        Ticks sum;
        if (lane) {
            for (const Activity activity : activities)
                sum += lane->time[static_cast<std::size_t>(activity)];
        }
        return toSeconds(sum).value;
    };
    Json json;
    json["id"] = topology.device(id).name;
    json["type"] = type.name;
    json["compute"] = seconds({Activity::forward, Activity::recompute, Activity::backward, Activity::inputGradient,
                               Activity::weightGradient});
    json["exposed"] = {{"tp", seconds({Activity::exposedTp})},
                       {"pp", seconds({Activity::exposedPp})},
                       {"dp", seconds({Activity::exposedDp})},
                       {"cp", seconds({Activity::exposedCp})},
                       {"ep", seconds({Activity::exposedEp})}};
    json["bubble"] = seconds({Activity::bubble});
    json["straggler"] = seconds({Activity::straggler});
    json["optimizer"] = seconds({Activity::optimizer});
    json["overhead"] = seconds({Activity::overhead});
    json["idle"] = lane ? seconds({Activity::idle}) : toSeconds(result.stepTime).value;
    if (lane)
        json["peakMemoryAt"] = toSeconds(lane->peakAt).value;
    json["peakMemory"] = lane ? lane->memory.total().value : 0.0;
    if (lane && lane->hostMemory > Bytes(0))
        json["hostMemory"] = lane->hostMemory.value;
    if (lane && lane->hostActivations > Bytes(0))
        json["hostActivations"] = lane->hostActivations.value;
    json["memoryCapacity"] = type.memory.value;
    const Bytes usable = usableMemory(type.memory, result.memoryHeadroom);
    json["usableMemory"] = usable.value;
    json["memoryMargin"] = (usable - (lane ? lane->memory.total() : Bytes(0))).value;
    return json;
}

Json errorJson(const Error &error)
{
    return {{"file", error.file},
            {"path", error.path},
            {"found", error.found},
            {"expected", error.expected},
            {"hint", error.hint}};
}

} // namespace

Json simulateJson(const StepResult &result, const Topology &topology, const Plan &plan)
{
    Json json;
    json["stepTime"] = toSeconds(result.stepTime).value;
    json["tokensPerSecond"] = result.tokensPerSecond;
    json["mfu"] = result.mfu;
    json["hfu"] = result.hfu;
    json["feasible"] = result.feasible;
    json["assumptions"] = assumptionTexts(result);
    json["uncertainty"] = result.uncertainty;
    json["memoryHeadroom"] = result.memoryHeadroom;
    json["support"] = toJson(result.support);
    std::vector<const Lane *> laneOf(topology.devices().size(), nullptr);
    for (const auto &lane : result.lanes) {
        for (const DeviceId id : lane.devices)
            laneOf[id.index()] = &lane;
    }
    json["devices"] = Json::array();
    for (std::size_t i = 0; i < laneOf.size(); ++i)
        json["devices"].push_back(deviceJson(laneOf[i], DeviceId(i), topology, result));
    json["links"] = Json::array();
    for (const auto &load : result.links) {
        const auto &edge = topology.edge(load.edge);
        const auto id = edge.link + ": " + topology.vertices()[edge.from.index()].name + " > " +
                        topology.vertices()[edge.to.index()].name;
        json["links"].push_back({{"id", id}, {"bytes", load.bytes.value}, {"busy", load.busy.value}});
    }
    json["criticalPath"] = Json::array();
    for (const auto &blame : result.criticalPath)
        json["criticalPath"].push_back({{"cause", nameOf(blame.cause)}, {"seconds", blame.time.value}});
    json["energy"] = result.energy;
    json["cost"] = result.cost;
    json["overflows"] = Json::array();
    for (const auto &overflow : result.overflows)
        json["overflows"].push_back(overflowText(overflow));
    json["simulatedLanes"] = result.simulatedLanes;
    json["idealTime"] = toSeconds(result.idealTime).value;
    json["plan"] = toJson(plan);
    return json;
}

Json planJson(const SearchResult &result, std::string project)
{
    Json json;
    json["proved"] = result.proved;
    json["gap"] = result.gap;
    json["lowerBound"] = result.lowerBound.value;
    json["universalBound"] = result.universalBound.value;
    json["space"] = spaceDescription(result.searched);
    json["searchSeconds"] = result.searchTime.value;
    if (result.stopped) // before all families were closed
        json["stopped"] = true;
    Json pruned = Json::object();
    for (const auto &[rejection, count] : result.prunedBy)
        pruned[rejectionNames[static_cast<std::size_t>(rejection)]] = count;
    json["candidates"] = {{"enumerated", result.enumerated},
                          {"simulated", result.simulated},
                          {"simulatedPlans", result.simulatedPlans},
                          {"prunedBy", pruned}};
    json["plans"] = Json::array();
    for (std::size_t i = 0; i < result.plans.size(); ++i) {
        const auto &plan = result.plans[i];
        const auto *fullest = plan.result->fullestLane();
        json["plans"].push_back({{"rank", i + 1},
                                 {"stepTime", toSeconds(plan.result->stepTime).value},
                                 {"uncertainty", plan.result->uncertainty},
                                 {"support", toJson(plan.result->support)},
                                 {"cost", plan.result->cost},
                                 {"energy", plan.result->energy},
                                 {"peakMemory", fullest ? fullest->memory.total().value : 0.0},
                                 {"family", plan.family},
                                 {"baseline", baselineJson(plan.baseline)},
                                 {"whyNotFirst", whySlowerText(plan.whyNotFirst)},
                                 {"plan", toJson(plan.plan)}});
    }
    if (result.nearest)
        json["nearest"] = {{"needed", result.nearest->needed.value},
                           {"available", result.nearest->available.value},
                           {"devices", result.nearest->devices},
                           {"share", result.nearest->share},
                           {"changes", changeLabel(result.nearest->changes)},
                           {"plan", toJson(result.nearest->plan)}};
    json["baselines"] = Json::array();
    for (const auto &baseline : result.baselines) {
        const auto *step = baseline.result.get();
        const auto *best = result.plans.empty() ? nullptr : result.plans.front().result.get();
        json["baselines"].push_back({{"name", baseline.name()},
                                     {"stepTime", step ? Json(toSeconds(step->stepTime).value) : Json()},
                                     {"speedup", step && best ? Json(1 + slowdown(*step, *best)) : Json()},
                                     {"reason", reasonText(baseline)},
                                     {"plan", baseline.plan ? toJson(*baseline.plan) : Json()}});
    }
    json["beyond"] = Json::array();
    for (const auto &plan : result.beyond)
        json["beyond"].push_back({{"change", changeLabel(plan.changes)},
                                  {"stepTime", toSeconds(plan.result->stepTime).value},
                                  {"cost", plan.result->cost},
                                  {"energy", plan.result->energy},
                                  {"plan", toJson(plan.plan)}});
    json["rejected"] = Json::array();
    for (const auto &family : result.rejected)
        json["rejected"].push_back({{"family", familyLabel(family.family)},
                                    {"reason", rejectionNames[static_cast<std::size_t>(family.rejection)]},
                                    {"detail", reasonText(family.detail)}});
    json["certificate"] = toJson(makeCertificate(result, std::move(project)));
    return json;
}

Json lintJson(const Findings &findings)
{
    Json json = {{"errors", Json::array()}, {"warnings", Json::array()}};
    for (const auto &error : findings.errors)
        json["errors"].push_back(errorJson(error));
    for (const auto &warning : findings.warnings)
        json["warnings"].push_back(errorJson(warning));
    return json;
}

} // namespace heteroscope
