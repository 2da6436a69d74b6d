// SPDX-License-Identifier: GPL-3.0-or-later
//
// The layouts of a family that may have a fast plan, found without looking at the others one by one: layouts grow stage
// by stage, with one table of what their stages so far can have done at best.
//
// The bound of a layout is L1 of layout_model.h with the least that anything costs in it: passes of the fastest groups
// of each part, the least sends between two parts, a first stage's least gradient averaging, the optimizer. For stage s
// of the units [a, b): time before s + M (f + b + host) + M (c + g) - g where sends block + after, with the time before
// s the sum over the stages before of one pass and the sends there and back.
//
// With TP by stage, parts may follow in any order. A second table says for every number of devices left of each type,
// and every unit: how late the rest may begin to end below the limit, whatever the order of its stages. It is filled
// from fewer devices to more, and what begins later is not followed (a column of planning.md's search of space A).
#pragma once

#include "planner/price_book.h"

namespace heteroscope {

using LayoutVisit = std::function<bool(const Layout &)>;

/// all: every layout of the family was offered. some: the others have no plan below the limit. cutShort: neither.
enum class OpenLayouts { all, some, cutShort };

/// Calls visit with the layouts that may have a plan below `limit` seconds whose states fit, until it gives false. With
/// TP by stage, ends after looking at `most` beginnings of layouts.
OpenLayouts forEachOpenLayout(const Family &family, PriceBook &book, double limit, std::size_t most,
                              const LayoutVisit &visit);

} // namespace heteroscope
