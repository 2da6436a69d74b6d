// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the schedule of a family says, for everything in the planner that reckons with it.
#pragma once

#include "planner/space/space.h"

namespace heteroscope {

/// Micro-batches, or parts of one with several chunks, whose activations a stage holds at once.
double microBatchesHeld(const Family &family, int stages, int stage);

/// A stage computes nothing until what it sends has arrived.
bool sendsBlock(const Family &family, const SoftwareStack &stack);

} // namespace heteroscope
