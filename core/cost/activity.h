// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the time of a device is spent on: the meaning of a stretch of a simulated row (simulator/result/step_result.h),
// and the first level of an opened step (cost_term.h). Each instant of a step has one activity.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace heteroscope {

/// First the kinds of work, then the causes of waiting.
enum class Activity : std::uint8_t {
    forward,
    recompute,
    backward, ///< input and weight gradient in one block
    inputGradient,
    weightGradient,
    optimizer,
    overhead, ///< host time per step that is not hidden
    exposedTp,
    exposedPp,
    exposedDp,
    exposedCp,
    exposedEp,
    bubble,    ///< waiting for computation of another lane, or after the last work of the lane
    straggler, ///< waiting for the part of that computation that is due to a slowdown
    idle,      ///< the device is not used by the plan
};
inline constexpr std::size_t activityCount = 15;
inline constexpr std::array<std::string_view, activityCount> activityNames = {
    "forward",   "recompute", "backward",  "inputGradient", "weightGradient", "optimizer", "overhead", "exposedTp",
    "exposedPp", "exposedDp", "exposedCp", "exposedEp",     "bubble",         "straggler", "idle"};

constexpr std::string_view nameOf(Activity activity) { return activityNames[static_cast<std::size_t>(activity)]; }

constexpr bool isCompute(Activity a) { return a <= Activity::weightGradient; }
constexpr bool isExposed(Activity a) { return a >= Activity::exposedTp && a <= Activity::exposedEp; }

} // namespace heteroscope
