// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibration/run_model.h"

#include "calibration/run_nodes.h"
#include "calibration/run_words.h"
#include "cluster/catalog.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>

namespace heteroscope {

namespace {

/// GPT-2's vocabulary, padded to a multiple of 128 as Megatron-LM does.
constexpr int paddedGptVocabulary = 50304;

/// Lower case letters and digits only: "GPT OSS 120B" and "GPT-OSS 120B" are the same.
std::string plainName(const std::string &name)
{
    std::string plain;
    for (const char each : name) {
        const auto c = static_cast<unsigned char>(each);
        if (std::isalnum(c))
            plain += static_cast<char>(std::tolower(c));
    }
    return plain;
}

/// The words of a name in lower case, parted where letters end: "LLAMA3.1_405B" is llama and b.
std::vector<std::string> wordsOf(const std::string &name)
{
    std::vector<std::string> words(1);
    for (const char each : name) {
        const auto c = static_cast<unsigned char>(each);
        if (std::isalpha(c))
            words.back() += static_cast<char>(std::tolower(c));
        else if (!words.back().empty())
            words.emplace_back();
    }
    return words;
}

enum class Family { gpt, mpt, squaredRelu, llama };

/// Of the first word that begins with the name of a family.
std::optional<Family> familyOf(const std::vector<std::string> &words)
{
    constexpr std::array<std::pair<std::string_view, Family>, 14> families = {{{"nemotron", Family::squaredRelu},
                                                                               {"gptoss", Family::llama},
                                                                               {"llama", Family::llama},
                                                                               {"internlm", Family::llama},
                                                                               {"qwen", Family::llama},
                                                                               {"deepseek", Family::llama},
                                                                               {"mistral", Family::llama},
                                                                               {"mixtral", Family::llama},
                                                                               {"gemma", Family::llama},
                                                                               {"mpt", Family::mpt},
                                                                               {"gpt", Family::gpt},
                                                                               {"opt", Family::gpt},
                                                                               {"bloom", Family::gpt},
                                                                               {"megatron", Family::gpt}}};
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto word = i + 1 < words.size() && words[i] == "gpt" && words[i + 1] == "oss" ? "gptoss" : words[i];
        for (const auto &[name, family] : families) {
            if (word.starts_with(name))
                return family;
        }
    }
    return {};
}

void applyFamily(Model &model, Family family)
{
    model.gatedMlp = family == Family::llama;
    model.biases = family == Family::gpt;
    model.tiedEmbeddings = family == Family::gpt || family == Family::mpt;
    model.learnedPositions = family == Family::gpt;
}

/// A preset of the same width and experts: it tells what the columns cannot.
const Model *presetLike(const RunConfiguration &run)
{
    for (const auto &model : builtinModels()) {
        if (model.hidden == run.hidden && (model.moe ? model.moe->experts : 0) == run.experts &&
            (run.heads == 0 || model.heads == run.heads))
            return &model;
    }
    return nullptr;
}

/// A preset of this very shape whose blocks are not all alike, which no column tells.
const Model *presetOfUnlikeBlocks(const RunConfiguration &run)
{
    for (const auto &model : builtinModels()) {
        const int width = model.moe ? model.moe->expertFfn : model.ffn;
        if (!model.blocks.empty() && model.layers == run.layers && model.hidden == run.hidden && width == run.ffn &&
            (model.moe ? model.moe->experts : 0) == run.experts)
            return &model;
    }
    return nullptr;
}

Result<Precision> precisionOf(const RunConfiguration &run)
{
    std::string text = plainName(run.precision);
    if (text.empty()) {
        // fp32 weights; matrix units round them to tf32 where there are any.
        const auto *type = findDeviceType({}, deviceTypeNamed(run.gpu));
        return type && type->peakAt(Precision::tf32) ? Precision::tf32 : Precision::fp32;
    }
    // Row-wise scaling of fp8 has no tuned product kernels yet: such runs are as slow as bf16 ones.
    constexpr std::array<std::pair<std::string_view, Precision>, 10> beginnings = {{{"fp8rowwise", Precision::bf16},
                                                                                    {"ampfp8", Precision::fp8},
                                                                                    {"ampbf16", Precision::bf16},
                                                                                    {"bf16", Precision::bf16},
                                                                                    {"fp16", Precision::fp16},
                                                                                    {"fp8", Precision::fp8},
                                                                                    {"mxfp8", Precision::fp8},
                                                                                    {"nvfp4", Precision::fp4},
                                                                                    {"tf32", Precision::tf32},
                                                                                    {"fp32", Precision::fp32}}};
    for (const auto &[word, precision] : beginnings) {
        if (text.starts_with(word))
            return precision;
    }
    return cannot("precision " + run.precision, "one of the catalog's precisions");
}

} // namespace

