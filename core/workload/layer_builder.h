// SPDX-License-Identifier: GPL-3.0-or-later
//
// Collects the operations of one layer; the formulas are in layer_work.h. Its parts: layer_work.cpp (embedding, block,
// head), layer_attention.cpp (mixers), layer_feed.cpp (MLP and experts).
#pragma once

#include "workload/layer_work.h"

namespace heteroscope {

/// Keeps the sharded sizes that all operations of a layer share. The workload and the sharding must outlive it.
class LayerBuilder
{
public:
    LayerBuilder(const Workload &workload, const Sharding &sharding, double samples);

    LayerWork embedding();
    LayerWork block(ModelBlock block);
    LayerWork head();

private:
    Operation &gemm(OperationName name, double m, double n, double k, double count = 1, bool grouped = false);
    /// The adapter beside `count` products of this shape.
    void adapt(double m, double n, double k, double count, bool grouped);
    /// An operation that reads and writes `forward` bytes forwards and `backward` bytes backwards.
    Operation &add(OperationName name, Operation::Kind kind, double forward, double backward, int kernels = 1);
    void elementwise(OperationName name, double forward, double backward, int kernels = 1)
    {
        add(name, Operation::Kind::elementwise, forward, backward, kernels);
    }
    void collective(CollectiveName name, LayerCollective::Kind kind, LayerCollective::Group group, double bytes,
                    int forward, int backward)
    {
        m_work.collectives.push_back({name, kind, group, Bytes(bytes), forward, backward});
    }

    void body(ModelBlock block);
    void mixer(Mixer mixer);
    void attention(Mixer mixer);
    void attentionProjections();
    /// Scores and values of `queries` tokens of a sequence over `keys`, of which the share `seen` is computed; each
    /// query of the whole sequence looks at keysOfQuery.
    void attentionCore(OperationName name, double keys, double seen, double keysOfQuery);
    void exchangeContext(double keyTokens, double passed);
    void crossAttention();
    void linearAttention();
    void stateSpace();
    void recurrence(OperationName name, double projected, double convolved, double value, double multiplications);
    void mlp(double width);
    void mixture();
    void feed(Feed feed);
    void images();
    void output();
    void predictionModule(ModelBlock block);
    void tensorParallelCollectives(int pairs);
    void dequantized();

    ModuleActivations &module(RecomputeModule name) { return m_work.modules[static_cast<std::size_t>(name)]; }
    double residual() const { return m_sequenceTokens * m_model.hidden * m_element; } // on this device
    double encoderTokens() const;                                                     ///< of a sequence
    void keepHalf();

    const Model &m_model;
    const TrainingJob &m_job;
    const Sharding &m_sharding;
    double m_samples;
    double m_element;
    double m_tp;
    double m_tokens;         // per device of a context-parallel group
    double m_sequenceTokens; // where sequence parallelism splits them over the TP group
    // Activations kept (arXiv 2205.05198, section 4, generalised to grouped queries and gated MLPs): norm inputs and
    // linear inputs on the residual stream; Q, K, V; attention core; MLP inner values.
    double m_stored = 0;
    double m_coreActivations = 0;
    double m_coreOutput = 0; // of it what selective recompute keeps
    /// What a mixer exchanges with the devices that have other tokens of its sequences.
    std::vector<LayerCollective> m_exchanged;
    double m_routedBytes = 0;      // routed tokens that the TP group gathers
    double m_quantizedWeights = 0; // parameters that are held in few bits
    LayerWork m_work;
};

} // namespace heteroscope
