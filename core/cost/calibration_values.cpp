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
    for (const auto &field : fields) {
        double &value = field.of(values);
        value = field.required ? reader.number(std::string(field.name), field.range)
                               : reader.number(std::string(field.name), value, field.range);
    }
}

/// A key that files of earlier versions have.
void warnOfOldShare(ObjectReader &reader, const char *key, const char *expected, Findings &findings)
{
    if (!reader.has(key))
        return;
    reader.number(key);
    findings.warnings.push_back({Error::Code::invalid, {}, reader.pathOf(key), "a number", expected, "remove the key"});
}

template<class T>
void writeFields(Json &json, const T &values, std::span<const CalibrationField<T>> fields)
{
    T copy = values;
    for (const auto &field : fields) {
        if (field.required || field.of(copy) > 0)
            json[std::string(field.name)] = field.of(copy);
    }
}

constexpr NumberRange recipeRange{.minimum = 0.01, .maximum = 10};

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
    if (const Json *recipes = reader.member("recipes")) {
        ObjectReader byRecipe(*recipes, reader.pathOf("recipes"), findings);
        for (std::size_t i = 0; i < narrowRecipeNames.size(); ++i)
            curves.recipes[i] = byRecipe.number(std::string(narrowRecipeNames[i]), 1.0, recipeRange);
        byRecipe.finish();
    }
    readFields(reader, curves, curveFields());
    curves.source = reader.text("source");
    curves.extensions = reader.finish();
    return curves;
}

/// Times that may be left out.
constexpr std::array<std::pair<std::string_view, Seconds LinkConstants::*>, 3> quickHops{
    {{"hopLL128", &LinkConstants::hopLL128},
     {"hopLL", &LinkConstants::hopLL},
     {"inSwitchFill", &LinkConstants::inSwitchFill}}};

