// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the planner found, in English, for the command line, JSON and the report. Its results hold enums and numbers;
// the window words them in its own languages (ui/language). Nothing parses these texts.
#pragma once

#include "base/progress.h"
#include "planner/explain/why_not_family.h"

#include <string>
#include <string_view>

namespace heteroscope {

/// "bounding".
std::string_view progressText(ProgressTask task);

/// "pin of group old: v100-0:3 is not used".
std::string breachText(const MappingBreach &breach);

/// "the software does not run its schedule".
std::string_view lackText(SoftwareLack lack);

/// "activations exceed memory by 12.3 GiB on v100-3:0", "at least 3.10 s, the best plan takes 2.40 s"; empty for an
/// empty reason.
std::string reasonText(const Reason &reason);
/// Why the baseline is not the answer; empty when it may be.
std::string reasonText(const Baseline &baseline);

/// "TP communication: +38.0 ms", "8 devices do all the work: +1.30 s", "as fast"; empty for rank 1.
std::string whySlowerText(const WhySlower &why);
std::string whySlowerText(const std::optional<WhySlower> &why);

/// "needs 11.4 TB, these 64 devices have 5.5 TB".
std::string nearestText(const NearestPlan &nearest);
/// "no plan of the space fits this cluster".
std::string_view noPlanText(NoPlan why);

/// "ZB-V, for embedding and head share a table", behind "not searched: ".
std::string reasonText(const UncutSchedule &uncut);

/// One sentence.
std::string whyNotText(const WhyNot &why);
std::string whyNotText(const WhyNotFamily &why);

} // namespace heteroscope
