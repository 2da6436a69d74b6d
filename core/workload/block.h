// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the blocks of a model are made of: each mixes the tokens of a sequence and then works on every token by itself.
// A model lists its blocks in runs of alike ones; the list repeats until all layers have theirs.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace heteroscope {

/// How a block mixes tokens.
///   attention   every token looks at all before it
///   window      every token looks at the last Model::window tokens
///   linear      linear attention with a gated delta rule (LinearAttention)
///   stateSpace  a state-space layer, Mamba 2 (StateSpace)
///   none        not at all: the block is an MLP or experts alone
/// A model does not list these three, they follow from Model::encoder and Model::vision:
///   encoder     every token looks at all of its sequence (Encoder)
///   cross       attention, and then each token looks at all tokens of the encoder
///   vision      every patch looks at all of its image (VisionTower)
enum class Mixer : std::uint8_t { attention, window, linear, stateSpace, none, encoder, cross, vision };
inline constexpr std::array<std::string_view, 5> mixerNames = {"attention", "window", "linear", "stateSpace", "none"};

/// What a block does with each token: an MLP of width Model::ffn, experts, or nothing.
enum class Feed : std::uint8_t { dense, experts, none };
inline constexpr std::array<std::string_view, 3> feedNames = {"dense", "experts", "none"};

struct ModelBlock
{
    Mixer mixer = Mixer::attention;
    Feed feed = Feed::dense;
    friend bool operator==(const ModelBlock &, const ModelBlock &) = default;
};

/// Alike blocks in a row.
struct BlockRun
{
    ModelBlock block;
    int count = 1;
    friend bool operator==(const BlockRun &, const BlockRun &) = default;
};
inline constexpr std::size_t maxBlockRuns = 256; ///< that a model may list

/// The shortest list of runs that gives these blocks when it repeats.
std::vector<BlockRun> repeatingRuns(std::span<const ModelBlock> blocks);

/// Gated delta rule (Yang et al. 2024, arXiv 2412.06464): each value head keeps a state of keyDim x valueDim numbers;
/// value heads share the keys and queries of keyHeads.
struct LinearAttention
{
    int keyHeads = 0;
    int valueHeads = 0;
    int keyDim = 0; ///< per head
    int valueDim = 0;
    int convolution = 4; ///< tokens that the short convolution before it sees
    friend bool operator==(const LinearAttention &, const LinearAttention &) = default;
};

/// Mamba 2 (Dao and Gu 2024, arXiv 2405.21060): each head keeps a state of headDim x state numbers; heads of a group
/// share their input and output projections of the state.
struct StateSpace
{
    int heads = 0;
    int headDim = 0;
    int state = 0;
    int groups = 1;
    int convolution = 4;
    int chunk = 256; ///< tokens that the kernels treat as one product
    friend bool operator==(const StateSpace &, const StateSpace &) = default;
};

/// The encoder of an encoder-decoder model (Raffel et al. 2020, T5, arXiv 1910.10683): of Model::layers the first that
/// are not a vision tower's. All others look at its output, too.
struct Encoder
{
    int layers = 0;
    int tokens = 0; ///< of its sequences; 0: as many as the decoder's
    friend bool operator==(const Encoder &, const Encoder &) = default;
};

/// A vision transformer in front of the language model (Dosovitskiy et al. 2021, arXiv 2010.11929; Liu et al. 2023,
/// LLaVA, arXiv 2304.08485): the first of Model::layers. Images are part of the sequences: the language model's
/// sequence length counts their tokens. Blocks have LayerNorm and biases.
struct VisionTower
{
    int layers = 0;
    int hidden = 0;
    int heads = 0;
    int ffn = 0;
    bool gatedMlp = false;
    int patches = 0;      ///< of an image; they attend to each other
    int patchValues = 0;  ///< numbers in a patch that are embedded: pixels x colours x frames
    int tokenPatches = 1; ///< patches that a projector of two products joins into one token of the language model
    friend bool operator==(const VisionTower &, const VisionTower &) = default;
};

} // namespace heteroscope
