// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/huggingface/config.h"

#include "base/numbers.h"
#include "exchange/huggingface/blocks.h"
#include "exchange/huggingface/config_reader.h"
#include "exchange/huggingface/inexpressible.h"
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
    Kind{"mpt", "MPT", false, false, false, true},
    Kind{"dbrx", "DBRX", true, false, false, false},
    Kind{"cohere", "Command", true, false, false, true},
    Kind{"cohere2", "Command", true, false, false, true},
    Kind{"chatglm", "GLM", true, false, false, false},
    Kind{"qwen", "Qwen", true, false, false, false},
    Kind{"grok-1", "Grok", true, false, false, false},
    Kind{"ernie4_5_moe", "ERNIE", true, false, false, true},
    Kind{"ernie4_5", "ERNIE", true, false, false, true},
    Kind{"hunyuan_v1_moe", "Hunyuan", true, false, false, true},
    Kind{"granitemoe", "Granite", true, false, false, false},
    Kind{"granitemoehybrid", "Granite", true, false, false, true},
    Kind{"bamba", "Bamba", true, false, false, false},
    Kind{"mamba2", "Mamba", false, false, false, true},
    Kind{"arctic", "Arctic", true, false, false, false},
    Kind{"t5", "T5", false, false, false, true},
    Kind{"mt5", "T5", true, false, false, false},
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
    const int experts = reader.count({"num_local_experts", "n_routed_experts", "num_experts", "moe_num_experts"}, 0, 0);
    if (experts < 2)
        return;
    MixtureOfExperts moe;
    moe.experts = experts;
    moe.topK = reader.count({"num_experts_per_tok", "num_experts_per_token", "experts_per_token", "moe_topk",
                             "moe_top_k", "moe_k", "top_k_experts"},
                            1);
    moe.expertFfn = reader.count({"moe_intermediate_size", "expert_intermediate_size"}, 1, model.ffn);
    moe.sharedExperts =
        reader.count({"n_shared_experts", "num_shared_experts", "num_shared_expert", "moe_num_shared_experts"}, 0, 0);
    int shared = reader.count(
        {"shared_expert_intermediate_size", "moe_shared_expert_intermediate_size", "shared_intermediate_size"}, 0, 0);
    if (reader.flag({"enable_moe_block"}, false)) // an MLP beside the experts of each block, as a shared expert is
        shared = model.ffn;
    if (reader.flag({"parallel_attn_mlp_res"}, false)) // Arctic: likewise, as wide as the model
        shared = model.hidden;
    if (shared > 0)
        moe.sharedExperts = std::max(1, (shared + moe.expertFfn / 2) / moe.expertFfn);
    // One group, or all of them, is no limit.
    const int groups = reader.count({"n_group"}, 0, 0), limit = reader.count({"topk_group"}, 0, 0);
    if (limit > 0 && limit < groups && experts % groups == 0) {
        moe.groups = groups;
        moe.groupLimit = limit;
    }
    model.moe = moe;
}

/// MPT and DBRX state attention and MLP in objects of their own; their keys beside the others.
Json withInnerParts(const Json &config)
{
    Json flat = config;
    for (const char *part : {"attn_config", "ffn_config"}) {
        const auto inner = config.find(part);
        if (inner == config.end() || !inner->is_object())
            continue;
        for (const auto &[key, value] : inner->items()) {
            if (!flat.contains(key))
                flat[key] = value;
        }
    }
    return flat;
}

