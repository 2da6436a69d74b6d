// SPDX-License-Identifier: GPL-3.0-or-later
#include "workload/job_json.h"

#include <algorithm>

namespace heteroscope {

namespace {

// Far beyond any job; products of two stay exact in a double.
constexpr std::int64_t maxJobTokens = 100'000'000;
constexpr std::int64_t maxBatch = 10'000'000;
constexpr std::int64_t maxRank = 1'000'000;
constexpr std::int64_t maxImages = 100'000;
constexpr std::size_t maxDocuments = 10'000;

int jobCount(ObjectReader &reader, const char *key, std::int64_t minimum, std::int64_t maximum, int otherwise)
{
    return static_cast<int>(reader.integer(key, minimum, maximum, otherwise));
}

/// Adapters and how the weights below them are held.
void readTuning(ObjectReader &reader, TrainingJob &job)
{
    job.adapterRank = jobCount(reader, "adapterRank", 0, maxRank, 0);
    job.adapterTargets = static_cast<AdapterTargets>(
        reader.word("adapterTargets", adapterTargetNames, static_cast<std::size_t>(job.adapterTargets)));
    job.baseWeights = static_cast<BaseWeights>(reader.word("baseWeights", baseWeightNames, 0));
    const auto needsFrozen = [&](const char *key, bool isThere, const std::string &found) {
        if (isThere && !job.frozenBase)
            reader.error(key, found + " with weights that are trained", "\"frozenBase\": true beside it",
                         "freeze the base, or remove the key");
    };
    needsFrozen("adapterRank", job.adapterRank > 0, std::to_string(job.adapterRank));
    needsFrozen("baseWeights", job.baseWeights != BaseWeights::full,
                quoteText(baseWeightNames[static_cast<std::size_t>(job.baseWeights)]));
}

Precision readStatePrecision(ObjectReader &reader, const char *key, bool eightBits)
{
    const auto precision =
        static_cast<Precision>(reader.word(key, precisionNames, static_cast<std::size_t>(Precision::fp32)));
    const bool known = precision == Precision::fp32 || precision == Precision::fp16 || precision == Precision::bf16 ||
                       (eightBits && precision == Precision::fp8);
    if (!known)
        reader.error(key, quoteText(precisionNames[static_cast<std::size_t>(precision)]),
                     eightBits ? "fp32, bf16, fp16 or fp8" : "fp32, bf16 or fp16",
                     "choose a precision that optimizers keep states in");
    return precision;
}

/// A choice of the job that may be left to the software stack.
template<class Choice, std::size_t Count>
std::optional<Choice> readChoice(ObjectReader &reader, const char *key,
                                 const std::array<std::string_view, Count> &names)
{
    if (!reader.has(key))
        return std::nullopt;
    return static_cast<Choice>(reader.word(key, names, 0));
}

void readNarrowWeights(ObjectReader &reader, TrainingJob &job)
{
    job.narrowWeights = reader.boolean("narrowWeights", false);
    if (job.narrowWeights && job.precision != Precision::fp8)
        reader.error("narrowWeights",
                     "true with products in " + std::string(precisionNames[static_cast<std::size_t>(job.precision)]),
                     "the precision fp8 beside it", "change precision, or remove the key");
    if (job.narrowWeights && job.frozenBase)
        reader.error("narrowWeights", "true with frozen weights", "weights that are trained",
                     "say by baseWeights how frozen weights are held");
}

void readPrecisions(ObjectReader &reader, TrainingJob &job)
{
    readNarrowWeights(reader, job);
    job.momentPrecision = readStatePrecision(reader, "momentPrecision", true);
    job.masterPrecision = readStatePrecision(reader, "masterPrecision", false);
    if (!reader.has("recipe"))
        return;
    job.recipe = static_cast<NarrowRecipe>(reader.word("recipe", narrowRecipeNames, 0));
    const auto needed = *job.recipe == NarrowRecipe::nvfp4 ? Precision::fp4 : Precision::fp8;
    if (job.precision != needed)
        reader.error("recipe",
                     quoteText(narrowRecipeNames[static_cast<std::size_t>(*job.recipe)]) + " with products in " +
                         std::string(precisionNames[static_cast<std::size_t>(job.precision)]),
                     "the precision " + std::string(precisionNames[static_cast<std::size_t>(needed)]) + " beside it",
                     "change precision, or remove the recipe");
}

void readDocuments(ObjectReader &reader, TrainingJob &job, Findings &findings)
{
    const auto items = reader.items("documents");
    if (items.size() > maxDocuments)
        reader.error("documents", std::to_string(items.size()) + " documents",
                     "at most " + std::to_string(maxDocuments), "give a sample of the data");
    for (std::size_t i = 0; i < std::min(items.size(), maxDocuments); ++i) {
        const Json &item = *items[i];
        const bool whole = item.is_number_integer() && item >= Json(1) && item <= Json(maxJobTokens);
        if (whole)
            job.documents.push_back(item.get<int>());
        else
            findings.addError({Error::Code::schema,
                               {},
                               reader.pathOf("documents", i),
                               describe(item),
                               "a whole number from 1 to " + std::to_string(maxJobTokens),
                               "give the length of a document in tokens"});
    }
}

} // namespace

TrainingJob readJob(const Json &json, const std::string &path, Findings &findings)
{
    const TrainingJob usual;
    ObjectReader reader(json, path, findings);
    TrainingJob job;
    Extensions nested;
    job.sequenceLength = static_cast<int>(reader.integer("sequenceLength", 1, maxJobTokens));
    job.globalBatch = static_cast<int>(reader.integer("globalBatch", 1, maxBatch));
    job.globalBatchFree = reader.boolean("globalBatchFree", usual.globalBatchFree);
    job.precision =
        static_cast<Precision>(reader.word("precision", precisionNames, static_cast<std::size_t>(usual.precision)));
    job.gradientPrecision = static_cast<Precision>(
        reader.word("gradientPrecision", precisionNames, static_cast<std::size_t>(usual.gradientPrecision)));
    job.optimizer =
        static_cast<Optimizer>(reader.word("optimizer", optimizerNames, static_cast<std::size_t>(usual.optimizer)));
    job.flashAttention = reader.boolean("flashAttention", usual.flashAttention);
    job.frozenBase = reader.boolean("frozenBase", usual.frozenBase);
    readTuning(reader, job);
    readPrecisions(reader, job);
    readDocuments(reader, job, findings);
    job.images = jobCount(reader, "images", 1, maxImages, usual.images);
    job.cudaGraphs = reader.boolean("cudaGraphs", usual.cudaGraphs);
    job.softwareStack = reader.text("softwareStack", usual.softwareStack);
    job.softwareRelease = reader.text("softwareRelease", {});
    job.expertDispatch = readChoice<ExpertDispatch>(reader, "expertDispatch", expertDispatchNames);
    job.expertOverlap = readChoice<ExpertOverlap>(reader, "expertOverlap", expertOverlapNames);
    if (const Json *runs = reader.member("runs")) {
        Extensions unknown;
        job.runs = readTicks(*runs, reader.pathOf("runs"), findings, unknown);
        keepNested(nested, "runs", unknown);
    }
    if (reader.has("memoryHeadroom"))
        job.memoryHeadroom = reader.number("memoryHeadroom", 0, {.minimum = 0, .maximum = maxMemoryHeadroom});
    job.extensions = reader.finish();
    job.extensions.merge(std::move(nested));
    return job;
}

Json toJson(const TrainingJob &job)
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
    if (job.adapterRank > 0)
        json["adapterRank"] = job.adapterRank;
    if (job.adapterTargets != AdapterTargets::all)
        json["adapterTargets"] = adapterTargetNames[static_cast<std::size_t>(job.adapterTargets)];
    if (job.baseWeights != BaseWeights::full)
        json["baseWeights"] = baseWeightNames[static_cast<std::size_t>(job.baseWeights)];
    if (job.momentPrecision != Precision::fp32)
        json["momentPrecision"] = precisionNames[static_cast<std::size_t>(job.momentPrecision)];
    if (job.masterPrecision != Precision::fp32)
        json["masterPrecision"] = precisionNames[static_cast<std::size_t>(job.masterPrecision)];
    if (job.recipe)
        json["recipe"] = narrowRecipeNames[static_cast<std::size_t>(*job.recipe)];
    if (job.narrowWeights)
        json["narrowWeights"] = true;
    if (!job.documents.empty())
        json["documents"] = job.documents;
    if (job.images != 1)
        json["images"] = job.images;
    if (job.cudaGraphs)
        json["cudaGraphs"] = true;
    json["softwareStack"] = job.softwareStack;
    if (!job.softwareRelease.empty())
        json["softwareRelease"] = job.softwareRelease;
    if (job.expertDispatch)
        json["expertDispatch"] = expertDispatchNames[static_cast<std::size_t>(*job.expertDispatch)];
    if (job.expertOverlap)
        json["expertOverlap"] = expertOverlapNames[static_cast<std::size_t>(*job.expertOverlap)];
    if (!job.runs.isEmpty())
        json["runs"] = toJson(job.runs);
    if (job.memoryHeadroom)
        json["memoryHeadroom"] = *job.memoryHeadroom;
    writeExtensions(json, job.extensions);
    return json;
}

} // namespace heteroscope
