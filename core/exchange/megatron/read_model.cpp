// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/megatron/read_model.h"

#include "json/object_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace heteroscope::megatron {

namespace {

constexpr int maxWidth = 10'000'000;
constexpr int maxLayers = 10'000;

/// Blocks with experts: a number (1 = all) or "([0]*3+[1]*58)".
void readExpertBlocks(CommandLine &line, const Model &model, MixtureOfExperts &moe)
{
    std::string text = line.text("moe-layer-freq");
    std::erase_if(text, [](char c) { return c == '(' || c == ')' || c == ' '; });
    if (text.empty() || text == "1")
        return;
    int dense = 0;
    int sparse = 0;
    if (std::sscanf(text.c_str(), "[0]*%9d+[1]*%9d", &dense, &sparse) == 2 && dense >= 0 && dense <= maxLayers &&
        sparse >= 0 && sparse <= maxLayers && dense + sparse == model.layers) {
        moe.denseLayers = dense;
        return;
    }
    line.fail("moe-layer-freq", quoteText(text),
              fmt::format("1, or ([0]*d+[1]*e) with d + e = {} blocks", model.layers),
              "models with experts in every other block cannot be expressed");
}

} // namespace

Model readModel(CommandLine &line, const Model &before, std::vector<std::string> &notes)
{
    Model model;
    model.name = "Megatron-LM model";
    model.layers = line.number("num-layers", 1, maxLayers);
    model.hidden = line.number("hidden-size", 1, 1'000'000);
    model.heads = line.number("num-attention-heads", 1, 16'384);
    model.kvHeads = line.has("group-query-attention") ? line.number("num-query-groups", 1, 16'384, 1) : model.heads;
    model.headDim = line.number("kv-channels", 1, 16'384, std::max(1, model.hidden / model.heads));
    model.gatedMlp = line.has("swiglu");
    const int usual = model.gatedMlp ? std::max(64, model.hidden * 8 / 3 / 64 * 64) : 4 * model.hidden;
    model.ffn = line.number("ffn-hidden-size", 1, maxWidth, usual);
    model.maxSequence =
        line.number("max-position-embeddings", 1, 100'000'000, line.number("seq-length", 1, 100'000'000, 0));
    model.vocab = line.number("vocab-size", 1, maxWidth, line.number("padded-vocab-size", 1, maxWidth, 0));
    if (model.vocab == 0) {
        model.vocab = before.vocab > 0 ? before.vocab : 51'200;
        notes.push_back(fmt::format("vocabulary of {}: the arguments name only a tokenizer", model.vocab));
    }
    model.tiedEmbeddings = !line.has("untie-embeddings-and-output-weights");
    const std::string positions = line.text("position-embedding-type");
    model.learnedPositions =
        positions.empty() ? !line.has("use-rotary-position-embeddings") : positions == "learned_absolute";
    model.biases = !line.has("disable-bias-linear");
    if (line.has("num-experts")) {
        MixtureOfExperts moe;
        moe.experts = line.number("num-experts", 1, 16'384);
        moe.topK = line.number("moe-router-topk", 1, 16'384, 2);
        moe.expertFfn = line.number("moe-ffn-hidden-size", 1, maxWidth, model.ffn);
        if (const int shared = line.number("moe-shared-expert-intermediate-size", 1, maxWidth, 0); shared > 0)
            moe.sharedExperts = std::max(1, (shared + moe.expertFfn / 2) / moe.expertFfn);
        readExpertBlocks(line, model, moe);
        if (moe.experts > 1)
            model.moe = moe;
    }
    if (line.has("multi-latent-attention")) {
        LatentAttention mla;
        mla.queryRank = line.number("q-lora-rank", 0, 1'000'000, 0);
        mla.kvRank = line.number("kv-lora-rank", 1, 1'000'000, 32);
        mla.nopeDim = line.number("qk-head-dim", 0, 16'384, 128);
        mla.ropeDim = line.number("qk-pos-emb-head-dim", 0, 16'384, 64);
        mla.valueDim = line.number("v-head-dim", 1, 16'384, 128);
        model.mla = mla;
        model.headDim = mla.valueDim;
        model.kvHeads = model.heads;
    }
    // The same shape under a better name stays.
    Model renamed = model;
    renamed.name = before.name;
    renamed.family = before.family;
    renamed.parameters = before.parameters;
    renamed.source = before.source;
    renamed.fromMemory = before.fromMemory;
    renamed.notes = before.notes;
    renamed.extensions = before.extensions;
    return renamed == before ? before : model;
}

TrainingJob readJob(CommandLine &line, const TrainingJob &before, const Model &model)
{
    TrainingJob job = before;
    job.softwareStack = "Megatron-LM";
    job.sequenceLength = line.number("seq-length", 1, 100'000'000, std::max(1, before.sequenceLength));
    if (model.maxSequence > 0 && !line.has("seq-length"))
        job.sequenceLength = std::min(job.sequenceLength, model.maxSequence);
    job.precision = line.has("bf16") ? Precision::bf16 : line.has("fp16") ? Precision::fp16 : Precision::fp32;
    job.gradientPrecision =
        line.has("fp16") && !line.has("accumulate-allreduce-grads-in-fp32") ? Precision::fp16 : Precision::fp32;
    job.optimizer = line.text("optimizer") == "sgd" ? Optimizer::sgd : Optimizer::adam;
    job.flashAttention = line.has("use-flash-attn") || line.text("transformer-impl") != "local";
    return job;
}

} // namespace heteroscope::megatron
