// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulator/program/step_size.h"

#include "simulator/predict_step.h"
#include "strategy/schedule.h"

#include <fmt/format.h>

#include <algorithm>

namespace heteroscope {

namespace {

// Bytes of a pass: its place in the order of work, its input, its intervals and waits, with room for them to grow.
constexpr double bytesOfPass = 230;
// Its share of the communication rows, and of what the network records of every flow for the loads of links.
constexpr double bytesOfTraffic = 270;
constexpr double bytesOfLinkLoads = 600;
// Of an operation that is an interval of its own, in a row or in the communication row beside it.
constexpr double bytesOfOperation = 90;
constexpr double operationsOfLayer = 20; ///< in a pass

/// Passes of a chunk for a micro-batch: two, or three if the schedule splits the backward. An order for a few
/// micro-batches tells; one that cannot be made counts as the longer one.
int passesOf(const Plan &plan)
{
    const auto &pipeline = plan.pipelines.front();
    const auto stages = static_cast<int>(pipeline.stages.size());
    const auto chunks = static_cast<int>(pipeline.stages.front().chunks.size());
    ScheduleShape shape{stages, std::min(pipeline.microBatches, 2 * stages), chunks, plan.scheduleOptions};
    shape.way = virtualStageOrder(pipeline);
    const auto orders = scheduleOf(plan.schedule).orders(shape);
    const auto splits = [](const WorkOrder &order) {
        return std::any_of(order.begin(), order.end(),
                           [](const WorkItem &item) { return item.pass == Pass::weightGradient; });
    };
    return orders && std::none_of(orders->begin(), orders->end(), splits) ? 2 : 3;
}

std::string memoryText(Bytes bytes)
{
    return bytes.value < 1e9 ? fmt::format("{:.3g} MB", bytes.value / 1e6)
                             : fmt::format("{:.3g} GB", bytes.value / 1e9);
}

} // namespace

StepSize stepSize(const Plan &plan, const Workload &workload, const StepOptions &options,
                  const std::vector<int> &simulatedMicroBatches)
{
    constexpr double small = 1e5; // (micro-batch, chunk) pairs for which the longer pass count is near enough
    StepSize size;
    double pairs = 0;
    for (std::size_t p = 0; p < plan.pipelines.size(); ++p) {
        const auto &pipeline = plan.pipelines[p];
        const double microBatches = p < simulatedMicroBatches.size() ? simulatedMicroBatches[p] : pipeline.microBatches;
        for (const auto &stage : pipeline.stages)
            pairs += microBatches * static_cast<double>(stage.groups.size() * stage.chunks.size());
    }
    size.passes = pairs * (pairs > small ? passesOf(plan) : 3);
    size.transfers = 2 * pairs;
    size.intervals = 3 * size.passes;
    double bytes = bytesOfPass;
    bytes += options.timeline || options.linkLoads ? bytesOfTraffic : 0;
    bytes += options.linkLoads ? bytesOfLinkLoads : 0;
    if (options.operations) {
        double chunks = 0;
        for (const auto &stage : plan.pipelines.front().stages)
            chunks += static_cast<double>(stage.chunks.size());
        const double operations = operationsOfLayer * (workload.model.layers + 2) / std::max(1.0, chunks);
        size.intervals += size.passes * operations;
        bytes += operations * bytesOfOperation;
    }
    size.memory = Bytes(size.passes * bytes);
    return size;
}

Error tooLargeStep(const StepSize &size, Bytes budget, Seconds atLeast)
{
    return {Error::Code::invalid,
            {},
            {},
            fmt::format("a step of {:.0f} passes, which needs {} of memory to simulate and takes at least {:.3g} s",
                        size.passes, memoryText(size.memory), atLeast.value),
            fmt::format("one that needs at most {}: half of the free memory, or the given budget", memoryText(budget)),
            "make the micro-batches larger, the batch smaller or the chunks of a stage fewer, or allow more memory "
            "(hscope --memory)"};
}

} // namespace heteroscope
