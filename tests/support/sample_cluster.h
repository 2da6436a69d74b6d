// SPDX-License-Identifier: GPL-3.0-or-later
//
// Small clusters, plans and projects that tests begin with.
#pragma once

#include "cluster/cluster.h"
#include "project/project.h"

#include <string>

namespace heteroscope::samples {

/// An NVSwitch box: each device 300 GB/s to the switch, 25 GB/s to the nic.
inline Node box(const std::string &name, const std::string &type = "A100-80GB SXM", std::size_t devices = 8)
{
    Node node;
    node.name = name;
    Device device;
    device.type = type;
    node.devices.assign(devices, device);
    node.vertices = {{"nvswitch", FabricVertex::Kind::nvswitch, {}}, {"nic", FabricVertex::Kind::nic, {}}};
    node.fabric = {{"gpu*", "nvswitch", LinkTechnology::nvlink, BytesPerSecond(3e11), Seconds(1e-6), {}},
                   {"gpu*", "nic", LinkTechnology::pcie, BytesPerSecond(2.5e10), Seconds(2e-6), {}}};
    return node;
}

inline Switch networkSwitch(const std::string &name)
{
    Switch one;
    one.name = name;
    one.latency = Seconds(5e-7);
    return one;
}

inline Link link(const std::string &name, const std::string &from, const std::string &to, double bandwidth = 2e11)
{
    Link one;
    one.name = name;
    one.from = from;
    one.to = to;
    one.technology = LinkTechnology::infiniband;
    one.bandwidth = BytesPerSecond(bandwidth);
    one.latency = Seconds(1e-6);
    return one;
}

/// Nodes a and b behind the switch s.
inline Cluster pairCluster()
{
    Cluster cluster;
    cluster.nodes = {box("a"), box("b")};
    cluster.switches = {networkSwitch("s")};
    cluster.links = {link("a-s", "a", "s"), link("b-s", "b", "s")};
    return cluster;
}

inline Model model()
{
    Model one;
    one.name = "Test 1B";
    one.layers = 8;
    one.hidden = 1024;
    one.heads = 16;
    one.kvHeads = 8;
    one.headDim = 64;
    one.ffn = 4096;
    one.vocab = 32000;
    one.maxSequence = 2048;
    one.gatedMlp = true;
    return one;
}

inline Workload workload()
{
    Workload one;
    one.model = model();
    one.job.sequenceLength = 2048;
    one.job.globalBatch = 16;
    return one;
}

inline TensorGroup group(const std::string &node, int first, int count, int samples = 1)
{
    TensorGroup one;
    for (int i = 0; i < count; ++i)
        one.devices.push_back(node + ":" + std::to_string(first + i));
    one.tp = count;
    one.samples = samples;
    return one;
}

/// Two stages of TP 4: a:0-3 holds layers 0-4, b:0-3 layers 5-9; 16 micro-batches of one sample.
inline Plan plan()
{
    Plan one;
    Stage first;
    first.chunks = {{0, 5}};
    first.groups = {group("a", 0, 4)};
    Stage second;
    second.chunks = {{5, 5}};
    second.groups = {group("b", 0, 4)};
    Pipeline pipeline;
    pipeline.microBatches = 16;
    pipeline.stages = {first, second};
    one.pipelines = {pipeline};
    return one;
}

inline Project project()
{
    Project one;
    one.title = "Two boxes";
    one.cluster = pairCluster();
    one.workload = workload();
    NamedPlan named;
    named.name = "mine";
    named.plan = plan();
    one.plans = {named};
    one.canvas = {{"a", {-100, 0}}, {"b", {100, 0}}, {"s", {0, -80}}};
    return one;
}

} // namespace heteroscope::samples
