// SPDX-License-Identifier: GPL-3.0-or-later
#include "workload/layer_work.h"

#include <algorithm>
#include <cmath>

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

    void attention(bool windowed);
    void attentionProjections();
    void attentionCore(double window);
    void linearAttention();
    void stateSpace();
    void recurrence(OperationName name, double projected, double convolved, double value, double multiplications);
    void mlp(double width);
    void mixture();
    void feed(Feed feed);
    ModuleActivations &module(RecomputeModule name) { return m_work.modules[static_cast<std::size_t>(name)]; }
    double residual() const { return m_sequenceTokens * m_model.hidden * m_element; } // on this device
    /// The norm's input, the input of the products behind it and a dropout's mask on the residual stream.
    void keepHalf()
    {
        m_stored += 2 * residual() + (m_model.biases ? m_sequenceTokens * m_model.hidden : 0.0);
        m_work.narrowInputs += Bytes(residual());
        module(RecomputeModule::norms).activations += Bytes(residual());
        module(RecomputeModule::norms).narrowInputs += Bytes(residual());
    }
    void tensorParallelCollectives(int pairs);

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
    struct
    {
        CollectiveName name = CollectiveName::ringAttention;
        double bytes = 0;
        int backward = 0; // calls
    } m_exchanged;
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

void LayerBuilder::attentionCore(double window)
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
    core.m = m_samples * heads * s / window; // so that m n is the number of queries
    core.n = window;                         // keys: with context parallelism each device still walks all of them
    core.k = m_model.headDim;
    m_coreOutput = m_tokens * heads * valueDim * m_element;
    if (fused) {
        // Causal kernels skip half of the square, and what lies before the window; backward recomputes the scores: 2.5
        // times forward (arXiv 2307.08691).
        const double seen = window < s ? window / s * (1 - window / (2 * s)) : 0.5;
        core.forward = Flop(products * seen);
        core.inputGradient = Flop(2.5 * products * seen);
        m_coreActivations = m_coreOutput; // the scores are never kept
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
    m_coreActivations = scores * (2 * m_element + 1) + m_coreOutput;
}

void LayerBuilder::attention(bool windowed)
{
    const double s = m_job.sequenceLength;
    const double window = windowed ? std::min<double>(s, m_model.window) : s;
    const double heads = m_model.heads / m_tp;
    const double kvHeads = std::max(1.0, m_model.kvHeads / m_tp);
    attentionProjections();
    const double queries = m_tokens * heads * m_model.headDim * m_element;
    elementwise(OperationName::rotaryEmbedding, 3 * queries, 4.5 * queries, 2);
    attentionCore(window);
    if (m_sharding.cp > 1) {
        // A ring passes on the keys and values of all devices, but no further than the window reaches.
        const double kv = 2 * m_tokens * kvHeads * m_model.headDim * m_element;
        const double cp = m_sharding.cp;
        const double passed = std::min(cp - 1, std::ceil(window * cp / s));
        m_exchanged = {CollectiveName::ringAttention, passed < cp - 1 ? kv * passed * cp / (cp - 1) : kv * cp, 2};
    }
    double qkv = m_tokens * (heads + 2 * kvHeads) * m_model.headDim * m_element;
    if (m_model.mla) {
        // Keys are as wide as queries, and the latents are kept before and after their norms, where products read them.
        const auto &mla = *m_model.mla;
        const double latents = 2.0 * (mla.queryRank + mla.kvRank) + mla.ropeDim;
        const double up = m_tokens * heads * (2 * (mla.nopeDim + mla.ropeDim) + mla.valueDim) * m_element;
        qkv = up + m_sequenceTokens * latents * m_element;
        module(RecomputeModule::latentUp).activations = Bytes(up);
    }
    m_stored += qkv;
}

/// A layer with a state: `projected` numbers a token from one product, `convolved` of them through the short
/// convolution, then the core with its multiplications a token, which gives `value` numbers; all of the whole TP group.
void LayerBuilder::recurrence(OperationName name, double projected, double convolved, double value,
                              double multiplications)
{
    const double h = m_model.hidden;
    const double tokens = m_tokens * m_element / m_tp; // bytes of one number of each token on one device
    gemm(OperationName::mixerInput, m_tokens, projected / m_tp, h);
    elementwise(OperationName::convolution, 2 * convolved * tokens, 4 * convolved * tokens);
    const double io = (convolved + value) * tokens;
    Operation &core = add(name, Operation::Kind::unfusedAttention, io, 3 * io, 4);
    core.m = m_tokens;
    core.n = value / m_tp;
    core.k = multiplications / std::max(1.0, value);
    core.forward = Flop(2 * m_tokens * multiplications / m_tp);
    // Both gradients of each product, and the states once more, which are not kept.
    core.inputGradient = Flop(2.5 * core.forward.value);
    elementwise(OperationName::gatedNorm, 3 * value * tokens, 5 * value * tokens);
    gemm(OperationName::mixerOutput, m_tokens, h, value / m_tp);
    m_exchanged = {CollectiveName::sequenceExchange, (projected + value) * tokens, 1};
    // Before and after the convolution, and the core's result before its norm.
    m_stored += (projected + convolved + value) * tokens;
    m_coreActivations = m_coreOutput = value * tokens;
}

