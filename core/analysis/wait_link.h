// SPDX-License-Identifier: GPL-3.0-or-later
//
// The link that a wait for communication was a wait for. Needs a step predicted with StepOptions::linkLoads.
#pragma once

#include "analysis/dependency.h"
#include "simulator/result/link_load.h"

namespace heteroscope {

/// The fullest link on the way of the transfer or collective that a lane waited for.
struct WaitLink
{
    std::size_t link = 0; ///< of StepResult::links
    double shared = 0;    ///< share of the time of the flow in which others were on the link, 0..1
    int others = 0;       ///< max number of other flows on it at a time, within that
    friend bool operator==(const WaitLink &, const WaitLink &) = default;
};

/// nullopt if the bar is no wait for communication, or if nothing that it waited for used a link. One pass
/// over the flows, and over the links of the found ones.
std::optional<WaitLink> linkOfWait(const StepResult &result, BarId bar);

} // namespace heteroscope
