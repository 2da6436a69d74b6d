// SPDX-License-Identifier: GPL-3.0-or-later
#include "workload/layer_builder.h"

#include <algorithm>

namespace heteroscope {

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
    m_work.gatedTensor += Bytes(m_model.gatedMlp ? wide : 0);
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

} // namespace heteroscope
