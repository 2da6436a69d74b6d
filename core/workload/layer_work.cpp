// SPDX-License-Identifier: GPL-3.0-or-later
#include "workload/layer_work.h"

#include <algorithm>

namespace heteroscope {

namespace {

/// Collects the operations of one layer; keeps the sharded sizes that all of them share.
class LayerBuilder
{
public:
    LayerBuilder(const Workload &workload, const Sharding &sharding, double samples)
        : m_model(workload.model),
          m_job(workload.job),
          m_sharding(sharding),
          m_samples(samples),
          m_element(elementSize(workload.job.precision).value),
          m_tp(sharding.tp),
          m_tokens(samples * workload.job.sequenceLength / sharding.cp),
          m_sequenceTokens(sharding.sequenceParallel ? m_tokens / sharding.tp : m_tokens)
    {
        m_work.output = Bytes(m_tokens * m_model.hidden * m_element);
    }

    LayerWork embedding();
    LayerWork block(int layer);
    LayerWork head();

private:
    Operation &gemm(OperationName name, double m, double n, double k, double count = 1, bool grouped = false)
    {
        const double flops = 2 * m * n * k * count;
        const double bytes = (m * k + k * n + m * n) * m_element * count;
        Operation &operation = add(name, grouped ? Operation::Kind::groupedGemm : Operation::Kind::gemm, bytes, bytes);
        operation.m = m;
        operation.n = n;
        operation.k = k;
        operation.count = count;
        operation.forward = operation.inputGradient = Flop(flops);
        // The weight gradient is added to an accumulator in the gradients' precision, which is read and written.
        const double accumulated = 2 * elementSize(m_job.gradientPrecision).value;
        operation.weightBytes = Bytes(((m * k + m * n) * m_element + k * n * accumulated) * count);
        // Adapters train on frozen weights: those have no gradient.
        operation.weightGradient = Flop(m_job.frozenBase ? 0 : flops);
        return operation;
    }
    /// An operation that reads and writes `forward` bytes forwards and `backward` bytes backwards.
    Operation &add(OperationName name, Operation::Kind kind, double forward, double backward, int kernels = 1)
    {
        Operation &operation = m_work.operations.emplace_back();
        operation.name = name;
        operation.kind = kind;
        operation.forwardBytes = Bytes(forward);
        operation.backwardBytes = Bytes(backward);
        operation.kernels = kernels;
        return operation;
    }
    void elementwise(OperationName name, double forward, double backward, int kernels = 1)
    {
        add(name, Operation::Kind::elementwise, forward, backward, kernels);
    }
    void collective(CollectiveName name, LayerCollective::Kind kind, LayerCollective::Group group, double bytes,
                    int forward, int backward)
    {
        m_work.collectives.push_back({name, kind, group, Bytes(bytes), forward, backward});
    }

    void attentionProjections();
    void attentionCore();
    void mlp(double width);
    void mixture();
    void tensorParallelCollectives(int pairs);

