// SPDX-License-Identifier: GPL-3.0-or-later
//
// Memory of one device, by part. Activations over time are the simulator's; everything here stands for the whole step.
#pragma once

#include "cost/group_cost.h"

namespace heteroscope {

/// Bytes on one device. activations is what is held at the moment of the peak.
struct MemoryParts
{
    Bytes weights;
    Bytes gradients;
    Bytes optimizerState;
    Bytes activations;
    Bytes logits;  ///< of the head: logits in the compute precision and in fp32
    Bytes buffers; ///< gathered parameters (ZeRO-3), received activations
    Bytes reserve; ///< runtime, context, allocator
    Bytes total() const { return weights + gradients + optimizerState + activations + logits + buffers + reserve; }
};

/// How parameters are kept.
struct StateSharding
{
    int tp = 1;
    int ep = 1;
    int zeroStage = 0;
    int replicas = 1; ///< holders of the same layers: data-parallel degree times context-parallel degree
};

/// Parameters one device computes with in these layers, before ZeRO; routed experts are split by EP and TP.
double deviceParameters(const Model &model, const std::vector<LayerRange> &chunks, const StateSharding &sharding);

/// Parameters whose optimizer state one device keeps: with ZeRO each is kept once among the holders of its layer, a
/// routed expert among those of its own EP slice.
double ownedParameters(const Model &model, const std::vector<LayerRange> &chunks, const StateSharding &sharding);

/// What the memory of a device is made of, everything but activations.
struct StateTerms
{
    double parameters = 0; ///< that the device computes with
    double held = 0;       ///< whose weight and gradient it holds
    double owned = 0;      ///< whose optimizer state it holds
    StateBytes bytes;
    double tokens = 0;       ///< of a micro-batch
    double element = 0;      ///< bytes of an activation
    double hidden = 0;       ///< of the model, over TP
    double vocabulary = 0;   ///< of the head, over TP; 0 without the head
    double largestLayer = 0; ///< parameters of the layer that ZeRO-3 gathers; else 0
    Bytes reserve;

    MemoryParts parts() const;
};

/// ZeRO-1 shards the optimizer state over the replicas, ZeRO-2 keeps full gradients here (they accumulate over
/// micro-batches), ZeRO-3 shards weights and gradients too and holds two gathered layers (arXiv 1910.02054).
StateTerms stateTerms(const Workload &workload, const SoftwareStack &stack, const std::vector<LayerRange> &chunks,
                      const StateSharding &sharding, double samples);

/// stateTerms(...).parts().
MemoryParts stateMemory(const Workload &workload, const SoftwareStack &stack, const std::vector<LayerRange> &chunks,
                        const StateSharding &sharding, double samples);

} // namespace heteroscope
