// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/calibration_values.h"

#include "base/embedded_files.h"
#include "json/object_reader.h"

#include <algorithm>

namespace heteroscope {

namespace {

template<class T>
void readFields(ObjectReader &reader, T &values, std::span<const CalibrationField<T>> fields)
{
    for (const auto &field : fields)
        field.of(values) = reader.number(std::string(field.name), field.range);
}

template<class T>
void writeFields(Json &json, const T &values, std::span<const CalibrationField<T>> fields)
{
    T copy = values;
    for (const auto &field : fields)
        json[std::string(field.name)] = field.of(copy);
}

EfficiencyCurves readCurves(const Json &json, const std::string &path, Findings &findings)
{
    ObjectReader reader(json, path, findings);
    EfficiencyCurves curves;
    curves.computeClass = reader.text("computeClass");
    if (const Json *gemm = reader.member("gemm")) {
        ObjectReader byPrecision(*gemm, reader.pathOf("gemm"), findings);
        for (std::size_t i = 0; i < precisionNames.size(); ++i)
            curves.gemm[i] = byPrecision.number(std::string(precisionNames[i]), efficiencyRange);
        byPrecision.finish();
    } else {
        reader.error("gemm", "nothing", "an object with a share for each precision", "add the key \"gemm\"");
    }
    readFields(reader, curves, curveFields());
    curves.source = reader.text("source");
    curves.extensions = reader.finish();
    return curves;
}

LinkConstants readLinkConstants(const Json &json, const std::string &path, Findings &findings)
{
    ObjectReader reader(json, path, findings);
    LinkConstants link;
    link.technology = static_cast<LinkTechnology>(reader.word("technology", linkTechnologyNames));
    readFields(reader, link, linkFields());
    link.inSwitch = reader.number("inSwitch", 0.0, {.minimum = 0, .maximum = 1});
    link.pairs = reader.number("pairs", 1.0, {.minimum = 0.01, .maximum = 1});
    link.source = reader.text("source");
    link.extensions = reader.finish();
    return link;
}

StackMemory readStackMemory(const Json &json, const std::string &path, Findings &findings)
{
    ObjectReader reader(json, path, findings);
    StackMemory memory;
    for (const auto &field : stackMemoryFields())
        field.of(memory) = reader.number(std::string(field.name), field.of(memory), field.range);
    memory.narrowInputs = reader.boolean("narrowInputs", false);
    memory.shardsGradients = reader.boolean("shardsGradients", false);
    memory.source = reader.text("source", {});
    memory.extensions = reader.finish();
    return memory;
}

/// What is as without an entry is left out.
Json stackMemoryJson(const StackMemory &memory)
{
    StackMemory own = memory, usual;
    Json json = Json::object();
    for (const auto &field : stackMemoryFields()) {
        if (field.of(own) != field.of(usual))
            json[std::string(field.name)] = field.of(own);
    }
    if (memory.narrowInputs)
        json["narrowInputs"] = true;
    if (memory.shardsGradients)
        json["shardsGradients"] = true;
    if (!memory.source.empty())
        json["source"] = memory.source;
    writeExtensions(json, memory.extensions);
    return json;
}

SoftwareStack readStack(const Json &json, const std::string &path, Findings &findings)
{
    ObjectReader reader(json, path, findings);
    SoftwareStack stack;
    stack.name = reader.text("name");
    stack.sendMode = static_cast<SendMode>(reader.word("sendMode", sendModeNames));
    stack.attention = static_cast<AttentionKernels>(reader.word("attention", attentionKernelNames));
    stack.overlapsGradients = reader.boolean("overlapsGradients", false);
    stack.padsVocabulary = reader.boolean("padsVocabulary", true);
    readFields(reader, stack, stackFields());
    if (const Json *memory = reader.member("memory"))
        stack.memory = readStackMemory(*memory, reader.pathOf("memory"), findings);
    stack.zeroStages = readZeroStages(reader);
    if (json.contains("schedules"))
        stack.schedules.clear();
    for (const Json *item : reader.items("schedules")) {
        const auto kind = item->is_string() ? findSchedule(item->get<std::string>()) : std::nullopt;
        if (kind)
            stack.schedules.push_back(*kind);
        else
            reader.error("schedules", describe(*item), "names of schedules, as plan files have them",
                         "write them like 1f1b or interleaved");
    }
    if (reader.has("degrees"))
        stack.degrees = readDegrees(reader);
    stack.runsSource = reader.text("runsSource", {});
    stack.source = reader.text("source");
    stack.extensions = reader.finish();
    return stack;
}

Json curvesJson(const EfficiencyCurves &curves)
{
    Json json = {{"computeClass", curves.computeClass}};
    for (std::size_t i = 0; i < precisionNames.size(); ++i)
        json["gemm"][std::string(precisionNames[i])] = curves.gemm[i];
    writeFields(json, curves, curveFields());
    json["source"] = curves.source;
    writeExtensions(json, curves.extensions);
    return json;
}

Json linkJson(const LinkConstants &link)
{
    Json json = {{"technology", linkTechnologyNames[static_cast<std::size_t>(link.technology)]}};
    writeFields(json, link, linkFields());
    if (link.inSwitch > 0)
        json["inSwitch"] = link.inSwitch;
    if (link.pairs < 1)
        json["pairs"] = link.pairs;
    json["source"] = link.source;
    writeExtensions(json, link.extensions);
    return json;
}

Json stackJson(const SoftwareStack &stack)
{
    Json json = {{"name", stack.name},
                 {"sendMode", sendModeNames[static_cast<std::size_t>(stack.sendMode)]},
                 {"attention", attentionKernelNames[static_cast<std::size_t>(stack.attention)]},
                 {"overlapsGradients", stack.overlapsGradients},
                 {"padsVocabulary", stack.padsVocabulary}};
    writeFields(json, stack, stackFields());
    if (stack.memory != StackMemory{})
        json["memory"] = stackMemoryJson(stack.memory);
    json["zeroStages"] = stack.zeroStages;
    json["schedules"] = Json::array(); // without an entry it would be the usual ones
    for (const ScheduleKind kind : stack.schedules)
        json["schedules"].push_back(scheduleName(kind));
    json["degrees"] = toJson(stack.degrees);
    if (!stack.runsSource.empty())
        json["runsSource"] = stack.runsSource;
    json["source"] = stack.source;
    writeExtensions(json, stack.extensions);
    return json;
}

/// Puts each item of `part` in the place of the one with the same key, or at the end.
template<class T, class Key>
void replaceByKey(std::vector<T> &all, std::vector<T> part, Key key)
{
    for (auto &item : part) {
        const auto it = std::find_if(all.begin(), all.end(), [&](const T &other) { return key(other) == key(item); });
        if (it == all.end())
            all.push_back(std::move(item));
        else
            *it = std::move(item);
    }
}

void merge(CalibrationValues &all, CalibrationValues part)
{
    replaceByKey(all.curves, std::move(part.curves), [](const EfficiencyCurves &c) { return c.computeClass; });
    replaceByKey(all.links, std::move(part.links), [](const LinkConstants &l) { return l.technology; });
    replaceByKey(all.stacks, std::move(part.stacks), [](const SoftwareStack &s) { return s.name; });
}

struct Loaded
{
    CalibrationValues values;
    Findings findings;
};

const Loaded &loaded()
{
    static const Loaded result = [] {
        Loaded all;
        const char *file = "calibration/constants.json";
        const auto json = parseJson(embeddedFile(file), file);
        if (json)
            all.values = readCalibration(*json, "", all.findings);
        else
            all.findings.errors.push_back(json.error());
        for (auto &error : all.findings.errors)
            error.file = file;
        return all;
    }();
    return result;
}

} // namespace

CalibrationValues readCalibration(const Json &json, const std::string &path, Findings &findings)
{
    CalibrationValues values;
    ObjectReader reader(json, path, findings);
    reader.integer("formatVersion", 1, 1);
    const auto read = [&](const char *key, auto &list, auto readOne) {
        std::size_t index = 0;
        for (const Json *item : reader.items(key))
            list.push_back(readOne(*item, reader.pathOf(key, index++), findings));
    };
    read("kernels", values.curves, readCurves);
    read("links", values.links, readLinkConstants);
    read("stacks", values.stacks, readStack);
    reader.finish();
    return values;
}

Json toJson(const CalibrationValues &values)
{
    Json json = {{"formatVersion", 1}};
    const auto write = [&json](const char *key, const auto &list, auto writeOne) {
        for (const auto &item : list)
            json[key].push_back(writeOne(item));
    };
    write("kernels", values.curves, curvesJson);
    write("links", values.links, linkJson);
    write("stacks", values.stacks, stackJson);
    return json;
}

Result<CalibrationValues> loadCalibration(const std::vector<std::string> &files)
{
    auto all = builtinCalibration();
    for (const auto &file : files) {
        const auto json = readJsonFile(file);
        if (!json)
            return json.error();
        Findings findings;
        auto part = readCalibration(*json, "", findings);
        if (!findings.ok()) {
            Error error = findings.errors.front();
            error.file = file;
            return error;
        }
        merge(all, std::move(part));
    }
    return all;
}

const EfficiencyCurves &CalibrationValues::curvesOf(const std::string &computeClass) const
{
    static const EfficiencyCurves missing;
    const auto find = [this](std::string_view name) {
        return std::find_if(curves.begin(), curves.end(), [name](const auto &c) { return c.computeClass == name; });
    };
    auto it = find(computeClass);
    if (it == curves.end())
        it = find("default");
    return it == curves.end() ? missing : *it;
}

bool CalibrationValues::isCalibrated(const std::string &computeClass) const
{
    return curvesOf(computeClass).computeClass == computeClass;
}

const LinkConstants &CalibrationValues::linkOf(LinkTechnology technology) const
{
    static const LinkConstants missing;
    const auto it =
        std::find_if(links.begin(), links.end(), [technology](const auto &l) { return l.technology == technology; });
    return it == links.end() ? missing : *it;
}

const SoftwareStack *CalibrationValues::findStack(std::string_view name) const
{
    const auto it = std::find_if(stacks.begin(), stacks.end(), [name](const auto &s) { return s.name == name; });
    return it == stacks.end() ? nullptr : &*it;
}

const CalibrationValues &builtinCalibration() { return loaded().values; }

const Findings &builtinCalibrationFindings() { return loaded().findings; }

} // namespace heteroscope
