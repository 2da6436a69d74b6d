// SPDX-License-Identifier: GPL-3.0-or-later
#include "wording/step_text.h"

#include "base/numbers.h"

#include <fmt/format.h>

namespace heteroscope {

std::string_view memoryPartText(MemoryPart part)
{
    switch (part) {
    case MemoryPart::weights:
        return "weights";
    case MemoryPart::gradients:
        return "gradients";
    case MemoryPart::optimizerState:
        return "optimizer state";
    case MemoryPart::activations:
        return "activations";
    case MemoryPart::logits:
        return "logits";
    case MemoryPart::buffers:
        return "buffers";
    case MemoryPart::reserve:
        break;
    }
    return "reserve";
}

std::string overflowText(const MemoryOverflow &overflow)
{
    if (overflow.ofHost)
        return fmt::format("what is offloaded exceeds the memory of the host of {} by {}", overflow.device,
                           memoryText(overflow.over));
    const bool one = overflow.largest == MemoryPart::optimizerState || overflow.largest == MemoryPart::reserve;
    return fmt::format("{} {} memory by {} on {}", memoryPartText(overflow.largest), one ? "exceeds" : "exceed",
                       memoryText(overflow.over), overflow.device);
}

namespace {

/// What the stated uncertainty rests on.
std::string supportText(const Assumption &assumption)
{
    const auto error = percentText(assumption.share, 0);
    const auto rows = countText(static_cast<std::size_t>(assumption.rows));
    switch (assumption.kind) {
    case AssumptionKind::errorMeasured:
        return fmt::format("the error of \u00b1 {} is that of held-back steps of this kind: {} measured with {} on {}",
                           error, rows, assumption.stack, assumption.deviceClass);
    case AssumptionKind::errorOfSimilar:
        return fmt::format(
            "no step of this kind (sharding, nodes, experts) was measured with {} on {}: the error of \u00b1 "
            "{} is that of predictions from the {} others",
            assumption.stack, assumption.deviceClass, error, rows);
    case AssumptionKind::pairNeverMeasured:
        return fmt::format(
            "no step of {} on {} was ever measured, only each with others: the error of \u00b1 {} is that of "
            "such predictions",
            assumption.stack, assumption.deviceClass, error);
    case AssumptionKind::deviceNeverMeasured:
        return fmt::format("no step on devices of the class {} was ever measured: the error of \u00b1 {} is that of "
                           "predictions for classes left out",
                           assumption.deviceClass, error);
    case AssumptionKind::stackNeverMeasured:
        return fmt::format(
            "no step of {} was ever measured: the error of \u00b1 {} is that of predictions for software "
            "stacks left out",
            assumption.stack, error);
    case AssumptionKind::unlikeNeverMeasured:
        return fmt::format(
            "no step on unlike devices was ever measured: the error of \u00b1 {} is the largest of all kinds "
            "of predictions",
            error);
    default:
        break;
    }
    return fmt::format(
        "no step of {} and none on devices of the class {} was ever measured: the error of \u00b1 {} is that "
        "of predictions for both left out",
        assumption.stack, assumption.deviceClass, error);
}

} // namespace

std::string assumptionText(const Assumption &assumption)
{
    switch (assumption.kind) {
    case AssumptionKind::collectivesAtEndOfPass:
        return "the collectives of a pass are drawn together at its end";
    case AssumptionKind::sumsSharedOverOperations:
        return "the time of a pass is divided among its operations in proportion to their own times";
    case AssumptionKind::noSharedLinks:
        return "no transfers or collectives that run at one time share a link";
    case AssumptionKind::maxMinFairSharing:
        return "transfers and collectives that use a link at the same time share it max-min fairly; the hidden part of "
               "a collective does not compete for links";
    case AssumptionKind::gradientsInBuckets:
        return "gradients are reduced in buckets during the last backward pass; weights are gathered during the next "
               "step's first forward pass";
    case AssumptionKind::gradientsAfterBackward:
        return "gradients are synchronized after the last backward pass";
    case AssumptionKind::blockingSends:
        return "sends block: each waits for the matching receive, and the sender computes nothing until the data has "
               "arrived";
    case AssumptionKind::prefetchedReceives:
        return "receives are posted when the pass before them begins; sends run beside computation";
    case AssumptionKind::asynchronousSends:
        return "sends are asynchronous and receives posted in time: they run beside computation";
    case AssumptionKind::overlappingSteps:
        return "the optimizer of a stage does not wait for the global gradient norm: the step time is "
               "the period of steps that overlap";
    case AssumptionKind::waitForGradientNorm:
        return "the optimizer waits for the global gradient norm";
    case AssumptionKind::waitingPower:
        return fmt::format("a waiting device draws {} of its power limit (unsourced estimate)",
                           percentText(assumption.share, 0));
    case AssumptionKind::powerOfSite:
        return fmt::format(
            "hosts and switches draw {} all the time; the site draws {} times what its machines do (PUE)",
            powerText(assumption.watts), significantText(assumption.share));
    case AssumptionKind::linkRateCurves:
        return "transfers and collectives follow the links' rate curves; the gathers of ZeRO-3 run at the rates "
               "of the step's start";
    case AssumptionKind::deviceRateCurves:
        return "computation follows the devices' rate curves; the optimizer runs at the speed of the step's start";
    case AssumptionKind::fullGradientsWithZero2:
        return "ZeRO-2 keeps full gradients between micro-batches and reduces them once a step";
    case AssumptionKind::shardedGradientsWithZero2:
        return "ZeRO-2 holds a share of the gradients; their time is that of reducing them once a step";
    case AssumptionKind::balancedRouting:
        return "routing is balanced; gradients of experts are averaged over the devices that hold the same ones";
    case AssumptionKind::uncalibratedDevice:
        return assumption.deviceType + " is not calibrated: default efficiency curves";
    case AssumptionKind::unpricedDevice:
        return assumption.deviceType + " has no price: it costs 0 here";
    case AssumptionKind::replicasSimulatedOnce:
        return "identical pipelines are simulated once";
    case AssumptionKind::replicasShareLinks:
        return "pipelines whose transfers share links are simulated separately";
    case AssumptionKind::replicasAveragedPartly:
        return "only some of the identical pipelines average gradients together, so each is simulated separately";
    case AssumptionKind::releaseAsStack:
        return fmt::format("nothing is known of what release {} changes: as {} was measured", assumption.standIn,
                           assumption.stack);
    case AssumptionKind::unknownStack:
        return fmt::format("the software stack {} is not calibrated: the constants of {} are used, with an error of up "
                           "to {}",
                           assumption.stack, assumption.standIn, percentText(assumption.share, 0));
    case AssumptionKind::errorMeasured:
    case AssumptionKind::errorOfSimilar:
    case AssumptionKind::pairNeverMeasured:
    case AssumptionKind::deviceNeverMeasured:
    case AssumptionKind::stackNeverMeasured:
    case AssumptionKind::neitherMeasured:
    case AssumptionKind::unlikeNeverMeasured:
        return supportText(assumption);
    case AssumptionKind::steadyPartSummed:
        break;
    }
    return "micro-batches that repeat exactly are simulated once; rows show the total of their times";
}

std::vector<std::string> assumptionTexts(const StepResult &result)
{
    std::vector<std::string> texts;
    for (const auto &assumption : result.assumptions)
        texts.push_back(assumptionText(assumption));
    return texts;
}

std::string_view passText(LayerPass pass)
{
    switch (pass) {
    case LayerPass::inputGradient:
        return ", input gradient";
    case LayerPass::weightGradient:
        return ", weight gradient";
    case LayerPass::forward:
    case LayerPass::recompute:
        break;
    }
    return {};
}

std::string_view operationText(OperationName name)
{
    switch (name) {
    case OperationName::embedding:
        return "embedding";
    case OperationName::queryDown:
        return "query down";
    case OperationName::queryUp:
        return "query up";
    case OperationName::query:
        return "query";
    case OperationName::keyValueDown:
        return "key-value down";
    case OperationName::keyValueUp:
        return "key-value up";
    case OperationName::queryKeyValue:
        return "query-key-value";
    case OperationName::attentionOutput:
        return "attention output";
    case OperationName::fusedAttention:
        return "attention (fused)";
    case OperationName::attention:
        return "attention (scores and values)";
    case OperationName::softmax:
        return "softmax and dropout";
    case OperationName::attentionNorm:
        return "norm and residual (attention)";
    case OperationName::rotaryEmbedding:
        return "rotary embedding and layout";
    case OperationName::mixerInput:
        return "mixer input";
    case OperationName::convolution:
        return "short convolution";
    case OperationName::deltaRule:
        return "gated delta rule";
    case OperationName::stateScan:
        return "state-space scan";
    case OperationName::gatedNorm:
        return "gated norm";
    case OperationName::mixerOutput:
        return "mixer output";
    case OperationName::mlpNorm:
        return "norm and residual (MLP)";
    case OperationName::mlpUp:
        return "MLP up";
    case OperationName::activationFunction:
        return "activation function";
    case OperationName::mlpDown:
        return "MLP down";
    case OperationName::router:
        return "router";
    case OperationName::permute:
        return "permute and unpermute";
    case OperationName::expertsUp:
        return "experts up";
    case OperationName::expertActivation:
        return "expert activation";
    case OperationName::expertsDown:
        return "experts down";
    case OperationName::crossNorm:
        return "norm and residual (attention to encoder)";
    case OperationName::crossQuery:
        return "query to encoder";
    case OperationName::crossKeyValue:
        return "key-value of encoder";
    case OperationName::crossAttention:
        return "attention to encoder";
    case OperationName::crossOutput:
        return "output of attention to encoder";
    case OperationName::patchEmbedding:
        return "patch embedding";
    case OperationName::projector:
        return "projector";
    case OperationName::adapterDown:
        return "adapters down";
    case OperationName::adapterUp:
        return "adapters up";
    case OperationName::dequantize:
        return "dequantize weights";
    case OperationName::predictionNorms:
        return "norms of prediction module";
    case OperationName::predictionProjection:
        return "projection of prediction module";
    case OperationName::finalNorm:
        return "final norm";
    case OperationName::logits:
        return "logits";
    case OperationName::loss:
        break;
    }
    return "loss";
}

std::string operationText(const LayerOperation &operation)
{
    return std::string(operationText(operation.name)).append(passText(operation.pass));
}

std::string_view collectiveText(CollectiveName name)
{
    switch (name) {
    case CollectiveName::embedding:
        return "embedding";
    case CollectiveName::tpAllGather:
        return "TP all-gather";
    case CollectiveName::tpReduceScatter:
        return "TP reduce-scatter";
    case CollectiveName::tpAllReduce:
        return "TP all-reduce";
    case CollectiveName::expertAllToAll:
        return "expert all-to-all";
    case CollectiveName::ringAttention:
        return "ring attention";
    case CollectiveName::contextAllGather:
        return "all-gather of keys and values";
    case CollectiveName::contextAllToAll:
        return "all-to-all of heads";
    case CollectiveName::sequenceExchange:
        break;
    }
    return "exchange of sequences";
}

std::string operationText(const StepOperation &operation)
{
    if (const auto *collective = std::get_if<CollectiveName>(&operation))
        return std::string(collectiveText(*collective));
    return operationText(std::get<LayerOperation>(operation));
}

} // namespace heteroscope
