// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pipelines that are the same to the tick are simulated once and their traces multiplied.
//
// Two pipelines are the same when lane by lane their orders, lengths, speeds, channels and routes are equal, and no
// route of theirs meets one of another pipeline. Pipelines then touch each other only when gradients are averaged; so
// that is exact when every synchronization holds all of a class or none of it, as all members reach it at one instant.
// A synchronization that is a flow crosses links of all of them: each must find the same there, edge for edge. Then at
// every instant the links of one limit it as those of another do, and those of the simulated one stand for all.
// Jitter differs from lane to lane, so with it nothing is multiplied.
#pragma once

#include "simulator/program/step_builder.h"

namespace heteroscope {

struct ReplicaFolding
{
    StepProgram program;           ///< one pipeline of each class
    std::vector<std::size_t> lane; ///< by lane of the whole step: its lane in the folded program
    std::string reason;            ///< why not everything alike is folded; empty when it is
    std::size_t pipelines = 0;     ///< in the folded program
};

/// lanes: those of the program, by pipeline.
ReplicaFolding foldReplicas(const StepProgram &program, const std::vector<PlanLane> &lanes);

/// The trace of the whole step from that of the folded one.
StepTrace unfold(StepTrace trace, const ReplicaFolding &folding, const std::vector<PlanLane> &lanes);

} // namespace heteroscope
