// SPDX-License-Identifier: GPL-3.0-or-later
//
// Bounds of a whole family: of all its layouts and cuts at once.
#pragma once

#include "planner/price_book.h"

namespace heteroscope {

/// No plan of the family is faster: as if all devices shared the blocks by their speed, without sends, fill or drain.
/// Every type works in whole blocks. Seconds; error: a type of the family cannot work at all.
Result<double> throughputBound(const Family &family, PriceBook &book);

/// May some plan of the family take less than limit? One sweep over all stages that the devices could fill, each of
/// which may stay empty: L1 of layout_model.h without sends and synchronization, and states that fit.
/// false: no plan of the family is below the limit.
bool familyMayBeat(const Family &family, PriceBook &book, double limit);

} // namespace heteroscope