void LayerBuilder::linearAttention()
{
    const auto &linear = *m_model.linearAttention;
    const double keys = static_cast<double>(linear.keyHeads) * linear.keyDim;
    const double values = static_cast<double>(linear.valueHeads) * linear.valueDim;
    constexpr double chunk = 64;
    const double inChunk = chunk * (3.0 * linear.keyDim + 2.0 * linear.valueDim) / 2;
    const double states = 3.0 * linear.keyDim * linear.valueDim;
    recurrence(OperationName::deltaRule, 2 * keys + 2 * values + 2.0 * linear.valueHeads, 2 * keys + values, values,
               linear.valueHeads * (inChunk + states));
}

void LayerBuilder::stateSpace()
{
    const auto &ssm = *m_model.stateSpace;
    const double inner = static_cast<double>(ssm.heads) * ssm.headDim;
    const double states = 2.0 * ssm.groups * ssm.state;
    const double chunk = std::min(ssm.chunk, m_job.sequenceLength);
    const double inChunk = chunk / 2 * (static_cast<double>(ssm.groups) * ssm.state + inner);
    recurrence(OperationName::stateScan, 2 * inner + states + ssm.heads, inner + states, inner,
               inChunk + 2 * inner * ssm.state);
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

void LayerBuilder::feed(Feed feed)
{
    const bool experts = feed == Feed::experts;
    elementwise(OperationName::mlpNorm, 5.5 * residual(), 8 * residual(), 2);
    keepHalf();
    if (experts)
        mixture();
    else
        mlp(m_model.ffn);
    const double routed = experts ? m_model.moe->topK : 1.0;
    const double width = experts ? m_model.moe->expertFfn : m_model.ffn;
    const double shared = experts ? static_cast<double>(m_model.moe->sharedExperts) : 0.0;
    const double wide = m_tokens * (routed + shared) * width / m_tp * m_element;
    const double permuted =
        experts ? m_tokens * routed * m_sharding.expertTensors() / m_tp * m_model.hidden * m_element : 0.0;
    m_stored += wide * (m_model.gatedMlp ? 3 : 2) + permuted;
    m_work.gatedTensor = Bytes(m_model.gatedMlp ? wide : 0);
    m_work.narrowInputs += Bytes(wide + permuted);
    const auto whole = [this](double inner, double beside) {
        return ModuleActivations{Bytes(inner * (m_model.gatedMlp ? 3 : 2) + beside),
                                 Bytes(m_model.gatedMlp ? inner : 0), Bytes(inner + beside)};
    };
    const double ofRouted = experts ? wide * routed / (routed + shared) : 0.0;
    module(experts ? RecomputeModule::experts : RecomputeModule::mlp) = whole(wide, permuted);
    module(experts ? RecomputeModule::expertActivation : RecomputeModule::mlpActivation) = {
        Bytes(experts ? ofRouted : wide), Bytes(0), Bytes(experts ? ofRouted : wide)};
    if (experts && shared > 0)
        module(RecomputeModule::sharedExperts) = whole(wide - ofRouted, 0);
}

LayerWork LayerBuilder::block(int layer)
{
    const auto block = m_model.block(layer);
    if (block.mixer != Mixer::none) {
        elementwise(OperationName::attentionNorm, 5.5 * residual(), 8 * residual(), 2);
        keepHalf();
    }
    switch (block.mixer) {
    case Mixer::attention:
    case Mixer::window:
        attention(block.mixer == Mixer::window);
        break;
    case Mixer::linear:
        linearAttention();
        break;
    case Mixer::stateSpace:
        stateSpace();
        break;
    case Mixer::none:
        break;
    }
    if (block.feed != Feed::none)
        feed(block.feed);
    // With sequence parallelism routed tokens have collectives of their own; shared experts are a dense MLP.
    const bool routedOnly =
        block.feed == Feed::experts && m_sharding.sequenceParallel && m_model.moe->sharedExperts == 0;
    tensorParallelCollectives((block.mixer != Mixer::none ? 1 : 0) + (block.feed != Feed::none && !routedOnly ? 1 : 0));
    if (m_sharding.cp > 1 && block.mixer != Mixer::none)
        collective(m_exchanged.name, LayerCollective::Kind::ring, LayerCollective::Group::cp, m_exchanged.bytes, 1,
                   m_exchanged.backward);
    m_work.activations = Bytes(m_stored + m_coreActivations);
    m_work.activationsSelective = Bytes(m_stored + m_coreOutput);
    m_work.selectiveGatedTensor = m_work.gatedTensor;
    m_work.selectiveNarrowInputs = m_work.narrowInputs;
    module(RecomputeModule::coreAttention).activations = Bytes(m_coreActivations - m_coreOutput);
    m_work.activationsFull = Bytes(m_sharding.sequenceParallel ? residual() : m_tokens * m_model.hidden * m_element);
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
        for (const auto &operation : layerWork(causal, layer, {}, 1.0).operations)
            forward += operation.forward.value;
    }
    // Frozen weights have an input gradient, but no weight gradient.
    return Flop((workload.job.frozenBase ? 2 : 3) * forward * workload.job.globalBatch);
}

} // namespace heteroscope
