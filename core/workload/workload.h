// SPDX-License-Identifier: GPL-3.0-or-later
//
// The workload: the model to be trained and the training job.
#pragma once

#include "cluster/device_type.h"
#include "workload/model.h"
#include "workload/software_ticks.h"

namespace heteroscope {

enum class Optimizer { adam, sgd };
inline constexpr std::array<std::string_view, 2> optimizerNames = {"adam", "sgd"};

/// Largest share of a device's memory that a job may leave free.
inline constexpr double maxMemoryHeadroom = 0.5;

struct TrainingJob
{
    int sequenceLength = 2048;
    int globalBatch = 32;         ///< sequences per step
    bool globalBatchFree = false; ///< the planner may change globalBatch
    Precision precision = Precision::bf16;
    Precision gradientPrecision = Precision::fp32; ///< precision of accumulation and reduction of gradients
    Optimizer optimizer = Optimizer::adam;
    bool flashAttention = true;
    bool frozenBase = false; ///< fine-tuning of an adapter (LoRA): the weights of the model itself are not trained
    std::string softwareStack = "Megatron-LM"; ///< name in resources/calibration/constants.json
    SoftwareTicks runs; ///< what this software can run, where it differs from the stack's default
    /// Share of each device's memory that plans leave free; nullopt: the error of the stack's memory (StackMemory).
    std::optional<double> memoryHeadroom;
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

/// Model FLOPs of one step, the numerator of MFU: 3 times the forward FLOPs (forward, input gradient, weight gradient)
/// of every matrix product and of the attention core (half, because attention is causal), without recompute. Source:
/// Korthikanti et al. 2022 (arXiv 2205.05198), appendix A, with causal attention.
Flop modelFlopsPerStep(const Workload &workload);

} // namespace heteroscope
