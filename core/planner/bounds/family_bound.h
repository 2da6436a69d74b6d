// SPDX-License-Identifier: GPL-3.0-or-later
//
// A lower bound on the step time of a whole family: of all its layouts and cuts.
#pragma once

#include "planner/prices/price_book.h"

namespace heteroscope {

/// The throughput bound in seconds: all devices of the family share the blocks by their speed, each stage with whole
/// blocks, without sends, fill or drain. Proof in core/planner/README.md. Error: a device type of the family cannot be
/// used at all.
Result<double> throughputBound(const Family &family, PriceBook &book);

} // namespace heteroscope
