// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which devices share the experts of a layer. An expert-parallel group of `ep` devices holds every routed expert once:
//
//     ep = pipelines x contexts x tensors
//
// It spreads over neighbouring pipelines first (the largest number that divides both ep and the number of pipelines),
// as Megatron-LM does with expert_tensor_parallel_size = TP. Where there are too few pipelines it spreads over the
// context-parallel slices and then over the tensor ranks of each group too, which then hold whole experts or wider
// parts of them: Megatron-LM's parallel folding with a smaller expert_tensor_parallel_size (arXiv 2504.14960).
// Only pipelines that are alike share experts: in each pass of a layer all of a group exchange tokens.
#pragma once

#include "strategy/plan.h"

#include <numeric>

namespace heteroscope {

struct ExpertLayout
{
    int pipelines = 1; ///< neighbouring pipelines of one expert-parallel group
    int contexts = 1;  ///< context-parallel slices of each of their groups
    int tensors = 1;   ///< tensor ranks of each of these slices
    int expertTp = 1;  ///< devices that share the tensors of one expert: tp / tensors
    /// The devices are enough for every expert to exist.
    bool isWhole = true;
    /// Devices that hold the experts of a layer once, each another part of them.
    double holders() const { return static_cast<double>(pipelines) * contexts * tensors * expertTp; }
    int inGroup() const { return contexts * tensors; } ///< devices of one TP group in an expert-parallel group
};

/// The layout of the experts of a group of tp x cp devices in one of `pipelines` pipelines that are alike. All
/// arguments from 1.
inline ExpertLayout expertLayout(int ep, int tp, int cp, int pipelines)
{
    ExpertLayout layout;
    layout.pipelines = std::gcd(ep, pipelines);
    layout.contexts = std::gcd(ep / layout.pipelines, cp);
    layout.tensors = std::gcd(ep / layout.pipelines / layout.contexts, tp);
    layout.expertTp = tp / layout.tensors;
    layout.isWhole = layout.pipelines * layout.contexts * layout.tensors == ep;
    return layout;
}

/// The expert-parallel groups of the devices of neighbouring pipelines, which all work in one stage: each holds every
/// routed expert once. groups: the devices of the TP group of each of layout.pipelines pipelines, context-major.
std::vector<std::vector<DeviceId>> expertGroups(const ExpertLayout &layout, int tp, int cp,
                                                const std::vector<std::vector<DeviceId>> &groups);

/// Pipelines with equally many micro-batches whose stages have equal chunks and groups of equal degrees: they can share
/// experts.
bool canShareExperts(const Pipeline &a, const Pipeline &b);

/// Neighbouring pipelines of a plan that are alike: [first, first + count).
struct AlikePipelines
{
    int first = 0;
    int count = 1;
    /// The first of those that share the experts of a layout with this one of them.
    int firstSharing(const ExpertLayout &layout, int pipeline) const { return pipeline - placeOf(layout, pipeline); }
    /// Its place among them.
    int placeOf(const ExpertLayout &layout, int pipeline) const { return (pipeline - first) % layout.pipelines; }
};

/// By pipeline, the most neighbours that can share experts with it and with each other. Without EP all.
std::vector<AlikePipelines> alikePipelines(const Plan &plan);

/// The layout of the experts of a group in one of these pipelines.
ExpertLayout expertLayout(const TensorGroup &group, const AlikePipelines &alike);

} // namespace heteroscope
