// SPDX-License-Identifier: GPL-3.0-or-later
//
// Verifies a certificate without the search. The checker enumerates the space by its definition (space.h), computes
// bounds and memory with code of its own, simulates every family again that the certificate lists as simulated, and
// draws the conclusion again. It shares no code with the search on purpose. One exception: with TP by stage there are
// too many layouts to check each of them, so it uses open_layouts.h to find those that may be fast; tests compare that
// with brute force.
#pragma once

#include "base/progress.h"
#include "planner/certificate/certificate.h"

namespace heteroscope {

/// Errors: each claim that does not hold, with its path in the certificate; a certificate of another project or another
/// simulator version; missing or duplicate families; cancelled.
Findings checkCertificate(const Certificate &certificate, const Cluster &cluster, const Topology &topology,
                          const Workload &workload, const std::vector<Mapping> &mappings, const StopToken &stop = {});

} // namespace heteroscope
