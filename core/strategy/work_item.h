// SPDX-License-Identifier: GPL-3.0-or-later
//
// The unit of work of a schedule: one pass of one chunk for one micro-batch.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace heteroscope {

/// backward is input gradient and weight gradient in one block. For each pair of chunk and micro-batch a schedule uses
/// either backward or the two parts.
enum class Pass : std::uint8_t { forward, backward, inputGradient, weightGradient };
inline constexpr std::size_t passCount = 4;

/// True if the activations of the micro-batch are freed at the end of the pass.
constexpr bool freesActivations(Pass pass) { return pass == Pass::backward || pass == Pass::weightGradient; }

struct WorkItem
{
    Pass pass = Pass::forward;
    std::int16_t chunk = 0; ///< virtual stage of the lane, 0 .. chunks - 1
    std::int32_t microBatch = 0;
    bool paired = false; ///< one block with the next item: its send begins when the next item ends
    friend bool operator==(const WorkItem &, const WorkItem &) = default;
};

using WorkOrder = std::vector<WorkItem>;

} // namespace heteroscope