int likelyHeads(int hidden, int tp)
{
    int best = 1;
    for (int heads = tp; heads <= hidden; heads += tp) {
        if (hidden % heads == 0 && std::abs(heads * 128 - hidden) < std::abs(best * 128 - hidden))
            best = heads;
    }
    return best;
}

Result<Workload> workloadOfRun(const RunConfiguration &run, const SoftwareStack &stack)
{
    const auto words = wordsOf(run.model);
    Workload workload;
    auto &model = workload.model;
    const auto *unlike = presetOfUnlikeBlocks(run);
    const auto *preset = unlike ? unlike : presetLike(run);
    model.name = run.model;
    if (const auto family = familyOf(words))
        applyFamily(model, *family);
    else
        model.gatedMlp = run.ffn != 4 * run.hidden;
    model.tiedEmbeddings = model.tiedEmbeddings || run.tiedEmbeddings;
    model.layers = run.layers;
    model.hidden = run.hidden;
    model.heads = run.heads > 0 ? run.heads : likelyHeads(run.hidden, run.tp);
    model.kvHeads = run.kvHeads > 0 ? run.kvHeads : model.heads;
    model.headDim = preset ? preset->headDim : std::max(1, run.hidden / model.heads);
    if (preset && !preset->moe && run.hidden % model.heads == 0)
        model.headDim = run.hidden / model.heads;
    model.ffn = run.ffn;
    model.vocab = run.vocab > 0 ? run.vocab : paddedGptVocabulary;
    model.maxSequence = run.sequence;
    if (run.experts > 0) {
        MixtureOfExperts moe;
        if (preset)
            moe = *preset->moe;
        moe.experts = run.experts;
        moe.topK = run.topK;
        moe.expertFfn = run.ffn;
        if (preset) {
            model.ffn = preset->ffn;
            model.mla = preset->mla;
            // Cut-down models of benchmarks keep one dense block.
            if (run.layers < preset->layers)
                moe.denseLayers = std::min(moe.denseLayers, 1);
        }
        model.moe = moe;
    }
    if (unlike) {
        model.window = unlike->window;
        model.linearAttention = unlike->linearAttention;
        model.stateSpace = unlike->stateSpace;
        model.blocks = unlike->blocks;
        model.gatedMlp = unlike->gatedMlp;
    }

    auto &job = workload.job;
    const auto precision = precisionOf(run);
    if (!precision)
        return precision.error();
    job.precision = *precision;
    // DeepSpeed's fp16 engine reduces fp16 gradients unless it is told otherwise, and InternEvo those of the weights'
    // precision (internlm/solver/optimizer/hybrid_zero_optim.py); the others accumulate in fp32.
    const bool halfGradients = (stack.name == "Megatron-DeepSpeed" && job.precision == Precision::fp16) ||
                               (stack.name == "InternEvo" && elementSize(job.precision).value == 2);
    job.gradientPrecision = halfGradients && !run.fp32Gradients ? job.precision : Precision::fp32;
    job.frozenBase = std::find(words.begin(), words.end(), "lora") != words.end();
    job.sequenceLength = run.sequence;
    job.globalBatch = run.globalBatch;
    job.flashAttention =
        run.flashAttention.starts_with("yes") || (run.flashAttention.empty() && stack.name == "Megatron-Core");
    job.softwareStack = stack.name;
    job.memoryHeadroom = 0; // what ran left nothing free on purpose
    return workload;
}

} // namespace heteroscope
