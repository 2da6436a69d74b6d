// SPDX-License-Identifier: GPL-3.0-or-later
//
// The smallest piece of a schedule: one pass of one chunk for one micro-batch.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace heteroscope {

/// backward is input and weight gradient in one block; a schedule uses it, or the two parts, for each pair of chunk and
/// micro-batch.
enum class Pass : std::uint8_t { forward, backward, inputGradient, weightGradient };
inline constexpr std::size_t passCount = 4;

/// The pass sends to the previous virtual stage.
constexpr bool sendsGradient(Pass pass) { return pass == Pass::backward || pass == Pass::inputGradient; }
/// The activations are no longer needed after it.
constexpr bool freesActivations(Pass pass) { return pass == Pass::backward || pass == Pass::weightGradient; }

struct WorkItem
{
    Pass pass = Pass::forward;
    std::int16_t chunk = 0; ///< virtual stage of the lane, 0 .. chunks - 1
    std::int32_t microBatch = 0;
    bool paired = false; ///< one block with the next item: what it sends leaves when that one ends
    friend bool operator==(const WorkItem &, const WorkItem &) = default;
};

using WorkOrder = std::vector<WorkItem>;

} // namespace heteroscope
