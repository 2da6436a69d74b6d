// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/huggingface/blocks.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace heteroscope::huggingface {

namespace {

constexpr int maxLayers = 10'000; // of the file format; a config with more is refused by it

using Blocks = std::vector<ModelBlock>;

/// One entry of an array for each block; null if the key is absent or no array.
const Json *eachBlock(ConfigReader &reader, const char *key, const Blocks &blocks)
{
    const Json *list = reader.find({key});
    if (!list || !list->is_array())
        return nullptr;
    if (list->size() >= blocks.size())
        return list;
    reader.fail(key, std::to_string(list->size()) + " entries",
                "one for each of the " + std::to_string(blocks.size()) + " blocks",
                "correct it as the model's card says");
    return nullptr;
}

void readStateSpace(ConfigReader &reader, Model &model)
{
    StateSpace ssm;
    ssm.heads = reader.count({"mamba_num_heads", "mamba_n_heads", "num_heads"}, 1);
    ssm.headDim = reader.count({"mamba_head_dim", "mamba_d_head", "head_dim"}, 1);
    ssm.state = reader.count({"ssm_state_size", "mamba_d_state", "state_size"}, 1);
    ssm.groups = reader.count({"n_groups", "mamba_n_groups"}, 1, ssm.groups);
    ssm.convolution = reader.count({"conv_kernel", "mamba_d_conv"}, 1, ssm.convolution);
    ssm.chunk = reader.count({"chunk_size", "mamba_chunk_size"}, 1, ssm.chunk);
    model.stateSpace = ssm;
}

void readLinearAttention(ConfigReader &reader, Model &model)
{
    LinearAttention linear;
    linear.keyHeads = reader.count({"linear_num_key_heads"}, 1);
    linear.valueHeads = reader.count({"linear_num_value_heads"}, 1);
    linear.keyDim = reader.count({"linear_key_head_dim"}, 1);
    linear.valueDim = reader.count({"linear_value_head_dim"}, 1);
    linear.convolution = reader.count({"linear_conv_kernel_dim"}, 1, linear.convolution);
    model.linearAttention = linear;
}

/// Nemotron-H: M state space, * attention, - MLP, E experts, each a block of its own.
void readPattern(ConfigReader &reader, const std::string &pattern, Blocks &blocks)
{
    if (pattern.size() != blocks.size())
        reader.fail("hybrid_override_pattern", std::to_string(pattern.size()) + " letters",
                    "one for each of the " + std::to_string(blocks.size()) + " blocks",
                    "correct it as the model's card says");
    for (std::size_t i = 0; i < std::min(pattern.size(), blocks.size()); ++i) {
        switch (pattern[i]) {
        case 'M':
            blocks[i] = {Mixer::stateSpace, Feed::none};
            break;
        case '*':
            blocks[i] = {Mixer::attention, Feed::none};
            break;
        case '-':
            blocks[i] = {Mixer::none, Feed::dense};
            break;
        case 'E':
            blocks[i] = {Mixer::none, Feed::experts};
            break;
        default:
            reader.fail("hybrid_override_pattern", quoteText(pattern.substr(i, 1)), "M, *, - or E",
                        "correct it as the model's card says");
            return;
        }
    }
}

/// The mixer that a word of layer_types means; nullopt if no block has it.
std::optional<Mixer> mixerNamed(const std::string &word)
{
    if (word == "full_attention" || word == "attention" || word == "chunked_attention") // its chunks are long
        return Mixer::attention;
    if (word == "sliding_attention")
        return Mixer::window;
    if (word == "linear_attention")
        return Mixer::linear;
    if (word == "mamba")
        return Mixer::stateSpace;
    return std::nullopt;
}

void readLayerTypes(ConfigReader &reader, const Json &types, Blocks &blocks)
{
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        const auto mixer = types[i].is_string() ? mixerNamed(types[i].get<std::string>()) : std::nullopt;
        if (!mixer) {
            reader.fail("layer_types", describe(types[i]),
                        "full_attention, sliding_attention, chunked_attention, linear_attention or mamba",
                        "blocks of other kinds cannot be expressed");
            return;
        }
        blocks[i].mixer = *mixer;
    }
}

/// Bamba: Mamba 2 but for the listed blocks.
void readAttentionIndices(const Json &indices, Blocks &blocks)
{
    for (ModelBlock &block : blocks)
        block.mixer = Mixer::stateSpace;
    for (const Json &index : indices) {
        if (index.is_number_unsigned() && index.get<std::uint64_t>() < blocks.size())
            blocks[index.get<std::size_t>()].mixer = Mixer::attention;
    }
}

/// Every how many blocks of a model whose file does not say it one sees the whole sequence; 0: this is not known of it.
int usualPattern(ConfigReader &reader)
{
    const std::string type = reader.text({"model_type"});
    return type == "gemma2" ? 2 : type == "gemma3_text" ? 6 : 0;
}

/// The first block with a window where a window alone is stated: all of Mistral's and its like, Qwen's upper ones where
/// it is switched on; of other models it is not used.
std::size_t firstWithWindow(ConfigReader &reader, const Blocks &blocks)
{
    constexpr std::array<std::string_view, 4> inAll = {"mistral", "mixtral", "phi3", "starcoder2"};
    if (std::find(inAll.begin(), inAll.end(), reader.text({"model_type"})) != inAll.end())
        return 0;
    const bool isOn = reader.flag({"use_sliding_window"}, false);
    return isOn ? static_cast<std::size_t>(reader.count({"max_window_layers"}, 0, 0)) : blocks.size();
}

