// SPDX-License-Identifier: GPL-3.0-or-later
//
// The values of two things that differ, for changes.h. Things are as the project file has them.
#pragma once

#include "project/changes.h"

namespace heteroscope {

/// The values that differ, by the path of their keys, in the order of the keys. Objects are compared key by key, arrays
/// of objects of equal length item by item; curves, lists of names and what has no equal shape as a whole.
std::vector<FieldChange> changedFields(const Json &before, const Json &after);

/// A node with "devices" and "speed" taken apart (FieldChange::key).
Json partsOfNode(const Json &node);
/// A named plan, or a further job that has a plan, with "label", "layers" and "stages" taken out of the stages.
Json partsOfPlan(const Json &named);

} // namespace heteroscope
