// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is to be trained and how: the model and the training job.
#pragma once

#include "cluster/device_type.h"
#include "workload/model.h"

namespace heteroscope {

enum class Optimizer { adam, sgd };
inline constexpr std::array<std::string_view, 2> optimizerNames = {"adam", "sgd"};

struct TrainingJob
{
    int sequenceLength = 2048;
    int globalBatch = 32;                                  ///< sequences a step
    bool globalBatchFree = false;                          ///< the planner may change it; off unless the user ticks it
    Precision precision = Precision::bf16;
    Precision gradientPrecision = Precision::fp32;         ///< of the accumulated and reduced gradients
    Optimizer optimizer = Optimizer::adam;
    bool flashAttention = true;
    bool frozenBase = false;                               ///< adapter fine-tuning (LoRA): the model's own weights do not change
    std::string softwareStack = "Megatron-LM";             ///< name in resources/calibration/constants.json
    Extensions extensions;
    friend bool operator==(const TrainingJob &, const TrainingJob &) = default;

    double tokensPerStep() const { return static_cast<double>(globalBatch) * sequenceLength; }
};

struct Workload
{
    Model model;
    TrainingJob job;
    Extensions extensions;
    friend bool operator==(const Workload &, const Workload &) = default;
};

/// Useful FLOPs of one step: forward and backward (3x forward) of every matrix product and the attention core (causal: half), no
/// recompute. This is the numerator of MFU. Source: Korthikanti et al. 2022 (arXiv 2205.05198), appendix A, with causal attention.
Flop modelFlopsPerStep(const Workload &workload);

} // namespace heteroscope
