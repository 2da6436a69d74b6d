// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench_cases.h"

#include <numeric>
#include <unordered_map>
#include <utility>

namespace heteroscope::bench {

namespace {

Error missing(const std::string &what)
{
    return {.code = Error::Code::reference,
            .file = "resources/catalog",
            .path = {},
            .found = {},
            .expected = what,
            .hint = {}};
}

void connectToSwitch(Cluster &cluster, const std::string &node, const LinkType &type)
{
    Link link;
    link.name = node + "-spine";
    link.from = node;
    link.to = "spine";
    link.technology = type.technology;
    link.bandwidth = type.bandwidth;
    link.latency = type.latency;
    cluster.links.push_back(std::move(link));
}

/// A node with a single device of the type.
Node singleDeviceNode(const DeviceType &type, const std::string &name)
{
    Node node;
    node.name = name;
    node.devices.push_back({.type = type.name, .speed = {}});
    node.vertices.push_back({.id = "nic", .kind = FabricVertex::Kind::nic, .extensions = {}});
    FabricLink link;
    link.from = "gpu*";
    link.to = "nic";
    link.technology = LinkTechnology::pcie;
    link.bandwidth = BytesPerSecond(2.5e10);
    link.latency = Seconds(1e-6);
    node.fabric.push_back(std::move(link));
    return node;
}

const LinkType *networkLink() { return builtinCatalog().findLink("InfiniBand HDR 200G"); }

Switch spine()
{
    Switch result;
    result.name = "spine";
    result.latency = Seconds(3e-7);
    return result;
}

/// Layers of each stage: 1, 2, 3, 1, 2, 3 ...
std::vector<int> unevenLayers(int stages)
{
    std::vector<int> layers;
    for (int stage = 0; stage < stages; ++stage)
        layers.push_back(1 + stage % 3);
    return layers;
}

} // namespace

Result<Cluster> starCluster(const std::string &nodeTemplate, std::size_t count)
{
    const Node *node = builtinCatalog().findNode(nodeTemplate);
    const LinkType *link = networkLink();
    if (!node)
        return missing("node template " + nodeTemplate);
    if (!link)
        return missing("link type InfiniBand HDR 200G");
    Cluster cluster;
    cluster.switches.push_back(spine());
    for (std::size_t i = 0; i < count; ++i) {
        Node copy = *node;
        copy.name = "node-" + std::to_string(i);
        connectToSwitch(cluster, copy.name, *link);
        cluster.nodes.push_back(std::move(copy));
    }
    return cluster;
}

Result<Cluster> starCluster(const NodeCounts &nodes)
{
    Cluster cluster;
    for (const auto &[nodeTemplate, count] : nodes) {
        Result<Cluster> part = starCluster(nodeTemplate, count);
        if (!part)
            return part;
        // One switch for all; names of parts must not meet.
        const std::string prefix = std::to_string(cluster.nodes.size()) + "-";
        for (Node &node : part->nodes) {
            for (Link &link : part->links) {
                if (link.from == node.name)
                    link.from = prefix + node.name;
                if (link.to == node.name)
                    link.to = prefix + node.name;
            }
            node.name = prefix + node.name;
            cluster.nodes.push_back(std::move(node));
        }
        for (Link &link : part->links) {
            link.name = prefix + link.name;
            cluster.links.push_back(std::move(link));
        }
        cluster.switches = part->switches;
    }
    return cluster;
}

Result<StepCase> pipelineCase(int stages, int microBatches)
{
    const DeviceType *fast = builtinCatalog().findDevice("A100-80GB SXM");
    const DeviceType *slow = builtinCatalog().findDevice("V100-32GB SXM2/SXM3");
    const LinkType *link = networkLink();
    if (!fast || !slow || !link)
        return missing("A100-80GB SXM, V100-32GB SXM2/SXM3 and InfiniBand HDR 200G");

    StepCase result;
    result.cluster.switches.push_back(spine());
    for (int stage = 0; stage < stages; ++stage) {
        const std::string name = "n" + std::to_string(stage);
        result.cluster.nodes.push_back(singleDeviceNode(stage % 2 == 0 ? *fast : *slow, name));
        connectToSwitch(result.cluster, name, *link);
    }

    const std::vector<int> layers = unevenLayers(stages);
    Model &model = result.workload.model;
    model.name = "bench";
    model.layers = std::accumulate(layers.begin(), layers.end(), 0) - 2;
    model.hidden = 1024;
    model.heads = model.kvHeads = 16;
    model.headDim = 64;
    model.ffn = 4096;
    model.vocab = 32000;
    model.maxSequence = 1024;
    result.workload.job.sequenceLength = 1024;
    result.workload.job.globalBatch = microBatches;
    result.workload.job.precision = Precision::fp16;
    result.plan.pipelines.resize(1);
    result.plan.pipelines.front().microBatches = microBatches;
    result.plan = pipelinePlan(result, 0);
    return result;
}

Result<StepCase> blockPipelineCase(int stages, int blocks, int microBatches)
{
    auto result = pipelineCase(stages, microBatches);
    if (!result)
        return result;
    for (auto &node : result->cluster.nodes)
        node.devices.assign(2, {.type = "A100-80GB SXM", .speed = {}});
    result->workload.model.layers = blocks;
    result->plan = {};
    result->plan.sequenceParallel = true;
    Pipeline pipeline;
    pipeline.microBatches = microBatches;
    int first = 0;
    for (int s = 0; s < stages; ++s) {
        const int end = s + 1 == stages ? blocks + 2 : 1 + blocks * (s + 1) / stages;
        Stage stage;
        stage.chunks = {{first, end - first}};
        TensorGroup group;
        group.tp = 2;
        for (const char *device : {":0", ":1"})
            group.devices.push_back(result->cluster.nodes[static_cast<std::size_t>(s)].name + device);
        stage.groups = {group};
        pipeline.stages.push_back(std::move(stage));
        first = end;
    }
    result->plan.pipelines = {std::move(pipeline)};
    return result;
}

Result<StepCase> largeCase(bool slowed)
{
    constexpr int replicas = 128, stages = 16, chunks = 2, layersPerChunk = 3, microBatches = 32, perLeaf = 32;
    const Node *node = builtinCatalog().findNode("8x H100 HGX");
    const LinkType *link = networkLink();
    if (!node || !link)
        return missing("node template 8x H100 HGX and InfiniBand HDR 200G");
    StepCase result;
    auto &cluster = result.cluster;
    const auto connect = [&](const std::string &from, const std::string &to, double width) {
        Link own;
        own.name = from + "-" + to;
        own.from = from;
        own.to = to;
        own.technology = link->technology;
        own.bandwidth = link->bandwidth * width;
        own.latency = link->latency;
        cluster.links.push_back(std::move(own));
    };
    cluster.switches.push_back(spine());
    for (int i = 0; i < replicas * stages; ++i) {
        const auto leaf = "leaf-" + std::to_string(i / perLeaf);
        if (i % perLeaf == 0) {
            Switch own = spine();
            own.name = leaf;
            cluster.switches.push_back(own);
            connect(leaf, "spine", 4 * perLeaf);
        }
        Node copy = *node;
        copy.name = "n" + std::to_string(i);
        connect(copy.name, leaf, 8);
        cluster.nodes.push_back(std::move(copy));
    }
    if (slowed)
        cluster.nodes[5].devices[3].speed.points = {{Seconds(0), 0.7}};

    auto &model = result.workload.model;
    model.name = "bench";
    model.layers = stages * chunks * layersPerChunk - 2;
    model.hidden = 12288;
    model.heads = model.kvHeads = 96;
    model.headDim = 128;
    model.ffn = 4 * 12288;
    model.vocab = 51200;
    model.maxSequence = 2048;
    result.workload.job.sequenceLength = 2048;
    result.workload.job.globalBatch = replicas * microBatches;
    result.workload.job.precision = Precision::bf16;

    auto &plan = result.plan;
    plan.schedule = ScheduleKind::interleaved;
    for (int r = 0; r < replicas; ++r) {
        Pipeline pipeline;
        pipeline.microBatches = microBatches;
        for (int s = 0; s < stages; ++s) {
            Stage stage;
            for (int c = 0; c < chunks; ++c)
                stage.chunks.push_back({(c * stages + s) * layersPerChunk, layersPerChunk});
            TensorGroup group;
            group.tp = 8;
            for (int d = 0; d < 8; ++d)
                group.devices.push_back("n" + std::to_string(r * stages + s) + ":" + std::to_string(d));
            stage.groups = {std::move(group)};
            pipeline.stages.push_back(std::move(stage));
        }
        plan.pipelines.push_back(std::move(pipeline));
    }
    return result;
}

Result<StepCase> expertCase()
{
    constexpr int degree = 16, microBatches = 128, perNode = 8;
    auto cluster = starCluster("8x H100 HGX", degree * degree / perNode);
    if (!cluster)
        return cluster.error();
    const Model *model = findModel("Qwen3 30B-A3B");
    if (!model)
        return missing("model Qwen3 30B-A3B");
    StepCase result;
    result.cluster = std::move(*cluster);
    result.workload.model = *model;
    result.workload.job.globalBatch = degree * microBatches;
    result.plan.expertParallel = degree;
    const int layers = model->layers + 2; // with embedding and head
    for (int r = 0; r < degree; ++r) {
        Pipeline pipeline;
        pipeline.microBatches = microBatches;
        int first = 0;
        for (int s = 0; s < degree; ++s) {
            const int device = s * degree + r;
            const int end = layers * (s + 1) / degree;
            TensorGroup group;
            group.ep = degree;
            group.devices = {"node-" + std::to_string(device / perNode) + ":" + std::to_string(device % perNode)};
            Stage stage;
            stage.chunks = {{first, end - first}};
            stage.groups = {std::move(group)};
            pipeline.stages.push_back(std::move(stage));
            first = end;
        }
        result.plan.pipelines.push_back(std::move(pipeline));
    }
    return result;
}

Result<StepCase> rackedCase()
{
    constexpr std::size_t racks = 16, perRack = 8, repeat = 16;
    auto drawn = largeCase(false);
    if (!drawn)
        return drawn;
    const Cluster all = std::exchange(drawn->cluster, {});
    Cluster &cluster = drawn->cluster;
    cluster.switches.push_back(spine());
    const auto connect = [&](const Link &like, const std::string &from, const std::string &to, double width) {
        Link own = like;
        own.name = from + "-" + to;
        own.from = from;
        own.to = to;
        own.bandwidth = own.bandwidth * width;
        cluster.links.push_back(std::move(own));
    };
    const Link &up = all.links.front();          // of a leaf of 32 nodes
    const Link &down = *(all.links.begin() + 1); // of a node
    std::unordered_map<std::string, std::string> nameOf;
    for (std::size_t r = 0; r < racks; ++r) {
        Rack rack{"rack-" + std::to_string(r), {}, static_cast<int>(repeat), {}, true};
        Switch leaf = spine();
        leaf.name = "leaf-" + std::to_string(r);
        cluster.switches.push_back(leaf);
        rack.members.push_back(leaf.name);
        connect(up, leaf.name, "spine", 0.25);
        for (std::size_t n = 0; n < perRack; ++n) {
            Node node = all.nodes[r * perRack + n];
            connect(down, node.name, leaf.name, 1);
            rack.members.push_back(node.name);
            for (std::size_t copy = 0; copy < repeat; ++copy)
                nameOf[all.nodes[(r * repeat + copy) * perRack + n].name] =
                    copy == 0 ? node.name : node.name + "#" + std::to_string(copy + 1);
            cluster.nodes.push_back(std::move(node));
        }
        cluster.racks.push_back(std::move(rack));
    }
    for (auto &pipeline : drawn->plan.pipelines)
        for (auto &stage : pipeline.stages)
            for (auto &group : stage.groups)
                for (auto &device : group.devices) {
                    const auto colon = device.find(':');
                    device = nameOf.at(device.substr(0, colon)) + device.substr(colon);
                }
    return drawn;
}

Plan pipelinePlan(const StepCase &pipeline, int variant)
{
    const int stages = static_cast<int>(pipeline.cluster.nodes.size());
    std::vector<int> layers = unevenLayers(stages);
    // Each bit of the variant decides whether a pair (2 layers, 3 layers) stands the other way round.
    int bit = 0;
    for (std::size_t stage = 1; stage + 1 < layers.size(); stage += 3) {
        if ((variant >> bit++) & 1)
            std::swap(layers[stage], layers[stage + 1]);
    }
    Plan plan;
    plan.pipelines.resize(1);
    plan.pipelines.front().microBatches = pipeline.plan.pipelines.front().microBatches;
    int first = 0;
    for (int stage = 0; stage < stages; ++stage) {
        const int count = layers[static_cast<std::size_t>(stage)];
        Stage part;
        // The remaining bits choose recompute stage by stage.
        part.recompute = ((variant >> (bit + stage)) & 1) ? Recompute::full : Recompute::none;
        part.chunks.push_back({.first = first, .count = count});
        TensorGroup group;
        group.devices.push_back("n" + std::to_string(stage) + ":0");
        part.groups.push_back(std::move(group));
        plan.pipelines.front().stages.push_back(std::move(part));
        first += count;
    }
    return plan;
}

} // namespace heteroscope::bench
