// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/step_overlay.h"

#include "analysis/lane_shares.h"

#include <algorithm>
#include <map>
#include <set>

namespace heteroscope {
namespace {

template<class Map>
auto find(const Map &map, const std::string &name) -> const typename Map::mapped_type *
{
    const auto it = map.find(name);
    return it == map.end() ? nullptr : &it->second;
}

HeldLayers heldLayers(const std::set<int> &layers, int planLayers)
{
    HeldLayers held;
    held.embedding = layers.count(0) > 0;
    held.head = layers.count(planLayers - 1) > 0;
    held.blocks = static_cast<int>(layers.size()) - (held.embedding ? 1 : 0) - (held.head ? 1 : 0);
    return held;
}

std::set<int> layersOf(const Plan &plan, const Lane &lane)
{
    std::set<int> layers;
    const auto pipeline = static_cast<std::size_t>(lane.pipeline);
    const auto stage = static_cast<std::size_t>(lane.stage);
    if (pipeline < plan.pipelines.size() && stage < plan.pipelines[pipeline].stages.size())
        for (const LayerRange &range : plan.pipelines[pipeline].stages[stage].chunks)
            for (int i = 0; i < range.count; ++i)
                layers.insert(range.first + i);
    return layers;
}

void addNodes(StepOverlay &overlay, const Topology &topology, const Plan &plan, int planLayers,
              const StepResult &result)
{
    std::unordered_map<std::string, std::set<int>> layers;
    for (const TopologyNode &node : topology.nodes())
        overlay.nodes[node.name].devices.resize(node.devices.size());
    for (std::size_t index = 0; index < result.lanes.size(); ++index) {
        const Lane &lane = result.lanes[index];
        const double busy = busyShare(lane, result.stepTime);
        const std::set<int> ofLane = layersOf(plan, lane);
        for (std::size_t rank = 0; rank < lane.devices.size(); ++rank) {
            const TopologyDevice &device = topology.device(lane.devices[rank]);
            const std::string &nodeName = topology.nodes()[device.node].name;
            NodeOverlay &node = overlay.nodes[nodeName];
            DeviceOverlay &entry = node.devices[device.indexInNode];
            entry.lane = static_cast<int>(index);
            entry.pipeline = lane.pipeline;
            entry.stage = lane.stage;
            entry.rankInGroup = static_cast<int>(rank);
            entry.busy = busy;
            entry.peak = lane.memory.total();
            entry.capacity = usableMemory(topology.typeOf(lane.devices[rank]).memory, result.memoryHeadroom);
            layers[nodeName].insert(ofLane.begin(), ofLane.end());
        }
    }
    for (auto &[name, node] : overlay.nodes) {
        int used = 0;
        double fullest = -1;
        for (const DeviceOverlay &device : node.devices) {
            if (device.lane < 0)
                continue;
            if (node.stage < 0)
                node.stage = device.stage;
            ++used;
            node.busy += device.busy;
            const double share = device.capacity.value > 0 ? device.peak / device.capacity : 0;
            if (share > fullest) {
                fullest = share;
                node.peak = device.peak;
                node.capacity = device.capacity;
            }
        }
        if (used > 0) {
            node.busy /= used;
            node.layers = heldLayers(layers[name], planLayers);
        }
    }
}

void addLinks(StepOverlay &overlay, const Cluster &cluster, const Topology &topology, const StepResult &result)
{
    std::unordered_map<std::string_view, const Link *> drawn;
    for (const Link &link : cluster.links)
        drawn.emplace(link.name, &link);
    const double step = toSeconds(result.stepTime).value;
    for (std::size_t i = 0; i < result.links.size(); ++i) {
        const LinkLoad &load = result.links[i];
        const TopologyEdge &edge = topology.edge(load.edge);
        const auto found = drawn.find(drawnName(edge.link));
        if (found == drawn.end())
            continue; // inside a node
        const Link *link = found->second;
        const TopologyVertex &from = topology.vertices()[edge.from.index()];
        const std::string &fromName = from.node ? topology.nodes()[*from.node].name : from.name;
        LinkOverlay &entry = overlay.links[link->name]; // of all its copies the busiest
        const double share = step > 0 ? load.busy.value / step : 0;
        const auto isMore = [&load](const LinkLoad &than) {
            return load.flowsAtOnce != than.flowsAtOnce ? load.flowsAtOnce > than.flowsAtOnce
                                                        : load.slower > than.slower;
        };
        if (entry.maxShared < 0 || isMore(result.links[static_cast<std::size_t>(entry.maxShared)]))
            entry.maxShared = static_cast<int>(i);
        const bool forward = drawnName(fromName) == link->from;
        double &busiest = forward ? entry.forward : entry.backward;
        Bytes &bytes = forward ? entry.bytesForward : entry.bytesBackward;
        busiest = std::max(busiest, share);
        bytes = std::max(bytes, load.bytes);
    }
}

void addPairs(StepOverlay &overlay, const Topology &topology, const StepResult &result)
{
    std::map<std::pair<int, int>, std::set<std::size_t>> nodesOf; // (pipeline, stage) -> nodes
    for (const Lane &lane : result.lanes)
        if (!lane.devices.empty())
            nodesOf[{lane.pipeline, lane.stage}].insert(topology.device(lane.devices.front()).node);
    const auto pairs = [&](int pipelineStep, int stageStep) {
        std::set<std::pair<std::size_t, std::size_t>> found;
        for (const auto &[place, nodes] : nodesOf) {
            const auto next = nodesOf.find({place.first + pipelineStep, place.second + stageStep});
            if (next == nodesOf.end())
                continue;
            for (const std::size_t from : nodes)
                for (const std::size_t to : next->second)
                    if (from != to)
                        found.insert({from, to});
        }
        std::set<NodePair> named; // as they are drawn: copies of a rack are one
        for (const auto &[from, to] : found)
            named.insert({std::string(drawnName(topology.nodes()[from].name)),
                          std::string(drawnName(topology.nodes()[to].name))});
        return std::vector<NodePair>(named.begin(), named.end());
    };
    overlay.pipelineHops = pairs(0, 1);
    overlay.replicaPairs = pairs(1, 0);
}

} // namespace

const NodeOverlay *StepOverlay::node(const std::string &name) const { return find(nodes, name); }

const LinkOverlay *StepOverlay::link(const std::string &name) const { return find(links, name); }

StepOverlay stepOverlay(const Cluster &cluster, const Topology &topology, const Plan &plan, int planLayers,
                        const StepResult &result)
{
    StepOverlay overlay;
    addNodes(overlay, topology, plan, planLayers, result);
    addLinks(overlay, cluster, topology, result);
    addPairs(overlay, topology, result);
    return overlay;
}

} // namespace heteroscope
