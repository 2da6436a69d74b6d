// SPDX-License-Identifier: GPL-3.0-or-later
//
// A bound of a whole family: of all its layouts and cuts at once.
#pragma once

#include "planner/prices/price_book.h"

namespace heteroscope {

/// No plan of the family is faster: as if all devices shared the blocks by their speed, without sends, fill or drain.
/// Every type works in whole blocks. Seconds; error: a type of the family cannot work at all.
Result<double> throughputBound(const Family &family, PriceBook &book);

} // namespace heteroscope