void readMixers(ConfigReader &reader, Blocks &blocks)
{
    if (const Json *types = eachBlock(reader, "layer_types", blocks)) {
        readLayerTypes(reader, *types, blocks);
    } else if (const Json *indices = reader.find({"attn_layer_indices"}); indices && indices->is_array()) {
        readAttentionIndices(*indices, blocks);
    } else if (reader.text({"model_type"}) == "mamba2") {
        std::fill(blocks.begin(), blocks.end(), ModelBlock{Mixer::stateSpace, Feed::none});
    } else if (const Json *windows = eachBlock(reader, "hybrid_layer_pattern", blocks)) {
        for (std::size_t i = 0; i < blocks.size(); ++i)
            blocks[i].mixer = (*windows)[i] == 1 ? Mixer::window : Mixer::attention;
    } else if (reader.find({"linear_num_value_heads"})) {
        const auto interval = static_cast<std::size_t>(reader.count({"full_attention_interval"}, 1, 4));
        for (std::size_t i = 0; i < blocks.size(); ++i)
            blocks[i].mixer = (i + 1) % interval == 0 ? Mixer::attention : Mixer::linear;
    } else if (const int interval = reader.count({"sliding_window_pattern"}, 0, usualPattern(reader));
               interval > 1 && reader.find({"sliding_window"})) {
        for (std::size_t i = 0; i < blocks.size(); ++i)
            blocks[i].mixer = (i + 1) % static_cast<std::size_t>(interval) == 0 ? Mixer::attention : Mixer::window;
    } else if (const Json *window = reader.find({"sliding_window"}); window && window->is_number()) {
        for (std::size_t i = firstWithWindow(reader, blocks); i < blocks.size(); ++i)
            blocks[i].mixer = Mixer::window;
    }
}

/// Which blocks have experts: those before first_k_dense_replace and those that the steps leave out do not.
void readFeeds(ConfigReader &reader, Blocks &blocks)
{
    const auto first = static_cast<std::size_t>(reader.count({"first_k_dense_replace", "moe_layer_start_index"}, 0, 0));
    const auto every = static_cast<std::size_t>(
        std::max(1, reader.count({"decoder_sparse_step", "interleave_moe_layer_step", "moe_layer_interval"}, 0, 1)));
    const Json *frequency = reader.find({"moe_layer_freq"});
    const bool listed = frequency && frequency->is_array();
    const Json *each = listed ? eachBlock(reader, "moe_layer_freq", blocks) : nullptr;
    const auto skipped = static_cast<std::size_t>(listed ? 1 : std::max(1, reader.count({"moe_layer_freq"}, 0, 1)));
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        const bool experts = i >= first && (i + 1) % every == 0 && i % skipped == 0 && (!each || (*each)[i] != 0);
        blocks[i].feed = experts ? Feed::experts : Feed::dense;
    }
    if (const Json *dense = reader.find({"mlp_only_layers"}); dense && dense->is_array()) {
        for (const Json &layer : *dense) {
            if (layer.is_number_unsigned() && layer.get<std::uint64_t>() < blocks.size())
                blocks[layer.get<std::size_t>()].feed = Feed::dense;
        }
    }
}

} // namespace

void readBlocks(ConfigReader &reader, Model &model, std::vector<std::string> &notes)
{
    if (model.layers > maxLayers)
        return;
    const Feed usual = model.moe ? Feed::experts : Feed::dense;
    Blocks blocks(static_cast<std::size_t>(model.layers), ModelBlock{Mixer::attention, usual});
    if (const auto pattern = reader.text({"hybrid_override_pattern"}); !pattern.empty()) {
        readPattern(reader, pattern, blocks);
    } else {
        readMixers(reader, blocks);
        if (model.moe)
            readFeeds(reader, blocks);
    }
    if (model.moe) {
        // Dense blocks at the beginning have a number of their own, so that the rest repeats.
        const auto has = [](Feed feed) { return [feed](const ModelBlock &block) { return block.feed == feed; }; };
        const auto first = std::find_if_not(blocks.begin(), blocks.end(), has(Feed::dense));
        if (std::all_of(first, blocks.end(), has(Feed::experts))) {
            model.moe->denseLayers = static_cast<int>(first - blocks.begin());
            for (ModelBlock &block : blocks)
                block.feed = Feed::experts;
        }
        if (const int width = reader.count({"intermediate_size_mlp"}, 0, 0); width > 0)
            model.ffn = width;
    }
    const auto uses = [&blocks](Mixer mixer) {
        return std::any_of(blocks.begin(), blocks.end(),
                           [mixer](const ModelBlock &block) { return block.mixer == mixer; });
    };
    if (uses(Mixer::window))
        model.window = reader.count({"sliding_window", "sliding_window_size"}, 1);
    if (uses(Mixer::linear))
        readLinearAttention(reader, model);
    if (uses(Mixer::stateSpace))
        readStateSpace(reader, model);
    if (std::any_of(blocks.begin(), blocks.end(), [usual](const ModelBlock &block) {
            return block != ModelBlock{Mixer::attention, usual};
        }))
        model.blocks = repeatingRuns(blocks);
    if (reader.find({"num_global_key_value_heads", "swa_num_key_value_heads", "global_head_dim"}))
        notes.emplace_back("blocks with and without a sliding window are taken to have equal heads");
    if (reader.find({"index_topk"}))
        notes.emplace_back("sparse attention is taken as attention to all tokens");
}

} // namespace heteroscope::huggingface
