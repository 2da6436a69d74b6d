// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/memory.h"

#include <algorithm>

namespace heteroscope {

namespace {

double layerParametersOnDevice(const Model &model, int layer, const StateSharding &sharding)
{
    const auto parameters = layerParameters(model, layer);
    double dense = parameters.dense;
    // Tied embeddings live on the head's device too.
    if (model.tiedEmbeddings && layer == model.layers + 1)
        dense += static_cast<double>(model.vocab) * model.hidden;
    return dense / sharding.tp + parameters.experts / sharding.tp / sharding.ep;
}

} // namespace

double deviceParameters(const Model &model, const std::vector<LayerRange> &chunks, const StateSharding &sharding)
{
    double sum = 0;
    bool hasEmbedding = false;
    for (const auto &chunk : chunks) {
        for (int layer = chunk.first; layer < chunk.first + chunk.count; ++layer) {
            sum += layerParametersOnDevice(model, layer, sharding);
            hasEmbedding = hasEmbedding || layer == 0;
            if (model.tiedEmbeddings && layer == model.layers + 1 && hasEmbedding)
                sum -= static_cast<double>(model.vocab) * model.hidden / sharding.tp;
        }
    }
    return sum;
}

MemoryParts stateMemory(const Workload &workload, const SoftwareStack &stack, const std::vector<LayerRange> &chunks,
                        const StateSharding &sharding, double samples)
{
    const auto &model = workload.model;
    const auto bytes = stateBytes(workload.job);
    const double parameters = deviceParameters(model, chunks, sharding);
    const double replicas = std::max(1, sharding.replicas);
    const bool shardWeights = sharding.zeroStage >= 3;

    MemoryParts memory;
    memory.weights = Bytes(parameters * bytes.weight / (shardWeights ? replicas : 1));
    memory.gradients = Bytes(parameters * bytes.gradient / (shardWeights ? replicas : 1));
    memory.optimizerState = Bytes(parameters * bytes.optimizer / (sharding.zeroStage >= 1 ? replicas : 1));
    memory.reserve = stack.reserve;
    const double tokens = samples * workload.job.sequenceLength;
    const double element = elementSize(workload.job.precision).value;
    double largestLayer = 0;
    for (const auto &chunk : chunks) {
        for (int layer = chunk.first; layer < chunk.first + chunk.count; ++layer) {
            largestLayer = std::max(largestLayer, layerParametersOnDevice(model, layer, sharding));
            if (layer == model.layers + 1)
                memory.logits = Bytes(tokens * model.vocab / sharding.tp * (element + 4));
        }
    }
    memory.buffers =
        Bytes(2 * tokens * model.hidden * element / sharding.tp + (shardWeights ? 2 * largestLayer * bytes.weight : 0));
    return memory;
}

} // namespace heteroscope
