// SPDX-License-Identifier: GPL-3.0-or-later
#include "wording/change_text.h"

#include "base/numbers.h"
#include "json/object_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace heteroscope {

namespace {

constexpr std::size_t maxFieldsNamed = 8;
constexpr std::size_t maxItemsNamed = 4;
constexpr std::size_t leastJoined = 4; // alike changes on one line
constexpr std::size_t maxText = 60;

std::string lastKey(const std::string &path) { return path.substr(path.rfind('/') + 1); }

/// "fabric 0 latency" of "fabric/0/latency", "sequence length" of "sequenceLength".
std::string keyWords(std::string_view path)
{
    std::string words;
    for (const char c : path) {
        if (c == '/')
            words += ' ';
        else if (c >= 'A' && c <= 'Z')
            words += {' ', static_cast<char>(c - 'A' + 'a')};
        else
            words += c;
    }
    return words;
}

std::string fieldName(const std::string &key)
{
    if (key == "rate")
        return "bandwidth over time";
    if (key == "speed")
        return "speed over time";
    if (key == "fabric")
        return "links inside";
    if (key == "vertices")
        return "parts inside";
    if (key == "microBatchSize" || key == "plan/microBatchSize")
        return "micro-batch size";
    const std::string_view shown = key;
    return keyWords(shown.starts_with("plan/") ? shown.substr(5) : shown);
}

std::string numberText(const std::string &path, double value)
{
    const std::string key = lastKey(path);
    if (path.find("peakFlops/") != std::string::npos)
        return flopsText(FlopPerSecond(value));
    if (key == "bandwidth" || key == "memoryBandwidth")
        return bandwidthText(BytesPerSecond(value));
    if (key == "latency" || key == "time")
        return secondsText(Seconds(value));
    if (key == "memory")
        return memoryText(Bytes(value));
    if (key == "power")
        return powerText(value);
    if (key == "pricePerHour")
        return costText(value) + " an hour";
    if (key == "memoryHeadroom")
        return percentText(value);
    if (key == "parameters")
        return largeCountText(value);
    return inputText(value);
}

/// "times 0.5", "12 points from 0 s to 3,600 s".
std::string curveText(const Json &points)
{
    if (points.size() == 1 && points[0]["at"].get<double>() == 0)
        return fmt::format("times {}", factorText(points[0]["factor"].get<double>()));
    return fmt::format("{} from {} to {}", countedText(points.size(), "point"),
                       secondsText(Seconds(points.front()["at"].get<double>())),
                       secondsText(Seconds(points.back()["at"].get<double>())));
}

/// "2.00 USD an hour", "12 points from 0 s to 3,600 s, 1.00 USD to 2.00 USD an hour".
std::string pricesText(const Json &points)
{
    double least = points.front()["price"].get<double>(), most = least;
    for (const Json &point : points) {
        least = std::min(least, point["price"].get<double>());
        most = std::max(most, point["price"].get<double>());
    }
    if (points.size() == 1)
        return costText(least) + " an hour";
    return fmt::format("{} points from {} to {}, {} to {} an hour", countText(points.size()),
                       secondsText(Seconds(points.front()["at"].get<double>())),
                       secondsText(Seconds(points.back()["at"].get<double>())), costText(least), costText(most));
}

/// The first few, and how many others.
std::string listText(const std::vector<std::string> &items, std::size_t most = maxItemsNamed)
{
    std::string text;
    for (std::size_t i = 0; i < std::min(items.size(), most); ++i)
        text += (i > 0 ? ", " : "") + items[i];
    return items.size() > most ? fmt::format("{} and {} more", text, countText(items.size() - most)) : text;
}

/// "8 x A100-80GB SXM + 2 x H100-80GB SXM".
std::string runsText(const Json &runs)
{
    std::vector<std::string> items;
    for (const Json &run : runs)
        items.push_back(fmt::format("{} x {}", run["count"].get<std::size_t>(), run["type"].get<std::string>()));
    std::string text;
    for (const auto &item : items)
        text += (text.empty() ? "" : " + ") + item;
    return text.empty() ? "no devices" : text;
}

std::string speedsText(const Json &speeds)
{
    std::vector<std::string> items;
    for (const Json &one : speeds)
        items.push_back(fmt::format("gpu{} {}", one["device"].get<std::size_t>(), curveText(one["speed"])));
    return listText(items);
}

/// "13 13 12 12"; chunks of a stage "2+2", unlike pipelines "13 13 | 20 6".
std::string layersText(const Json &pipelines)
{
    std::vector<std::string> texts;
    for (const Json &pipeline : pipelines) {
        std::string text;
        for (const Json &stage : pipeline) {
            std::string counts;
            for (const Json &range : stage)
                counts += fmt::format("{}{}", counts.empty() ? "" : "+", range[1].get<int>());
            text += (text.empty() ? "" : " ") + counts;
        }
        if (texts.empty() || texts.back() != text)
            texts.push_back(std::move(text));
    }
    std::string all;
    for (const auto &text : texts)
        all += (all.empty() ? "" : " | ") + text;
    return all;
}

/// Values of other programs may look like anything.
bool isCurve(const Json &value)
{
    return value.is_array() && !value.empty() && std::all_of(value.begin(), value.end(), [](const Json &point) {
               return point.is_object() && point.contains("at") && point["at"].is_number() &&
                      point.contains("factor") && point["factor"].is_number();
           });
}

bool isPrices(const Json &value)
{
    return value.is_array() && !value.empty() && std::all_of(value.begin(), value.end(), [](const Json &point) {
               return point.is_object() && point.contains("at") && point["at"].is_number() && point.contains("price") &&
                      point["price"].is_number();
           });
}

/// What a person wrote, which may have blanks and commas.
bool isFreeText(const std::string &key)
{
    return key == "title" || key == "description" || key == "notes" || key == "text" || key == "source";
}

std::string valueText(const std::string &path, const Json &value)
{
    if (value.is_null())
        return path == "rate" || path == "speed" ? "constant" : "not set";
    if (value.is_boolean())
        return value.get<bool>() ? "yes" : "no";
    if (value.is_number())
        return numberText(path, value.get<double>());
    if (value.is_string())
        return isFreeText(path) ? quoteText(value.get<std::string>()) : shortened(value.get<std::string>(), maxText);
    if (path == "vertices" || path == "fabric")
        return countText(value.size());
    if (path == "layers")
        return layersText(value);
    if (path == "devices" && value.is_array() && !value.empty() && value[0].is_object())
        return runsText(value);
    if (path == "speed")
        return speedsText(value);
    if (isCurve(value))
        return curveText(value);
    if (isPrices(value))
        return pricesText(value);
    if (value.is_array() && std::all_of(value.begin(), value.end(), [](const Json &v) { return v.is_string(); })) {
        std::vector<std::string> items;
        for (const Json &item : value)
            items.push_back(shortened(item.get<std::string>(), maxText));
        return items.empty() ? "none" : listText(items);
    }
    return countedText(value.size(), "value");
}

bool areNames(const Json &value)
{
    return value.is_array() && std::all_of(value.begin(), value.end(), [](const Json &v) { return v.is_string(); });
}

/// "links + a, b - c".
std::string namesChanged(const Json &before, const Json &after)
{
    std::set<std::string> old, now;
    for (const Json &name : before)
        old.insert(name.get<std::string>());
    for (const Json &name : after)
        now.insert(name.get<std::string>());
    std::vector<std::string> gone, added;
    std::set_difference(old.begin(), old.end(), now.begin(), now.end(), std::back_inserter(gone));
    std::set_difference(now.begin(), now.end(), old.begin(), old.end(), std::back_inserter(added));
    std::string text = added.empty() ? std::string() : "added " + listText(added);
    if (!gone.empty())
        text += (text.empty() ? "removed " : ", removed ") + listText(gone);
    return text.empty() ? "in another order" : text;
}

/// "2 of 8 stages on other devices".
std::string stagesChanged(const Json &before, const Json &after)
{
    std::size_t all = 0, other = 0;
    for (std::size_t p = 0; p < after.size(); ++p) {
        for (std::size_t s = 0; s < after[p].size(); ++s) {
            const bool same = p < before.size() && s < before[p].size() && before[p][s] == after[p][s];
            ++all;
            other += same ? 0 : 1;
        }
    }
    return fmt::format("{} of {} on other devices", countText(other), countedText(all, "stage"));
}

std::string fieldText(const FieldChange &field)
{
    if (field.key == "stages")
        return stagesChanged(field.before, field.after);
    const std::string name = fieldName(field.key);
    if (areNames(field.before) && areNames(field.after) && !field.before.empty() && !field.after.empty())
        return fmt::format("{} {}", name, namesChanged(field.before, field.after));
    const std::string before = valueText(field.key, field.before), after = valueText(field.key, field.after);
    if (before != after)
        return fmt::format("{} {} -> {}", name, before, after);
    if (field.before.is_number() && field.after.is_number() && field.before.get<double>() != 0)
        return fmt::format("{} {} -> {} ({})", name, before, after,
                           signedPercentText(field.after.get<double>() / field.before.get<double>() - 1));
    return fmt::format("{} changed ({})", name, after);
}

std::string fieldsText(const Change &change)
{
    // The label of a plan says what most of its other values follow from.
    const auto label = std::find_if(change.fields.begin(), change.fields.end(),
                                    [](const FieldChange &field) { return field.key == "label"; });
    const bool ofPlan = std::all_of(change.fields.begin(), change.fields.end(), [](const FieldChange &field) {
        return field.key != "devices" && field.key != "begin" && !field.key.starts_with("workload");
    });
    if (label != change.fields.end() && ofPlan && label->before.is_string() && label->after.is_string())
        return fmt::format("{} -> {}", label->before.get<std::string>(), label->after.get<std::string>());
    // Of a thing of which there is one, its name is what changed: "model: Llama 2 7B -> Llama 3 70B".
    if (change.fields.size() == 1 && change.fields[0].key == "name")
        return fmt::format("{} -> {}", valueText("name", change.fields[0].before),
                           valueText("name", change.fields[0].after));
    std::vector<std::string> texts;
    for (const FieldChange &field : change.fields)
        texts.push_back(fieldText(field));
    return listText(texts, maxFieldsNamed);
}

/// What an added or removed thing is, in parentheses; empty where its name says enough. alone: with what makes it
/// unlike others of its kind, the ends of a link.
std::string whatText(const Change &change, bool alone)
{
    const Json &value = change.value;
    switch (change.thing) {
    case ChangedThing::node:
    case ChangedThing::ownNode:
        return runsText(value["devices"]);
    case ChangedThing::link:
        return (alone ? fmt::format("{} to {}, ", value["from"].get<std::string>(), value["to"].get<std::string>())
                      : std::string()) +
               fmt::format("{}, {}", numberText("bandwidth", value["bandwidth"].get<double>()),
                           numberText("latency", value["latency"].get<double>()));
    case ChangedThing::conflictSet:
        return valueText("links", value["links"]);
    case ChangedThing::rack:
        return fmt::format("{}, {} times", valueText("members", value["members"]), value["repeat"].get<int>());
    case ChangedThing::deviceGroup:
        return valueText("members", value["devices"]);
    case ChangedThing::furtherJob:
        return valueText("devices", value["devices"]);
    case ChangedThing::price:
        return valueText("curve", value["curve"]);
    case ChangedThing::mapping:
        return fmt::format("{} {}", value.value("rule", std::string()), value.value("target", std::string()));
    case ChangedThing::marker:
        return fmt::format("at {}{}", numberText("time", value["time"].get<double>()),
                           value.contains("device") ? " of " + value["device"].get<std::string>() : std::string());
    default:
        return {};
    }
}

/// What has no name.
bool isCalledByText(ChangedThing thing) { return thing == ChangedThing::note || thing == ChangedThing::marker; }

std::string titleOf(const Change &change)
{
    std::string title(thingText(change.thing));
    if (isCalledByText(change.thing))
        return fmt::format("{} {}", title, quoteText(change.name));
    if (!change.name.empty())
        title += " " + change.name;
    return title;
}

std::string severalText(ChangedThing thing)
{
    if (thing == ChangedThing::mapping)
        return "rules of groups";
    if (thing == ChangedThing::price)
        return "prices of devices";
    const std::string one(thingText(thing));
    return thing == ChangedThing::switchNode ? one + "es" : one + "s";
}

/// What happened to the thing, as it follows its title: " added (8 x A100-80GB SXM)", ": power 0 W -> 700 W".
std::string deedText(const Change &change, bool alone = true)
{
    switch (change.kind) {
    case Change::Kind::added:
    case Change::Kind::removed: {
        const std::string what = whatText(change, alone);
        return fmt::format(" {}{}", change.kind == Change::Kind::added ? "added" : "removed",
                           what.empty() ? what : fmt::format(" ({})", what));
    }
    case Change::Kind::renamed:
        return " renamed to " + change.newName;
    case Change::Kind::changed:
        return ": " + fieldsText(change);
    case Change::Kind::moved:
        return " moved on the canvas";
    case Change::Kind::reordered:
        break;
    }
    return " is now the first of the " + severalText(change.thing);
}

std::string onOneLine(std::string text)
{
    for (char &c : text) {
        if (c == '\n' || c == '\r' || c == '\t')
            c = ' ';
    }
    return text;
}

/// Things of one kind to which the same happened.
struct AlikeChanges
{
    std::string deed;
    std::vector<const Change *> all;
};

std::vector<AlikeChanges> alikeChanges(const std::vector<Change> &changes)
{
    std::vector<AlikeChanges> groups;
    std::map<std::pair<ChangedThing, std::string>, std::size_t> known;
    for (const Change &change : changes) {
        if (change.kind == Change::Kind::moved)
            continue;
        std::string deed = deedText(change, false);
        const auto [at, isNew] = known.try_emplace({change.thing, deed}, groups.size());
        if (isNew)
            groups.push_back({std::move(deed), {}});
        groups[at->second].all.push_back(&change);
    }
    return groups;
}

} // namespace

