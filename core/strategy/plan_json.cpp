// SPDX-License-Identifier: GPL-3.0-or-later
#include "strategy/plan_json.h"

#include "strategy/limits.h"
#include "strategy/schedule.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace heteroscope {

namespace {

int count(ObjectReader &reader, const char *key, int minimum, int maximum, int otherwise)
{
    return static_cast<int>(reader.integer(key, minimum, maximum, otherwise));
}

TensorGroup readGroup(const Json &json, const std::string &path, Findings &findings)
{
    ObjectReader reader(json, path, findings);
    TensorGroup group;
    group.devices = reader.texts("devices");
    group.tp = count(reader, "tp", 1, limits::degree, 1);
    group.cp = count(reader, "cp", 1, limits::degree, 1);
    group.ep = count(reader, "ep", 1, limits::degree, 1);
    group.samples = count(reader, "samples", 1, limits::samples, 1);
    group.extensions = reader.finish();
    return group;
}

/// [first, count], two whole numbers.
std::vector<LayerRange> readChunks(ObjectReader &stage)
{
    std::vector<LayerRange> chunks;
    for (const Json *item : stage.items("chunks")) {
        double numbers[2] = {-1, -1};
        if (item->is_array() && item->size() == 2 && (*item)[0].is_number() && (*item)[1].is_number()) {
            numbers[0] = (*item)[0].get<double>();
            numbers[1] = (*item)[1].get<double>();
        }
        const auto whole = [](double number, int minimum) {
            return number >= minimum && number <= limits::layers &&
                   number == static_cast<double>(static_cast<int>(number));
        };
        if (whole(numbers[0], 0) && whole(numbers[1], 1))
            chunks.push_back({static_cast<int>(numbers[0]), static_cast<int>(numbers[1])});
        else
            stage.error("chunks", describe(*item), "pairs [first layer, count of layers] of whole numbers",
                        "write one pair for each chunk, like [[0, 12]]");
    }
    return chunks;
}

StateSharing readSharing(ObjectReader &plan, Findings &findings, Extensions &nested)
{
    StateSharing sharing;
    const Json *json = plan.member("sharing");
    if (!json)
        return sharing;
    ObjectReader reader(*json, plan.pathOf("sharing"), findings);
    sharing.group = count(reader, "group", 0, limits::degree, 0);
    sharing.reshards = reader.boolean("reshards", true);
    if (const int prefetch = count(reader, "prefetch", 0, limits::layers, -1); prefetch >= 0)
        sharing.prefetch = prefetch;
    if (reader.has("gatherPrecision"))
        sharing.gatherPrecision = static_cast<Precision>(reader.word("gatherPrecision", precisionNames, 0));
    keepNested(nested, "sharing", reader.finish());
    return sharing;
}

Offload readOffload(ObjectReader &plan, Findings &findings, Extensions &nested)
{
    Offload offload;
    const Json *json = plan.member("offload");
    if (!json)
        return offload;
    ObjectReader reader(*json, plan.pathOf("offload"), findings);
    offload.optimizer = reader.boolean("optimizer", false);
    offload.parameters = reader.boolean("parameters", false);
    offload.activations = reader.boolean("activations", false);
    keepNested(nested, "offload", reader.finish());
    return offload;
}

Stage readStage(const Json &json, const std::string &path, Findings &findings)
{
    ObjectReader reader(json, path, findings);
    Stage stage;
    stage.recompute = static_cast<Recompute>(reader.word("recompute", recomputeNames, 0));
    if (const int layers = count(reader, "recomputeLayers", 0, limits::layers, -1); layers >= 0)
        stage.recomputeLayers = layers;
    stage.recomputeModules = readRecomputeModules(reader);
    stage.microBatchSize = count(reader, "microBatchSize", 1, limits::samples, 0);
    stage.chunks = readChunks(reader);
    const auto groups = reader.items("groups");
    stage.groups.reserve(groups.size());
    for (std::size_t i = 0; i < groups.size(); ++i)
        stage.groups.push_back(readGroup(*groups[i], reader.pathOf("groups", i), findings));
    stage.extensions = reader.finish();
    return stage;
}

/// The options of all schedules: a plan may keep those of another one than it runs.
std::map<std::string, int> readNumbers(ObjectReader &reader)
{
    std::map<std::string, int> numbers;
    for (const auto kind : allSchedules()) {
        for (const auto &option : scheduleOf(kind).facts().options) {
            constexpr int absent = std::numeric_limits<int>::min();
            const int number = count(reader, option.name, option.minimum, option.maximum, absent);
            if (number != absent)
                numbers.emplace(option.name, number);
        }
    }
    return numbers;
}

Pipeline readPipeline(const Json &json, const std::string &path, Findings &findings)
{
    ObjectReader reader(json, path, findings);
    Pipeline pipeline;
    pipeline.microBatches = static_cast<int>(reader.integer("microBatches", 1, limits::microBatches));
    const auto stages = reader.items("stages");
    pipeline.stages.reserve(stages.size());
    for (std::size_t i = 0; i < stages.size(); ++i)
        pipeline.stages.push_back(readStage(*stages[i], reader.pathOf("stages", i), findings));
    pipeline.extensions = reader.finish();
    return pipeline;
}

Json groupJson(const TensorGroup &group)
{
    Json json = {
        {"devices", group.devices}, {"tp", group.tp}, {"cp", group.cp}, {"ep", group.ep}, {"samples", group.samples}};
    writeExtensions(json, group.extensions);
    return json;
}

Json stageJson(const Stage &stage)
{
    Json json = {{"recompute", recomputeNames[static_cast<std::size_t>(stage.recompute)]}};
    if (stage.recomputeLayers)
        json["recomputeLayers"] = *stage.recomputeLayers;
    if (!stage.recomputeModules.isEmpty())
        json["recomputeModules"] = toJson(stage.recomputeModules);
    if (stage.microBatchSize != 0)
        json["microBatchSize"] = stage.microBatchSize;
    Json chunks = Json::array();
    for (const auto &chunk : stage.chunks)
        chunks.push_back(Json::array({chunk.first, chunk.count}));
    json["chunks"] = std::move(chunks);
    Json groups = Json::array();
    for (const auto &group : stage.groups)
        groups.push_back(groupJson(group));
    json["groups"] = std::move(groups);
    writeExtensions(json, stage.extensions);
    return json;
}

/// Only what differs from the defaults.
Json optionsJson(const ScheduleOptions &options)
{
    Json json = Json::object();
    for (const auto &[name, number] : options.numbers)
        json[name] = number;
    if (options.postValidation)
        json["postValidation"] = true;
    if (!options.actions.empty())
        json["actions"] = options.actions;
    return json;
}

/// Only what differs from the defaults.
Json sharingJson(const StateSharing &sharing)
{
    Json json = Json::object();
    if (sharing.group > 0)
        json["group"] = sharing.group;
    if (!sharing.reshards)
        json["reshards"] = false;
    if (sharing.prefetch)
        json["prefetch"] = *sharing.prefetch;
    if (sharing.gatherPrecision)
        json["gatherPrecision"] = precisionNames[static_cast<std::size_t>(*sharing.gatherPrecision)];
    return json;
}

Json pipelineJson(const Pipeline &pipeline)
{
    Json json = {{"microBatches", pipeline.microBatches}};
    Json stages = Json::array();
    for (const auto &stage : pipeline.stages)
        stages.push_back(stageJson(stage));
    json["stages"] = std::move(stages);
    writeExtensions(json, pipeline.extensions);
    return json;
}

} // namespace

