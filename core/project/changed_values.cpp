// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/changed_values.h"

#include "strategy/plan_json.h"

#include <algorithm>

namespace heteroscope {

namespace {

/// Compared item by item: objects that are neither points of a curve nor runs of devices.
bool isListOfThings(const std::string &key, const Json &array)
{
    return key != "rate" && key != "speed" && key != "curve" && key != "devices" && !array.empty() &&
           std::all_of(array.begin(), array.end(), [](const Json &item) { return item.is_object(); });
}

/// A null that another program wrote is not the same as nothing.
Json present(const Json &value) { return value.is_null() ? Json("null") : value; }

void addChanged(std::vector<FieldChange> &fields, const std::string &path, const std::string &key, const Json &before,
                const Json &after)
{
    if (before == after)
        return;
    const auto below = [&path](const std::string &next) { return path.empty() ? next : path + "/" + next; };
    if (before.is_object() && after.is_object()) {
        for (const auto &[next, value] : before.items()) {
            if (const auto it = after.find(next); it != after.end())
                addChanged(fields, below(next), next, value, *it);
            else
                fields.push_back({below(next), present(value), Json()});
        }
        for (const auto &[next, value] : after.items()) {
            if (!before.contains(next))
                fields.push_back({below(next), Json(), present(value)});
        }
    } else if (before.is_array() && after.is_array() && before.size() == after.size() && isListOfThings(key, before) &&
               isListOfThings(key, after)) {
        for (std::size_t i = 0; i < before.size(); ++i)
            addChanged(fields, below(std::to_string(i)), {}, before[i], after[i]);
    } else {
        fields.push_back({path, present(before), present(after)});
    }
}

} // namespace

std::vector<FieldChange> changedFields(const Json &before, const Json &after)
{
    std::vector<FieldChange> fields;
    addChanged(fields, {}, {}, before, after);
    return fields;
}

Json partsOfNode(const Json &node)
{
    Json parts = node;
    Json runs = Json::array(), speeds = Json::array(), others = Json::array();
    std::size_t first = 0;
    for (const Json &run : node["devices"]) {
        const auto count = run["count"].get<std::size_t>();
        if (!runs.empty() && runs.back()["type"] == run["type"])
            runs.back()["count"] = runs.back()["count"].get<std::size_t>() + count;
        else
            runs.push_back({{"type", run["type"]}, {"count", count}});
        Json other = run;
        for (const char *known : {"type", "count", "speed"})
            other.erase(known);
        for (std::size_t i = first; i < first + count; ++i) {
            if (run.contains("speed"))
                speeds.push_back({{"device", i}, {"speed", run["speed"]}});
            if (!other.empty())
                others.push_back({{"device", i}, {"values", other}});
        }
        first += count;
    }
    parts["devices"] = std::move(runs);
    if (!speeds.empty())
        parts["speed"] = std::move(speeds);
    if (!others.empty())
        parts["deviceExtensions"] = std::move(others);
    return parts;
}

Json partsOfPlan(const Json &named)
{
    Json parts = Json::object(), layers = Json::array(), stages = Json::array();
    Findings ignored; // the plan was written by toJson
    parts["label"] = planLabel(readPlan(named["plan"], {}, ignored));
    Json plan = named["plan"];
    for (Json &pipeline : plan["pipelines"]) {
        Json counts = Json::array(), devices = Json::array();
        for (Json &stage : pipeline["stages"]) {
            Json ofStage = Json::array(), names = Json::array();
            for (const Json &range : stage["chunks"])
                ofStage.push_back(range);
            for (Json &group : stage["groups"]) {
                for (const Json &name : group["devices"])
                    names.push_back(name);
                group["deviceCount"] = group["devices"].size();
                group.erase("devices");
            }
            stage.erase("chunks");
            counts.push_back(std::move(ofStage));
            devices.push_back(std::move(names));
        }
        layers.push_back(std::move(counts));
        stages.push_back(std::move(devices));
    }
    parts["layers"] = std::move(layers);
    parts["stages"] = std::move(stages);
    parts["plan"] = std::move(plan);
    for (const auto &[key, value] : named.items()) {
        if (key != "plan" && key != "name")
            parts[key] = value;
    }
    return parts;
}

} // namespace heteroscope