std::string_view thingText(ChangedThing thing)
{
    switch (thing) {
    case ChangedThing::project:
        return "project";
    case ChangedThing::model:
        return "model";
    case ChangedThing::job:
        return "job";
    case ChangedThing::cluster:
        return "cluster";
    case ChangedThing::node:
        return "node";
    case ChangedThing::switchNode:
        return "switch";
    case ChangedThing::link:
        return "link";
    case ChangedThing::conflictSet:
        return "conflict set";
    case ChangedThing::rack:
        return "rack";
    case ChangedThing::deviceGroup:
        return "device group";
    case ChangedThing::deviceType:
        return "own device type";
    case ChangedThing::ownLink:
        return "own link type";
    case ChangedThing::ownNode:
        return "own node template";
    case ChangedThing::ownModel:
        return "own model";
    case ChangedThing::mapping:
        return "rule of group";
    case ChangedThing::plan:
        return "plan";
    case ChangedThing::furtherJob:
        return "further job";
    case ChangedThing::price:
        return "price of";
    case ChangedThing::note:
        return "note";
    case ChangedThing::marker:
        break;
    }
    return "marker";
}

std::string changeText(const Change &change)
{
    if (change.kind == Change::Kind::reordered && change.name.empty())
        return severalText(change.thing) + " in another order";
    return onOneLine(titleOf(change) + deedText(change));
}

std::vector<std::string> changeTexts(const std::vector<Change> &changes)
{
    std::vector<std::string> lines;
    for (const AlikeChanges &group : alikeChanges(changes)) {
        if (group.all.size() < leastJoined) {
            for (const Change *change : group.all)
                lines.push_back(changeText(*change));
            continue;
        }
        std::vector<std::string> names;
        names.reserve(group.all.size());
        for (const Change *change : group.all)
            names.push_back(isCalledByText(change->thing) ? quoteText(change->name) : change->name);
        lines.push_back(onOneLine(fmt::format("{} {} ({}){}", countText(group.all.size()),
                                              severalText(group.all.front()->thing), listText(names), group.deed)));
    }
    if (!lines.empty())
        return lines;
    std::vector<std::string> moved;
    moved.reserve(changes.size());
    for (const Change &change : changes)
        moved.push_back(titleOf(change));
    if (!moved.empty())
        lines.push_back(onOneLine("moved on the canvas, nothing else: " + listText(moved)));
    return lines;
}

} // namespace heteroscope
