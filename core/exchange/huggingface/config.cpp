// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/huggingface/config.h"

#include "base/numbers.h"
#include "exchange/huggingface/blocks.h"
#include "exchange/huggingface/config_reader.h"
#include "exchange/huggingface/python_json.h"
#include "exchange/model_size.h"
#include "workload/workload_json.h"
#include "json/object_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace heteroscope {

namespace {

using huggingface::ConfigReader;

/// What a model_type means and its file does not say.
struct Kind
{
    std::string_view type;
    std::string_view family;
    bool gated;
    bool learnedPositions;
    bool biases;
    bool tied; // when the file does not say
};

constexpr std::array knownKinds = {
    Kind{"llama", "Llama", true, false, false, false},
    Kind{"mistral", "Mistral", true, false, false, false},
    Kind{"mixtral", "Mistral", true, false, false, false},
    Kind{"qwen2", "Qwen", true, false, false, false},
    Kind{"qwen2_moe", "Qwen", true, false, false, false},
    Kind{"qwen3", "Qwen", true, false, false, false},
    Kind{"qwen3_moe", "Qwen", true, false, false, false},
    Kind{"gemma", "Gemma", true, false, false, true},
    Kind{"gemma2", "Gemma", true, false, false, true},
    Kind{"gemma3_text", "Gemma", true, false, false, true},
    Kind{"phi3", "Phi", true, false, false, false},
    Kind{"phi", "Phi", false, false, true, false},
    Kind{"deepseek_v2", "DeepSeek", true, false, false, false},
    Kind{"deepseek_v3", "DeepSeek", true, false, false, false},
    Kind{"kimi_k2", "Kimi", true, false, false, false},
    Kind{"olmo", "OLMo", true, false, false, false},
    Kind{"olmo2", "OLMo", true, false, false, false},
    Kind{"olmoe", "OLMo", true, false, false, false},
    Kind{"granite", "Granite", true, false, false, false},
    Kind{"internlm2", "InternLM", true, false, false, false},
    Kind{"glm_moe_dsa", "GLM", true, false, false, false},
    Kind{"qwen3_next", "Qwen", true, false, false, false},
    Kind{"qwen3_5_text", "Qwen", true, false, false, false},
    Kind{"qwen3_5_moe_text", "Qwen", true, false, false, false},
    Kind{"gemma4_text", "Gemma", true, false, false, true},
    Kind{"llama4_text", "Llama", true, false, false, false},
    Kind{"mimo_v2_flash", "MiMo", true, false, false, false},
    Kind{"minimax_m2", "MiniMax", true, false, false, false},
    Kind{"step3p7", "Step", true, false, false, false},
    Kind{"deepseek_v32", "DeepSeek", true, false, false, false},
    Kind{"nemotron_h", "Nemotron", false, false, false, false},
    Kind{"gpt_oss", "GPT-OSS", true, false, true, false},
    Kind{"nemotron", "Nemotron", false, false, false, false},
    Kind{"starcoder2", "StarCoder", false, false, true, true},
    Kind{"gpt2", "GPT-2", false, true, true, true},
    Kind{"gpt_bigcode", "StarCoder", false, true, true, true},
    Kind{"gpt_neo", "GPT-Neo", false, true, true, true},
    Kind{"gpt_neox", "GPT-NeoX", false, false, true, false},
    Kind{"gptj", "GPT-J", false, false, true, false},
    Kind{"opt", "OPT", false, true, true, true},
    Kind{"bloom", "BLOOM", false, false, true, true},
    Kind{"falcon", "Falcon", false, false, false, true},
};

std::string nameOf(const ConfigReader &reader, const std::string &type)
{
    std::string name = reader.text({"_name_or_path"});
    while (!name.empty() && (name.back() == '/' || name.back() == '.'))
        name.pop_back();
    name = name.substr(name.find_last_of('/') + 1);
    return !name.empty() ? name : !type.empty() ? type : "imported model";
}

void readExperts(ConfigReader &reader, Model &model)
{
    const int experts = reader.count({"num_local_experts", "n_routed_experts", "num_experts"}, 0, 0);
    if (experts < 2)
        return;
    MixtureOfExperts moe;
    moe.experts = experts;
    moe.topK = reader.count(
        {"num_experts_per_tok", "num_experts_per_token", "experts_per_token", "moe_topk", "top_k_experts"}, 1);
    moe.expertFfn = reader.count({"moe_intermediate_size", "expert_intermediate_size"}, 1, model.ffn);
    moe.sharedExperts = reader.count({"n_shared_experts", "num_shared_experts"}, 0, 0);
    int shared = reader.count(
        {"shared_expert_intermediate_size", "moe_shared_expert_intermediate_size", "shared_intermediate_size"}, 0, 0);
    if (reader.flag({"enable_moe_block"}, false)) // an MLP beside the experts of each block, as a shared expert is
        shared = model.ffn;
    if (shared > 0)
        moe.sharedExperts = std::max(1, (shared + moe.expertFfn / 2) / moe.expertFfn);
    model.moe = moe;
}

void readLatentAttention(ConfigReader &reader, Model &model)
{
    if (!reader.find({"kv_lora_rank"}))
        return;
    LatentAttention mla;
    mla.kvRank = reader.count({"kv_lora_rank"}, 1);
    mla.queryRank = reader.count({"q_lora_rank"}, 0, 0);
    mla.nopeDim = reader.count({"qk_nope_head_dim"}, 0);
    mla.ropeDim = reader.count({"qk_rope_head_dim"}, 0);
    mla.valueDim = reader.count({"v_head_dim"}, 1);
    model.mla = mla;
    model.headDim = mla.valueDim;
    model.kvHeads = model.heads;
}

} // namespace

