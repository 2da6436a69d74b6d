// SPDX-License-Identifier: GPL-3.0-or-later
#include "workload/layer_builder.h"

#include <algorithm>
#include <cmath>

namespace heteroscope {

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

double LayerBuilder::encoderTokens() const
{
    return m_model.encoder && m_model.encoder->tokens > 0 ? m_model.encoder->tokens : m_job.sequenceLength;
}

void LayerBuilder::attentionCore(OperationName name, double keys, double seen, double keysOfQuery)
{
    const double heads = m_model.heads / m_tp;
    const double s = m_job.sequenceLength;
    const double queries = s / m_sharding.cp;
    const double keyTokens = m_samples * keys / m_sharding.cp;
    const double keyDim = m_model.mla ? m_model.mla->nopeDim + m_model.mla->ropeDim : m_model.headDim;
    const double valueDim = m_model.mla ? m_model.mla->valueDim : m_model.headDim;
    const double products =
        2 * m_samples * heads * queries * keys * (keyDim + valueDim); // scores and values, all pairs
    const double io = (m_tokens + keyTokens) * heads * (keyDim + valueDim) * m_element;
    const bool fused = m_job.flashAttention;
    Operation &core = add(fused || name == OperationName::crossAttention ? name : OperationName::attention,
                          fused ? Operation::Kind::flashAttention : Operation::Kind::unfusedAttention, io, 3 * io);
    core.attentionCore = true;
    core.m = m_samples * heads * s / keysOfQuery; // so that m n is the number of queries
    core.n = keysOfQuery;                         // keys: with context parallelism each device still walks all of them
    core.k = m_model.headDim;
    const double output = m_tokens * heads * valueDim * m_element;
    m_coreOutput += output;
    if (fused) {
        // Fused kernels skip what a query does not see; backward recomputes the scores: 2.5 times forward (arXiv
        // 2307.08691).
        core.forward = Flop(products * seen);
        core.inputGradient = Flop(2.5 * products * seen);
        m_coreActivations += output; // the scores are never kept
        return;
    }
    // Batched products over all pairs, and scale, mask, softmax and dropout that stream the scores through memory.
    const double scores = m_samples * heads * queries * keys;
    core.forward = Flop(products);
    core.inputGradient = Flop(2 * products);
    core.kernels = 2;
    Operation &softmax = add(OperationName::softmax, Operation::Kind::softmax, 0, 0, 3);
    softmax.elements = scores;
    softmax.attentionCore = true;
    // Kept: softmax output, dropout mask (1 byte) and dropout output (arXiv 2205.05198, section 4.1).
    m_coreActivations += scores * (2 * m_element + 1) + output;
}

/// keyTokens: of a slice, on this device. passed: slices that keys and values are sent on to, at most all others.
void LayerBuilder::exchangeContext(double keyTokens, double passed)
{
    if (m_sharding.cp <= 1)
        return;
    const double heads = m_model.heads / m_tp;
    const double kvHeads = std::max(1.0, m_model.kvHeads / m_tp);
    const double cp = m_sharding.cp;
    const auto exchange = m_sharding.context.value_or(ContextExchange::ring);
    const auto send = [this](CollectiveName name, LayerCollective::Kind kind, double bytes, int forward) {
        m_exchanged.push_back({name, kind, LayerCollective::Group::cp, Bytes(bytes), forward, 2});
    };
    if (exchange == ContextExchange::ulysses) {
        const double keyDim = m_model.mla ? m_model.mla->nopeDim + m_model.mla->ropeDim : m_model.headDim;
        const double valueDim = m_model.mla ? m_model.mla->valueDim : m_model.headDim;
        const double all = m_tokens * heads * (keyDim + valueDim) + keyTokens * kvHeads * (keyDim + valueDim);
        return send(CollectiveName::contextAllToAll, LayerCollective::Kind::allToAll, all * m_element / 2, 2);
    }
    const double kv = 2 * keyTokens * kvHeads * m_model.headDim * m_element;
    if (exchange == ContextExchange::allGather)
        return send(CollectiveName::contextAllGather, LayerCollective::Kind::allGather, kv * cp, 1);
    send(CollectiveName::ringAttention, LayerCollective::Kind::ring,
         passed < cp - 1 ? kv * passed * cp / (cp - 1) : kv * cp, 1);
}

void LayerBuilder::attention(Mixer mixer)
{
    const double s = m_job.sequenceLength;
    const double window = mixer == Mixer::window ? std::min<double>(s, m_model.window) : s;
    const double heads = m_model.heads / m_tp;
    const double kvHeads = std::max(1.0, m_model.kvHeads / m_tp);
    attentionProjections();
    const double queries = m_tokens * heads * m_model.headDim * m_element;
    elementwise(OperationName::rotaryEmbedding, 3 * queries, 4.5 * queries, 2);
    const auto packed = packedAttention(m_job, window);
    if (mixer == Mixer::encoder)
        attentionCore(OperationName::fusedAttention, s, 1, s);
    else
        attentionCore(OperationName::fusedAttention, s, packed.share, packed.keys);
    // A ring passes on the keys and values of all devices, but no further than the window reaches.
    exchangeContext(m_tokens, std::min(m_sharding.cp - 1.0, std::ceil(window * m_sharding.cp / s)));
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

/// Keys and values of the encoder's output, which the decoder's blocks share and whose own memory is left out.
void LayerBuilder::crossAttention()
{
    const double h = m_model.hidden;
    const double heads = m_model.heads / m_tp;
    const double kvHeads = std::max(1.0, m_model.kvHeads / m_tp);
    const double keys = encoderTokens();
    const double keyTokens = m_samples * keys / m_sharding.cp;
    elementwise(OperationName::crossNorm, 5.5 * residual(), 8 * residual(), 2);
    keepHalf();
    gemm(OperationName::crossQuery, m_tokens, heads * m_model.headDim, h);
    gemm(OperationName::crossKeyValue, keyTokens, 2 * kvHeads * m_model.headDim, h);
    attentionCore(OperationName::crossAttention, keys, 1, keys);
    gemm(OperationName::crossOutput, m_tokens, h, heads * m_model.headDim);
    exchangeContext(keyTokens, m_sharding.cp - 1.0);
    m_stored += (m_tokens * heads + keyTokens * 2 * kvHeads) * m_model.headDim * m_element;
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
    if (m_sharding.cp > 1)
        m_exchanged.push_back({CollectiveName::sequenceExchange, LayerCollective::Kind::ring,
                               LayerCollective::Group::cp, Bytes((projected + value) * tokens), 1, 1});
    // Before and after the convolution, and the core's result before its norm.
    m_stored += (projected + convolved + value) * tokens;
    m_coreActivations += value * tokens;
    m_coreOutput += value * tokens;
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

void LayerBuilder::mixer(Mixer mixer)
{
    switch (mixer) {
    case Mixer::attention:
    case Mixer::window:
    case Mixer::encoder:
        return attention(mixer);
    case Mixer::cross:
        attention(Mixer::attention);
        return crossAttention();
    case Mixer::linear:
        return linearAttention();
    case Mixer::stateSpace:
        return stateSpace();
    case Mixer::vision: // is an encoder's block in the model of the tower (towerModel)
    case Mixer::none:
        break;
    }
}

} // namespace heteroscope
