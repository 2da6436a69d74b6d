// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a simulation says about the things on the canvas: which stage runs on which device, how busy and how full it is,
// how loaded a link is. Plain values, made once per simulation.
#pragma once

#include "jobs/simulation.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace heteroscope {

struct DeviceOverlay
{
    int lane = -1; ///< index into StepResult::lanes; -1 unused
    int pipeline = -1;
    int stage = -1;
    int rankInGroup = -1; ///< place in its TP group
    double busy = 0;      ///< share of the step it computes, 0..1
    Bytes peak;
    Bytes capacity;
    Bytes over() const { return peak > capacity ? peak - capacity : Bytes(0); }
};

struct NodeOverlay
{
    std::vector<DeviceOverlay> devices;
    int stage = -1;  ///< of its first device that is used
    double busy = 0; ///< mean of its used devices
    Bytes peak;      ///< of its fullest device
    Bytes capacity;  ///< of that device
    QString layers;  ///< "10 layers", "emb + 9", "2 + head"
    bool isUsed() const { return stage >= 0; }
};

struct LinkOverlay
{
    double forward = 0; ///< load from -> to: busy time over step time
    double backward = 0;
    Bytes bytesForward;
    Bytes bytesBackward;
    int mostShared = -1; ///< the direction with the most flows at once: index into StepResult::links
    double load() const { return forward > backward ? forward : backward; }
};

/// Two nodes that follow each other in a pipeline, or that hold the same layers of different pipelines.
struct NodePair
{
    std::string from;
    std::string to;
    friend auto operator<=>(const NodePair &, const NodePair &) = default;
};

struct CanvasOverlay
{
    std::shared_ptr<const Simulation> simulation;
    std::unordered_map<std::string, NodeOverlay> nodes;
    std::unordered_map<std::string, LinkOverlay> links;
    std::vector<NodePair> pipelineHops;
    std::vector<NodePair> replicaPairs;

    const StepResult *result() const { return simulation ? simulation->result.get() : nullptr; }
    const NodeOverlay *node(const std::string &name) const;
    const LinkOverlay *link(const std::string &name) const;
};

CanvasOverlay makeOverlay(const std::shared_ptr<const Simulation> &simulation);

/// Share of the step that a lane computes (forward, backward, recompute, optimizer).
double busyShare(const Lane &lane, Ticks stepTime);

} // namespace heteroscope
