// SPDX-License-Identifier: GPL-3.0-or-later
//
// The operations of one layer for one micro-batch on one device of a TP group: matrix products with their shape,
// memory-bound operations with their bytes, and the collectives between them.
//
// Shapes are per device after sharding. T = samples * sequence / cp tokens. Forward GEMMs of a block (Megatron-LM,
// arXiv 1909.08053): QKV (T, (heads + 2 kvHeads) headDim / tp, h), projection (T, h, heads headDim / tp), MLP up
// (T, c ffn / tp, h) with c = 2 when gated, down (T, h, ffn / tp). Backward does the input gradient and the weight
// gradient, each as many FLOPs as forward.
#pragma once

#include "base/units.h"
#include "workload/workload.h"

#include <string>
#include <vector>

namespace heteroscope {

/// How one layer is cut over devices.
struct Sharding
{
    int tp = 1;
    int cp = 1;
    int ep = 1;
    bool sequenceParallel = false;
    friend bool operator==(const Sharding &, const Sharding &) = default;
};

struct Operation
{
    /// softmax and permute go through memory as often as the software stack says, elementwise as often as it must.
    enum class Kind { gemm, groupedGemm, flashAttention, unfusedAttention, softmax, permute, elementwise };

    std::string name;
    Kind kind = Kind::elementwise;
    double m = 0, n = 0,
           k = 0; ///< gemm: one product (m x k)(k x n); attention: m = head sequences, n = query length, k = head dim
    double count = 1; ///< products of that shape (grouped: experts on the device)
    Flop forward;     ///< FLOPs of the forward pass
    Flop inputGradient;
    Flop weightGradient;
    Bytes forwardBytes; ///< memory traffic of the forward pass
    Bytes backwardBytes;
    int kernels = 1;             ///< launches of the forward pass
    double elements = 0;         ///< softmax: attention scores
    bool attentionCore = false;  ///< done again by selective recompute where it keeps the scores
    bool keepsPrecision = false; ///< 16-bit also where other products are fp8 or fp4: router and head
    bool odd = false;            ///< a product whose width is no multiple of 8 on a single device
};

/// A collective inside a layer, on the critical path of its pass.
struct LayerCollective
{
    enum class Kind { allReduce, allGather, reduceScatter, allToAll, ring };
    std::string name;
    Kind kind = Kind::allReduce;
    enum class Group { tp, cp, ep } group = Group::tp;
    Bytes bytes; ///< whole tensor before the operation (all-reduce, reduce-scatter) or after it (all-gather)
    int forwardCount = 0;
    int backwardCount = 0;
};

struct LayerWork
{
    bool isBlock = false;
    bool hasExperts = false;
    double parameters = 0; ///< on this device
    std::vector<Operation> operations;
    std::vector<LayerCollective> collectives;
    /// Activations kept from forward to backward, per device: without recompute, with selective (attention core) and
    /// full.
    Bytes activations;
    Bytes activationsSelective;
    Bytes activationsFull;
    /// Activation tensor that leaves the layer, per TP group (the whole hidden state of the micro-batch).
    Bytes output;
};

/// samples may be any positive number. layer counts from 0 (embedding) to model.layers + 1 (head).
LayerWork layerWork(const Workload &workload, int layer, const Sharding &sharding, double samples);

} // namespace heteroscope