/// Inner width of an MLP, or of an expert where no block has an MLP.
int readWidth(ConfigReader &reader, const Kind &kind, bool isKnown, int hidden)
{
    std::optional<int> otherwise;
    if (reader.find({"moe_intermediate_size"}))
        otherwise = reader.count({"moe_intermediate_size"}, 1);
    else if (isKnown && !kind.gated)
        otherwise = reader.count({"expansion_ratio"}, 1, 4) * std::min(hidden, 1'000'000);
    const int width = reader.count({"intermediate_size", "n_inner", "ffn_dim", "ffn_hidden_size"}, 1, otherwise);
    if (kind.type == "qwen") // the first Qwen counts the two halves of its gated MLP together
        return std::max(1, width / 2);
    const bool isDenseGranite = kind.type == "granitemoehybrid" && reader.count({"num_local_experts"}, 0, 0) == 0;
    return isDenseGranite ? reader.count({"shared_intermediate_size"}, 1, width) : width;
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

/// T5 and its like: num_layers are the encoder's. Other encoder-decoder models have keys of their own.
void readEncoder(ConfigReader &reader, Model &model)
{
    const std::string feed = reader.text({"feed_forward_proj"});
    if (!feed.empty())
        model.gatedMlp = feed.starts_with("gated");
    model.ffn = reader.count({"d_ff"}, 1);
    model.headDim = reader.count({"d_kv"}, 1, model.headDim);
    model.encoder = Encoder{model.layers, 0};
    model.layers += reader.count({"num_decoder_layers"}, 1, model.layers);
}

/// A tower whose file says no size of images is taken to see 32 x 32 patches.
void readVision(const Json &json, const std::string &file, Model &model, std::vector<std::string> &notes)
{
    const auto found = json.find("vision_config");
    if (found == json.end() || !found->is_object())
        return;
    ConfigReader reader(*found, file, "/vision_config");
    VisionTower vision;
    vision.layers = reader.count({"depth", "num_hidden_layers"}, 1, 0);
    vision.hidden = reader.count({"hidden_size", "embed_dim"}, 1, 0);
    vision.heads = reader.count({"num_heads", "num_attention_heads"}, 1, 0);
    vision.ffn = reader.count({"intermediate_size"}, 1, 4 * std::min(vision.hidden, 1'000'000));
    const int patch = reader.count({"patch_size"}, 1, 0);
    if (vision.layers == 0 || vision.heads == 0 || patch == 0 || patch > 1024 || vision.hidden % vision.heads != 0) {
        notes.emplace_back("only the text part of the model is taken: its vision_config lacks depth, width or patches");
        return;
    }
    const std::string activation = reader.text({"hidden_act"});
    vision.gatedMlp = activation == "silu" || activation == "swiglu";
    const int image = reader.count({"image_size"}, 1, 32 * patch);
    vision.patches = std::max(1, image / patch) * std::max(1, image / patch);
    vision.patchValues = patch * patch * std::min(reader.count({"in_channels", "in_chans", "num_channels"}, 1, 3), 64) *
                         std::min(reader.count({"temporal_patch_size"}, 1, 1), 64);
    const int merged = std::min(reader.count({"spatial_merge_size"}, 1, 1), 64);
    vision.tokenPatches = merged * merged;
    if (reader.error() || image > 100'000) {
        notes.emplace_back("only the text part of the model is taken: a number of its vision_config is out of range");
        return;
    }
    model.vision = vision;
    model.layers += vision.layers;
    notes.push_back(fmt::format("vision tower of {} blocks, images of {} patches{}, one image a sequence",
                                vision.layers, vision.patches, reader.find({"image_size"}) ? "" : " (assumed)"));
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
    const Json config = withInnerParts(nested ? *inner : *json);
    const std::string place = nested ? "/text_config" : "";
    ConfigReader reader(config, file, place);
    const bool hasEncoder = outer.flag({"is_encoder_decoder"}, false);
    if (hasEncoder && !outer.find({"d_kv"}))
        return Error{Error::Code::invalid,
                     file,
                     "/is_encoder_decoder",
                     "true, without d_kv",
                     "the keys of T5 (d_model, d_kv, d_ff, num_layers, num_decoder_layers)",
                     "write the model by hand: its encoder is a key \"encoder\" of the model"};

    if (auto lacking = huggingface::findInexpressible(config, place)) {
        lacking->file = file;
        return *std::move(lacking);
    }

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
    model.kvHeads =
        reader.count({"num_key_value_heads", "num_kv_heads", "kv_n_heads", "multi_query_group_num"}, 1, groups);
    model.headDim = reader.count({"head_dim", "kv_channels"}, 1, std::max(1, model.hidden / model.heads));
    model.ffn = readWidth(reader, kind, known != knownKinds.end(), model.hidden);
    model.vocab = reader.count({"vocab_size", "padded_vocab_size"}, 1, nested ? std::optional(0) : std::nullopt);
    if (model.vocab == 0)
        model.vocab = ConfigReader(*json, file, "").count({"vocab_size"}, 1, 32'000);
    model.maxSequence =
        reader.count({"max_position_embeddings", "n_positions", "n_ctx", "seq_length", "max_seq_len"}, 0, 0);
    readExperts(reader, model);
    if (model.moe && kind.type == "llama4_text") // one beside the routed ones, as wide; no key says so
        model.moe->sharedExperts = 1;
    if (auto unread = model.moe ? std::nullopt : huggingface::findUnreadExperts(config, place)) {
        unread->file = file;
        return *std::move(unread);
    }
    readLatentAttention(reader, model);
    huggingface::readBlocks(reader, model, result.notes);
    model.predictionModules = reader.count({"num_nextn_predict_layers", "mtp_num_hidden_layers"}, 0, 0);
    if (hasEncoder)
        readEncoder(reader, model);
    model.source = "config.json of " + model.name;
    if (reader.error())
        return *reader.error();
    if (reader.flag({"use_cla"}, false))
        result.notes.emplace_back("blocks that share keys and values with another one are taken to have their own");
    if (nested && outer.find({"vision_config"}))
        readVision(*json, file, model, result.notes);
    else if (nested)
        result.notes.emplace_back("only the text part of the model is taken");

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
    result.what = fmt::format("model {}: {} layers, hidden {}, {} parameters, {} active", model.name,
                              model.layers - model.towerLayers() - model.encoderLayers(), model.hidden,
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
