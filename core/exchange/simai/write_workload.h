// SPDX-License-Identifier: GPL-3.0-or-later
//
// A simulated step as a workload of SimAI (exchange/simai/workload.h), which has one list of records for all devices.
#pragma once

#include "base/result.h"
#include "cluster/topology.h"
#include "simulator/result/step_result.h"
#include "strategy/plan.h"

#include <string>
#include <vector>

namespace heteroscope {

struct WrittenWorkload
{
    std::string text;
    std::vector<std::string> notes; ///< what the text says otherwise than the step
};

/// The work of the busiest lane: its collectives of gradients and its optimizer, then for each micro-batch a record for
/// each of its layers with the mean time of a layer in ns and the mean bytes of its tensor-parallel collectives, and
/// with EP a second one with the exchange of tokens. SimAI adds the pipeline by its own formula, from pp, vpp, ga and
/// pp_comm (bytes of a device). Errors: those of rankPlanOf (stages or pipelines that differ in what SimAI has one
/// number for), context parallelism, more than a million records. The result must have its timeline. Linear in the
/// lane's traffic and the records.
Result<WrittenWorkload> simaiWorkload(const StepResult &result, const Plan &plan, const Topology &topology);

} // namespace heteroscope
