// SPDX-License-Identifier: GPL-3.0-or-later
//
// The software stack whose constants stand for one that the calibration does not have.
#pragma once

#include "cost/calibration_values.h"

namespace heteroscope {

/// Asked in this order, the first that gives a stack of the list wins:
///   1. the same name but for case and what is neither letter nor digit ("megatron_lm"),
///   2. a misspelling: at most a quarter of the letters differ,
///   3. a family by the words in the name: each family lists its stacks, nearest first, and the families are asked in
///      the order of the table in nearest_stack.cpp, special names before general ones,
///   4. the usual stack of a job, Megatron-LM; else the first of the list.
/// nullptr only if the list is empty.
const SoftwareStack *nearestStack(std::string_view name, const std::vector<SoftwareStack> &stacks);

} // namespace heteroscope
