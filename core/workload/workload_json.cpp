// SPDX-License-Identifier: GPL-3.0-or-later
#include "workload/workload_json.h"

#include "base/closest_name.h"
#include "workload/job_json.h"

#include <algorithm>

namespace heteroscope {

namespace {

// Far beyond any model; their purpose is that products of two stay exact in a double and of small ones in an int.
constexpr std::int64_t maxLayers = 10'000;
constexpr std::int64_t maxHidden = 1'000'000;
constexpr std::int64_t maxHeads = 16'384;
constexpr std::int64_t maxWidth = 10'000'000;
constexpr std::int64_t maxTokens = 100'000'000;
constexpr int maxPredictionModules = 16;
constexpr NumberRange parameterRange{0, 1e18};

int count(ObjectReader &reader, const char *key, std::int64_t minimum, std::int64_t maximum)
{
    return static_cast<int>(reader.integer(key, minimum, maximum));
}

int count(ObjectReader &reader, const char *key, std::int64_t minimum, std::int64_t maximum, int otherwise)
{
    return static_cast<int>(reader.integer(key, minimum, maximum, otherwise));
}

/// What the blocks of a run do that does not say.
Feed usualFeed(const Model &model) { return model.moe ? Feed::experts : Feed::dense; }

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
    moe.groups = count(reader, "groups", 0, maxHeads, 0);
    moe.groupLimit = count(reader, "groupLimit", 0, maxHeads, 0);
    if (moe.groups > moe.experts || (moe.groups > 0 && moe.experts % moe.groups != 0))
        reader.error("groups", std::to_string(moe.groups),
                     "a divisor of the number of experts, " + std::to_string(moe.experts),
                     "all groups have equally many experts");
    if (moe.groupLimit > moe.groups)
        reader.error("groupLimit", std::to_string(moe.groupLimit),
                     "at most the number of groups, " + std::to_string(moe.groups),
                     "give the number of groups that the experts of a token may be of");
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

void readLinearAttention(ObjectReader &model, Model &into, Findings &findings, Extensions &nested)
{
    const Json *json = model.member("linearAttention");
    if (!json)
        return;
    ObjectReader reader(*json, model.pathOf("linearAttention"), findings);
    LinearAttention linear;
    linear.keyHeads = count(reader, "keyHeads", 1, maxHeads);
    linear.valueHeads = count(reader, "valueHeads", 1, maxHeads);
    linear.keyDim = count(reader, "keyDim", 1, maxHeads);
    linear.valueDim = count(reader, "valueDim", 1, maxHeads);
    linear.convolution = count(reader, "convolution", 1, maxHeads, linear.convolution);
    keepNested(nested, "linearAttention", reader.finish());
    into.linearAttention = linear;
}

void readStateSpace(ObjectReader &model, Model &into, Findings &findings, Extensions &nested)
{
    const Json *json = model.member("stateSpace");
    if (!json)
        return;
    ObjectReader reader(*json, model.pathOf("stateSpace"), findings);
    StateSpace ssm;
    ssm.heads = count(reader, "heads", 1, maxHeads);
    ssm.headDim = count(reader, "headDim", 1, maxHeads);
    ssm.state = count(reader, "state", 1, maxHeads);
    ssm.groups = count(reader, "groups", 1, maxHeads, ssm.groups);
    ssm.convolution = count(reader, "convolution", 1, maxHeads, ssm.convolution);
    ssm.chunk = count(reader, "chunk", 1, maxTokens, ssm.chunk);
    keepNested(nested, "stateSpace", reader.finish());
    into.stateSpace = ssm;
}

/// What a block of this kind needs and the model does not have; empty if nothing is missing.
std::string missingFor(const ModelBlock &block, const Model &model)
{
    if (block.mixer == Mixer::window && model.window == 0)
        return "window";
    if (block.mixer == Mixer::linear && !model.linearAttention)
        return "linearAttention";
    if (block.mixer == Mixer::stateSpace && !model.stateSpace)
        return "stateSpace";
    return block.feed == Feed::experts && !model.moe ? "moe" : "";
}

void readBlocks(ObjectReader &reader, Model &model, Findings &findings, Extensions &nested)
{
    const auto items = reader.items("blocks");
    if (items.size() > maxBlockRuns)
        reader.error("blocks", std::to_string(items.size()) + " runs", "at most " + std::to_string(maxBlockRuns),
                     "join alike blocks in a row by their count; the list repeats by itself");
    std::int64_t listed = 0;
    for (std::size_t i = 0; i < std::min(items.size(), maxBlockRuns); ++i) {
        ObjectReader item(*items[i], reader.pathOf("blocks", i), findings);
        BlockRun run;
        run.block.mixer = static_cast<Mixer>(item.word("mixer", mixerNames, 0));
        run.block.feed = static_cast<Feed>(item.word("feed", feedNames, static_cast<std::size_t>(usualFeed(model))));
        run.count = count(item, "count", 1, maxLayers, 1);
        listed += run.count;
        if (const auto missing = missingFor(run.block, model); !missing.empty())
            item.error(missing == "moe" ? "feed" : "mixer",
                       quoteText(missing == "moe" ? feedNames[static_cast<std::size_t>(run.block.feed)]
                                                  : mixerNames[static_cast<std::size_t>(run.block.mixer)]),
                       "a model with the key " + quoteText(missing), "add this key to the model");
        if (run.block == ModelBlock{Mixer::none, Feed::none})
            item.error("feed", "\"none\", like mixer", "a block that does something", "leave the run out");
        keepNested(nested, "blocks/" + std::to_string(i), item.finish());
        model.blocks.push_back(run);
    }
    if (listed > model.layers)
        reader.error("blocks", std::to_string(listed) + " blocks",
                     "at most the number of layers, " + std::to_string(model.layers),
                     "list one turn only; it repeats by itself");
}

std::optional<Encoder> readEncoder(ObjectReader &model, Findings &findings, Extensions &nested)
{
    const Json *json = model.member("encoder");
    if (!json)
        return std::nullopt;
    ObjectReader reader(*json, model.pathOf("encoder"), findings);
    Encoder encoder;
    encoder.layers = count(reader, "layers", 1, maxLayers);
    encoder.tokens = count(reader, "tokens", 1, maxTokens, 0);
    keepNested(nested, "encoder", reader.finish());
    return encoder;
}

std::optional<VisionTower> readVision(ObjectReader &model, Findings &findings, Extensions &nested)
{
    const Json *json = model.member("vision");
    if (!json)
        return std::nullopt;
    ObjectReader reader(*json, model.pathOf("vision"), findings);
    VisionTower vision;
    vision.layers = count(reader, "layers", 1, maxLayers);
    vision.hidden = count(reader, "hidden", 1, maxHidden);
    vision.heads = count(reader, "heads", 1, maxHeads);
    vision.ffn = count(reader, "ffn", 1, maxWidth);
    vision.gatedMlp = reader.boolean("gatedMlp", false);
    vision.patches = count(reader, "patches", 1, maxTokens);
    vision.patchValues = count(reader, "patchValues", 1, maxWidth);
    vision.tokenPatches = count(reader, "tokenPatches", 1, maxHeads, 1);
    if (vision.hidden % vision.heads != 0)
        reader.error("heads", std::to_string(vision.heads),
                     "a divisor of the tower's hidden size, " + std::to_string(vision.hidden),
                     "all heads are equally wide");
    keepNested(nested, "vision", reader.finish());
    return vision;
}

/// What stands before and behind the listed blocks. In files, layers are those of the language model or decoder alone.
void readAdditions(ObjectReader &reader, Model &model, Findings &findings, Extensions &nested)
{
    model.encoder = readEncoder(reader, findings, nested);
    model.vision = readVision(reader, findings, nested);
    model.predictionModules = count(reader, "predictionModules", 0, maxPredictionModules, 0);
    const int own = model.layers;
    model.layers += model.encoderLayers() + model.towerLayers();
    if (model.layers > maxLayers) {
        reader.error("layers",
                     std::to_string(own) + " and " + std::to_string(model.layers - own) +
                         " of the encoder or vision tower",
                     "at most " + std::to_string(maxLayers) + " together", "check the numbers of layers");
        model.layers = maxLayers;
    }
    if (!model.encoder)
        return;
    if (model.moe || !model.blocks.empty() || model.mla || model.vision || model.predictionModules > 0)
        reader.error("encoder", "an encoder with moe, mla, blocks, vision or predictionModules",
                     "a plain decoder of attention and MLPs behind an encoder",
                     "remove the others: together with an encoder they are not modelled");
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
    model.window = count(reader, "window", 1, maxTokens, 0);
    readLinearAttention(reader, model, findings, nested);
    readStateSpace(reader, model, findings, nested);
    readBlocks(reader, model, findings, nested);
    readAdditions(reader, model, findings, nested);
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
    json["layers"] = model.layers - model.encoderLayers() - model.towerLayers();
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
    if (model.moe && model.moe->groups > 0) {
        json["moe"]["groups"] = model.moe->groups;
        json["moe"]["groupLimit"] = model.moe->groupLimit;
    }
    if (model.mla)
        json["mla"] = {{"queryRank", model.mla->queryRank},
                       {"kvRank", model.mla->kvRank},
                       {"nopeDim", model.mla->nopeDim},
                       {"ropeDim", model.mla->ropeDim},
                       {"valueDim", model.mla->valueDim}};
    if (model.window != 0)
        json["window"] = model.window;
    if (const auto &linear = model.linearAttention)
        json["linearAttention"] = {{"keyHeads", linear->keyHeads},
                                   {"valueHeads", linear->valueHeads},
                                   {"keyDim", linear->keyDim},
                                   {"valueDim", linear->valueDim},
                                   {"convolution", linear->convolution}};
    if (const auto &ssm = model.stateSpace)
        json["stateSpace"] = {{"heads", ssm->heads},   {"headDim", ssm->headDim},         {"state", ssm->state},
                              {"groups", ssm->groups}, {"convolution", ssm->convolution}, {"chunk", ssm->chunk}};
    for (const auto &run : model.blocks) {
        Json item = {{"mixer", mixerNames[static_cast<std::size_t>(run.block.mixer)]}};
        if (run.block.feed != usualFeed(model))
            item["feed"] = feedNames[static_cast<std::size_t>(run.block.feed)];
        if (run.count != 1)
            item["count"] = run.count;
        json["blocks"].push_back(std::move(item));
    }
    if (const auto &encoder = model.encoder) {
        json["encoder"] = {{"layers", encoder->layers}};
        if (encoder->tokens != 0)
            json["encoder"]["tokens"] = encoder->tokens;
    }
    if (const auto &vision = model.vision)
        json["vision"] = {{"layers", vision->layers},
                          {"hidden", vision->hidden},
                          {"heads", vision->heads},
                          {"ffn", vision->ffn},
                          {"gatedMlp", vision->gatedMlp},
                          {"patches", vision->patches},
                          {"patchValues", vision->patchValues},
                          {"tokenPatches", vision->tokenPatches}};
    if (model.predictionModules != 0)
        json["predictionModules"] = model.predictionModules;
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
    json["job"] = toJson(workload.job);
    writeExtensions(json, workload.extensions);
    return json;
}

std::optional<Error> firstMistake(const Workload &workload)
{
    Findings findings;
    (void)readWorkload(toJson(workload), "/workload", findings);
    return findings.ok() ? std::nullopt : std::optional(findings.errors.front());
}

} // namespace heteroscope