    const Model &m_model;
    const TrainingJob &m_job;
    const Sharding &m_sharding;
    double m_samples;
    double m_element;
    double m_tp;
    double m_tokens;         // per device of a context-parallel group
    double m_sequenceTokens; // where sequence parallelism splits them over the TP group
    double m_coreActivations = 0;
    double m_routedBytes = 0; // routed tokens that the TP group gathers
    LayerWork m_work;
};

LayerWork LayerBuilder::embedding()
{
    const double bytes = m_tokens * m_model.hidden * m_element;
    // Lookup reads a row and writes it; backward scatters the gradient into fp32.
    elementwise(OperationName::embedding, 2 * bytes, 2 * bytes, 2);
    if (m_tp > 1) {
        collective(CollectiveName::embedding,
                   m_sharding.sequenceParallel ? LayerCollective::Kind::reduceScatter
                                               : LayerCollective::Kind::allReduce,
                   LayerCollective::Group::tp, bytes, 1, 0);
    }
    m_work.activations = m_work.activationsSelective = m_work.activationsFull = Bytes(0);
    return m_work;
}

void LayerBuilder::attentionProjections()
{
    const double h = m_model.hidden;
    const double heads = m_model.heads / m_tp;
    if (m_model.mla) {
        const auto &mla = *m_model.mla;
        const double queryWidth = heads * (mla.nopeDim + mla.ropeDim);
        if (mla.queryRank > 0) {
            gemm(OperationName::queryDown, m_tokens, mla.queryRank, h);
            gemm(OperationName::queryUp, m_tokens, queryWidth, mla.queryRank);
        } else {
            gemm(OperationName::query, m_tokens, queryWidth, h);
        }
        gemm(OperationName::keyValueDown, m_tokens, mla.kvRank + mla.ropeDim, h);
        gemm(OperationName::keyValueUp, m_tokens, heads * (mla.nopeDim + mla.valueDim), mla.kvRank);
        gemm(OperationName::attentionOutput, m_tokens, h, heads * mla.valueDim);
        return;
    }
    const double kvHeads = std::max(1.0, m_model.kvHeads / m_tp);
    gemm(OperationName::queryKeyValue, m_tokens, (heads + 2 * kvHeads) * m_model.headDim, h);
    gemm(OperationName::attentionOutput, m_tokens, h, heads * m_model.headDim);
}

void LayerBuilder::attentionCore()
{
    const double heads = m_model.heads / m_tp;
    const double s = m_job.sequenceLength;
    const double queries = s / m_sharding.cp;
    const double keyDim = m_model.mla ? m_model.mla->nopeDim + m_model.mla->ropeDim : m_model.headDim;
    const double valueDim = m_model.mla ? m_model.mla->valueDim : m_model.headDim;
    const double products = 2 * m_samples * heads * queries * s * (keyDim + valueDim); // scores and values, full square
    const double io = m_tokens * heads * (2 * keyDim + 2 * valueDim) * m_element;
    const bool fused = m_job.flashAttention;
    Operation &core = add(fused ? OperationName::fusedAttention : OperationName::attention,
                          fused ? Operation::Kind::flashAttention : Operation::Kind::unfusedAttention, io, 3 * io);
    core.attentionCore = true;
    core.m = m_samples * heads;
    core.n = s; // the key sequence: with context parallelism each device still walks all of it
    core.k = m_model.headDim;
    if (fused) {
        // Causal kernels skip half of the square; backward recomputes the scores: 2.5 times forward (arXiv 2307.08691).
        core.forward = Flop(products / 2);
        core.inputGradient = Flop(2.5 * products / 2);
        m_coreActivations = m_tokens * heads * valueDim * m_element; // the output; the scores are never kept
        return;
    }
    // Batched products over the full square, and scale, mask, softmax and dropout that stream the scores through
    // memory.
    const double scores = m_samples * heads * queries * s;
    core.forward = Flop(products);
    core.inputGradient = Flop(2 * products);
    core.kernels = 2;
    Operation &softmax = add(OperationName::softmax, Operation::Kind::softmax, 0, 0, 3);
    softmax.elements = scores;
    softmax.attentionCore = true;
    // Kept: softmax output, dropout mask (1 byte) and dropout output (arXiv 2205.05198, section 4.1).
    m_coreActivations = scores * (2 * m_element + 1) + m_tokens * heads * valueDim * m_element;
}

void LayerBuilder::mlp(double width)
{
    const double h = m_model.hidden;
    const double inner = width / m_tp;
    gemm(OperationName::mlpUp, m_tokens, (m_model.gatedMlp ? 2 : 1) * inner, h);
    elementwise(OperationName::activationFunction, m_tokens * inner * m_element * (m_model.gatedMlp ? 3 : 2),
                m_tokens * inner * m_element * (m_model.gatedMlp ? 5 : 3));
    gemm(OperationName::mlpDown, m_tokens, h, inner);
}

void LayerBuilder::mixture()
{
    const auto &moe = *m_model.moe;
    const double h = m_model.hidden;
    const double expertTp = m_sharding.expertTensors();
    // The tensor ranks share the tokens if they have different experts, too.
    const double dispatched = m_tokens * moe.topK / (m_sharding.sequenceParallel || expertTp < m_tp ? m_tp : 1.0);
    const double routed = m_tokens * moe.topK * expertTp / m_tp; // token copies that this device's experts process
    const double localExperts = std::max(1.0, static_cast<double>(moe.experts) / m_sharding.ep);
    const double rows = std::max(1.0, routed / localExperts); // balanced routing
    gemm(OperationName::router, m_sequenceTokens, moe.experts, h).keepsPrecision = true;
    // One pass over the routed tokens, half where they are sent and half where they are received; how many passes there
    // are between router, experts and back is the stack's.
    const double permuted = 0.5 * (dispatched + routed) * h * m_element;
    add(OperationName::permute, Operation::Kind::permute, permuted, permuted, 7);
    const double inner = moe.expertFfn / expertTp;
    gemm(OperationName::expertsUp, rows, (m_model.gatedMlp ? 2 : 1) * inner, h, localExperts, true);
    elementwise(OperationName::expertActivation, routed * inner * m_element * 3, routed * inner * m_element * 5);
    gemm(OperationName::expertsDown, rows, h, inner, localExperts, true);
    if (moe.sharedExperts > 0)
        mlp(static_cast<double>(moe.expertFfn) * moe.sharedExperts);
    if (m_sharding.ep > 1)
        collective(CollectiveName::expertAllToAll, LayerCollective::Kind::allToAll, LayerCollective::Group::ep,
                   dispatched * h * m_element, 2, 2);
    // The TP group gathers the routed tokens for the parts of its experts, and adds up what these give.
    if (expertTp > 1 && m_sharding.sequenceParallel)
        m_routedBytes = routed * h * m_element;
}

/// The collectives around `pairs` pairs of products of which the first is split by columns, the second by rows. One
/// more gathers and scatters routed tokens; then bytes are the mean of the calls.
void LayerBuilder::tensorParallelCollectives(int pairs)
{
    if (m_tp <= 1)
        return;
    const double bytes = m_tokens * m_model.hidden * m_element;
    if (m_sharding.sequenceParallel) {
        const int calls = pairs + (m_routedBytes > 0 ? 1 : 0);
        const double mean = (bytes * pairs + m_routedBytes) / calls;
        collective(CollectiveName::tpAllGather, LayerCollective::Kind::allGather, LayerCollective::Group::tp, mean,
                   calls, calls);
        collective(CollectiveName::tpReduceScatter, LayerCollective::Kind::reduceScatter, LayerCollective::Group::tp,
                   mean, calls, calls);
    } else {
        collective(CollectiveName::tpAllReduce, LayerCollective::Kind::allReduce, LayerCollective::Group::tp, bytes,
                   pairs, pairs);
    }
}

LayerWork LayerBuilder::block(int layer)
{
    const double h = m_model.hidden;
    const double stream = m_sequenceTokens * h * m_element; // the residual stream on this device
    elementwise(OperationName::attentionNorm, 5.5 * stream, 8 * stream, 2);
    attentionProjections();
    const double queries = m_tokens * m_model.heads / m_tp * m_model.headDim * m_element;
    elementwise(OperationName::rotaryEmbedding, 3 * queries, 4.5 * queries, 2);
    attentionCore();
    elementwise(OperationName::mlpNorm, 5.5 * stream, 8 * stream, 2);
    if (m_model.isMoeBlock(layer))
        mixture();
    else
        mlp(m_model.ffn);
    // With sequence parallelism routed tokens have collectives of their own; shared experts are a dense MLP.
    const bool routedOnly = m_model.isMoeBlock(layer) && m_sharding.sequenceParallel && m_model.moe->sharedExperts == 0;
    tensorParallelCollectives(routedOnly ? 1 : 2);
    if (m_sharding.cp > 1) {
        const double kv = 2 * m_tokens * std::max(1.0, m_model.kvHeads / m_tp) * m_model.headDim * m_element;
        collective(CollectiveName::ringAttention, LayerCollective::Kind::ring, LayerCollective::Group::cp,
                   kv * m_sharding.cp, 1, 2);
    }

    // Activations kept (arXiv 2205.05198, section 4, generalised to grouped queries and gated MLPs): norm inputs and
    // linear inputs on the residual stream; Q, K, V; attention core; MLP inner values.
    const double heads = m_model.heads / m_tp;
    const double kvHeads = std::max(1.0, m_model.kvHeads / m_tp);
    double qkv = m_tokens * (heads + 2 * kvHeads) * m_model.headDim * m_element;
    if (m_model.mla) {
        // Keys are as wide as queries, and the latents are kept before and after their norms, where products read them.
        const auto &mla = *m_model.mla;
        const double latents = 2.0 * (mla.queryRank + mla.kvRank) + mla.ropeDim;
        qkv = (m_tokens * heads * (2 * (mla.nopeDim + mla.ropeDim) + mla.valueDim) + m_sequenceTokens * latents) *
              m_element;
    }
    const bool moe = m_model.isMoeBlock(layer);
    const double routed = moe ? m_model.moe->topK : 1.0;
    const double width = moe ? m_model.moe->expertFfn : m_model.ffn;
    const double shared = moe ? static_cast<double>(m_model.moe->sharedExperts) : 0.0;
    const double wide = m_tokens * (routed + shared) * width / m_tp * m_element;
    const double inner = wide * (m_model.gatedMlp ? 3 : 2);
    const double permuted = moe ? m_tokens * routed * m_sharding.expertTensors() / m_tp * h * m_element : 0.0;
    const double masks = m_model.biases ? 2 * m_sequenceTokens * h : 0.0; // two residual dropouts, one byte each
    const double stored = 4 * stream + masks + qkv + inner + permuted;
    m_work.activations = Bytes(stored + m_coreActivations);
    m_work.gatedTensor = Bytes(m_model.gatedMlp ? wide : 0);
    m_work.narrowInputs = Bytes(2 * stream + wide + permuted);
    const double valueDim = m_model.mla ? m_model.mla->valueDim : m_model.headDim;
    m_work.activationsSelective =
        m_job.flashAttention ? m_work.activations : Bytes(stored + m_tokens * heads * valueDim * m_element);
    m_work.activationsFull = Bytes(m_sharding.sequenceParallel ? stream : m_tokens * h * m_element);
    return m_work;
}

LayerWork LayerBuilder::head()
{
    const double h = m_model.hidden;
    const double vocabulary = m_model.vocab / m_tp;
    const double stream = m_sequenceTokens * h * m_element;
    elementwise(OperationName::finalNorm, 2 * stream, 3 * stream);
    auto &logits = gemm(OperationName::logits, m_tokens, vocabulary, h);
    logits.keepsPrecision = true;
    logits.odd = m_sharding.tp == 1 && m_model.vocab % 8 != 0;
    // Cross entropy in fp32: read the logits, write them as fp32, reduce, and write the gradient.
    elementwise(OperationName::loss, m_tokens * vocabulary * (m_element + 8), m_tokens * vocabulary * (4 + m_element),
                4);
    if (m_tp > 1) {
        const double bytes = m_tokens * h * m_element;
        if (m_sharding.sequenceParallel) {
            collective(CollectiveName::tpAllGather, LayerCollective::Kind::allGather, LayerCollective::Group::tp, bytes,
                       1, 1);
            collective(CollectiveName::tpReduceScatter, LayerCollective::Kind::reduceScatter,
                       LayerCollective::Group::tp, bytes, 0, 1);
        } else {
            collective(CollectiveName::tpAllReduce, LayerCollective::Kind::allReduce, LayerCollective::Group::tp, bytes,
                       0, 1);
        }
    }
    m_work.activations = m_work.activationsSelective = m_work.activationsFull = Bytes(2 * stream);
    m_work.output = Bytes(0);
    return m_work;
}

} // namespace

LayerWork layerWork(const Workload &workload, int layer, const Sharding &sharding, double samples)
{
    LayerBuilder builder(workload, sharding, samples);
    LayerWork work = layer <= 0                      ? builder.embedding()
                     : layer > workload.model.layers ? builder.head()
                                                     : builder.block(layer);
    const auto parameters = layerParameters(workload.model, layer);
    work.isBlock = layer >= 1 && layer <= workload.model.layers;
    work.hasExperts = workload.model.isMoeBlock(layer);
    work.parameters = parameters.dense / sharding.tp +
                      parameters.experts / (static_cast<double>(sharding.ep) * sharding.expertTensors());
    return work;
}

Flop modelFlopsPerStep(const Workload &workload)
{
    // Attention counts the causal half, whatever the kernel computes.
    Workload causal = workload;
    causal.job.flashAttention = true;
    double forward = 0;
    for (int layer = 0; layer < workload.model.planLayers(); ++layer) {
        // Blocks are alike but for the first dense ones of a mixture; asking each is cheap enough for a step's
        // numerator.
        for (const auto &operation : layerWork(causal, layer, {}, 1.0).operations)
            forward += operation.forward.value;
    }
    // Frozen weights have an input gradient, but no weight gradient.
    return Flop((workload.job.frozenBase ? 2 : 3) * forward * workload.job.globalBatch);
}

} // namespace heteroscope
