// SPDX-License-Identifier: GPL-3.0-or-later
//
// What of a plan Megatron-LM's options say, which FlagScale has too.
#pragma once

#include "exchange/megatron/command_line.h"
#include "strategy/plan.h"

#include <string>
#include <vector>

namespace heteroscope::megatron {

/// By the distributed optimizer, --zero-stage or FSDP.
int readZeroStage(CommandLine &line);

/// How states are shared and offloaded, the gradient buckets and what context parallelism exchanges, into a plan with
/// ZeRO stage and EP. replicas: devices that hold the parameters of a stage; 0 if stages differ in it.
void readSharing(CommandLine &line, int replicas, const TrainingJob &job, const Topology &topology, Plan &plan,
                 std::vector<std::string> &notes);

/// The modules of these names, separated by spaces, commas, quotes or brackets.
RecomputeModules readModules(std::string names, std::vector<std::string> &notes);

/// The modules that are to be named for a plan with selective recompute, of all its stages together; none if it repeats
/// the attention core only, which needs no name. changes: what they do not say of the plan.
RecomputeModules modulesToName(const Plan &plan, std::vector<std::string> &changes);

} // namespace heteroscope::megatron
