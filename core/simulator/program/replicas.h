// SPDX-License-Identifier: GPL-3.0-or-later
//
// Folding of replicas: pipelines that are equal to the tick are simulated once, and their traces are copied.
//
// Two pipelines are equal if, lane by lane, their orders, durations, speeds, channels and routes are equal and none of
// their routes shares a link with another pipeline. Then pipelines interact only when gradients are averaged. Folding a
// class of equal pipelines is exact if every synchronization includes all or none of them, because all pipelines reach
// it at the same time. A synchronization that is simulated as a flow uses links of all pipelines of the class; folding
// is exact only if it finds equal conditions there, edge by edge. Then the links of every pipeline limit it in the same
// way, and it is enough to simulate the lanes of one pipeline. Jitter differs by lane, so with jitter nothing is
// folded.
#pragma once

#include "simulator/program/step_builder.h"

namespace heteroscope {

struct ReplicaFolding
{
    StepProgram program;                 ///< one pipeline of each class
    std::vector<std::size_t> lane;       ///< by lane of the whole step: its lane in the folded program
    std::optional<AssumptionKind> apart; ///< why equal pipelines are not folded; nullopt if all are
    std::size_t pipelines = 0;           ///< number of pipelines in the folded program
};

/// lanes: the lanes of the program, sorted by pipeline.
ReplicaFolding foldReplicas(const StepProgram &program, const std::vector<PlanLane> &lanes);

/// The trace of the whole step, from the trace of the folded program.
StepTrace unfold(StepTrace trace, const ReplicaFolding &folding, const std::vector<PlanLane> &lanes);

} // namespace heteroscope
