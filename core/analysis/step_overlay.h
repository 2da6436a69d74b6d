// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a step says about the things of a drawing: which stage runs on which device, how busy and how full it is, how
// loaded a link is. Things are named as they are drawn; a copy of a rack's node has its own name ("node#2"), its links
// go with the devices of the drawn one. Plain values, made once per step.
#pragma once

#include "cluster/topology.h"
#include "simulator/result/step_result.h"
#include "strategy/plan.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace heteroscope {

/// Layers of a plan, each counted once.
struct HeldLayers
{
    int blocks = 0;
    bool embedding = false;
    bool head = false;
    friend bool operator==(const HeldLayers &, const HeldLayers &) = default;
};

struct DeviceOverlay
{
    int lane = -1; ///< index into StepResult::lanes; -1 unused
    int pipeline = -1;
    int stage = -1;
    int rankInGroup = -1; ///< place in its TP group
    double busy = 0;      ///< share of the step it computes, 0..1
    Bytes peak;
    Bytes capacity; ///< that plans may fill
    Bytes over() const { return peak > capacity ? peak - capacity : Bytes(0); }
};

struct NodeOverlay
{
    std::vector<DeviceOverlay> devices;
    int stage = -1;  ///< of its first device that is used
    double busy = 0; ///< mean of its used devices
    Bytes peak;      ///< of its fullest device
    Bytes capacity;  ///< of that device
    HeldLayers layers;
    bool isUsed() const { return stage >= 0; }
};

struct LinkOverlay
{
    double forward = 0; ///< load from -> to: busy time over step time
    double backward = 0;
    Bytes bytesForward;
    Bytes bytesBackward;
    int maxShared = -1; ///< the direction with the most flows at once: index into StepResult::links
    double load() const { return forward > backward ? forward : backward; }
};

/// Two nodes that follow each other in a pipeline, or that hold the same layers of different pipelines.
struct NodePair
{
    std::string from;
    std::string to;
    friend auto operator<=>(const NodePair &, const NodePair &) = default;
};

struct StepOverlay
{
    std::unordered_map<std::string, NodeOverlay> nodes;
    std::unordered_map<std::string, LinkOverlay> links;
    std::vector<NodePair> pipelineHops;
    std::vector<NodePair> replicaPairs;

    const NodeOverlay *node(const std::string &name) const; ///< nullptr if there is no node with this name
    const LinkOverlay *link(const std::string &name) const;
};

/// The step of this plan on this cluster; `planLayers` counts the model's layers with embedding and head.
StepOverlay stepOverlay(const Cluster &cluster, const Topology &topology, const Plan &plan, int planLayers,
                        const StepResult &result);

} // namespace heteroscope
