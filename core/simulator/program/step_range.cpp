// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulator/program/step_range.h"

#include <fmt/format.h>

#include <algorithm>

namespace heteroscope {

namespace {

/// Keeps the longest of the parts it is told of.
struct SlowestPart
{
    double seconds = -1;
    std::string name;

    void consider(double itsSeconds, const char *kind, const std::string &itsName)
    {
        if (itsSeconds <= seconds)
            return;
        seconds = itsSeconds;
        name = fmt::format("{} {}", kind, itsName);
    }
};

/// Seconds of all passes and of the optimizer of a lane, without communication.
double workOf(const LaneProgram &lane, int microBatches)
{
    double work = 0;
    for (const auto &chunk : lane.chunks) {
        for (const auto pass : {Pass::forward, Pass::backward})
            work += toSeconds(chunk.passes[static_cast<std::size_t>(pass)].recompute).value +
                    toSeconds(chunk.passes[static_cast<std::size_t>(pass)].compute).value;
    }
    return work * microBatches + toSeconds(lane.optimizer).value;
}

double latencyOf(const LaneProgram &lane, int microBatches)
{
    double latency = 0;
    for (const auto *direction : {&lane.forwardTo, &lane.backwardTo}) {
        for (const auto &channels : *direction) {
            for (const auto &channel : channels)
                latency += toSeconds(channel.latency).value;
        }
    }
    return latency * microBatches;
}

} // namespace

Error tooLongStep(const BuiltStep &built, const Topology &topology)
{
    SlowestPart slowest;
    for (const auto id : built.linkBytes.edges()) {
        const auto &edge = topology.edge(id);
        slowest.consider(built.linkBytes.of(id) / edge.bandwidth.value, "link", edge.link);
    }
    for (std::size_t i = 0; i < built.lanes.size(); ++i) {
        const auto &name = topology.device(built.lanes[i].devices.front()).name;
        slowest.consider(workOf(built.program.lanes[i], built.lanes[i].microBatches), "device", name);
        slowest.consider(latencyOf(built.program.lanes[i], built.lanes[i].microBatches),
                         "the latency of transfers from", name);
    }
    return {Error::Code::infeasible,
            {},
            {},
            "a step that takes longer than 100 days; its slowest part is " + slowest.name,
            "a shorter step",
            "check bandwidths, latencies, speeds and the batch for a wrong unit"};
}

Seconds shortestStep(const BuiltStep &built)
{
    double longest = 0;
    for (std::size_t i = 0; i < built.lanes.size(); ++i) {
        const auto &lane = built.program.lanes[i];
        double fastest = 1;
        for (const double factor : lane.speed.factor)
            fastest = std::max(fastest, factor);
        longest = std::max(longest, workOf(lane, built.lanes[i].microBatches) / fastest);
    }
    return Seconds(longest);
}

} // namespace heteroscope
