// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds the layouts of a family that may have a plan below a time limit, without examining the others one by one.
// Layouts grow from their last stage to the first.
//
// Then the number of stages after a stage is known, hence its micro-batches in flight and its warm-up forwards, and a
// lower bound on the round trip through the later stages. The bound of the stage is the max of L1 or L1p and L3
// (layout_model.h) with min prices: passes of the fastest groups of each part, min sends between two parts, min
// synchronization, optimizer and gather of weights. For each unit with which the stages so far may begin, a table has
// the max time that the stages before may take so that the step still ends below the limit. For stage s with the units
// [a, b) this is the min of the time that its own bound leaves and of the time that the later stages leave, minus the
// fill and drain that s adds.
//
// With TP by stage, parts may follow in any order. A second table has, for every number of devices left of each type
// and every unit, the min of fill + drain and the min of fill of any stages made of these devices that hold the units
// before it, in any order, and the numbers of stages that these can be. It is computed from fewer devices to more. If
// this min is not below the max time of the first table, or with none of these numbers the family allows the layout, no
// layout with this end is below the limit.
#pragma once

#include "planner/prices/price_book.h"

namespace heteroscope {

using LayoutVisit = std::function<bool(const Layout &)>;

/// all: every layout of the family was visited. some: the layouts not visited have no plan below the limit. cutShort:
/// the effort was spent; nothing is known about the layouts not visited.
enum class OpenLayouts { all, some, cutShort };

/// Calls visit with the layouts that may have a plan below `limit` seconds and fit in memory, until it returns false.
/// With TP by stage, ends after examining `most` partial layouts.
OpenLayouts forEachOpenLayout(const Family &family, PriceBook &book, double limit, std::size_t most,
                              const LayoutVisit &visit);

} // namespace heteroscope
