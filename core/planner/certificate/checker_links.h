// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the pipelines of a layout do to each other on links that they share, for the checker of a certificate. Shares no
// code with the search's bounds.
//
// A swap of pipelines in pairs is a symmetry of the step if the TP groups of both are alike and the links can be
// renamed such that each flow of a pipeline becomes the same flow of its partner over links of equal rates. The
// simulated step is unique, so partners do everything at the same time, and a send takes no less than the sends of all
// partners take together on each of their links. Without any symmetry, the sends of a step still have to go over the
// busiest link one after the other.
#pragma once

#include "planner/certificate/checker_prices.h"

namespace heteroscope {

/// Raises the occupancy of the sends of each pipeline of the layout to what its partners leave.
void shareLinks(CheckerPrices &prices, const Family &family, PricedLayout &layout);

/// Seconds for which the busiest link is occupied by the sends of a step.
double busiestLink(CheckerPrices &prices, const Family &family, const PricedLayout &layout);

} // namespace heteroscope
