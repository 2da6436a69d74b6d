// SPDX-License-Identifier: GPL-3.0-or-later
//
// Small clusters and workloads that tests are written about.
#pragma once

#include "cluster/catalog.h"
#include "cluster/topology.h"
#include "strategy/plan.h"
#include "workload/workload.h"

#include <QTest>

namespace heteroscope::test {

inline Node node(const std::string &name, const std::string &type, std::size_t devices,
                 BytesPerSecond fabric = BytesPerSecond(3e11), BytesPerSecond network = BytesPerSecond(2.5e10))
{
    Node result;
    result.name = name;
    result.devices.assign(devices, Device{type, {}});
    result.vertices = {{"nvswitch", FabricVertex::Kind::nvswitch, {}}, {"nic", FabricVertex::Kind::nic, {}}};
    result.fabric = {{"gpu*", "nvswitch", LinkTechnology::nvlink, fabric, Seconds(1e-6), {}},
                     {"gpu*", "nic", LinkTechnology::pcie, network, Seconds(1e-6), {}}};
    return result;
}

inline Link link(const std::string &name, const std::string &from, const std::string &to, BytesPerSecond bandwidth,
                 Seconds latency = Seconds(2e-6))
{
    Link result;
    result.name = name;
    result.from = from;
    result.to = to;
    result.technology = LinkTechnology::infiniband;
    result.bandwidth = bandwidth;
    result.latency = latency;
    return result;
}

/// Nodes on one switch.
inline Cluster star(std::vector<Node> nodes, BytesPerSecond bandwidth = BytesPerSecond(1e11))
{
    Cluster cluster;
    cluster.switches.push_back({"leaf", 0, Seconds(0), false, {}});
    for (auto &each : nodes) {
        cluster.links.push_back(link("to-" + each.name, each.name, "leaf", bandwidth));
        cluster.nodes.push_back(std::move(each));
    }
    return cluster;
}

/// A node with so many A100 and one with so many V100, on one switch.
inline Cluster a100AndV100(std::size_t a100, std::size_t v100)
{
    return star({node("a", "A100-80GB SXM", a100), node("v", "V100-16GB SXM2", v100)});
}

inline Topology topology(const Cluster &cluster)
{
    auto built = Topology::build(cluster);
    if (!built)
        qFatal("%s", toString(built.error()).c_str());
    return std::move(*built);
}

/// A plain GPT: no gated MLP, no grouped queries.
inline Workload smallGpt(int layers = 6, int hidden = 1024, int batch = 8)
{
    Workload workload;
    auto &model = workload.model;
    model.name = "small GPT";
    model.layers = layers;
    model.hidden = hidden;
    model.heads = model.kvHeads = hidden / 64;
    model.headDim = 64;
    model.ffn = 4 * hidden;
    model.vocab = 32000;
    model.maxSequence = 1024;
    workload.job.sequenceLength = 1024;
    workload.job.globalBatch = batch;
    workload.job.precision = Precision::fp16;
    return workload;
}

/// A pipeline over the given stages of devices with these layer counts, tp = devices of a stage.
inline Pipeline pipeline(const std::vector<std::vector<std::string>> &stages, const std::vector<int> &layers,
                         int microBatches, int samples = 1)
{
    Pipeline result;
    result.microBatches = microBatches;
    int first = 0;
    for (std::size_t s = 0; s < stages.size(); ++s) {
        Stage stage;
        stage.chunks = {{first, layers[s]}};
        first += layers[s];
        TensorGroup group;
        group.devices = stages[s];
        group.tp = static_cast<int>(stages[s].size());
        group.samples = samples;
        stage.groups = {group};
        result.stages.push_back(stage);
    }
    return result;
}

} // namespace heteroscope::test
