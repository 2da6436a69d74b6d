// SPDX-License-Identifier: GPL-3.0-or-later
#include "workload/workload_json.h"

#include "base/closest_name.h"

#include <algorithm>

namespace heteroscope {

namespace {

// Far beyond any model; their purpose is that products of two stay exact in a double and of small ones in an int.
constexpr std::int64_t maxLayers = 10'000;
constexpr std::int64_t maxHidden = 1'000'000;
constexpr std::int64_t maxHeads = 16'384;
constexpr std::int64_t maxWidth = 10'000'000;
constexpr std::int64_t maxTokens = 100'000'000;
constexpr std::int64_t maxBatch = 10'000'000;
constexpr NumberRange parameterRange{0, 1e18};

int count(ObjectReader &reader, const char *key, std::int64_t minimum, std::int64_t maximum)
{
    return static_cast<int>(reader.integer(key, minimum, maximum));
}

int count(ObjectReader &reader, const char *key, std::int64_t minimum, std::int64_t maximum, int otherwise)
{
    return static_cast<int>(reader.integer(key, minimum, maximum, otherwise));
}

std::optional<MixtureOfExperts> readMoe(ObjectReader &model, int layers, Findings &findings, Extensions &nested)
{
    const Json *json = model.member("moe");
    if (!json)
        return std::nullopt;
    ObjectReader reader(*json, model.pathOf("moe"), findings);
    MixtureOfExperts moe;
    moe.experts = count(reader, "experts", 1, maxHeads);
    moe.topK = count(reader, "topK", 1, maxHeads);
    moe.sharedExperts = count(reader, "sharedExperts", 0, maxHeads, 0);
    moe.expertFfn = count(reader, "expertFfn", 1, maxWidth);
    moe.denseLayers = count(reader, "denseLayers", 0, maxLayers, 0);
    if (moe.topK > moe.experts)
        reader.error("topK", std::to_string(moe.topK), "at most the number of experts, " + std::to_string(moe.experts),
                     "a token visits each expert once at most");
    if (moe.denseLayers > layers)
        reader.error("denseLayers", std::to_string(moe.denseLayers),
                     "at most the number of layers, " + std::to_string(layers),
                     "count only the layers without experts");
    keepNested(nested, "moe", reader.finish());
    return moe;
}

std::optional<LatentAttention> readMla(ObjectReader &model, Findings &findings, Extensions &nested)
{
    const Json *json = model.member("mla");
    if (!json)
        return std::nullopt;
    ObjectReader reader(*json, model.pathOf("mla"), findings);
    LatentAttention mla;
    mla.queryRank = count(reader, "queryRank", 0, maxHidden, 0);
    mla.kvRank = count(reader, "kvRank", 1, maxHidden);
    mla.nopeDim = count(reader, "nopeDim", 0, maxHeads);
    mla.ropeDim = count(reader, "ropeDim", 0, maxHeads);
    mla.valueDim = count(reader, "valueDim", 1, maxHeads);
    if (mla.nopeDim + mla.ropeDim == 0)
        reader.error("nopeDim", "0, like ropeDim", "a head dimension above 0", "give nopeDim, ropeDim or both");
    keepNested(nested, "mla", reader.finish());
    return mla;
}

TrainingJob readJob(const Json &json, const std::string &path, Findings &findings)
{
    const TrainingJob usual;
    ObjectReader reader(json, path, findings);
    TrainingJob job;
    job.sequenceLength = count(reader, "sequenceLength", 1, maxTokens);
    job.globalBatch = count(reader, "globalBatch", 1, maxBatch);
    job.globalBatchFree = reader.boolean("globalBatchFree", usual.globalBatchFree);
    job.precision =
        static_cast<Precision>(reader.word("precision", precisionNames, static_cast<std::size_t>(usual.precision)));
    job.gradientPrecision = static_cast<Precision>(
        reader.word("gradientPrecision", precisionNames, static_cast<std::size_t>(usual.gradientPrecision)));
    job.optimizer =
        static_cast<Optimizer>(reader.word("optimizer", optimizerNames, static_cast<std::size_t>(usual.optimizer)));
    job.flashAttention = reader.boolean("flashAttention", usual.flashAttention);
    job.frozenBase = reader.boolean("frozenBase", usual.frozenBase);
    job.softwareStack = reader.text("softwareStack", usual.softwareStack);
    if (reader.has("memoryHeadroom"))
        job.memoryHeadroom = reader.number("memoryHeadroom", 0, {.minimum = 0, .maximum = maxMemoryHeadroom});
    job.extensions = reader.finish();
    return job;
}

Json jobJson(const TrainingJob &job)
{
    Json json = {{"sequenceLength", job.sequenceLength}, {"globalBatch", job.globalBatch}};
    if (job.globalBatchFree)
        json["globalBatchFree"] = true;
    json["precision"] = precisionNames[static_cast<std::size_t>(job.precision)];
    json["gradientPrecision"] = precisionNames[static_cast<std::size_t>(job.gradientPrecision)];
    json["optimizer"] = optimizerNames[static_cast<std::size_t>(job.optimizer)];
    json["flashAttention"] = job.flashAttention;
    if (job.frozenBase)
        json["frozenBase"] = true;
    json["softwareStack"] = job.softwareStack;
    if (job.memoryHeadroom)
        json["memoryHeadroom"] = *job.memoryHeadroom;
    writeExtensions(json, job.extensions);
    return json;
}

} // namespace

Model readModel(const Json &json, const std::string &path, Findings &findings)
{
    ObjectReader reader(json, path, findings);
    Model model;
    Extensions nested;
    model.name = reader.text("name");
    if (model.name.empty() && reader.has("name"))
        reader.error("name", "\"\"", "a name", "give the model a name");
    model.family = reader.text("family", {});
    model.layers = count(reader, "layers", 1, maxLayers);
    model.hidden = count(reader, "hidden", 1, maxHidden);
    model.heads = count(reader, "heads", 1, maxHeads);
    model.kvHeads = count(reader, "kvHeads", 1, maxHeads, model.heads);
    model.headDim = count(reader, "headDim", 1, maxHeads, std::max(1, model.hidden / model.heads));
    model.ffn = count(reader, "ffn", 1, maxWidth);
    model.vocab = count(reader, "vocab", 1, maxWidth);
    model.maxSequence = count(reader, "maxSequence", 0, maxTokens, 0);
    model.gatedMlp = reader.boolean("gatedMlp", false);
    model.tiedEmbeddings = reader.boolean("tiedEmbeddings", false);
    model.learnedPositions = reader.boolean("learnedPositions", false);
    model.biases = reader.boolean("biases", false);
    model.moe = readMoe(reader, model.layers, findings, nested);
    model.mla = readMla(reader, findings, nested);
    model.parameters = reader.number("parameters", 0, parameterRange);
    model.source = reader.text("source", {});
    model.fromMemory = reader.boolean("fromMemory", false);
    model.notes = reader.text("notes", {});
    if (model.kvHeads > model.heads || model.heads % model.kvHeads != 0)
        reader.error("kvHeads", std::to_string(model.kvHeads), "a divisor of heads, " + std::to_string(model.heads),
                     "equally many heads share each key and value head");
    model.extensions = reader.finish();
    model.extensions.merge(std::move(nested));
    return model;
}

Workload readWorkload(const Json &json, const std::string &path, Findings &findings)
{
    ObjectReader reader(json, path, findings);
    Workload workload;
    const Json *model = reader.member("model");
    if (!model) {
        reader.error("model", "nothing", "the name of a model or a model", "add the key \"model\"");
    } else if (model->is_string()) {
        const auto name = model->get<std::string>();
        if (const Model *preset = findModel(name)) {
            workload.model = *preset;
        } else {
            std::vector<std::string_view> names;
            for (const auto &known : builtinModels())
                names.push_back(known.name);
            auto hint = didYouMean(name, names);
            findings.addError(
                {Error::Code::reference,
                 {},
                 reader.pathOf("model"),
                 describe(*model),
                 "the name of a built-in model",
                 hint.empty() ? "see `hscope catalog models`, or write the model itself" : std::move(hint)});
        }
    } else {
        workload.model = readModel(*model, reader.pathOf("model"), findings);
    }
    if (const Json *job = reader.member("job"))
        workload.job = readJob(*job, reader.pathOf("job"), findings);
    else
        reader.error("job", "nothing", "an object with the training job", "add the key \"job\"");
    workload.extensions = reader.finish();
    return workload;
}

Json toJson(const Model &model)
{
    Json json = {{"name", model.name}};
    if (!model.family.empty())
        json["family"] = model.family;
    json["layers"] = model.layers;
    json["hidden"] = model.hidden;
    json["heads"] = model.heads;
    json["kvHeads"] = model.kvHeads;
    json["headDim"] = model.headDim;
    json["ffn"] = model.ffn;
    json["vocab"] = model.vocab;
    if (model.maxSequence != 0)
        json["maxSequence"] = model.maxSequence;
    json["gatedMlp"] = model.gatedMlp;
    json["tiedEmbeddings"] = model.tiedEmbeddings;
    json["learnedPositions"] = model.learnedPositions;
    json["biases"] = model.biases;
    if (model.moe)
        json["moe"] = {{"experts", model.moe->experts},
                       {"topK", model.moe->topK},
                       {"sharedExperts", model.moe->sharedExperts},
                       {"expertFfn", model.moe->expertFfn},
                       {"denseLayers", model.moe->denseLayers}};
    if (model.mla)
        json["mla"] = {{"queryRank", model.mla->queryRank},
                       {"kvRank", model.mla->kvRank},
                       {"nopeDim", model.mla->nopeDim},
                       {"ropeDim", model.mla->ropeDim},
                       {"valueDim", model.mla->valueDim}};
    if (model.parameters != 0)
        json["parameters"] = model.parameters;
    if (!model.source.empty())
        json["source"] = model.source;
    if (model.fromMemory)
        json["fromMemory"] = true;
    if (!model.notes.empty())
        json["notes"] = model.notes;
    writeExtensions(json, model.extensions);
    return json;
}

Json toJson(const Workload &workload)
{
    Json json = Json::object();
    const Model *preset = findModel(workload.model.name);
    json["model"] = preset && *preset == workload.model ? Json(workload.model.name) : toJson(workload.model);
    json["job"] = jobJson(workload.job);
    writeExtensions(json, workload.extensions);
    return json;
}

} // namespace heteroscope
