// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/memory.h"

#include <algorithm>
#include <utility>

namespace heteroscope {

namespace {

/// Devices that hold the routed experts of a layer once, each another part of them.
double expertShards(const StateSharding &sharding)
{
    return static_cast<double>(sharding.expertTp > 0 ? sharding.expertTp : sharding.tp) * sharding.ep;
}

/// Of one device, before ZeRO.
LayerParameters onDevice(const Model &model, int layer, const StateSharding &sharding)
{
    auto parameters = layerParameters(model, layer);
    // Tied embeddings live on the head's device too.
    if (model.tiedEmbeddings && layer == model.layers + 1)
        parameters.dense += static_cast<double>(model.vocab) * model.hidden;
    parameters.dense /= sharding.tp;
    parameters.experts /= expertShards(sharding);
    return parameters;
}

LayerParameters sumOnDevice(const Model &model, const std::vector<LayerRange> &chunks, const StateSharding &sharding)
{
    LayerParameters sum;
    bool hasEmbedding = false;
    for (const auto &chunk : chunks) {
        for (int layer = chunk.first; layer < chunk.first + chunk.count; ++layer) {
            const auto parameters = onDevice(model, layer, sharding);
            sum.dense += parameters.dense;
            sum.experts += parameters.experts;
            hasEmbedding = hasEmbedding || layer == 0;
            if (model.tiedEmbeddings && layer == model.layers + 1 && hasEmbedding)
                sum.dense -= static_cast<double>(model.vocab) * model.hidden / sharding.tp;
        }
    }
    return sum;
}

/// What is left of the parameters when the holders of each share them.
double shared(const LayerParameters &parameters, const StateSharding &sharding)
{
    const int replicas = std::max(1, sharding.replicas);
    const int holders = sharding.group > 0 ? std::min(sharding.group, replicas) : replicas;
    const double copies = static_cast<double>(holders) * sharding.tp / expertShards(sharding);
    return parameters.dense / holders + parameters.experts / std::max(1.0, copies);
}

} // namespace

double narrowShare(Precision precision)
{
    switch (precision) {
    case Precision::fp8:
        return 0.5;
    case Precision::fp4:
        return (4 + 8.0 / 16) / 16;
    case Precision::fp32:
    case Precision::tf32:
    case Precision::fp16:
    case Precision::bf16:
        break;
    }
    return 1;
}

double deviceParameters(const Model &model, const std::vector<LayerRange> &chunks, const StateSharding &sharding)
{
    return sumOnDevice(model, chunks, sharding).total();
}

double ownedParameters(const Model &model, const std::vector<LayerRange> &chunks, const StateSharding &sharding)
{
    const auto parameters = sumOnDevice(model, chunks, sharding);
    return sharding.zeroStage >= 1 ? shared(parameters, sharding) : parameters.total();
}

StateTerms stateTerms(const Workload &workload, const SoftwareStack &stack, const std::vector<LayerRange> &chunks,
                      const StateSharding &sharding, double samples)
{
    const auto &model = workload.model;
    const bool shardWeights = sharding.zeroStage >= 3 && sharding.reshards;
    StateTerms terms;
    terms.bytes = heldBytes(workload.job, stack);
    terms.parameters = deviceParameters(model, chunks, sharding);
    terms.owned = ownedParameters(model, chunks, sharding);
    terms.held = shardWeights ? terms.owned : terms.parameters;
    const bool shardGradients = shardWeights || (sharding.zeroStage == 2 && stack.memory.shardsGradients);
    terms.heldGradients = shardGradients ? terms.owned : terms.parameters;
    if (sharding.hostOptimizer)
        terms.hostOwned = std::exchange(terms.owned, 0);
    terms.gatheredLayers = sharding.gatheredLayers;
    if (sharding.hostParameters)
        terms.hostHeld = std::exchange(terms.held, 0);
    terms.tokens = samples * workload.job.sequenceLength;
    terms.element = elementSize(workload.job.precision).value;
    terms.hidden = static_cast<double>(model.hidden) / sharding.tp;
    terms.logitBytes = stack.memory.logitBytes > 0 ? stack.memory.logitBytes : terms.element + 4;
    terms.communicators = sharding.communicators;
    terms.communicator = stack.memory.communicator;
    terms.fragmentation = stack.memory.fragmentation;
    terms.reserve = stack.reserve;
    for (const auto &chunk : chunks) {
        for (int layer = chunk.first; layer < chunk.first + chunk.count; ++layer) {
            if (shardWeights)
                terms.largestLayer = std::max(terms.largestLayer, onDevice(model, layer, sharding).total());
            if (layer == model.layers + 1)
                terms.vocabulary = static_cast<double>(model.vocab) / sharding.tp;
        }
    }
    return terms;
}

MemoryParts StateTerms::parts() const
{
    MemoryParts memory;
    memory.weights = Bytes(held * bytes.weight);
    memory.gradients = Bytes(heldGradients * bytes.gradient);
    memory.optimizerState = Bytes(owned * bytes.optimizer);
    const double lost = 1 + fragmentation;
    memory.logits = Bytes(tokens * vocabulary * logitBytes * lost);
    memory.buffers = Bytes((2 * tokens * hidden * element + gatheredLayers * largestLayer * bytes.weight) * lost) +
                     communicator * communicators;
    memory.reserve = reserve;
    return memory;
}

StateBytes heldBytes(const TrainingJob &job, const SoftwareStack &stack)
{
    auto bytes = stateBytes(job);
    if (bytes.gradient > 0)
        bytes.gradient += stack.memory.gradientCopies * bytes.weight;
    return bytes;
}

Bytes heldActivations(Bytes activations, const LayerWork &work, const TrainingJob &job, const SoftwareStack &stack)
{
    const auto &memory = stack.memory;
    constexpr double counted = 3; // tensors of a gated MLP in LayerWork
    double bytes = activations.value + (memory.gatedTensors - counted) * work.gatedTensor.value;
    if (memory.narrowInputs)
        bytes -= work.narrowInputs.value * (1 - narrowShare(job.precision));
    return Bytes(std::max(0.0, bytes) * (1 + memory.fragmentation));
}

double memoryHeadroom(const TrainingJob &job, const SoftwareStack &stack)
{
    return job.memoryHeadroom.value_or(stack.memory.uncertainty);
}

Bytes usableMemory(Bytes memory, double headroom) { return memory * (1 - headroom); }

Bytes usableMemory(const DeviceType &device, const TrainingJob &job, const SoftwareStack &stack)
{
    return usableMemory(device.memory, memoryHeadroom(job, stack));
}

MemoryParts stateMemory(const Workload &workload, const SoftwareStack &stack, const std::vector<LayerRange> &chunks,
                        const StateSharding &sharding, double samples)
{
    return stateTerms(workload, stack, chunks, sharding, samples).parts();
}

} // namespace heteroscope