Plan readPlan(const Json &json, const std::string &path, Findings &findings)
{
    static const auto schedules = [] {
        std::vector<std::string_view> names;
        for (const auto kind : allSchedules())
            names.push_back(scheduleName(kind));
        return names;
    }();
    ObjectReader reader(json, path, findings);
    Plan plan;
    Extensions nested;
    const auto mistakes = findings.errors.size();
    const auto version = reader.integer("formatVersion", 1, std::numeric_limits<int>::max());
    if (version > planFormatVersion && findings.errors.size() == mistakes) {
        findings.addError({Error::Code::version,
                           {},
                           reader.pathOf("formatVersion"),
                           std::to_string(version),
                           "at most " + std::to_string(planFormatVersion),
                           "a newer HeteroScope wrote this plan; update this one"});
        return plan;
    }
    plan.schedule = allSchedules()[reader.word("schedule", schedules)];
    if (const Json *options = reader.member("scheduleOptions")) {
        ObjectReader own(*options, reader.pathOf("scheduleOptions"), findings);
        plan.scheduleOptions.numbers = readNumbers(own);
        plan.scheduleOptions.postValidation = own.boolean("postValidation", false);
        plan.scheduleOptions.actions = own.texts("actions");
        keepNested(nested, "scheduleOptions", own.finish());
    }
    plan.microBatchSize = static_cast<int>(reader.integer("microBatchSize", 1, limits::samples));
    plan.zeroStage = count(reader, "zeroStage", 0, 3, 0);
    plan.sharing = readSharing(reader, findings, nested);
    plan.offload = readOffload(reader, findings, nested);
    plan.gradientBucket = Bytes(reader.number("gradientBucket", 0.0, {0, limits::bucketBytes}));
    plan.sequenceParallel = reader.boolean("sequenceParallel", false);
    plan.contextParallel = count(reader, "contextParallel", 1, limits::degree, 1);
    if (reader.has("contextExchange"))
        plan.contextExchange = static_cast<ContextExchange>(reader.word("contextExchange", contextExchangeNames, 0));
    plan.expertParallel = count(reader, "expertParallel", 1, limits::degree, 1);
    if (const Json *overlap = reader.member("overlap")) {
        ObjectReader own(*overlap, reader.pathOf("overlap"), findings);
        plan.overlap.tp = own.boolean("tp", false);
        plan.overlap.dp = own.boolean("dp", false);
        plan.overlap.pp = own.boolean("pp", false);
        keepNested(nested, "overlap", own.finish());
    }
    plan.unusedDevices = reader.texts("unusedDevices");
    const auto pipelines = reader.items("pipelines");
    plan.pipelines.reserve(pipelines.size());
    for (std::size_t i = 0; i < pipelines.size(); ++i)
        plan.pipelines.push_back(readPipeline(*pipelines[i], reader.pathOf("pipelines", i), findings));
    plan.extensions = reader.finish();
    plan.extensions.merge(std::move(nested));
    return plan;
}

