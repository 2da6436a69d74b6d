// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/simai/write_workload.h"

#include "exchange/launch/rank_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace heteroscope {

namespace {

constexpr double mostWrittenRecords = 1e6;

/// One of the three passes of a record: ns, collective and bytes.
struct RecordPass
{
    double nanoseconds = 0;
    std::string_view collective = "NONE";
    double bytes = 0;
};

std::string recordLine(std::string_view name, const std::array<RecordPass, 3> &passes)
{
    std::string line = fmt::format("{}\t-1", name);
    for (const RecordPass &pass : passes) {
        const bool moves = pass.bytes >= 1;
        line += fmt::format("\t{:.0f}\t{}\t{:.0f}", std::max(1.0, std::round(pass.nanoseconds)),
                            moves ? pass.collective : "NONE", moves ? std::round(pass.bytes) : 0);
    }
    return line + "\t1\n";
}

/// Sums of one lane over the step.
struct LaneSums
{
    double forward = 0, inputGradient = 0, weightGradient = 0, optimizer = 0; ///< ns
    std::array<double, 2> tensor{}, experts{}; ///< bytes of the forward and the backward passes
    double reduced = 0, gathered = 0;          ///< bytes of gradients and of weights
    double sent = 0;                           ///< bytes of a transfer to the next stage, of the whole lane
};

LaneSums sumsOf(const Lane &lane)
{
    const auto nanoseconds = [&lane](Activity activity) {
        return toSeconds(lane.time[static_cast<std::size_t>(activity)]).value * 1e9;
    };
    LaneSums sums;
    sums.forward = nanoseconds(Activity::forward);
    sums.inputGradient =
        nanoseconds(Activity::recompute) + nanoseconds(Activity::backward) + nanoseconds(Activity::inputGradient);
    sums.weightGradient = nanoseconds(Activity::weightGradient);
    sums.optimizer = nanoseconds(Activity::optimizer) + nanoseconds(Activity::overhead);
    for (const TrafficInterval &traffic : lane.traffic) {
        const double bytes = traffic.bytes.value;
        const std::size_t pass = traffic.backward ? 1 : 0;
        switch (traffic.traffic) {
        case Traffic::tp:
            sums.tensor[pass] += bytes;
            break;
        case Traffic::ep:
            sums.experts[pass] += bytes;
            break;
        case Traffic::dp:
            (traffic.backward ? sums.reduced : sums.gathered) += bytes;
            break;
        case Traffic::send:
        case Traffic::receive:
            sums.sent = std::max(sums.sent, bytes);
            break;
        case Traffic::cp:
            break;
        }
    }
    return sums;
}

double computeOf(const Lane &lane)
{
    double seconds = 0;
    for (std::size_t a = 0; a < activityCount; ++a)
        seconds += isCompute(static_cast<Activity>(a)) ? toSeconds(lane.time[a]).value : 0;
    return seconds;
}

Error refusedPlan(std::string path, std::string found, std::string expected, std::string hint)
{
    return {Error::Code::invalid, {}, std::move(path), std::move(found), std::move(expected), std::move(hint)};
}

/// Header and records. degrees: of the plan.
std::string workloadText(const launch::RankPlan &degrees, const Lane &lane, const LaneSums &sums, bool sharded)
{
    const int layers = std::max(1, lane.layerCount);
    const double each = static_cast<double>(degrees.microBatches) * layers;
    const double ppBytes = degrees.pp > 1 ? sums.sent / static_cast<double>(lane.devices.size()) : 0;
    std::vector<std::string> first;
    if (sums.gathered >= 1)
        first.push_back(recordLine("grad_gather", {{{}, {}, {1, "ALLGATHER", sums.gathered}}}));
    if (sums.reduced >= 1)
        first.push_back(
            recordLine("grad_param_comm", {{{}, {}, {1, sharded ? "REDUCESCATTER" : "ALLREDUCE", sums.reduced}}}));
    first.push_back(recordLine("grad_param_compute", {{{}, {sums.optimizer, "NONE", 0}, {}}}));
    std::vector<std::string> ofLayer = {
        recordLine("transformer_layer", {{{sums.forward / each, "ALLREDUCE", sums.tensor[0] / each},
                                          {sums.inputGradient / each, "ALLREDUCE", sums.tensor[1] / each},
                                          {sums.weightGradient / each, "NONE", 0}}})};
    if (sums.experts[0] + sums.experts[1] >= 1)
        ofLayer.push_back(
            recordLine("moelayer",
                       {{{1, "ALLTOALL_EP", sums.experts[0] / each}, {1, "ALLTOALL_EP", sums.experts[1] / each}, {}}}));
    std::string text = fmt::format(
        "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: {} ep: {} pp: {} vpp: {} ga: {} all_gpus: {} "
        "checkpoints: 0 checkpoint_initiates: 0 pp_comm: {:.0f}\n{}\n",
        degrees.tp, degrees.ep, degrees.pp, degrees.chunks(), degrees.microBatches, degrees.world(),
        std::round(ppBytes),
        first.size() +
            static_cast<std::size_t>(degrees.microBatches) * static_cast<std::size_t>(layers) * ofLayer.size());
    for (const std::string &line : first)
        text += line;
    for (int i = 0; i < degrees.microBatches * layers; ++i) {
        for (const std::string &line : ofLayer)
            text += line;
    }
    return text;
}

} // namespace

Result<WrittenWorkload> simaiWorkload(const StepResult &result, const Plan &plan, const Topology &topology)
{
    WrittenWorkload written;
    const auto degrees = launch::rankPlanOf(plan, topology, "SimAI", written.notes);
    if (!degrees)
        return degrees.error();
    if (degrees->cp > 1)
        return refusedPlan("/contextParallel", fmt::format("CP {}", degrees->cp),
                           "CP 1: a workload of SimAI has no other",
                           "export astra-sim, or plan without context parallelism");
    const Lane &busiest = *std::max_element(result.lanes.begin(), result.lanes.end(),
                                            [](const Lane &a, const Lane &b) { return computeOf(a) < computeOf(b); });
    if (2.0 * degrees->microBatches * std::max(1, busiest.layerCount) > mostWrittenRecords)
        return refusedPlan("/pipelines/0/microBatches",
                           fmt::format("{} micro-batches of {} layers", degrees->microBatches, busiest.layerCount),
                           "at most a million records", "export a smaller batch");
    written.text = workloadText(*degrees, busiest, sumsOf(busiest), plan.zeroStage > 0);
    if (result.lanes.size() > 1)
        written.notes.push_back(
            fmt::format("SimAI has one list of records for all devices: that of {}, the busiest", busiest.name));
    if (degrees->pp > 1)
        written.notes.push_back("the pipeline's bubble and sends are SimAI's own, from pp, vpp, ga and pp_comm");
    if (plan.microBatchSize > 1)
        written.notes.push_back(
            fmt::format("a micro-batch has {} samples; the header has no place for it", plan.microBatchSize));
    return written;
}

} // namespace heteroscope
