// SPDX-License-Identifier: GPL-3.0-or-later
//
// Bounds of a whole family: of all its layouts and cuts at once.
#pragma once

#include "planner/price_book.h"

namespace heteroscope {

/// No plan of the family is faster: as if all devices shared the blocks by their speed, without sends, fill or drain.
/// Every type works in whole blocks. Seconds; error: a type of the family cannot work at all.
Result<double> throughputBound(const Family &family, PriceBook &book);

/// The layouts of the family that may have a plan below limit seconds, by L1 of layout_model.h without sends and
/// synchronization, and with states that fit; until visit gives false. Layouts grow stage by stage here, so that one
/// costs little more than the next. false: there are others, which have no plan below the limit.
bool forEachOpenLayout(const Family &family, PriceBook &book, double limit,
                       const std::function<bool(const Layout &)> &visit);

} // namespace heteroscope
