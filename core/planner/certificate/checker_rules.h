// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the checker of certificates knows of schedules. It is written down a second time here on purpose, and asks
// neither Schedule nor the bounds that the search used: a fault there shall show as a certificate that does not hold.
// The test planner/schedule_facts compares all of it with Schedule.
#pragma once

#include "planner/space/space.h"

namespace heteroscope::check {

/// (micro-batch, chunk) pairs whose activations a stage holds at once.
int pairsHeld(const Family &family, int stages, int stage);

/// A stage computes nothing until what it sends has arrived.
bool sendsBlock(const Family &family, const SoftwareStack &stack);

/// A stage of one micro-batch, in seconds: all its chunks, host's time in forward; sends where they block, else 0.
struct StageWork
{
    double forward = 0, backward = 0;
    double sendForward = 0, sendBackward = 0;
    int behind = 0;    ///< stages behind it
    double beyond = 0; ///< way of a micro-batch through these and back, all sends included
};

/// The two ways in which a pipeline cannot be faster than one of its stages: all micro-batches pass it one after the
/// other; and, with 1F1B, its first backward waits for a round trip through the stages behind, as its last one does.
/// Seconds from the begin of its first pass to the end of its last one.
double leastWork(const Family &family, const StageWork &stage);

} // namespace heteroscope::check
