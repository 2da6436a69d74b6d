// SPDX-License-Identifier: GPL-3.0-or-later
//
// The steady part of a step. A step of very many micro-batches repeats itself after its start: what happens in a period
// happens again in the next one, with other micro-batches, until the last ones run out. Such a step is simulated with
// fewer micro-batches, and whole periods are put back into its trace where they were left out.
//
// Why that is exact. The engine is deterministic and looks only at differences of times, at what has not been consumed
// yet and at the next items of each order of work. findSteadyPart accepts a period only if, in a window that reaches
// back over twice as many micro-batches as any lane holds at once, every interval of work and waiting and every
// transfer of the lanes stands again one period later, to the tick. All that is under way at the end of the window was
// begun inside it, so the state of the engine at the end of the window is its state one period earlier. From equal
// states and equal orders of work it repeats. That the order of the longer step is the order of the shorter one with
// whole periods put in at this place is checked by isSteadyOrder, on an order that is longer by one period.
//
// Lanes that share neither channels nor links are independent until the closing of the step and have periods of their
// own. They are simulated so that they end at the right times to each other: a part that leaves out more begins later.
#pragma once

#include "simulator/program/step_builder.h"

#include <optional>

namespace heteroscope {

/// The part that independent lanes leave out.
struct SteadyPart
{
    Ticks at;               ///< where the periods are put back, in the time of the shorter step
    Ticks period;           ///< [at - period, at) is what repeats
    std::int64_t times = 0; ///< periods that were left out; 0: none
    int microBatches = 0;   ///< of each pipeline in a period
    Ticks begin;            ///< of its lanes, in the time of the shorter step
    Ticks length() const { return period * times; }
};

/// The parts of a step by lane.
struct SteadyParts
{
    std::vector<SteadyPart> parts;
    std::vector<std::size_t> partOf; ///< by lane: index into parts
    Ticks shortest() const;          ///< length of the part that leaves out the least
};

/// Pipelines that share links, gradient buckets or weights at the begin of a step, as one number for each pipeline: of
/// the first pipeline of its set.
std::vector<std::size_t> dependentPipelines(const BuiltStep &built);

/// The last period of these lanes that has `tail` more micro-batches after it than the lanes hold at once, with times =
/// 0. nullopt if nothing repeats for long enough.
std::optional<SteadyPart> findSteadyPart(const BuiltStep &built, const StepTrace &trace,
                                         const std::vector<std::size_t> &lanes, int tail = 0);

/// True if the order of the lane in `longer`, which has the micro-batches of one more period, is its order in `built`
/// with one period put in at part.at.
bool isSteadyOrder(const BuiltStep &built, const BuiltStep &longer, const StepTrace &trace, const SteadyPart &part,
                   std::size_t lane);

/// Puts the periods back: the rows of the trace show each of them as one interval for each activity and peer (and the
/// communication of each kind with each peer), with the sums of the whole part; the critical path likewise.
void putBack(StepTrace &trace, const SteadyParts &steady);
/// The same for the flows of a step, which have their mean rate in the part, and for times of its links. On a link that
/// lanes of several parts use, flows are counted where none of them is summed: how their periods lie to each other in
/// between is not simulated.
void putBackFlows(StepResult &step, const SteadyParts &steady);

} // namespace heteroscope
