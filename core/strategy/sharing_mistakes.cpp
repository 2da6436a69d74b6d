// SPDX-License-Identifier: GPL-3.0-or-later
#include "strategy/sharing_mistakes.h"

#include "strategy/limits.h"
#include "json/object_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace heteroscope {

namespace {

class SharingChecker
{
public:
    SharingChecker(const Plan &plan, const Topology &topology, const std::string &path, StopMeter &meter,
                   Findings &findings)
        : m_plan(plan), m_topology(topology), m_path(path), m_meter(meter), m_findings(findings)
    {}

    void check()
    {
        sharing();
        offload();
        shardGroups();
        hosts();
    }

private:
    void add(const char *key, std::string found, std::string expected, std::string hint)
    {
        m_findings.addError(
            {Error::Code::invalid, {}, m_path + key, std::move(found), std::move(expected), std::move(hint)});
    }

    void range(const char *key, int value, int maximum)
    {
        if (value < 0 || value > maximum)
            add(key, std::to_string(value), fmt::format("a whole number from 0 to {}", maximum),
                "choose a number of this range");
    }

    /// Something about shards needs a ZeRO stage that makes them.
    void needs(const char *key, bool isThere, int least, const std::string &found)
    {
        if (isThere && m_plan.zeroStage < least)
            add(key, fmt::format("{} with zeroStage {}", found, m_plan.zeroStage),
                fmt::format("zeroStage {}", least == 3 ? "3" : "1, 2 or 3"),
                "raise zeroStage, or remove it: there are no shards that it could be about");
    }

    void sharing()
    {
        const auto &sharing = m_plan.sharing;
        range("/sharing/group", sharing.group, limits::degree);
        needs("/sharing/group", sharing.group > 0, 1, std::to_string(sharing.group));
        needs("/sharing/gatherPrecision", sharing.gatherPrecision.has_value(), 1, "a precision");
        needs("/sharing/reshards", !sharing.reshards, 3, "false");
        if (sharing.prefetch) {
            range("/sharing/prefetch", *sharing.prefetch, limits::layers);
            needs("/sharing/prefetch", true, 3, std::to_string(*sharing.prefetch));
            if (!sharing.reshards)
                add("/sharing/prefetch", "a number with reshards false", "one of the two",
                    "weights that are kept are gathered once a step, as a whole");
        }
        if (sharing.group > 0 && m_plan.expertParallel > 1)
            add("/sharing/group", fmt::format("{} with expertParallel {}", sharing.group, m_plan.expertParallel),
                "0: states shared by all replicas", "shard groups are not simulated together with expert parallelism");
        const double bucket = m_plan.gradientBucket.value;
        if (!(bucket >= 0 && bucket <= limits::bucketBytes))
            add("/gradientBucket", fmt::format("{}", bucket), fmt::format("0 to {} bytes", limits::bucketBytes),
                "0 takes the software stack's");
    }

    void offload()
    {
        if (m_plan.offload.optimizer && m_plan.zeroStage < 1)
            add("/offload/optimizer", "true with zeroStage 0", "zeroStage 1, 2 or 3",
                "set zeroStage to 1: with one replica it changes nothing else");
        if (m_plan.offload.parameters && (m_plan.zeroStage < 3 || !m_plan.sharing.reshards))
            add("/offload/parameters",
                m_plan.zeroStage < 3 ? fmt::format("true with zeroStage {}", m_plan.zeroStage)
                                     : std::string("true with weights that are kept (reshards false)"),
                "zeroStage 3 that gathers weights for each pass", "keep the weights on the devices, or use ZeRO-3");
    }

    /// Each layer's holders must fall into whole shard groups.
    void shardGroups()
    {
        const int group = m_plan.sharing.group;
        if (group < 2)
            return;
        std::map<int, std::int64_t> holders; // by layer
        for (const auto &pipeline : m_plan.pipelines) {
            for (const auto &stage : pipeline.stages) {
                std::int64_t devices = 0; // that hold the same parameters
                for (const auto &each : stage.groups)
                    devices += std::clamp(each.cp, 1, limits::degree);
                for (const auto &chunk : stage.chunks) {
                    const int first = std::clamp(chunk.first, 0, limits::layers);
                    const int last = first + std::clamp(chunk.count, 0, limits::layers - first);
                    if (m_meter.stopAfter(1 + static_cast<std::size_t>(last - first)))
                        return;
                    for (int layer = first; layer < last; ++layer)
                        holders[layer] += devices;
                }
            }
        }
        for (const auto &[layer, devices] : holders) {
            if (devices % group != 0)
                return add(
                    "/sharing/group", std::to_string(group),
                    fmt::format("a divisor of the {} replicas (pipelines x cp) that hold layer {}", devices, layer),
                    "all shard groups have equally many devices; 0 shares states among all replicas");
        }
    }

    /// What is offloaded goes over the bandwidth that each host states.
    void hosts()
    {
        if (m_plan.offload == Offload())
            return;
        for (const auto &pipeline : m_plan.pipelines) {
            for (const auto &stage : pipeline.stages) {
                for (const auto &group : stage.groups) {
                    for (const auto &name : group.devices) {
                        const auto id = m_topology.findDevice(name);
                        if (m_meter.stopAfter(1) || !id)
                            return;
                        const auto &node = m_topology.nodes()[m_topology.device(*id).node];
                        if (!(node.hostBandwidth > BytesPerSecond(0)))
                            return add("/offload", "node " + quoteText(node.name) + " without hostBandwidth",
                                       "the bytes/s between each of its devices and the host's memory",
                                       "add hostBandwidth to the node, like 25e9 for PCIe 4.0 with 16 lanes");
                    }
                }
            }
        }
    }

    const Plan &m_plan;
    const Topology &m_topology;
    const std::string &m_path;
    StopMeter &m_meter;
    Findings &m_findings;
};

} // namespace

void addSharingMistakes(const Plan &plan, const Topology &topology, const std::string &path, StopMeter &meter,
                        Findings &findings)
{
    SharingChecker(plan, topology, path, meter, findings).check();
}

} // namespace heteroscope
