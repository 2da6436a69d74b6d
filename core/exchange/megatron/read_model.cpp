// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/megatron/read_model.h"

#include "json/object_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace heteroscope::megatron {

namespace {

constexpr int maxWidth = 10'000'000;
constexpr std::size_t maxLayers = 10'000;

/// Reads a list as Python writes it: "([0]*3+[1]*58)", "[0, 1]*24".
class ListReader
{
public:
    explicit ListReader(std::string_view text) : m_text(text) {}

    std::optional<std::vector<int>> read()
    {
        auto result = sum(0);
        return !m_failed && m_at == m_text.size() ? std::optional(result) : std::nullopt;
    }

private:
    bool take(char c)
    {
        const bool is = m_at < m_text.size() && m_text[m_at] == c;
        m_at += is ? 1 : 0;
        return is;
    }
    int whole()
    {
        int value = 0;
        const auto parsed = std::from_chars(m_text.data() + m_at, m_text.data() + m_text.size(), value);
        m_failed = m_failed || parsed.ec != std::errc() || value < 0 || value > static_cast<int>(maxLayers);
        m_at = static_cast<std::size_t>(parsed.ptr - m_text.data());
        return m_failed ? 0 : value;
    }
    std::vector<int> sum(int depth)
    {
        std::vector<int> result;
        do {
            const auto part = product(depth);
            m_failed = m_failed || result.size() + part.size() > maxLayers;
            if (m_failed)
                return {};
            result.insert(result.end(), part.begin(), part.end());
        } while (take('+'));
        return result;
    }
    std::vector<int> product(int depth)
    {
        std::vector<int> items;
        if (depth > 20) {
            m_failed = true;
        } else if (take('(')) {
            items = sum(depth + 1);
            m_failed = m_failed || !take(')');
        } else if (take('[')) {
            do
                items.push_back(whole());
            while (!m_failed && take(','));
            m_failed = m_failed || !take(']');
        } else {
            m_failed = true;
        }
        while (!m_failed && take('*')) {
            const auto times = static_cast<std::size_t>(whole());
            m_failed = m_failed || items.size() * times > maxLayers;
            std::vector<int> all;
            for (std::size_t i = 0; !m_failed && i < times; ++i)
                all.insert(all.end(), items.begin(), items.end());
            items = std::move(all);
        }
        return items;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    bool m_failed = false;
};

/// Blocks with experts: every n-th for a number n, or a list with a 1 for each block that has them.
void readExpertBlocks(CommandLine &line, Model &model, MixtureOfExperts &moe)
{
    std::string text = line.joined("moe-layer-freq");
    std::erase_if(text, [](char c) { return c == ' ' || c == '"' || c == '\''; });
    if (text.empty() || text == "1")
        return;
    std::vector<int> each;
    int every = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), every);
    if (parsed.ec == std::errc() && parsed.ptr == text.data() + text.size() && every > 0) {
        for (int i = 0; i < model.layers; ++i)
            each.push_back(i % every == 0 ? 1 : 0);
    } else if (auto list = ListReader(text).read()) {
        each = std::move(*list);
    }
    if (each.size() != static_cast<std::size_t>(model.layers) ||
        std::any_of(each.begin(), each.end(), [](int one) { return one > 1; })) {
        line.fail("moe-layer-freq", quoteText(text),
                  fmt::format("a number, or a list like ([0]*d+[1]*e) of the {} blocks", model.layers));
        return;
    }
    const auto first = std::find(each.begin(), each.end(), 1);
    if (std::all_of(first, each.end(), [](int one) { return one == 1; })) {
        moe.denseLayers = static_cast<int>(first - each.begin());
        return;
    }
    std::vector<ModelBlock> blocks;
    for (const int one : each)
        blocks.push_back({Mixer::attention, one == 1 ? Feed::experts : Feed::dense});
    model.blocks = repeatingRuns(blocks);
}

} // namespace

