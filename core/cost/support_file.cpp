// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/support_file.h"

#include "base/embedded_files.h"
#include "json/object_reader.h"

#include <algorithm>

namespace heteroscope {

namespace {

constexpr NumberRange errorRange{.minimum = 0, .maximum = 100};
constexpr int mostRows = 1'000'000;

SupportEntry readEntry(const Json &json, const std::string &path, Findings &findings)
{
    ObjectReader reader(json, path, findings);
    SupportEntry entry;
    entry.key.stack = reader.text("stack");
    entry.key.computeClass = reader.text("computeClass");
    entry.key.experts = reader.boolean("experts", false);
    entry.key.manyNodes = reader.boolean("manyNodes", false);
    entry.key.zeroStage = static_cast<int>(reader.integer("zeroStage", 0, 3, 0));
    entry.key.mixedDevices = reader.boolean("mixedDevices", false);
    entry.rows = static_cast<int>(reader.integer("rows", 1, mostRows));
    entry.sources = reader.texts("sources");
    if (entry.sources.empty())
        reader.error("sources", "none", "the names of the origins of the rows", "list where the rows come from");
    std::sort(entry.sources.begin(), entry.sources.end());
    entry.error = reader.number("error", errorRange);
    reader.finish();
    return entry;
}

void readLevel(SupportTable &table, const Json &json, const std::string &path, Findings &findings)
{
    ObjectReader reader(json, path, findings);
    const auto level = 1 + reader.word("level", std::span(supportLevelNames).subspan(1, supportLevelCount - 1));
    table.folds[level] = {static_cast<int>(reader.integer("folds", 0, mostRows)), reader.number("error", errorRange)};
    reader.finish();
}

/// What defaults leave out.
void writeKey(Json &json, const SupportKey &key)
{
    json["stack"] = key.stack;
    json["computeClass"] = key.computeClass;
    if (key.experts)
        json["experts"] = true;
    if (key.manyNodes)
        json["manyNodes"] = true;
    if (key.zeroStage > 0)
        json["zeroStage"] = key.zeroStage;
    if (key.mixedDevices)
        json["mixedDevices"] = true;
}

void refuseTwins(const SupportTable &table, ObjectReader &reader)
{
    for (std::size_t i = 0; i < table.entries.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (table.entries[i].key == table.entries[j].key) {
                reader.error("entries/" + std::to_string(i), "the key of entry " + std::to_string(j) + " a second time",
                             "one entry for each key", "merge the two");
                return;
            }
        }
    }
}

struct LoadedSupport
{
    SupportTable table;
    Findings findings;
};

const LoadedSupport &loadedSupport()
{
    static const LoadedSupport result = [] {
        LoadedSupport all;
        const char *file = "calibration/support.json";
        const auto json = parseJson(embeddedFile(file), file);
        if (json)
            all.table = readSupport(*json, "", all.findings);
        else
            all.findings.errors.push_back(json.error());
        for (auto &error : all.findings.errors)
            error.file = file;
        return all;
    }();
    return result;
}

} // namespace

SupportTable readSupport(const Json &json, const std::string &path, Findings &findings)
{
    SupportTable table;
    ObjectReader reader(json, path, findings);
    reader.integer("formatVersion", 1, 1);
    table.source = reader.text("source");
    std::size_t index = 0;
    for (const Json *item : reader.items("entries"))
        table.entries.push_back(readEntry(*item, reader.pathOf("entries", index++), findings));
    index = 0;
    for (const Json *item : reader.items("levels"))
        readLevel(table, *item, reader.pathOf("levels", index++), findings);
    const auto place = [](SupportLevel level) { return static_cast<std::size_t>(level); };
    for (const auto &[near, far] : supportOrder) {
        if (table.folds[place(far)].error < table.folds[place(near)].error) {
            reader.error("levels", "a smaller error at " + std::string(supportLevelNames[place(far)]),
                         "errors that do not fall with the distance",
                         "raise it to that of " + std::string(supportLevelNames[place(near)]));
            break;
        }
    }
    refuseTwins(table, reader);
    reader.finish();
    return table;
}

Json toJson(const SupportTable &table)
{
    Json json = {{"formatVersion", 1}, {"source", table.source}};
    json["entries"] = Json::array();
    for (const auto &entry : table.entries) {
        Json item;
        writeKey(item, entry.key);
        item["rows"] = entry.rows;
        item["sources"] = entry.sources;
        item["error"] = entry.error;
        json["entries"].push_back(std::move(item));
    }
    json["levels"] = Json::array();
    for (std::size_t level = 1; level < supportLevelCount; ++level)
        json["levels"].push_back({{"level", supportLevelNames[level]},
                                  {"folds", table.folds[level].folds},
                                  {"error", table.folds[level].error}});
    return json;
}

Json toJson(const Support &support)
{
    Json json = {{"level", supportLevelNames[static_cast<std::size_t>(support.level)]},
                 {"neverMeasured", neverMeasured(support.level)},
                 {"rows", support.rows},
                 {"sources", support.sources}};
    json["stack"] = support.asked.stack;
    json["computeClass"] = support.asked.computeClass;
    json["experts"] = support.asked.experts;
    json["manyNodes"] = support.asked.manyNodes;
    json["zeroStage"] = support.asked.zeroStage;
    json["mixedDevices"] = support.asked.mixedDevices;
    return json;
}

const SupportTable &builtinSupport() { return loadedSupport().table; }

const Findings &builtinSupportFindings() { return loadedSupport().findings; }

} // namespace heteroscope
