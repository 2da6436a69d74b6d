// SPDX-License-Identifier: GPL-3.0-or-later
#include "workload/software_ticks.h"

#include <algorithm>

namespace heteroscope {

namespace {

/// The flag of a name in softwareDegreeNames; nullptr for another one.
bool *flagOf(SoftwareDegrees &degrees, std::string_view name)
{
    const std::array<bool *, softwareDegreeNames.size()> flags = {&degrees.tp,
                                                                  &degrees.cp,
                                                                  &degrees.ep,
                                                                  &degrees.hsdp,
                                                                  &degrees.unlikePipelines,
                                                                  &degrees.tpByStage,
                                                                  &degrees.recomputeByStage};
    const auto found = std::find(softwareDegreeNames.begin(), softwareDegreeNames.end(), name);
    return found == softwareDegreeNames.end() ? nullptr
                                              : flags[static_cast<std::size_t>(found - softwareDegreeNames.begin())];
}

void refuseTwice(ObjectReader &reader, const std::string &key, const Json &item)
{
    reader.error(key, describe(item) + " twice", "every value once", "remove one of them");
}

} // namespace

std::vector<int> readZeroStages(ObjectReader &reader)
{
    std::vector<int> stages;
    for (const Json *item : reader.items("zeroStages")) {
        if (!item->is_number_integer() || item->get<double>() < 0 || item->get<double>() > maxZeroStage)
            reader.error("zeroStages", describe(*item), "whole numbers from 0 to 3",
                         "list the ZeRO stages that the software has");
        else if (std::count(stages.begin(), stages.end(), item->get<int>()) > 0)
            refuseTwice(reader, "zeroStages", *item);
        else
            stages.push_back(item->get<int>());
    }
    return stages;
}

SoftwareDegrees readDegrees(ObjectReader &reader)
{
    SoftwareDegrees degrees{false, false, false, false};
    for (const Json *item : reader.items("degrees")) {
        bool *const degree = item->is_string() ? flagOf(degrees, item->get_ref<const std::string &>()) : nullptr;
        if (!degree)
            reader.error("degrees", describe(*item), "tp, cp, ep, hsdp, unlikePipelines, tpByStage or recomputeByStage",
                         "list the kinds of parallelism that the software has");
        else if (*degree)
            refuseTwice(reader, "degrees", *item);
        else
            *degree = true;
    }
    return degrees;
}

Json toJson(const SoftwareDegrees &degrees)
{
    Json json = Json::array();
    SoftwareDegrees own = degrees;
    for (const auto name : softwareDegreeNames) {
        if (*flagOf(own, name))
            json.push_back(name);
    }
    return json;
}

SoftwareTicks readTicks(const Json &json, const std::string &path, Findings &findings, Extensions &unknown)
{
    ObjectReader reader(json, path, findings);
    SoftwareTicks ticks;
    if (reader.has("schedules")) {
        auto &names = ticks.schedules.emplace();
        for (const Json *item : reader.items("schedules")) {
            if (!item->is_string())
                reader.error("schedules", describe(*item), "names of schedules, as plan files have them",
                             "write them like 1f1b or interleaved");
            else if (std::count(names.begin(), names.end(), item->get_ref<const std::string &>()) > 0)
                refuseTwice(reader, "schedules", *item);
            else
                names.push_back(item->get<std::string>());
        }
    }
    if (reader.has("zeroStages"))
        ticks.zeroStages = readZeroStages(reader);
    if (reader.has("degrees"))
        ticks.degrees = readDegrees(reader);
    if (reader.has("recomputeModules"))
        ticks.recomputeModules = readRecomputeModules(reader);
    unknown = reader.finish();
    return ticks;
}

Json toJson(const SoftwareTicks &ticks)
{
    Json json = Json::object();
    if (ticks.schedules)
        json["schedules"] = *ticks.schedules;
    if (ticks.zeroStages)
        json["zeroStages"] = *ticks.zeroStages;
    if (ticks.degrees)
        json["degrees"] = toJson(*ticks.degrees);
    if (ticks.recomputeModules)
        json["recomputeModules"] = toJson(*ticks.recomputeModules);
    return json;
}

} // namespace heteroscope
