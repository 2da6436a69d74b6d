// SPDX-License-Identifier: GPL-3.0-or-later
//
// Verifies a certificate without the search. The checker enumerates the space by its definition (space.h), computes
// bounds, times and memory with code of its own, simulates the best plan again and every other plan that it cannot
// exclude, and draws the conclusion again. It shares no code with the search on purpose. One exception: with TP by
// stage there are too many layouts to check each of them, so it uses open_layouts.h to find those that may be fast;
// tests compare that with brute force.
//
// Everything in a certificate is verified but this, which makes no other claim:
//   * which of the families that have a plan were simulated: the verdicts "simulated" and "bounded" with the best
//     plan's value both say that no plan of the family is below it;
//   * how much the search knew of a family that stays open: another bound that is true as well, as long as lowerBound
//     stays the min of all;
//   * time or cost as the objective: every device is paid for the whole step, so both rank plans alike;
//   * the choice among plans of equal value.
#pragma once

#include "base/progress.h"
#include "planner/certificate/certificate.h"

namespace heteroscope {

/// Errors: each claim that does not hold, with its path in the certificate; a certificate of another project or another
/// simulator version; missing or duplicate families; cancelled. threads: 0 for one per core; the result does not depend
/// on it.
Findings checkCertificate(const Certificate &certificate, const Cluster &cluster, const Topology &topology,
                          const Workload &workload, const std::vector<Mapping> &mappings, const StopToken &stop = {},
                          unsigned threads = 0);

} // namespace heteroscope
