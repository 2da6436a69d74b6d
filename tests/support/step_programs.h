// SPDX-License-Identifier: GPL-3.0-or-later
//
// Programs of one pipeline with one lane a stage, for tests of the simulator.
#pragma once

#include "simulator/engine/engine.h"
#include "simulator/program/step_program.h"
#include "strategy/change_schedule.h"
#include "strategy/schedule.h"

#include <QtGlobal>

#include <algorithm>

namespace heteroscope::test {

struct PipelineShape
{
    // Ticks by stage, for all chunks of it together.
    std::vector<std::int64_t> forward;
    std::vector<std::int64_t> inputGradient;
    std::vector<std::int64_t> weightGradient;
    int microBatches = 1;
    int chunks = 1;
    std::int64_t occupancy = 0;
    std::int64_t latency = 0;
    SendMode sends = SendMode::asynchronous;
    ScheduleOptions options{};
};

inline PipelineShape equalStages(int stages, int microBatches, std::int64_t f, std::int64_t d, std::int64_t w,
                                 int chunks = 1)
{
    PipelineShape shape;
    shape.forward.assign(static_cast<std::size_t>(stages), f);
    shape.inputGradient.assign(static_cast<std::size_t>(stages), d);
    shape.weightGradient.assign(static_cast<std::size_t>(stages), w);
    shape.microBatches = microBatches;
    shape.chunks = chunks;
    return shape;
}

/// Chunks of a stage that a plan of one chunk a stage would get.
inline int chunksOfKind(ScheduleKind kind) { return scheduleOf(kind).chunksFor(1); }

/// Blocking where the schedule allows it.
inline SendMode blockingSends(ScheduleKind kind)
{
    return scheduleOf(kind).facts().allowsBlockingSends ? SendMode::blocking : SendMode::asynchronous;
}

/// As runs of the schedule are built: chunks joined in the order of the schedule, every activation one byte.
inline StepProgram pipelineProgram(ScheduleKind kind, const PipelineShape &shape)
{
    StepProgram program;
    program.sends = shape.sends;
    const auto stages = shape.forward.size();
    const auto chunks = static_cast<std::size_t>(shape.chunks);
    ScheduleShape schedule{static_cast<int>(stages), shape.microBatches, shape.chunks, shape.options};
    program.lanes.resize(stages);
    for (std::size_t s = 0; s < stages; ++s) {
        auto &lane = program.lanes[s];
        lane.microBatches = shape.microBatches;
        lane.chunks.resize(chunks);
        lane.forwardTo.resize(chunks);
        lane.backwardTo.resize(chunks);
        lane.forwardInputs.assign(chunks, 0);
        lane.backwardInputs.assign(chunks, 0);
        for (auto &chunk : lane.chunks) {
            chunk[Pass::forward].compute = Ticks(shape.forward[s] / shape.chunks);
            chunk[Pass::inputGradient].compute = Ticks(shape.inputGradient[s] / shape.chunks);
            chunk[Pass::weightGradient].compute = Ticks(shape.weightGradient[s] / shape.chunks);
            chunk[Pass::backward].compute = chunk[Pass::inputGradient].compute + chunk[Pass::weightGradient].compute;
            chunk.activationBytes = 1;
            schedule.times.push_back({chunk[Pass::forward].compute, chunk[Pass::inputGradient].compute,
                                      chunk[Pass::weightGradient].compute});
        }
    }
    const auto way = virtualStageOrder(kind, static_cast<int>(stages), shape.chunks);
    for (std::size_t k = 0; k + 1 < way.size(); ++k) {
        const bool local = way[k].stage == way[k + 1].stage;
        const Ticks occupancy(local ? 0 : shape.occupancy);
        const Ticks latency(local ? 0 : shape.latency);
        auto &from = program.lanes[static_cast<std::size_t>(way[k].stage)];
        auto &to = program.lanes[static_cast<std::size_t>(way[k + 1].stage)];
        const auto fromChunk = static_cast<std::size_t>(way[k].chunk);
        const auto toChunk = static_cast<std::size_t>(way[k + 1].chunk);
        from.forwardTo[fromChunk] = {
            {way[k + 1].stage, static_cast<std::int16_t>(toChunk), occupancy, latency, Bytes(1), -1}};
        to.backwardTo[toChunk] = {
            {way[k].stage, static_cast<std::int16_t>(fromChunk), occupancy, latency, Bytes(1), -1}};
        to.forwardInputs[toChunk] = 1;
        from.backwardInputs[fromChunk] = 1;
        schedule.sendTimes.push_back(occupancy + latency);
    }
    const auto orders = scheduleOf(kind).orders(schedule);
    for (std::size_t s = 0; s < stages; ++s)
        program.lanes[s].order = (*orders)[s];
    return program;
}

/// Runs it; the test stops with the error if that cannot be done.
inline StepTrace run(ScheduleKind kind, const PipelineShape &shape)
{
    auto trace = runStep(pipelineProgram(kind, shape));
    if (!trace)
        qFatal("the step has no end");
    return std::move(*trace);
}

inline std::int64_t timeOf(const LaneTrace &lane, Activity activity)
{
    std::int64_t sum = 0;
    for (const auto &interval : lane.intervals)
        sum += interval.activity == activity ? (interval.end - interval.start).count : 0;
    return sum;
}

/// What a lane waits in a step without communication.
inline std::int64_t idleOf(const LaneTrace &lane)
{
    return timeOf(lane, Activity::bubble) + timeOf(lane, Activity::exposedPp) + timeOf(lane, Activity::straggler);
}

} // namespace heteroscope::test
