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
    if (model.sharesEmbedding() && layer == model.layers + 1)
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
            if (model.sharesEmbedding() && layer == model.layers + 1 && hasEmbedding)
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
    const double copies = sharding.expertCopies > 0
                              ? sharding.expertCopies
                              : static_cast<double>(holders) * sharding.tp / expertShards(sharding);
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

AdapterCount adaptersOf(const Workload &workload, const std::vector<LayerRange> &chunks, const StateSharding &sharding)
{
    if (!workload.job.frozenBase || workload.job.adapterRank <= 0)
        return {};
    Sharding degrees;
    degrees.tp = sharding.tp;
    degrees.ep = sharding.ep;
    degrees.expertTp = sharding.expertTp;
    std::vector<std::pair<ModelBlock, LayerParameters>> known;
    LayerParameters sum;
    for (const auto &chunk : chunks) {
        for (int layer = std::max(1, chunk.first);
             layer < std::min(chunk.first + chunk.count, workload.model.layers + 1); ++layer) {
            const auto block = workload.model.block(layer);
            auto found =
                std::find_if(known.begin(), known.end(), [&block](const auto &each) { return each.first == block; });
            if (found == known.end())
                found = known.insert(known.end(), {block, adapterParameters(workload, layer, degrees)});
            sum.dense += found->second.dense;
            sum.experts += found->second.experts;
        }
    }
    return {sum.total(), sharding.zeroStage >= 1 ? shared(sum, sharding) : sum.total()};
}

namespace {

/// Parameters outside blocks whose weight the device holds.
double outsideBlocks(const Model &model, const std::vector<LayerRange> &chunks, const StateSharding &sharding,
                     bool shardWeights)
{
    std::vector<LayerRange> outside;
    for (const auto &chunk : chunks) {
        for (int layer = chunk.first; layer < chunk.first + chunk.count; ++layer) {
            if (layer < 1 || layer > model.layers)
                outside.push_back({layer, 1});
        }
    }
    const auto parameters = sumOnDevice(model, outside, sharding);
    return shardWeights ? shared(parameters, sharding) : parameters.total();
}

/// Of narrow weights only those in blocks are; and copies that products read are kept beside whole weights of blocks.
void widenWeights(StateTerms &terms, const Workload &workload, const SoftwareStack &stack,
                  const std::vector<LayerRange> &chunks, const StateSharding &sharding, bool shardWeights)
{
    const auto &job = workload.job;
    if (job.precision != Precision::fp8 || !(terms.held > 0))
        return;
    const double copies = shardWeights ? 0 : stack.memory.narrowCopies;
    if (!job.narrowWeights && copies <= 0)
        return;
    const double narrow = elementSize(job.precision).value * narrowShare(job.precision);
    const double whole = outsideBlocks(workload.model, chunks, sharding, shardWeights) / terms.held;
    const double wide = trainedBytes(job).weight;
    const double inBlocks = job.narrowWeights ? narrow * std::max(1.0, copies) : wide + copies * narrow;
    terms.bytes.weight = whole * wide + (1 - whole) * inBlocks;
}

/// Frozen weights have no gradients and no optimizer states; their adapters have.
void holdAdapters(StateTerms &terms, const Workload &workload, const std::vector<LayerRange> &chunks,
                  const StateSharding &sharding, bool shardWeights)
{
    const auto adapters = adaptersOf(workload, chunks, sharding);
    const double own = shardWeights ? adapters.owned : adapters.held;
    const auto trained = trainedBytes(workload.job);
    terms.heldGradients = own;
    terms.owned = adapters.owned;
    if (adapters.held > 0) {
        terms.bytes.gradient = trained.gradient;
        terms.bytes.optimizer = trained.optimizer;
    }
    const bool isFull = workload.job.baseWeights == BaseWeights::full;
    if (adapters.held <= 0 && isFull)
        return;
    const double whole = isFull ? 0 : outsideBlocks(workload.model, chunks, sharding, shardWeights);
    const double held = terms.held + own;
    if (held > 0)
        terms.bytes.weight = ((terms.held - whole) * terms.bytes.weight + (whole + own) * trained.weight) / held;
    terms.held = held;
}

} // namespace

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
    if (workload.job.frozenBase)
        holdAdapters(terms, workload, chunks, sharding, shardWeights);
    else
        widenWeights(terms, workload, stack, chunks, sharding, shardWeights);
    if (sharding.hostOptimizer)
        terms.hostOwned = std::exchange(terms.owned, 0);
    terms.gatheredLayers = sharding.gatheredLayers;
    if (sharding.hostParameters)
        terms.hostHeld = std::exchange(terms.held, 0);
    terms.tokens = samples * workload.job.sequenceLength;
    terms.element = elementSize(workload.job.precision).value;
    terms.hidden = static_cast<double>(model.hidden) / sharding.tp;
    if (model.encoder)
        terms.hidden *=
            1 + (model.encoder->tokens > 0 ? static_cast<double>(model.encoder->tokens) / workload.job.sequenceLength
                                           : 1.0);
    terms.logitBytes = stack.memory.logitBytes > 0 ? stack.memory.logitBytes : terms.element + 4;
    terms.logitBytes *= 1 + model.predictionModules;
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
        bytes.gradient += stack.memory.gradientCopies * trainedBytes(job).weight;
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