Result<HuggingFaceModel> readHuggingFaceConfig(std::string_view text, const std::string &file)
{
    const auto json = parseJson(huggingface::plainJson(text), file);
    if (!json)
        return json.error();
    if (!json->is_object())
        return Error{Error::Code::schema,
                     file,
                     "/",
                     describe(*json),
                     "the object of a config.json",
                     "give the config.json that lies beside the weights of the model"};
    const auto inner = json->find("text_config");
    const bool nested = inner != json->end() && inner->is_object() && inner->contains("hidden_size");
    const ConfigReader outer(*json, file, "");
    ConfigReader reader(nested ? *inner : *json, file, nested ? "/text_config" : "");
    if (outer.flag({"is_encoder_decoder"}, false))
        return Error{Error::Code::invalid,          file,
                     "/is_encoder_decoder",         "true",
                     "a model with a decoder only", "encoder-decoder models cannot be expressed"};

    if (reader.find({"block_configs"}))
        return Error{Error::Code::invalid,
                     file,
                     "/block_configs",
                     "blocks of a shape of their own each, found by architecture search",
                     "blocks of one width, with equal heads",
                     "models whose blocks differ in width cannot be expressed"};

    HuggingFaceModel result;
    Model &model = result.model;
    const std::string type = reader.text({"model_type"});
    const auto known =
        std::find_if(knownKinds.begin(), knownKinds.end(), [&type](const Kind &kind) { return kind.type == type; });
    Kind kind{type, "", false, false, false, false};
    if (known != knownKinds.end()) {
        kind = *known;
    } else {
        const std::string activation = reader.text({"hidden_act", "hidden_activation", "activation_function"});
        kind.gated = activation == "silu" || activation == "swish" || activation == "swiglu" || activation == "geglu";
        result.notes.push_back(fmt::format("model type {} is not known: assumed {} MLP, rotary positions, no biases",
                                           quoteText(type), kind.gated ? "a gated" : "a plain"));
    }
    model.name = nameOf(outer, type);
    model.family = kind.family;
    model.gatedMlp = kind.gated;
    model.learnedPositions = kind.learnedPositions;
    model.biases = kind.biases;
    model.tiedEmbeddings = reader.flag({"tie_word_embeddings"}, outer.flag({"tie_word_embeddings"}, kind.tied));
    model.layers = reader.count({"num_hidden_layers", "n_layer", "num_layers", "n_layers"}, 1);
    model.hidden = reader.count({"hidden_size", "n_embd", "n_embed", "d_model"}, 1);
    model.heads = reader.count({"num_attention_heads", "n_head", "num_heads", "n_heads"}, 1);
    const int groups =
        reader.flag({"multi_query"}, false) && !reader.flag({"new_decoder_architecture"}, false) ? 1 : model.heads;
    model.kvHeads = reader.count({"num_key_value_heads", "num_kv_heads"}, 1, groups);
    model.headDim = reader.count({"head_dim"}, 1, std::max(1, model.hidden / model.heads));
    const Json *expertWidth = reader.find({"moe_intermediate_size"}); // all there is where no block is dense
    model.ffn =
        reader.count({"intermediate_size", "n_inner", "ffn_dim", "ffn_hidden_size"}, 1,
                     expertWidth ? std::optional(reader.count({"moe_intermediate_size"}, 1))
                     : known != knownKinds.end() && !kind.gated ? std::optional(4 * std::min(model.hidden, 1'000'000))
                                                                : std::nullopt);
    model.vocab = reader.count({"vocab_size"}, 1, nested ? std::optional(0) : std::nullopt);
    if (model.vocab == 0)
        model.vocab = ConfigReader(*json, file, "").count({"vocab_size"}, 1, 32'000);
    model.maxSequence =
        reader.count({"max_position_embeddings", "n_positions", "n_ctx", "seq_length", "max_seq_len"}, 0, 0);
    readExperts(reader, model);
    readLatentAttention(reader, model);
    huggingface::readBlocks(reader, model, result.notes);
    model.source = "config.json of " + model.name;
    if (reader.error())
        return *reader.error();
    if (nested)
        result.notes.emplace_back("only the text part of the model is taken");
    if (reader.count({"num_nextn_predict_layers"}, 0, 0) > 0)
        result.notes.emplace_back("the multi-token prediction layers are left out");

    // The ranges of the file format are the last word on what is possible.
    Findings findings;
    readModel(toJson(model), "", findings);
    if (!findings.ok()) {
        Error error = findings.errors.front();
        error.file = file;
        return error;
    }
    return result;
}

Result<Imported> importHuggingFace(const Project &into, const std::vector<ImportFile> &files,
                                   const ImportOptions &options)
{
    if (files.size() != 1)
        return Error{
            Error::Code::invalid, files.size() > 1 ? files[1].name : "",  {}, std::to_string(files.size()) + " files",
            "one config.json",    "import the models one after the other"};
    auto read = readHuggingFaceConfig(files.front().text, files.front().name);
    if (!read)
        return read.error();
    Imported result{into, {}, std::move(read->notes)};
    Workload &workload = result.project.workload;
    workload.model = std::move(read->model);
    if (!options.name.empty())
        workload.model.name = options.name;
    const Model &model = workload.model;
    const std::string &path = files.front().name;
    const auto slash = path.find_last_of('/');
    const std::string folder = slash == std::string::npos ? std::string() : path.substr(0, slash);
    const auto warning =
        sizeWarning(model, {model.name, path.substr(slash + 1), folder.substr(folder.find_last_of('/') + 1)});
    if (!warning.empty())
        result.notes.push_back(warning);
    result.what =
        fmt::format("model {}: {} layers, hidden {}, {} parameters, {} active", model.name, model.layers, model.hidden,
                    largeCountText(totalParameters(model)), largeCountText(activeParameters(model)));
    if (model.maxSequence > 0 && workload.job.sequenceLength > model.maxSequence) {
        workload.job.sequenceLength = model.maxSequence;
        result.notes.push_back(fmt::format("sequence length {}, the max of the model", model.maxSequence));
    }
    if (!into.plans.empty() && into.workload.model.layers != model.layers)
        result.notes.emplace_back("the project's plans are for another number of layers");
    return result;
}

} // namespace heteroscope
