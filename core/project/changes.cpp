// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/changes.h"

#include "project/changed_values.h"
#include "project/edits.h"
#include "project/project_file.h"
#include "workload/workload_json.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>

namespace heteroscope {

namespace {

constexpr std::size_t maxRenamed = 64;

/// A thing as the file has it, with what it is known by and called.
struct Entry
{
    std::string key;
    std::string name;
    Json value;
};
using Entries = std::vector<Entry>;

const Json &memberOf(const Json &object, const char *key)
{
    static const Json nothing;
    const auto it = object.is_object() ? object.find(key) : object.end();
    return it == object.end() ? nothing : *it;
}

std::string keyText(const Json &value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

/// The entries of an array by their member `key`, called by their member `name`.
Entries entriesOf(const Json &array, const char *key, const char *name)
{
    Entries entries;
    if (array.is_array()) {
        for (const Json &value : array)
            entries.push_back({keyText(memberOf(value, key)), keyText(memberOf(value, name)), value});
    }
    return entries;
}

/// Mappings have no names: equal ones are the same, the n-th with the n-th.
Entries mappingEntries(const Json &array)
{
    Entries entries = entriesOf(array, "group", "group");
    std::map<std::string, int> seen;
    for (Entry &entry : entries) {
        const std::string text = entry.value.dump();
        entry.key = text + std::to_string(seen[text]++);
    }
    return entries;
}

Json withoutKey(Json value, const char *key)
{
    value.erase(key);
    return value;
}

/// The links at each node and switch, by name.
using LinksAt = std::map<std::string, std::set<std::string>>;

LinksAt linksAt(const Json &cluster)
{
    LinksAt links;
    for (const Json &link : memberOf(cluster, "links")) {
        links[link["from"].get<std::string>()].insert(link["name"].get<std::string>());
        links[link["to"].get<std::string>()].insert(link["name"].get<std::string>());
    }
    return links;
}

/// Whether the node or switch may be the same under two names: it keeps a link, or has none.
bool keepsALink(const LinksAt &before, const LinksAt &after, const std::string &from, const std::string &to)
{
    const auto old = before.find(from);
    const auto now = after.find(to);
    if (old == before.end() || now == after.end())
        return old == before.end() && now == after.end();
    return std::any_of(old->second.begin(), old->second.end(),
                       [&now](const std::string &name) { return now->second.contains(name); });
}

using NewNames = std::vector<std::pair<std::string, std::string>>;

/// Pairs (old key, new key) of what has another name only and may be the same. Of alike ones the first that may be.
NewNames renamedOf(const Entries &before, const Entries &after,
                   const std::function<bool(const std::string &from, const std::string &to)> &mayBe)
{
    std::set<std::string_view> old, now;
    for (const Entry &entry : before)
        old.insert(entry.key);
    for (const Entry &entry : after)
        now.insert(entry.key);
    std::map<std::string, std::vector<std::string>> added; // by all but the name
    for (const Entry &entry : after) {
        if (!old.contains(entry.key))
            added[withoutKey(entry.value, "name").dump()].push_back(entry.key);
    }
    NewNames renamed;
    for (const Entry &entry : before) {
        if (now.contains(entry.key) || added.empty() || renamed.size() == maxRenamed)
            continue;
        auto &alike = added[withoutKey(entry.value, "name").dump()];
        const auto last = alike.begin() + static_cast<std::ptrdiff_t>(std::min(alike.size(), maxRenamed));
        const auto to =
            std::find_if(alike.begin(), last, [&](const std::string &key) { return mayBe(entry.key, key); });
        if (to == last)
            continue;
        renamed.emplace_back(entry.key, *to);
        alike.erase(to);
    }
    return renamed;
}

bool always(const std::string &, const std::string &) { return true; }

class Comparison
{
public:
    std::vector<Change> take() { return std::move(m_changes); }

    void add(Change change) { m_changes.push_back(std::move(change)); }

    void compareFields(ChangedThing thing, const std::string &name, const Json &before, const Json &after)
    {
        auto fields = changedFields(before, after);
        if (!fields.empty())
            add({Change::Kind::changed, thing, name, {}, {}, std::move(fields)});
    }

    /// Of a thing of which there is one, the values under these keys.
    void compareKeys(ChangedThing thing, const Json &before, const Json &after, const std::set<std::string> &others)
    {
        const auto kept = [&others](const Json &object) {
            Json some = Json::object();
            for (const auto &[key, value] : object.items()) {
                if (!others.contains(key))
                    some[key] = value;
            }
            return some;
        };
        compareFields(thing, {}, kept(before), kept(after));
    }

    /// prepared: takes what the file joins apart.
    void compareEntries(ChangedThing thing, const Entries &before, Entries after, Json (*prepared)(const Json &),
                        bool findRenamed = true)
    {
        if (findRenamed) {
            for (const auto &[from, to] : renamedOf(before, after, always)) {
                add({Change::Kind::renamed, thing, from, to, {}, {}});
                const auto it =
                    std::find_if(after.begin(), after.end(), [&to = to](const Entry &e) { return e.key == to; });
                it->key = from;
                it->value["name"] = from;
            }
        }
        std::map<std::string_view, const Entry *> old, now;
        for (const Entry &entry : before)
            old.emplace(entry.key, &entry);
        for (const Entry &entry : after)
            now.emplace(entry.key, &entry);
        std::vector<std::string_view> orderBefore, orderAfter; // of what both have
        for (const Entry &entry : before) {
            const auto it = now.find(entry.key);
            if (it == now.end()) {
                add({Change::Kind::removed, thing, entry.name, {}, entry.value, {}});
                continue;
            }
            orderBefore.push_back(entry.key);
            if (entry.value != it->second->value)
                compareFields(thing, entry.name, prepared(entry.value), prepared(it->second->value));
        }
        for (const Entry &entry : after) {
            if (old.contains(entry.key))
                orderAfter.push_back(entry.key);
            else
                add({Change::Kind::added, thing, entry.name, {}, entry.value, {}});
        }
        const bool newFirst = !before.empty() && !after.empty() && before.front().key != after.front().key;
        if (orderBefore != orderAfter || (thing == ChangedThing::plan && newFirst))
            add({Change::Kind::reordered, thing, newFirst ? after.front().name : std::string(), {}, {}, {}});
    }

    /// What stands in another place. Places of things that only one project has say nothing new.
    void comparePlaces(const Project &before, const Project &after)
    {
        const auto place = [](const Project &project, const std::string &name) {
            const auto it = project.canvas.find(name);
            return it == project.canvas.end() ? std::optional<CanvasPosition>() : it->second;
        };
        const auto look = [&](ChangedThing thing, const auto &old, const auto &now) {
            std::set<std::string_view> known;
            for (const auto &one : old)
                known.insert(one.name);
            for (const auto &one : now) {
                if (known.contains(one.name) && place(before, one.name) != place(after, one.name))
                    add({Change::Kind::moved, thing, one.name, {}, {}, {}});
            }
        };
        look(ChangedThing::node, before.cluster.nodes, after.cluster.nodes);
        look(ChangedThing::switchNode, before.cluster.switches, after.cluster.switches);
        std::map<int, CanvasPosition> notes;
        for (const Note &note : before.notes)
            notes.emplace(note.id, note.at);
        for (const Note &note : after.notes) {
            const auto it = notes.find(note.id);
            if (it != notes.end() && !(it->second == note.at))
                add({Change::Kind::moved, ChangedThing::note, note.text, {}, {}, {}});
        }
    }

private:
    std::vector<Change> m_changes;
};

Json asItIs(const Json &value) { return value; }

/// The old project with the new names of nodes and switches, everywhere.
Project withNewNames(const Project &before, const Json &old, const Json &now, Comparison &comparison)
{
    Project project = before;
    const Json &clusterBefore = memberOf(old, "cluster"), &clusterAfter = memberOf(now, "cluster");
    const LinksAt linksBefore = linksAt(clusterBefore), linksAfter = linksAt(clusterAfter);
    const auto mayBe = [&](const std::string &from, const std::string &to) {
        return keepsALink(linksBefore, linksAfter, from, to);
    };
    const auto rename = [&](const char *list, ChangedThing thing, const auto &replaced) {
        const auto pairs = renamedOf(entriesOf(memberOf(clusterBefore, list), "name", "name"),
                                     entriesOf(memberOf(clusterAfter, list), "name", "name"), mayBe);
        for (const auto &[from, to] : pairs) {
            if (auto edited = replaced(from, to)) {
                project = *std::move(edited);
                comparison.add({Change::Kind::renamed, thing, from, to, {}, {}});
            }
        }
    };
    rename("nodes", ChangedThing::node, [&project](const std::string &from, const std::string &to) {
        Node node = *project.cluster.findNode(from);
        node.name = to;
        return replaceNode(project, from, node);
    });
    rename("switches", ChangedThing::switchNode, [&project](const std::string &from, const std::string &to) {
        Switch one = *project.cluster.findSwitch(from);
        one.name = to;
        return replaceSwitch(project, from, one);
    });
    return project;
}

void compareModels(Comparison &comparison, const Model &before, const Model &after)
{
    if (before == after)
        return;
    const Json old = toJson(before), now = toJson(after);
    if (before.name == after.name)
        comparison.compareFields(ChangedThing::model, before.name, old, now);
    else if (withoutKey(old, "name") == withoutKey(now, "name"))
        comparison.add({Change::Kind::renamed, ChangedThing::model, before.name, after.name, {}, {}});
    else // another model; its values are those of its name
        comparison.compareFields(ChangedThing::model, {}, {{"name", before.name}}, {{"name", after.name}});
}

void compareClusters(Comparison &comparison, const Json &before, const Json &after)
{
    const auto compare = [&](ChangedThing thing, const char *list, Json (*prepared)(const Json &)) {
        comparison.compareEntries(thing, entriesOf(memberOf(before, list), "name", "name"),
                                  entriesOf(memberOf(after, list), "name", "name"), prepared,
                                  thing != ChangedThing::node && thing != ChangedThing::switchNode);
    };
    comparison.compareKeys(ChangedThing::cluster, before, after,
                           {"nodes", "switches", "links", "conflictSets", "racks", "deviceGroups", "deviceTypes"});
    compare(ChangedThing::node, "nodes", partsOfNode);
    compare(ChangedThing::switchNode, "switches", asItIs);
    compare(ChangedThing::link, "links", asItIs);
    compare(ChangedThing::conflictSet, "conflictSets", asItIs);
    compare(ChangedThing::rack, "racks", asItIs);
    compare(ChangedThing::deviceGroup, "deviceGroups", asItIs);
    compare(ChangedThing::deviceType, "deviceTypes", asItIs);
}

} // namespace

std::vector<Change> changesBetween(const Project &before, const Project &after)
{
    Comparison comparison;
    const Json now = projectJson(after);
    const Project renamed = withNewNames(before, projectJson(before), now, comparison);
    const Json old = projectJson(renamed);
    comparison.compareKeys(
        ChangedThing::project, old, now,
        {"cluster", "workload", "library", "mappings", "plans", "jobs", "prices", "canvas", "notes", "markers"});
    compareModels(comparison, before.workload.model, after.workload.model);
    comparison.compareFields(ChangedThing::job, {}, old["workload"]["job"], now["workload"]["job"]);
    comparison.compareKeys(ChangedThing::project, old["workload"], now["workload"], {"model", "job"});
    compareClusters(comparison, old["cluster"], now["cluster"]);
    const Json &libraryBefore = memberOf(old, "library"), &libraryAfter = memberOf(now, "library");
    const auto compareLibrary = [&](ChangedThing thing, const char *list, Json (*prepared)(const Json &)) {
        comparison.compareEntries(thing, entriesOf(memberOf(libraryBefore, list), "name", "name"),
                                  entriesOf(memberOf(libraryAfter, list), "name", "name"), prepared);
    };
    compareLibrary(ChangedThing::ownLink, "links", asItIs);
    compareLibrary(ChangedThing::ownNode, "nodes", partsOfNode);
    compareLibrary(ChangedThing::ownModel, "models", asItIs);
    const auto orEmpty = [](const Json &object) { return object.is_object() ? object : Json::object(); };
    comparison.compareKeys(ChangedThing::project, orEmpty(libraryBefore), orEmpty(libraryAfter),
                           {"links", "nodes", "models"});
    comparison.compareEntries(ChangedThing::mapping, mappingEntries(memberOf(old, "mappings")),
                              mappingEntries(memberOf(now, "mappings")), asItIs, false);
    comparison.compareEntries(ChangedThing::plan, entriesOf(old["plans"], "name", "name"),
                              entriesOf(now["plans"], "name", "name"), partsOfPlan);
    const auto partsOfJob = [](const Json &job) { return job.contains("plan") ? partsOfPlan(job) : job; };
    comparison.compareEntries(ChangedThing::furtherJob, entriesOf(memberOf(old, "jobs"), "name", "name"),
                              entriesOf(memberOf(now, "jobs"), "name", "name"), partsOfJob);
    comparison.compareEntries(ChangedThing::price, entriesOf(memberOf(old, "prices"), "name", "name"),
                              entriesOf(memberOf(now, "prices"), "name", "name"), asItIs, false);
    const auto unplaced = [](const Json &note) {
        Json other = note;
        other.erase("x");
        other.erase("y");
        return other;
    };
    comparison.compareEntries(ChangedThing::note, entriesOf(memberOf(old, "notes"), "id", "text"),
                              entriesOf(memberOf(now, "notes"), "id", "text"), unplaced, false);
    comparison.compareEntries(ChangedThing::marker, entriesOf(memberOf(old, "markers"), "id", "text"),
                              entriesOf(memberOf(now, "markers"), "id", "text"), asItIs, false);
    const auto extensionsOf = [](const Project &project) {
        Json json = Json::object();
        for (const auto &[key, text] : project.canvasExtensions)
            json[key] = text;
        return json;
    };
    comparison.compareFields(ChangedThing::project, {}, extensionsOf(renamed), extensionsOf(after));
    comparison.comparePlaces(renamed, after);
    return comparison.take();
}

} // namespace heteroscope
