// SPDX-License-Identifier: GPL-3.0-or-later
#include "language/event_words.h"

#include "language/step_words.h"

namespace heteroscope {
namespace {

QString beginning(const QString &lane, const LaneInterval &bar)
{
    const QString label = barLabel(bar);
    const QString microBatch = QString::number(bar.microBatch + 1);
    if (bar.activity == Activity::optimizer)
        return EventWords::tr("%1 updates its weights: the optimizer runs.").arg(lane);
    switch (bar.activity) {
    case Activity::forward:
        return EventWords::tr("%1 begins %2: micro-batch %3 goes forward through its layers.")
            .arg(lane, label, microBatch);
    case Activity::recompute:
        return EventWords::tr("%1 begins %2: it computes the activations of micro-batch %3 once more.")
            .arg(lane, label, microBatch);
    case Activity::inputGradient:
        return EventWords::tr("%1 begins %2: the gradient that the stage before waits for.").arg(lane, label);
    case Activity::weightGradient:
        return EventWords::tr("%1 begins %2: the gradient of its own weights, for which no other stage waits.")
            .arg(lane, label);
    default:
        return EventWords::tr("%1 begins %2: the gradients of micro-batch %3 go back through its layers.")
            .arg(lane, label, microBatch);
    }
}

QString waitForGroup(const QString &lane, Activity activity)
{
    switch (activity) {
    case Activity::exposedTp:
        return EventWords::tr("%1 waits until its TP group has exchanged its parts.").arg(lane);
    case Activity::exposedCp:
        return EventWords::tr("%1 waits for the parts of the sequence that its CP group holds.").arg(lane);
    case Activity::exposedEp:
        return EventWords::tr("%1 waits until tokens have reached their experts.").arg(lane);
    default:
        return EventWords::tr("%1 waits until the replicas have exchanged gradients or weights.").arg(lane);
    }
}

} // namespace

QString sentenceOf(const StepResult &result, const StepEvent &event)
{
    const LaneInterval *bar = intervalOf(result, event.bar);
    if (!bar)
        return {};
    const Lane &own = result.lanes[static_cast<std::size_t>(event.bar.lane)];
    const QString lane = laneName(own);
    const LaneInterval *awaited = event.awaited ? intervalOf(result, *event.awaited) : nullptr;
    const QString peer = awaited ? laneName(result.lanes[static_cast<std::size_t>(event.awaited->lane)]) : QString();
    switch (event.kind) {
    case StepEventKind::begins:
        return beginning(lane, *bar);
    case StepEventKind::waitsForWork:
        return awaited ? EventWords::tr("%1 waits: %2 of %3 is not there yet.").arg(lane, barLabel(*awaited), peer)
                       : EventWords::tr("%1 waits for the work of other devices.").arg(lane);
    case StepEventKind::waitsForTransfer:
        return awaited ? EventWords::tr("%1 waits: %2 of %3 is finished and on its way.")
                             .arg(lane, barLabel(*awaited), peer)
                       : EventWords::tr("%1 waits for a transfer.").arg(lane);
    case StepEventKind::waitsForSender:
        return EventWords::tr("%1 waits: %2 of %3 is finished, but not sent yet.").arg(lane, barLabel(*awaited), peer);
    case StepEventKind::waitsToSend:
        return EventWords::tr("%1 waits: the receiver does not take yet what it sends.").arg(lane);
    case StepEventKind::waitsForGroup:
        return waitForGroup(lane, bar->activity);
    case StepEventKind::waitsForHost:
        return EventWords::tr("%1 waits for its host to launch the next work.").arg(lane);
    case StepEventKind::repeats:
        return EventWords::tr("%1 repeats the same pattern for %2 more micro-batches.")
            .arg(lane, QString::number(own.summed.microBatches));
    case StepEventKind::isFinished:
        break;
    }
    return EventWords::tr("%1 has done its part and waits for the end of the step.").arg(lane);
}

} // namespace heteroscope
