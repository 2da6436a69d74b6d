// SPDX-License-Identifier: GPL-3.0-or-later
//
// The causes that a step's time is told by, and the one by which a plan is slower than another.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace heteroscope {

enum class TimeCause {
    computation,
    recompute,
    tensorCommunication,
    sendWaits,
    gradientSynchronization,
    contextCommunication, ///< the ring in which context-parallel ranks pass on their keys and values
    expertCommunication,  ///< the all-to-all that brings tokens to their experts and back
    bubble,
    stragglers,
    optimizer,
    hostOverhead,
    idle,
    pipelineFill,     ///< of bounds only: fill and drain
    parameterGathers, ///< ZeRO-3 gathers weights and scatters gradients in every pass; stepTerms has them in
                      ///< gradientSynchronization
};
/// As JSON and tables name them.
inline constexpr std::array<std::string_view, 14> timeCauseNames = {"computation",
                                                                    "recompute",
                                                                    "TP communication",
                                                                    "waits for sends",
                                                                    "gradient synchronization",
                                                                    "ring of context parallelism",
                                                                    "all-to-all of experts",
                                                                    "bubble",
                                                                    "stragglers",
                                                                    "optimizer",
                                                                    "host overhead",
                                                                    "idle",
                                                                    "pipeline fill and drain",
                                                                    "gathers of ZeRO-3"};

/// The time of one cause, averaged over the devices of the plan.
struct StepTerm
{
    TimeCause cause = TimeCause::computation;
    double seconds = 0;
};

/// The cause that grew most against a faster plan.
struct WhySlower
{
    std::optional<TimeCause> cause{}; ///< empty: nothing grew, it is as fast
    double seconds = 0;               ///< that it takes longer
    std::size_t devices = 0;          ///< not 0: these alone do all the work, where the faster plan uses more
    friend bool operator==(const WhySlower &, const WhySlower &) = default;
};

} // namespace heteroscope
