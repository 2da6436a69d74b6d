// SPDX-License-Identifier: GPL-3.0-or-later
//
// What group_cost.h declares of weights, gradients and optimizer states: their bytes, and what an update moves.
#include "cost/group_cost.h"

#include "cost/memory.h"

namespace heteroscope {

StateBytes trainedBytes(const TrainingJob &job)
{
    const bool wide = job.precision == Precision::fp32 || job.precision == Precision::tf32;
    const auto sizeOf = [](Precision precision) { return elementSize(precision).value * narrowShare(precision); };
    StateBytes bytes;
    bytes.weight = wide ? 4 : 2;
    bytes.gradient = elementSize(job.gradientPrecision).value;
    const double moments = job.optimizer == Optimizer::adam ? 2 * sizeOf(job.momentPrecision) : 0;
    bytes.optimizer = moments + (wide ? 0 : sizeOf(job.masterPrecision));
    return bytes;
}

StateBytes stateBytes(const TrainingJob &job)
{
    auto bytes = trainedBytes(job);
    if (job.narrowWeights)
        bytes.weight = elementSize(job.precision).value * narrowShare(job.precision);
    if (job.frozenBase) {
        bytes.weight = baseWeightBytes(job.baseWeights, bytes.weight);
        bytes.gradient = bytes.optimizer = 0;
    }
    return bytes;
}

double optimizerTraffic(const TrainingJob &job)
{
    auto own = trainedBytes(job);
    auto usual = own;
    if (job.narrowWeights)
        own.weight = stateBytes(job).weight;
    const double moments = job.optimizer == Optimizer::adam ? 8 : 0;
    const bool wide = job.precision == Precision::fp32 || job.precision == Precision::tf32;
    usual.optimizer = moments + (wide ? 0 : 4);
    const auto traffic = [](const StateBytes &bytes) { return bytes.gradient + 2 * bytes.optimizer + bytes.weight; };
    return traffic(own) / traffic(usual);
}

Seconds hostOptimizerTime(const TrainingJob &job, double parameters, int devices, BytesPerSecond bandwidth,
                          bool weightsStay)
{
    const auto state = job.frozenBase ? trainedBytes(job) : stateBytes(job); // adapters
    const Bytes copied(parameters * (state.gradient + (weightsStay ? 0 : state.weight)));
    return copied / bandwidth + Seconds(parameters * devices / hostAdamRate);
}

} // namespace heteroscope
