// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/hidden_communication.h"

#include <algorithm>
#include <array>

namespace heteroscope {

namespace {

/// The rings of a pass travel beside its attention.
void hideRings(std::vector<CollectivePrice> &prices, const LayerTerms &terms, int cp, bool backward)
{
    const auto isRing = [&terms](const CollectivePrice &price) {
        return terms.work.collectives[price.collective].name == CollectiveName::ringAttention;
    };
    Seconds ring; // at the scale of the terms
    for (const auto &price : prices) {
        if (isRing(price))
            ring += price.seconds() / price.scale;
    }
    if (!(ring > Seconds(0)))
        return;
    Seconds attention;
    for (std::size_t i = 0; i < terms.operations.size(); ++i) {
        const auto name = terms.work.operations[i].name;
        if (name == OperationName::fusedAttention || name == OperationName::attention ||
            name == OperationName::softmax || name == OperationName::crossAttention)
            attention += backward ? terms.operations[i].inputGradient.seconds() : terms.operations[i].forward.seconds();
    }
    const double exposed = exposedRing(attention, ring, cp) / ring;
    for (auto &price : prices) {
        if (isRing(price))
            price.exposed = exposed;
    }
}

/// What of a layer's pass computes beside the experts' all-to-all, on the device alone.
Seconds besideExchange(const LayerTerms &terms, ExpertOverlap overlap, bool backward)
{
    Seconds computing;
    for (std::size_t i = 0; i < terms.operations.size(); ++i) {
        const auto name = terms.work.operations[i].name;
        // In a block with experts an MLP is that of the shared ones.
        const bool isShared =
            name == OperationName::mlpUp || name == OperationName::mlpDown || name == OperationName::activationFunction;
        if (overlap == ExpertOverlap::sharedExperts && !isShared)
            continue;
        const auto &each = terms.operations[i];
        computing += backward ? each.inputGradient.seconds() + each.weightGradient.seconds() : each.forward.seconds();
    }
    return computing;
}

Seconds exchangeTime(const std::vector<CollectivePrice> &prices, const LayerWork &work)
{
    Seconds time; // at the scale of the terms
    for (const auto &price : prices) {
        if (work.collectives[price.collective].group == LayerCollective::Group::ep)
            time += price.seconds() / price.scale;
    }
    return time;
}

/// The experts' all-to-all beside what the software computes meanwhile: in each pass the shared experts, or the passes
/// of two micro-batches beside each other, so that what both exchange is beside what both compute.
void hideExchanges(LayerPrice &price, ExpertOverlap overlap, double contention)
{
    if (overlap == ExpertOverlap::none)
        return;
    const auto &terms = price.terms;
    const std::array passes = {&price.forward, &price.backward};
    std::array<Seconds, 2> exchange, computing;
    for (std::size_t pass = 0; pass < 2; ++pass) {
        exchange[pass] = exchangeTime(*passes[pass], terms.work);
        computing[pass] = besideExchange(terms, overlap, pass == 1);
    }
    if (overlap == ExpertOverlap::passes) {
        exchange[0] = exchange[1] = exchange[0] + exchange[1];
        computing[0] = computing[1] = computing[0] + computing[1];
    }
    for (std::size_t pass = 0; pass < 2; ++pass) {
        if (!(exchange[pass] > Seconds(0)))
            continue;
        const double exposed = exposedBeside(computing[pass], exchange[pass], contention) / exchange[pass];
        for (auto &each : *passes[pass]) {
            if (terms.work.collectives[each.collective].group == LayerCollective::Group::ep)
                each.exposed = exposed;
        }
    }
}

/// The host issues a pass's collectives among its kernels: while the device waits for the host anyway, they cost
/// nothing.
void hideBesideHost(std::vector<CollectivePrice> &prices, const LayerTerms &terms, Seconds device, bool backward)
{
    Seconds communication; // at the scale of the terms
    for (const auto &price : prices)
        communication += price.seconds() / price.scale;
    if (!(communication > Seconds(0)))
        return;
    const Seconds exposed = terms.besideHost(device + communication, backward) - terms.besideHost(device, backward);
    for (auto &price : prices)
        price.besideHost = exposed / communication;
}

} // namespace

Seconds exposedRing(Seconds attention, Seconds communication, int cp)
{
    return std::max(communication - attention * ((cp - 1.0) / std::max(1, cp)), Seconds(0));
}

Seconds exposedBeside(Seconds computation, Seconds communication, double contention)
{
    const Seconds both = std::min(computation, communication);
    return std::max(communication - computation, Seconds(0)) + both * contention;
}

void hideCommunication(LayerPrice &price, const TrainingJob &job, const ComputeContext &context, int cp)
{
    hideRings(price.forward, price.terms, cp, false);
    hideRings(price.backward, price.terms, cp, true);
    hideExchanges(price, job.expertOverlap.value_or(context.stack->expertOverlap), context.stack->exchangeContention);
    const auto device = price.terms.deviceTimes();
    hideBesideHost(price.forward, price.terms, device.forward, false);
    hideBesideHost(price.backward, price.terms, device.inputGradient + device.weightGradient, true);
}

} // namespace heteroscope
