// SPDX-License-Identifier: GPL-3.0-or-later
#include "language/result_words.h"

#include "theme/numbers.h"

#include <QCoreApplication>

namespace heteroscope {

namespace {

struct ResultWords
{
    Q_DECLARE_TR_FUNCTIONS(ResultWords)
};

} // namespace

QString wordOf(MemoryPart part)
{
    switch (part) {
    case MemoryPart::weights:
        return ResultWords::tr("weights");
    case MemoryPart::gradients:
        return ResultWords::tr("gradients");
    case MemoryPart::optimizerState:
        return ResultWords::tr("optimizer state");
    case MemoryPart::activations:
        return ResultWords::tr("activations");
    case MemoryPart::logits:
        return ResultWords::tr("logits");
    case MemoryPart::buffers:
        return ResultWords::tr("buffers");
    case MemoryPart::reserve:
        break;
    }
    return ResultWords::tr("reserve");
}

QString sentenceOf(const MemoryOverflow &overflow)
{
    // A sentence for each part: whether it exceeds or exceed is a matter of the language.
    const auto say = [&overflow](const QString &sentence) {
        return sentence.arg(formatMemory(overflow.over), QString::fromStdString(overflow.device));
    };
    if (overflow.ofHost)
        return say(ResultWords::tr("what is offloaded exceeds memory by %1 in the host of %2"));
    switch (overflow.largest) {
    case MemoryPart::weights:
        return say(ResultWords::tr("weights exceed memory by %1 on %2"));
    case MemoryPart::gradients:
        return say(ResultWords::tr("gradients exceed memory by %1 on %2"));
    case MemoryPart::optimizerState:
        return say(ResultWords::tr("optimizer state exceeds memory by %1 on %2"));
    case MemoryPart::activations:
        return say(ResultWords::tr("activations exceed memory by %1 on %2"));
    case MemoryPart::logits:
        return say(ResultWords::tr("logits exceed memory by %1 on %2"));
    case MemoryPart::buffers:
        return say(ResultWords::tr("buffers exceed memory by %1 on %2"));
    case MemoryPart::reserve:
        break;
    }
    return say(ResultWords::tr("reserve exceeds memory by %1 on %2"));
}

QString peakSentence(const Lane &lane)
{
    const MemoryPart largest = lane.memory.largest();
    const Bytes total = lane.memory.total();
    const QString part = formatMemory(lane.memory[largest]), name = wordOf(largest);
    const QString text = lane.memoryCapacity.value > 0
                             ? ResultWords::tr("%1 %2 of %3 (%4 of %5)")
                                   .arg(name, part, formatMemory(total), formatPercent(total / lane.memoryCapacity, 0),
                                        formatMemory(lane.memoryCapacity))
                             : ResultWords::tr("%1 %2 of %3").arg(name, part, formatMemory(total));
    if (lane.peakInFlight <= 0)
        return text;
    const bool chunks = lane.activations.size() > 1;
    const QString count = formatCount(static_cast<std::size_t>(lane.peakInFlight));
    const QString flight = lane.peakInFlight == 1 ? chunks ? ResultWords::tr("1 chunk of a micro-batch in flight")
                                                           : ResultWords::tr("1 micro-batch in flight")
                           : chunks ? ResultWords::tr("%1 chunks of micro-batches in flight").arg(count)
                                                  : ResultWords::tr("%1 micro-batches in flight").arg(count);
    const QString at = formatTicks(lane.peakAt);
    return largest == MemoryPart::activations ? ResultWords::tr("%1: %2, max from %3 on").arg(text, flight, at)
                                              : ResultWords::tr("%1; %2 with %3 more, max from %4 on")
                                                    .arg(text, flight, formatMemory(lane.memory.activations), at);
}

namespace {

/// What the stated uncertainty rests on.
QString supportSentence(const Assumption &assumption)
{
    const QString stack = QString::fromStdString(assumption.stack);
    const QString devices = QString::fromStdString(assumption.deviceClass);
    const QString error = formatPercent(assumption.share, 0);
    const QString rows = formatCount(static_cast<std::size_t>(assumption.rows));
    switch (assumption.kind) {
    case AssumptionKind::errorMeasured:
        return ResultWords::tr("the error of ± %1 is that of held-back steps of this kind: %2 measured with %3 on %4")
            .arg(error, rows, stack, devices);
    case AssumptionKind::errorOfSimilar:
        return ResultWords::tr("no step of this kind (sharding, nodes, experts) was measured with %1 on %2: the error "
                               "of ± %3 is that of predictions from the %4 others")
            .arg(stack, devices, error, rows);
    case AssumptionKind::pairNeverMeasured:
        return ResultWords::tr("no step of %1 on %2 was ever measured, only each with others: the error of ± %3 is "
                               "that of such predictions")
            .arg(stack, devices, error);
    case AssumptionKind::deviceNeverMeasured:
        return ResultWords::tr("no step on devices of the class %1 was ever measured: the error of ± %2 is that of "
                               "predictions for classes left out")
            .arg(devices, error);
    case AssumptionKind::stackNeverMeasured:
        return ResultWords::tr("no step of %1 was ever measured: the error of ± %2 is that of predictions for software "
                               "stacks left out")
            .arg(stack, error);
    case AssumptionKind::unlikeNeverMeasured:
        return ResultWords::tr("no step on unlike devices was ever measured: the error of ± %1 is the largest of all "
                               "kinds of predictions")
            .arg(error);
    default:
        break;
    }
    return ResultWords::tr("no step of %1 and none on devices of the class %2 was ever measured: the error of ± %3 is "
                           "that of predictions for both left out")
        .arg(stack, devices, error);
}

} // namespace

QString sentenceOf(const Assumption &assumption)
{
    const QString device = QString::fromStdString(assumption.deviceType);
    switch (assumption.kind) {
    case AssumptionKind::collectivesAtEndOfPass:
        return ResultWords::tr("the collectives of a pass are drawn together at its end");
    case AssumptionKind::sumsSharedOverOperations:
        return ResultWords::tr("the time of a pass is divided among its operations in proportion to their own times");
    case AssumptionKind::noSharedLinks:
        return ResultWords::tr("no transfers or collectives that run at one time share a link");
    case AssumptionKind::maxMinFairSharing:
        return ResultWords::tr("transfers and collectives that use a link at the same time share it max-min fairly; "
                               "the hidden part of a collective does not compete for links");
    case AssumptionKind::gradientsInBuckets:
        return ResultWords::tr("gradients are reduced in buckets during the last backward pass; weights are gathered "
                               "during the next step's first forward pass");
    case AssumptionKind::gradientsAfterBackward:
        return ResultWords::tr("gradients are synchronized after the last backward pass");
    case AssumptionKind::blockingSends:
        return ResultWords::tr("sends block: each waits for the matching receive, and the sender computes nothing "
                               "until the data has arrived");
    case AssumptionKind::prefetchedReceives:
        return ResultWords::tr("receives are posted when the pass before them begins; sends run beside computation");
    case AssumptionKind::asynchronousSends:
        return ResultWords::tr("sends are asynchronous and receives posted in time: they run beside computation");
    case AssumptionKind::overlappingSteps:
        return ResultWords::tr("the optimizer of a stage does not wait for the global gradient norm: the step time is "
                               "the period of steps that overlap");
    case AssumptionKind::waitForGradientNorm:
        return ResultWords::tr("the optimizer waits for the global gradient norm");
    case AssumptionKind::waitingPower:
        return ResultWords::tr("a waiting device draws %1 of its power limit (unsourced estimate)")
            .arg(formatPercent(assumption.share, 0));
    case AssumptionKind::powerOfSite:
        return ResultWords::tr(
                   "hosts and switches draw %1 all the time; the site draws %2 times what its machines do (PUE)")
            .arg(formatPower(assumption.watts), formatSignificant(assumption.share));
    case AssumptionKind::linkRateCurves:
        return ResultWords::tr(
            "transfers and collectives follow the links' rate curves; the gathers of ZeRO-3 run at the rates "
            "of the step's start");
    case AssumptionKind::deviceRateCurves:
        return ResultWords::tr(
            "computation follows the devices' rate curves; the optimizer runs at the speed of the step's start");
    case AssumptionKind::fullGradientsWithZero2:
        return ResultWords::tr("ZeRO-2 keeps full gradients between micro-batches and reduces them once a step");
    case AssumptionKind::shardedGradientsWithZero2:
        return ResultWords::tr(
            "ZeRO-2 holds a share of the gradients; their time is that of reducing them once a step");
    case AssumptionKind::balancedRouting:
        return ResultWords::tr(
            "routing is balanced; gradients of experts are averaged over the devices that hold the same ones");
    case AssumptionKind::uncalibratedDevice:
        return ResultWords::tr("%1 is not calibrated: default efficiency curves").arg(device);
    case AssumptionKind::unpricedDevice:
        return ResultWords::tr("%1 has no price: it costs 0 here").arg(device);
    case AssumptionKind::replicasSimulatedOnce:
        return ResultWords::tr("identical pipelines are simulated once");
    case AssumptionKind::replicasShareLinks:
        return ResultWords::tr("pipelines whose transfers share links are simulated separately");
    case AssumptionKind::replicasAveragedPartly:
        return ResultWords::tr(
            "only some of the identical pipelines average gradients together, so each is simulated separately");
    case AssumptionKind::releaseAsStack:
        return ResultWords::tr("nothing is known of what release %1 changes: as %2 was measured")
            .arg(QString::fromStdString(assumption.standIn), QString::fromStdString(assumption.stack));
    case AssumptionKind::unknownStack:
        return ResultWords::tr(
                   "the software stack %1 is not calibrated: the constants of %2 are used, with an error of "
                   "up to %3")
            .arg(QString::fromStdString(assumption.stack), QString::fromStdString(assumption.standIn),
                 formatPercent(assumption.share, 0));
    case AssumptionKind::errorMeasured:
    case AssumptionKind::errorOfSimilar:
    case AssumptionKind::pairNeverMeasured:
    case AssumptionKind::deviceNeverMeasured:
    case AssumptionKind::stackNeverMeasured:
    case AssumptionKind::neitherMeasured:
    case AssumptionKind::unlikeNeverMeasured:
        return supportSentence(assumption);
    case AssumptionKind::steadyPartSummed:
        break;
    }
    return ResultWords::tr("micro-batches that repeat exactly are simulated once; rows show the total of their times");
}

QString wordOf(OperationName name)
{
    switch (name) {
    case OperationName::embedding:
        return ResultWords::tr("embedding");
    case OperationName::queryDown:
        return ResultWords::tr("query down");
    case OperationName::queryUp:
        return ResultWords::tr("query up");
    case OperationName::query:
        return ResultWords::tr("query");
    case OperationName::keyValueDown:
        return ResultWords::tr("key-value down");
    case OperationName::keyValueUp:
        return ResultWords::tr("key-value up");
    case OperationName::queryKeyValue:
        return ResultWords::tr("query-key-value");
    case OperationName::attentionOutput:
        return ResultWords::tr("attention output");
    case OperationName::fusedAttention:
        return ResultWords::tr("attention (fused)");
    case OperationName::attention:
        return ResultWords::tr("attention (scores and values)");
    case OperationName::softmax:
        return ResultWords::tr("softmax and dropout");
    case OperationName::attentionNorm:
        return ResultWords::tr("norm and residual (attention)");
    case OperationName::rotaryEmbedding:
        return ResultWords::tr("rotary embedding and layout");
    case OperationName::mixerInput:
        return ResultWords::tr("mixer input");
    case OperationName::convolution:
        return ResultWords::tr("short convolution");
    case OperationName::deltaRule:
        return ResultWords::tr("gated delta rule");
    case OperationName::stateScan:
        return ResultWords::tr("state-space scan");
    case OperationName::gatedNorm:
        return ResultWords::tr("gated norm");
    case OperationName::mixerOutput:
        return ResultWords::tr("mixer output");
    case OperationName::mlpNorm:
        return ResultWords::tr("norm and residual (MLP)");
    case OperationName::mlpUp:
        return ResultWords::tr("MLP up");
    case OperationName::activationFunction:
        return ResultWords::tr("activation function");
    case OperationName::mlpDown:
        return ResultWords::tr("MLP down");
    case OperationName::router:
        return ResultWords::tr("router");
    case OperationName::permute:
        return ResultWords::tr("permute and unpermute");
    case OperationName::expertsUp:
        return ResultWords::tr("experts up");
    case OperationName::expertActivation:
        return ResultWords::tr("expert activation");
    case OperationName::expertsDown:
        return ResultWords::tr("experts down");
    case OperationName::crossNorm:
        return ResultWords::tr("norm and residual (attention to encoder)");
    case OperationName::crossQuery:
        return ResultWords::tr("query to encoder");
    case OperationName::crossKeyValue:
        return ResultWords::tr("key-value of encoder");
    case OperationName::crossAttention:
        return ResultWords::tr("attention to encoder");
    case OperationName::crossOutput:
        return ResultWords::tr("output of attention to encoder");
    case OperationName::patchEmbedding:
        return ResultWords::tr("patch embedding");
    case OperationName::projector:
        return ResultWords::tr("projector");
    case OperationName::adapterDown:
        return ResultWords::tr("adapters down");
    case OperationName::adapterUp:
        return ResultWords::tr("adapters up");
    case OperationName::dequantize:
        return ResultWords::tr("dequantize weights");
    case OperationName::predictionNorms:
        return ResultWords::tr("norms of prediction module");
    case OperationName::predictionProjection:
        return ResultWords::tr("projection of prediction module");
    case OperationName::finalNorm:
        return ResultWords::tr("final norm");
    case OperationName::logits:
        return ResultWords::tr("logits");
    case OperationName::loss:
        break;
    }
    return ResultWords::tr("loss");
}

QString withPass(const QString &name, LayerPass pass)
{
    switch (pass) {
    case LayerPass::inputGradient:
        return ResultWords::tr("%1, input gradient").arg(name);
    case LayerPass::weightGradient:
        return ResultWords::tr("%1, weight gradient").arg(name);
    case LayerPass::forward:
    case LayerPass::recompute:
        break;
    }
    return name;
}

QString wordOf(const LayerOperation &operation) { return withPass(wordOf(operation.name), operation.pass); }

QString wordOf(CollectiveName name)
{
    switch (name) {
    case CollectiveName::embedding:
        return ResultWords::tr("embedding");
    case CollectiveName::tpAllGather:
        return ResultWords::tr("TP all-gather");
    case CollectiveName::tpReduceScatter:
        return ResultWords::tr("TP reduce-scatter");
    case CollectiveName::tpAllReduce:
        return ResultWords::tr("TP all-reduce");
    case CollectiveName::expertAllToAll:
        return ResultWords::tr("expert all-to-all");
    case CollectiveName::ringAttention:
        return ResultWords::tr("ring attention");
    case CollectiveName::contextAllGather:
        return ResultWords::tr("all-gather of keys and values");
    case CollectiveName::contextAllToAll:
        return ResultWords::tr("all-to-all of heads");
    case CollectiveName::sequenceExchange:
        break;
    }
    return ResultWords::tr("exchange of sequences");
}

QString wordOf(const StepOperation &operation)
{
    return std::visit([](const auto &each) { return wordOf(each); }, operation);
}

} // namespace heteroscope
