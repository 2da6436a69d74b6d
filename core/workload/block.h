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
enum class Mixer : std::uint8_t { attention, window, linear, stateSpace, none };
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

} // namespace heteroscope
