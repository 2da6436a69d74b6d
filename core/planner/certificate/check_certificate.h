// SPDX-License-Identifier: GPL-3.0-or-later
//
// Verifies a certificate without the search. It enumerates the space by its definition (space.h), finds each family's
// cut by the rule that defines it, and then trusts nothing that the search computed: bounds and memory are worked out
// again here by code of its own, every family said to be simulated is simulated again, and the conclusion is drawn
// again. With one exception: which layouts with TP by stage may be fast at all it takes from open_layouts.h, as the
// search does, for there are too many to look at each; that these are all of them is shown by tests against brute
// force.
#pragma once

#include "base/progress.h"
#include "planner/certificate/certificate.h"

namespace heteroscope {

/// Errors name the claim that does not hold, with its path in the certificate. Also refused: another project, another
/// simulator, families that are missing or doubled. A stop leaves an error of code cancelled.
Findings checkCertificate(const Certificate &certificate, const Cluster &cluster, const Topology &topology,
                          const Workload &workload, const std::vector<Mapping> &mappings, const StopToken &stop = {});

} // namespace heteroscope
