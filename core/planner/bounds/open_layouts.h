// SPDX-License-Identifier: GPL-3.0-or-later
//
// The layouts of a family that may have a fast plan, found without looking at the others one by one: layouts grow from
// their last stage to the first, with one table of what the stages so far allow.
//
// Of a stage it is known then how many are behind it, so how many micro-batches it holds at once and how many forwards
// come before its first backward, and at least how long the way through those behind it and back is. Its bound is the
// larger one of L1 and L3 of layout_model.h with the least that anything costs in it: passes of the fastest groups of
// each part, the least sends between two parts, the least averaging of gradients, the optimizer and the gather of
// weights. By the unit that the stages so far begin with, the table says what the stages before may have taken for all
// of these to end below the limit: for stage s of the units [a, b) the lesser one of what its own bound leaves and of
// what those behind it leave, less the fill and drain that s adds.
//
// With TP by stage, parts may follow in any order. A second table says for every number of devices left of each type,
// and every unit, how long stages of these devices that hold the units before it take at least, whatever their order:
// fill and drain, and fill alone. It is filled from fewer devices to more (a column of planning.md's search of space
// A). Where they take as long as they may or longer, nothing is left.
#pragma once

#include "planner/prices/price_book.h"

namespace heteroscope {

using LayoutVisit = std::function<bool(const Layout &)>;

/// all: every layout of the family was offered. some: the others have no plan below the limit. cutShort: neither.
enum class OpenLayouts { all, some, cutShort };

/// Calls visit with the layouts that may have a plan below `limit` seconds whose states fit, until it gives false. With
/// TP by stage, ends after looking at `most` beginnings of layouts.
OpenLayouts forEachOpenLayout(const Family &family, PriceBook &book, double limit, std::size_t most,
                              const LayoutVisit &visit);

} // namespace heteroscope