LinkConstants readLinkConstants(const Json &json, const std::string &path, Findings &findings)
{
    ObjectReader reader(json, path, findings);
    LinkConstants link;
    link.technology = static_cast<LinkTechnology>(reader.word("technology", linkTechnologyNames));
    readFields(reader, link, linkFields());
    link.inSwitch = reader.number("inSwitch", 0.0, {.minimum = 0, .maximum = 1});
    link.pairs = reader.number("pairs", 1.0, {.minimum = 0.01, .maximum = 1});
    for (const auto &[name, time] : quickHops)
        (link.*time).value = reader.number(std::string(name), 0.0, {.minimum = 0, .maximum = 1});
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

StackOnClass readStackOnClass(const Json &json, const std::string &path, Findings &findings)
{
    ObjectReader reader(json, path, findings);
    StackOnClass pair;
    pair.computeClass = reader.text("computeClass");
    constexpr NumberRange factor{.minimum = 0.001, .maximum = 100};
    pair.gemm = reader.number("gemm", 1, factor);
    pair.attention = reader.number("attention", 1, factor);
    pair.source = reader.text("source");
    pair.extensions = reader.finish();
    return pair;
}

Json stackOnClassJson(const StackOnClass &pair)
{
    Json json = {{"computeClass", pair.computeClass}, {"source", pair.source}};
    if (pair.gemm != 1)
        json["gemm"] = pair.gemm;
    if (pair.attention != 1)
        json["attention"] = pair.attention;
    writeExtensions(json, pair.extensions);
    return json;
}

SoftwareStack readStack(const Json &json, const std::string &path, Findings &findings)
{
    ObjectReader reader(json, path, findings);
    SoftwareStack stack;
    stack.name = reader.text("name");
    stack.sendMode = static_cast<SendMode>(reader.word("sendMode", sendModeNames));
    stack.attention = static_cast<AttentionKernels>(reader.word("attention", attentionKernelNames));
    stack.contextExchange = static_cast<ContextExchange>(reader.word("contextExchange", contextExchangeNames, 0));
    stack.expertDispatch = static_cast<ExpertDispatch>(reader.word("expertDispatch", expertDispatchNames, 0));
    stack.expertOverlap = static_cast<ExpertOverlap>(reader.word("expertOverlap", expertOverlapNames, 0));
    warnOfOldShare(reader, "cpExposed", "nothing: what of a ring is exposed is computed", findings);
    warnOfOldShare(reader, "epExposed", "expertOverlap: what computes beside the all-to-all of experts", findings);
    if (const Json *releases = reader.member("releases")) {
        ObjectReader own(*releases, reader.pathOf("releases"), findings);
        stack.releases = StackReleases{own.text("of"), own.text("from", {}), own.text("until", {})};
        own.finish();
    }
    stack.narrowDispatch = reader.boolean("narrowDispatch", false);
    stack.overlapsGradients = reader.boolean("overlapsGradients", false);
    stack.padsVocabulary = reader.boolean("padsVocabulary", true);
    readFields(reader, stack, stackFields());
    if (const Json *memory = reader.member("memory"))
        stack.memory = readStackMemory(*memory, reader.pathOf("memory"), findings);
    std::size_t pair = 0;
    for (const Json *item : reader.items("onClasses"))
        stack.onClasses.push_back(readStackOnClass(*item, reader.pathOf("onClasses", pair++), findings));
    stack.zeroStages = readZeroStages(reader);
    stack.zeroWithStages = static_cast<int>(reader.integer("zeroWithStages", 0, maxZeroStage, stack.zeroWithStages));
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
    if (reader.has("recomputeModules"))
        stack.recomputeModules = readRecomputeModules(reader);
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
    for (std::size_t i = 0; i < narrowRecipeNames.size(); ++i) {
        if (curves.recipes[i] != 1)
            json["recipes"][std::string(narrowRecipeNames[i])] = curves.recipes[i];
    }
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
    for (const auto &[name, time] : quickHops) {
        if (link.*time > Seconds(0))
            json[std::string(name)] = (link.*time).value;
    }
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
    if (stack.contextExchange != ContextExchange::ring)
        json["contextExchange"] = contextExchangeNames[static_cast<std::size_t>(stack.contextExchange)];
    if (stack.expertDispatch != ExpertDispatch::pairs)
        json["expertDispatch"] = expertDispatchNames[static_cast<std::size_t>(stack.expertDispatch)];
    if (stack.expertOverlap != ExpertOverlap::none)
        json["expertOverlap"] = expertOverlapNames[static_cast<std::size_t>(stack.expertOverlap)];
    if (stack.narrowDispatch)
        json["narrowDispatch"] = true;
    if (const auto &releases = stack.releases) {
        json["releases"] = {{"of", releases->of}};
        if (!releases->from.empty())
            json["releases"]["from"] = releases->from;
        if (!releases->until.empty())
            json["releases"]["until"] = releases->until;
    }
    if (stack.memory != StackMemory{})
        json["memory"] = stackMemoryJson(stack.memory);
    for (const auto &pair : stack.onClasses)
        json["onClasses"].push_back(stackOnClassJson(pair));
    json["zeroStages"] = stack.zeroStages;
    if (stack.zeroWithStages != SoftwareStack().zeroWithStages)
        json["zeroWithStages"] = stack.zeroWithStages;
    json["schedules"] = Json::array(); // without an entry it would be the usual ones
    for (const ScheduleKind kind : stack.schedules)
        json["schedules"].push_back(scheduleName(kind));
    json["degrees"] = toJson(stack.degrees);
    if (stack.recomputeModules != SoftwareStack().recomputeModules)
        json["recomputeModules"] = toJson(stack.recomputeModules);
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

const SoftwareStack *CalibrationValues::findStack(std::string_view name, std::string_view release) const
{
    if (!release.empty()) {
        const auto it = std::find_if(stacks.begin(), stacks.end(), [&](const SoftwareStack &stack) {
            return stack.releases && stack.releases->of == name && stack.releases->has(release);
        });
        if (it != stacks.end())
            return &*it;
    }
    return findStack(name);
}

namespace {

/// The numbers of a release: "v26.06-rc1" is 26, 6, 1.
std::vector<std::uint64_t> numbersOf(std::string_view release)
{
    constexpr std::uint64_t most = 1'000'000'000'000;
    std::vector<std::uint64_t> numbers;
    bool inNumber = false;
    for (const char c : release) {
        const bool digit = c >= '0' && c <= '9';
        if (digit && !inNumber)
            numbers.push_back(0);
        if (digit)
            numbers.back() = std::min(most, numbers.back() * 10 + static_cast<std::uint64_t>(c - '0'));
        inNumber = digit;
    }
    return numbers;
}

} // namespace

bool StackReleases::has(std::string_view release) const
{
    const auto own = numbersOf(release);
    if (own.empty())
        return false;
    if (!from.empty() && own < numbersOf(from))
        return false;
    if (until.empty())
        return true;
    // 2020.3 is in what ends with 2020.
    auto last = numbersOf(until), cut = own;
    cut.resize(std::min(cut.size(), last.size()));
    return cut <= last;
}

namespace {

const StackOnClass &pairOn(const SoftwareStack &stack, std::string_view computeClass)
{
    static const StackOnClass none;
    const auto pair = std::find_if(stack.onClasses.begin(), stack.onClasses.end(),
                                   [&](const StackOnClass &each) { return each.computeClass == computeClass; });
    return pair == stack.onClasses.end() ? none : *pair;
}

} // namespace

double SoftwareStack::gemmOn(std::string_view computeClass) const { return gemm * pairOn(*this, computeClass).gemm; }

double SoftwareStack::attentionOn(std::string_view computeClass) const { return pairOn(*this, computeClass).attention; }

const CalibrationValues &builtinCalibration() { return loaded().values; }

const Findings &builtinCalibrationFindings() { return loaded().findings; }

} // namespace heteroscope
