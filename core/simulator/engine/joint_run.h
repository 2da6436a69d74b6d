// SPDX-License-Identifier: GPL-3.0-or-later
//
// Several programs whose flows share links, each repeated step after step, in one event simulation. A step of a program
// begins when its last one has ended, as a job trains; steps of different programs have no common beginning.
//
// Each program has its own lanes, events and causes (step_run.h); only the flow network is common. So programs that
// share no edge have the steps of runStep, to the tick. At one instant come first all ends of flows, then the programs
// in their order, each with its events before its ends of work; the result is the same on every machine.
//
// How long. Steps of one program need not be alike: jobs of unlike lengths meet at another place of their steps each
// time. A program has settled when it has `leastSteps` and the mean of the second half of its steps differs by less
// than `settled` from the mean of the quarter before; the run ends when all have, when the program with the fewest
// steps has `mostSteps`, or after `mostEvents`.
#pragma once

#include "simulator/engine/engine.h"

#include <vector>

namespace heteroscope {

/// Edges and conflict sets of all programs. The routes of the programs use these edges, not their own.
struct JointNetwork
{
    std::vector<NetworkEdge> edges;
    std::vector<SharedCapacity> conflicts;
};

struct JointOptions
{
    std::vector<Ticks> begins{}; ///< of the first step, by program; empty: all at 0
    std::size_t leastSteps = 8;
    std::size_t mostSteps = 200;
    double settled = 1e-3; ///< relative change of a mean
    std::int64_t mostEvents = 40'000'000;
    StopToken stop{};
};

struct JointSteps
{
    std::vector<std::vector<Ticks>> steps; ///< by program: the lengths of its steps in order
    bool settled = true;
    std::int64_t events = 0;
};

/// The mean of the second half of the steps, rounded to ticks; exactly their length if all are alike. 0 without steps.
Ticks meanStep(const std::vector<Ticks> &steps);

/// The program and why its step has no end; of linkStaysDown the index is one of JointNetwork::edges.
struct JointFailure
{
    std::size_t program = 0;
    StepFailure why;
};

/// Programs with postValidation are not to be given: their steps overlap.
Result<JointSteps, JointFailure> runTogether(const std::vector<const StepProgram *> &programs,
                                             const JointNetwork &network, const JointOptions &options = {});

} // namespace heteroscope
