// SPDX-License-Identifier: GPL-3.0-or-later
//
// Schedules in PyTorch's notation: whatever the text, an order that the engine ends or refuses, or an error with a
// place.
#include "simulator/engine/engine.h"
#include "strategy/custom_schedule.h"
#include "targets.h"

#include <cstdlib>

using namespace heteroscope;

namespace {

void runOrders(const std::vector<std::string> &rows, const std::vector<VirtualStage> &way, int stages, int chunks)
{
    constexpr int microBatches = 2;
    const auto orders = customOrders(rows, way, microBatches);
    if (!orders) {
        if (orders.error().found.empty() || orders.error().expected.empty())
            std::abort();
        return;
    }
    StepProgram program;
    program.lanes.resize(static_cast<std::size_t>(stages));
    for (std::size_t s = 0; s < program.lanes.size(); ++s) {
        auto &lane = program.lanes[s];
        lane.order = (*orders)[s];
        lane.microBatches = microBatches;
        lane.chunks.resize(static_cast<std::size_t>(chunks));
        for (auto &chunk : lane.chunks) {
            for (auto &pass : chunk.passes)
                pass.compute = Ticks(1);
        }
        lane.forwardTo.resize(lane.chunks.size());
        lane.backwardTo.resize(lane.chunks.size());
        lane.forwardInputs.assign(lane.chunks.size(), 0);
        lane.backwardInputs.assign(lane.chunks.size(), 0);
    }
    for (std::size_t k = 0; k + 1 < way.size(); ++k) {
        auto &from = program.lanes[static_cast<std::size_t>(way[k].stage)];
        auto &to = program.lanes[static_cast<std::size_t>(way[k + 1].stage)];
        const auto fromChunk = static_cast<std::size_t>(way[k].chunk);
        const auto toChunk = static_cast<std::size_t>(way[k + 1].chunk);
        from.forwardTo[fromChunk] = {{way[k + 1].stage, static_cast<std::int16_t>(toChunk), Ticks(1), {}, {}, -1}};
        to.backwardTo[toChunk] = {{way[k].stage, static_cast<std::int16_t>(fromChunk), Ticks(1), {}, {}, -1}};
        to.forwardInputs[toChunk] = from.backwardInputs[fromChunk] = 1;
    }
    for (const auto sends : {SendMode::blocking, SendMode::receivePrefetched, SendMode::asynchronous}) {
        program.sends = sends;
        const auto trace = runStep(program);
        if (trace && trace->stepTime <= Ticks(0))
            std::abort();
    }
}

} // namespace

void fuzz::fuzzScheduleCsv(std::string_view bytes)
{
    const auto rows = scheduleRows(bytes);
    runOrders(rows, {{0, 0}, {1, 0}}, 2, 1);
    runOrders(rows, {{0, 0}, {1, 0}, {1, 1}, {0, 1}}, 2, 2);
}