Json toJson(const Plan &plan)
{
    Json json = {{"formatVersion", planFormatVersion},
                 {"schedule", scheduleName(plan.schedule)},
                 {"scheduleOptions", optionsJson(plan.scheduleOptions)},
                 {"microBatchSize", plan.microBatchSize},
                 {"zeroStage", plan.zeroStage},
                 {"sequenceParallel", plan.sequenceParallel},
                 {"contextParallel", plan.contextParallel},
                 {"expertParallel", plan.expertParallel},
                 {"overlap", {{"tp", plan.overlap.tp}, {"dp", plan.overlap.dp}, {"pp", plan.overlap.pp}}},
                 {"unusedDevices", plan.unusedDevices}};
    if (!plan.sharing.isDefault())
        json["sharing"] = sharingJson(plan.sharing);
    if (plan.contextExchange)
        json["contextExchange"] = contextExchangeNames[static_cast<std::size_t>(*plan.contextExchange)];
    if (plan.offload != Offload()) {
        json["offload"] = {{"optimizer", plan.offload.optimizer}, {"parameters", plan.offload.parameters}};
        if (plan.offload.activations)
            json["offload"]["activations"] = true;
    }
    if (plan.gradientBucket > Bytes(0))
        json["gradientBucket"] = plan.gradientBucket.value;
    Json pipelines = Json::array();
    for (const auto &pipeline : plan.pipelines)
        pipelines.push_back(pipelineJson(pipeline));
    json["pipelines"] = std::move(pipelines);
    writeExtensions(json, plan.extensions);
    return json;
}

} // namespace heteroscope
