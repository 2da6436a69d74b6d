// SPDX-License-Identifier: GPL-3.0-or-later
//
// The events of a step in the order of time: what each lane begins, and what it waits for. A lecture goes through them
// one by one, forwards and backwards, so they are a list and a place in it. They are derived from the intervals of the
// lanes and nothing else: every stretch of a lane but idle time belongs to exactly one event. Times are ticks of the
// step. Core names no words; ui/language/event_words.h has a sentence for each kind.
#pragma once

#include "analysis/dependency.h"

#include <optional>
#include <vector>

namespace heteroscope {

enum class StepEventKind : std::uint8_t {
    begins,           ///< work of a micro-batch, or the optimizer
    waitsForWork,     ///< of another lane, which is not finished
    waitsForTransfer, ///< the work of the other lane is finished, and its result on the way
    waitsForSender,   ///< the work of the other lane is finished, but that lane has not sent its result
    waitsToSend,      ///< the receiver does not take what this lane sends
    waitsForGroup,    ///< a collective: the activity of the interval says which
    waitsForHost,     ///< that launches its work
    repeats,          ///< a part whose micro-batches are shown as sums, see Lane::summed
    isFinished        ///< nothing is left but waiting for the end of the step
};
inline constexpr std::size_t stepEventKindCount = static_cast<std::size_t>(StepEventKind::isFinished) + 1;

struct StepEvent
{
    StepEventKind kind = StepEventKind::begins;
    BarId bar; ///< the first interval of it; several that follow each other and are alike are one event
    Ticks at;
    Ticks until;
    /// What is awaited, for waitsForWork, waitsForTransfer and waitsForSender: the work of another lane on which the
    /// next work of this lane depends. nullopt if no single work is awaited.
    std::optional<BarId> awaited;
    friend bool operator==(const StepEvent &, const StepEvent &) = default;
};

/// The events of the lanes of one pipeline, or of all with -1; sorted by time, then lane. One pass over the intervals,
/// and a search among those of another lane for each wait.
std::vector<StepEvent> stepEvents(const StepResult &result, int pipeline = -1);

/// Index of the last event that has begun by `time`; 0 before the first one.
std::size_t eventAt(const std::vector<StepEvent> &events, Ticks time);

} // namespace heteroscope
