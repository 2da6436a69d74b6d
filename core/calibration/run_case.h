// SPDX-License-Identifier: GPL-3.0-or-later
//
// Converts the configuration columns of a measured row into the input of predictStep: a cluster of catalog devices, a
// workload and a plan. Ranks are assigned as in Megatron-LM: TP innermost, then CP, then DP, stages outermost.
#pragma once

#include "calibration/run_cluster.h"
#include "calibration/run_row.h"
#include "cost/calibration_values.h"
#include "strategy/plan.h"

namespace heteroscope {

struct RunCase
{
    Cluster cluster;
    Workload workload;
    Plan plan;
};

/// The software stack (resources/calibration/constants.json) of a framework cell; empty if it is unknown.
std::string softwareStackOf(const std::string &framework);
/// The same of a run, whose release may have a stack of its own.
std::string softwareStackOf(const RunConfiguration &run);

/// Bandwidth per node and direction from a text like "8x NDR/400G per node" or "400Gb/s per GPU"; nullopt if the text
/// has no number.
std::optional<BytesPerSecond> nodeBandwidth(const std::string &interLink, int devicesPerNode);

/// False if the row leaves open what the run recomputes, or names a selection of its own.
bool statesRecompute(const RunConfiguration &run);

/// What the stack can do. How much of the tensor-parallel collectives it hides is its constant tpExposed, 1 for
/// nothing: asking that here would let the shipped constant decide what a fit of other constants sees.
OverlapOptions overlapOf(const SoftwareStack &stack);

/// True if a stage of the run ends between the attention and the MLP of a layer.
bool cutsLayers(const RunConfiguration &run);

/// The run itself; for one that cuts layers the two with these cuts before and behind those layers, whose mean time is
/// its prediction: plans have whole layers.
std::vector<RunConfiguration> wholeLayerRuns(const RunConfiguration &run);

/// A framework without a calibrated stack keeps its name, and the nearest stack (cost/nearest_stack.h) tells what it
/// does. Error (invalid): the row cannot be expressed as a plan; found and expected say why.
Result<RunCase> buildRunCase(const RunConfiguration &run, const NodeLinks &links = {});

} // namespace heteroscope