Model readModel(CommandLine &line, const Model &before, std::vector<std::string> &notes)
{
    Model model;
    model.name = "Megatron-LM model";
    model.layers = line.number("num-layers", 1, static_cast<int>(maxLayers));
    model.hidden = line.number("hidden-size", 1, 1'000'000);
    model.heads = line.number("num-attention-heads", 1, 16'384);
    model.kvHeads = line.has("group-query-attention") ? line.number("num-query-groups", 1, 16'384, 1) : model.heads;
    model.headDim = line.number("kv-channels", 1, 16'384, std::max(1, model.hidden / model.heads));
    model.gatedMlp = line.has("swiglu");
    const int usual = model.gatedMlp ? std::max(64, model.hidden * 8 / 3 / 64 * 64) : 4 * model.hidden;
    model.ffn = line.number("ffn-hidden-size", 1, maxWidth, usual);
    model.maxSequence =
        line.number("max-position-embeddings", 1, 100'000'000, line.number("seq-length", 1, 100'000'000, 0));
    model.vocab =
        line.number("vocab-size", 1, maxWidth,
                    line.number("padded-vocab-size", 1, maxWidth, line.number("pad-vocab-size-to", 1, maxWidth, 0)));
    if (model.vocab == 0) {
        const bool isKnown = before.vocab > 0;
        const std::string whose = isKnown ? before.name : "GPT-2";
        model.vocab = isKnown ? before.vocab : 51'200;
        notes.push_back(
            fmt::format("vocabulary of {}, as {} has it: the arguments name only a tokenizer", model.vocab, whose));
    }
    model.tiedEmbeddings = !line.has("untie-embeddings-and-output-weights");
    const std::string positions = line.text("position-embedding-type");
    model.learnedPositions =
        (positions.empty() ? !line.has("use-rotary-position-embeddings") : positions == "learned_absolute") &&
        !line.has("no-position-embedding");
    model.biases = !line.has("disable-bias-linear");
    if (line.has("num-experts")) {
        MixtureOfExperts moe;
        moe.experts = line.number("num-experts", 1, 16'384);
        moe.topK = line.number("moe-router-topk", 1, 16'384, 2);
        moe.expertFfn = line.number("moe-ffn-hidden-size", 1, maxWidth, model.ffn);
        if (const int shared = line.number("moe-shared-expert-intermediate-size", 1, maxWidth, 0); shared > 0)
            moe.sharedExperts = std::max(1, (shared + moe.expertFfn / 2) / moe.expertFfn);
        readExpertBlocks(line, model, moe);
        const int groups = line.number("moe-router-num-groups", 1, 16'384, 1);
        if (const int limit = line.number("moe-router-group-topk", 1, 16'384, groups);
            limit < groups && moe.experts % groups == 0) {
            moe.groups = groups;
            moe.groupLimit = limit;
        }
        if (moe.experts > 1)
            model.moe = moe;
    }
    if (line.has("multi-latent-attention") || line.has("kv-lora-rank")) { // a base that is not given may switch it on
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
    model.predictionModules = line.number("mtp-num-layers", 0, 16, 0);
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
    if (job.precision != before.precision) {
        job.recipe.reset();
        job.narrowWeights = false;
    }
    job.expertDispatch.reset();
    if (line.has("moe-enable-deepep") || line.text("moe-token-dispatcher-type") == "flex")
        job.expertDispatch = ExpertDispatch::nodes;
    job.expertOverlap.reset();
    if (line.has("overlap-moe-expert-parallel-comm"))
        job.expertOverlap = ExpertOverlap::passes;
    else if (line.has("moe-shared-expert-overlap"))
        job.expertOverlap = ExpertOverlap::sharedExperts;
    job.gradientPrecision =
        line.has("fp16") && !line.has("accumulate-allreduce-grads-in-fp32") ? Precision::fp16 : Precision::fp32;
    job.optimizer = line.text("optimizer") == "sgd" ? Optimizer::sgd : Optimizer::adam;
    job.flashAttention =
        line.has("use-flash-attn") || line.has("use-flash-attn-v2") || line.text("transformer-impl") != "local";
    return job;
}

} // namespace heteroscope::megatron
