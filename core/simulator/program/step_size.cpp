// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulator/program/step_size.h"

#include "base/numbers.h"
#include "simulator/predict_step.h"
#include "strategy/schedule.h"

#include <fmt/format.h>

#include <algorithm>

namespace heteroscope {

namespace {

// Bytes of a pass: its place in the order of work, its input, its intervals and waits, with room for them to grow.
constexpr double bytesOfPass = 200;
// In the communication rows: of a transfer, in those of sender and receiver, and of the collectives of a pass.
constexpr double bytesOfTransfer = 100;
constexpr double bytesOfCollectives = 50;
// The same in the loads of links.
constexpr double loadBytesOfTransfer = 30;
constexpr double loadBytesOfCollectives = 150;
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

} // namespace

StepSize stepSize(const Plan &plan, const Workload &workload, const StepOptions &options,
                  const std::vector<int> &simulatedMicroBatches)
{
    constexpr double small = 1e5; // (micro-batch, chunk) pairs for which the longer pass count is near enough
    StepSize size;
    double pairs = 0;
    double stages = 0; // virtual ones
    bool collectives = plan.zeroStage == 3;
    for (std::size_t p = 0; p < plan.pipelines.size(); ++p) {
        const auto &pipeline = plan.pipelines[p];
        const double microBatches = p < simulatedMicroBatches.size() ? simulatedMicroBatches[p] : pipeline.microBatches;
        for (const auto &stage : pipeline.stages) {
            const auto lanes = static_cast<double>(stage.groups.size());
            stages += static_cast<double>(stage.chunks.size());
            pairs += microBatches * lanes * static_cast<double>(stage.chunks.size());
            size.transfers += 2 * microBatches * lanes * static_cast<double>(stage.chunks.size());
            for (const auto &group : stage.groups)
                collectives = collectives || group.tp > 1 || group.cp > 1 || group.ep > 1;
        }
        if (!pipeline.stages.empty()) // nothing comes before the first layers and nothing after the last
            size.transfers -= 2 * microBatches * static_cast<double>(pipeline.stages.back().groups.size());
    }
    size.passes = pairs * (pairs > small ? passesOf(plan) : 3);
    size.intervals = 3 * size.passes;
    double bytes = size.passes * bytesOfPass;
    const auto add = [&](double ofTransfer, double ofCollectives) {
        bytes += size.transfers * ofTransfer + (collectives ? size.passes * ofCollectives : 0);
    };
    if (options.timeline || options.linkLoads)
        add(bytesOfTransfer, bytesOfCollectives);
    if (options.linkLoads)
        add(loadBytesOfTransfer, loadBytesOfCollectives);
    if (options.operations) {
        const double layers = (workload.model.layers + 2) * static_cast<double>(plan.pipelines.size());
        const double operations = operationsOfLayer * layers / std::max(1.0, stages);
        size.intervals += size.passes * operations;
        bytes += size.passes * operations * bytesOfOperation;
    }
    size.memory = Bytes(bytes);
    return size;
}

Error tooLargeStep(const StepSize &size, Bytes budget, Seconds atLeast)
{
    return {Error::Code::invalid,
            {},
            {},
            fmt::format("a step of {} passes, which needs {} of memory to simulate and takes at least {}",
                        countText(static_cast<std::size_t>(size.passes)), bytesText(size.memory), secondsText(atLeast)),
            fmt::format("one that needs at most {}: half of the free memory, the given budget, or what a search allows",
                        bytesText(budget)),
            "make the micro-batches larger, the batch smaller or the chunks of a stage fewer, or allow more memory "
            "(hscope --memory)"};
}

} // namespace heteroscope
