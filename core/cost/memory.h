// SPDX-License-Identifier: GPL-3.0-or-later
//
// Memory of one device, by part, in bytes. All parts except activations are constant over the step; the simulator
// computes activations over time.
#pragma once

#include "cost/group_cost.h"

namespace heteroscope {

enum class MemoryPart : std::uint8_t { weights, gradients, optimizerState, activations, logits, buffers, reserve };
inline constexpr std::size_t memoryPartCount = 7;

/// Bytes on one device. activations are those held at the time of the peak.
struct MemoryParts
{
    Bytes weights;
    Bytes gradients;
    Bytes optimizerState;
    Bytes activations;
    Bytes logits;  ///< of the head: in the compute precision and in fp32
    Bytes buffers; ///< gathered parameters (ZeRO-3), received activations
    Bytes reserve; ///< runtime, context, allocator
    Bytes operator[](MemoryPart part) const
    {
        switch (part) {
        case MemoryPart::weights:
            return weights;
        case MemoryPart::gradients:
            return gradients;
        case MemoryPart::optimizerState:
            return optimizerState;
        case MemoryPart::activations:
            return activations;
        case MemoryPart::logits:
            return logits;
        case MemoryPart::buffers:
            return buffers;
        case MemoryPart::reserve:
            break;
        }
        return reserve;
    }
    MemoryPart largest() const
    {
        auto largest = MemoryPart::weights;
        for (std::size_t i = 1; i < memoryPartCount; ++i) {
            if ((*this)[largest] < (*this)[static_cast<MemoryPart>(i)])
                largest = static_cast<MemoryPart>(i);
        }
        return largest;
    }
    Bytes total() const { return weights + gradients + optimizerState + activations + logits + buffers + reserve; }
};

/// The degrees by which parameters and their states are sharded.
struct StateSharding
{
    int tp = 1;
    int ep = 1;
    int zeroStage = 0;
    int replicas = 1; ///< devices that hold the same parameters: data-parallel degree times context-parallel degree
    int expertTp = 0; ///< devices that share the tensors of one expert (ExpertLayout::expertTp); 0: tp
    int communicators = 0;       ///< groups of several devices that the device communicates in
    int group = 0;               ///< devices over which states are sharded (StateSharing::group); 0: all replicas
    bool reshards = true;        ///< StateSharing::reshards
    int gatheredLayers = 2;      ///< ZeRO-3: layers whose gathered weights are there at a time
    bool hostOptimizer = false;  ///< Offload::optimizer
    bool hostParameters = false; ///< Offload::parameters
    /// Of each expert, where pipelines differ in how they spread them; 0: as many as replicas with these degrees have.
    double expertCopies = 0;
};

/// Size of an element in this precision, as products read it, relative to elementSize. fp4 has one scale of 8 bits for
/// 16 elements (NVFP4).
double narrowShare(Precision precision);

/// Number of parameters of these layers on one device before ZeRO sharding. Routed experts are sharded by EP and by
/// their own TP degree.
double deviceParameters(const Model &model, const std::vector<LayerRange> &chunks, const StateSharding &sharding);

/// Number of parameters whose optimizer state is on one device. With ZeRO each state is held once among the replicas;
/// a routed expert is replicated within its own EP slice only.
double ownedParameters(const Model &model, const std::vector<LayerRange> &chunks, const StateSharding &sharding);

/// Parameters of adapters on one device, and those of them whose optimizer state it holds (the same replicas as dense
/// parameters share them).
struct AdapterCount
{
    double held = 0;
    double owned = 0;
};
AdapterCount adaptersOf(const Workload &workload, const std::vector<LayerRange> &chunks, const StateSharding &sharding);

/// The terms of a device's memory, without activations. With adapters on frozen weights, gradients and optimizer states
/// are the adapters', and a weight has the mean bytes of frozen ones (of which those outside blocks are whole) and
/// adapters.
struct StateTerms
{
    double parameters = 0;    ///< parameters that the device computes with
    double held = 0;          ///< parameters whose weight it holds
    double heldGradients = 0; ///< parameters whose gradient it holds
    double owned = 0;         ///< parameters whose optimizer state it holds
    StateBytes bytes;         ///< heldBytes()
    double tokens = 0;        ///< tokens of a micro-batch
    double element = 0;       ///< bytes of one activation element
    double logitBytes = 0;    ///< of one logit of each token, at all heads
    double hidden = 0;       ///< numbers of a token that pass between stages / TP: hidden size, with an encoder of both
    double vocabulary = 0;   ///< vocabulary / TP if the device holds the head; otherwise 0
    double hostOwned = 0;    ///< parameters whose optimizer state is in the host's memory
    double hostHeld = 0;     ///< parameters whose weight is in the host's memory
    int gatheredLayers = 2;  ///< of largestLayer
    double largestLayer = 0; ///< ZeRO-3: parameters of the largest layer, which is gathered; otherwise 0
    int communicators = 0;
    Bytes communicator; ///< buffers of one of them
    double fragmentation = 0;
    Bytes reserve;

    MemoryParts parts() const;
    /// In the memory of the host, for this device.
    Bytes onHost() const { return Bytes(hostOwned * bytes.optimizer + hostHeld * bytes.weight); }
};

/// ZeRO-1 shards the optimizer state over the replicas, or over `group` of them (HSDP). ZeRO-2 shards gradients too
/// where the stack does; otherwise they accumulate over micro-batches and are kept in full. ZeRO-3 shards weights as
/// well and holds two gathered layers; without resharding it holds gathered weights and gradients in full. Offloaded
/// states are not on the device. Source: Rajbhandari et al. 2020 (arXiv 1910.02054).
StateTerms stateTerms(const Workload &workload, const SoftwareStack &stack, const std::vector<LayerRange> &chunks,
                      const StateSharding &sharding, double samples);

/// stateBytes(job) with the further gradients that the stack holds. What is sent is stateBytes(job).
StateBytes heldBytes(const TrainingJob &job, const SoftwareStack &stack);

/// What the stack holds of `activations`, one of the sums of LayerWork, with what the allocator loses.
Bytes heldActivations(Bytes activations, const LayerWork &work, const TrainingJob &job, const SoftwareStack &stack);

/// The share of a device's memory that plans leave free: the job's, else the error of the stack's memory.
double memoryHeadroom(const TrainingJob &job, const SoftwareStack &stack);
/// The part of a device's memory that a plan may fill. Everything that asks whether a plan fits asks this.
Bytes usableMemory(Bytes memory, double headroom);
Bytes usableMemory(const DeviceType &device, const TrainingJob &job, const SoftwareStack &stack);

/// stateTerms(...).parts().
MemoryParts stateMemory(const Workload &workload, const SoftwareStack &stack, const std::vector<LayerRange> &chunks,
                        const StateSharding &sharding, double samples);

} // namespace heteroscope
