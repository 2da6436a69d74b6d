// SPDX-License-Identifier: GPL-3.0-or-later
//
// Explains a GroupPrice: the terms of layers, collectives and transfers as a tree (cost_term.h). The formulas are those
// of compute.h, kernel_time.h and network.h; the price has the same values.
#pragma once

#include "cost/cost_term.h"
#include "cost/group_price.h"
#include "cost/memory.h"

namespace heteroscope {

/// How often layers of each kind are passed.
using LayerRepeats = std::array<double, layerKindCount>;

/// What an explanation needs beside the price.
struct GroupContext
{
    const Topology *topology = nullptr;
    const Workload *workload = nullptr;
    GroupOptions options{};
    LayerRepeats layers{}; ///< how many of each kind the lane holds; empty: each is passed once
};

/// Adds the computation of a pass to `into`, its parts by kind of operation. They add up to repeats * LayerCost.
void explainPass(CostTerm &into, const GroupPrice &price, LayerPass pass, const LayerRepeats &repeats,
                 const GroupContext &context);

/// Adds the exposed collectives of one group to `into`: those of forward passes, of backward passes, or of the forward
/// passes that are repeated before backward.
void explainCollectives(CostTerm &into, const GroupPrice &price, LayerCollective::Group group,
                        CollectiveTerm::Pass pass, const LayerRepeats &repeats, const GroupContext &context);

/// base + latency + bytes * traffic / rate, `scale` times, with the algorithm and the narrowest link.
CostTerm explainTransfer(TermId id, const TransferCost &transfer, Bytes bytes, Seconds base, double scale,
                         const Topology &topology);

CostTerm explainOptimizer(double parameters, const GroupPrice &price);

/// Memory of one device by part; memory holds the sums, activations with what is held at the peak.
CostTerm explainMemory(const StateTerms &state, const MemoryParts &memory);

} // namespace heteroscope
