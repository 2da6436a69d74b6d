// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a training job says about its data, precisions and model FLOPs.
#include "workload/layer_work.h"

#include <algorithm>

namespace heteroscope {

double quantizeTraffic(NarrowRecipe recipe)
{
    constexpr double read = 2, orders = 2;
    switch (recipe) {
    case NarrowRecipe::perTensor:
        break;
    case NarrowRecipe::blockwise:
        return read + orders * (1 + 4.0 / 128);
    case NarrowRecipe::mxfp8:
        return read + orders * (1 + 1.0 / 32);
    case NarrowRecipe::nvfp4:
        return 2 * read + orders * (0.5 + 1.0 / 16);
    }
    return read + orders;
}

bool scales(const DeviceType &device, NarrowRecipe recipe)
{
    switch (recipe) {
    case NarrowRecipe::perTensor:
    case NarrowRecipe::blockwise:
        break;
    case NarrowRecipe::mxfp8:
        return device.peakAt(Precision::fp4).has_value();
    case NarrowRecipe::nvfp4:
        return device.peakAt(Precision::fp4) && device.vendor == "NVIDIA";
    }
    return true;
}

bool computes(const DeviceType &device, const TrainingJob &job)
{
    return device.peakAt(job.precision) && (!job.recipe || scales(device, *job.recipe));
}

double baseWeightBytes(BaseWeights weights, double full)
{
    switch (weights) {
    case BaseWeights::full:
        break;
    case BaseWeights::int8:
        return 1;
    case BaseWeights::nf4:
        return 4.127 / 8;
    }
    return full;
}

PackedAttention packedAttention(const TrainingJob &job, double window)
{
    const double s = job.sequenceLength;
    const auto pairs = [window](double tokens) {
        return window < tokens ? window * (tokens - window / 2) : tokens * tokens / 2;
    };
    if (job.documents.empty()) {
        const double seen = std::min(window, s);
        return {window < s ? window / s * (1 - window / (2 * s)) : 0.5, seen};
    }
    double all = 0, seen = 0, keys = 0;
    const auto count = [&](double tokens, double times) {
        all += times * tokens;
        seen += times * pairs(tokens);
        keys += times * tokens * std::min(tokens, window);
    };
    for (const int tokens : job.documents) {
        count(s, tokens / job.sequenceLength);
        count(tokens % job.sequenceLength, 1);
    }
    return {seen / (all * s), keys / all};
}

Flop modelFlopsPerStep(const Workload &workload)
{
    // Attention counts the causal half, whatever the kernel computes.
    Workload causal = workload;
    causal.job.flashAttention = true;
    double forward = 0, trained = 0;
    for (int layer = 0; layer < workload.model.planLayers(); ++layer) {
        for (const auto &operation : layerWork(causal, layer, {}, 1.0).operations) {
            forward += operation.forward.value;
            trained += operation.weightGradient.value;
        }
    }
    // Frozen weights have an input gradient, but no weight gradient; their adapters have both.
    const double passes = workload.job.frozenBase ? 2 * forward + trained : 3 * forward;
    return Flop(passes * workload.job.globalBatch);
}

} // namespace heteroscope
