// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/huggingface/inexpressible.h"

#include "json/object_reader.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace heteroscope::huggingface {

namespace {

/// A key that only such models have.
struct TellingKey
{
    const char *key;
    const char *found;
    const char *expected;
};

constexpr std::array tellingKeys = {
    TellingKey{"block_configs", "blocks of a shape of their own each, found by architecture search",
               "blocks of one width, with equal heads"},
    TellingKey{"relative_attention_num_buckets", "biases of attention that are learned for relative positions (T5)",
               "rotary, learned or no positions"},
    TellingKey{"mamba_dt_rank", "Mamba 1 layers", "attention, linear attention or Mamba 2"},
    TellingKey{"lru_width", "recurrent layers (RG-LRU)", "attention, linear attention or Mamba 2"},
    TellingKey{"rwkv_version", "RWKV layers", "attention, linear attention or Mamba 2"},
    TellingKey{"attention_hidden_size", "RWKV layers", "attention, linear attention or Mamba 2"},
    TellingKey{"attn_type_list", "lightning attention", "softmax attention, the gated delta rule or Mamba 2"},
    TellingKey{"num_mem_blocks", "attention blocks whose weights are shared by many layers",
               "layers with weights of their own"},
    TellingKey{"linear_attn_config", "Kimi's linear attention", "softmax attention, the gated delta rule or Mamba 2"},
    TellingKey{"cross_attention_layers", "blocks that attend to an image", "a vision tower in front of the blocks"},
    TellingKey{"residual_moe", "an MLP beside the experts whose width is not stated",
               "experts, with shared ones or without"},
    TellingKey{"expert_ffn_hidden_size", "two attentions in a block, and experts that do nothing (LongCat)",
               "one attention and one MLP or its experts in a block"},
    TellingKey{"conv_L_cache", "short convolutions in place of attention", "attention, linear attention or Mamba 2"},
};

/// A type whose keys do not tell it.
struct TellingType
{
    std::string_view type;
    const char *found;
};

constexpr const char *encoder = "an encoder";
constexpr const char *parallelMamba = "blocks with attention and Mamba side by side";
constexpr std::array tellingTypes = {
    TellingType{"bert", encoder},
    TellingType{"roberta", encoder},
    TellingType{"xlm-roberta", encoder},
    TellingType{"distilbert", encoder},
    TellingType{"albert", encoder},
    TellingType{"electra", encoder},
    TellingType{"deberta", encoder},
    TellingType{"deberta-v2", encoder},
    TellingType{"modernbert", encoder},
    TellingType{"vit", encoder},
    TellingType{"clip", encoder},
    TellingType{"siglip", encoder},
    TellingType{"mamba", "Mamba 1 layers"},
    TellingType{"falcon_mamba", "Mamba 1 layers"},
    TellingType{"falcon_h1", parallelMamba},
    TellingType{"xlstm", "xLSTM layers"},
};

constexpr const char *cannot =
    "such models cannot be expressed; a plan for a dense model of the same size is the nearest";

Error lacking(const std::string &place, std::string found, std::string expected)
{
    return Error{Error::Code::invalid, "", place, std::move(found), std::move(expected), cannot};
}

bool isMaskedModel(const Json &config)
{
    const auto classes = config.find("architectures");
    return classes != config.end() && classes->is_array() && !classes->empty() &&
           std::all_of(classes->begin(), classes->end(), [](const Json &name) {
               return name.is_string() && name.get<std::string>().find("MaskedLM") != std::string::npos;
           });
}

} // namespace

std::optional<Error> findInexpressible(const Json &config, const std::string &path)
{
    for (const TellingKey &telling : tellingKeys) {
        const auto it = config.find(telling.key);
        if (it != config.end() && !it->is_null() && *it != Json(false))
            return lacking(path + "/" + telling.key, telling.found, telling.expected);
    }
    const auto type = config.find("model_type");
    if (type != config.end() && type->is_string()) {
        for (const TellingType &telling : tellingTypes) {
            if (type->get<std::string>() == telling.type)
                return lacking(path + "/model_type", quoteText(telling.type) + ", " + telling.found,
                               "a model with a decoder only, of known blocks");
        }
    }
    if (isMaskedModel(config))
        return lacking(path + "/architectures", "a masked model, which is an encoder", "a model with a decoder only");
    return std::nullopt;
}

std::optional<Error> findUnreadExperts(const Json &config, const std::string &path)
{
    for (const auto &[key, value] : config.items()) {
        const auto has = [&key = key](const char *part) { return key.find(part) != std::string::npos; };
        const bool counts = has("expert") && (has("num") || has("n_")) && !has("per_tok") && !has("group");
        if (counts && value.is_number_integer() && value.get<std::int64_t>() >= 2)
            return Error{Error::Code::invalid,
                         "",
                         path + "/" + key,
                         describe(value) + ", experts under a name that is not known",
                         "num_local_experts, n_routed_experts, num_experts or moe_num_experts",
                         "rename the keys of the experts to those of Mixtral or DeepSeek"};
    }
    return std::nullopt;
}

} // namespace heteroscope::huggingface
