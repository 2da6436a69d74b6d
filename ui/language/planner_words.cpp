// SPDX-License-Identifier: GPL-3.0-or-later
#include "language/planner_words.h"

#include "language/plan_words.h"
#include "language/result_words.h"
#include "language/sentences.h"
#include "planner/space/space.h"
#include "theme/numbers.h"
#include "theme/predicted.h"
#include "theme/text.h"
#include "theme/theme.h"

#include <QCoreApplication>

#include <cmath>

namespace heteroscope {

namespace {

struct PlannerWords
{
    Q_DECLARE_TR_FUNCTIONS(PlannerWords)
};

/// Causes named in the sentence about a slower plan.
constexpr std::size_t maxNamed = 3;

QString amountOf(double value, SearchObjective objective)
{
    return objective == SearchObjective::energy ? formatEnergy(value) : formatSeconds(Seconds(value));
}

QString sentenceOf(PlainReason reason)
{
    switch (reason) {
    case PlainReason::searchStopped:
        return PlannerWords::tr("the search was stopped before it");
    case PlainReason::overBudget:
        return PlannerWords::tr("over the budget");
    case PlainReason::familyOverBudget:
        return PlannerWords::tr("no plan of it is within the budget");
    case PlainReason::noCutFits:
        return PlannerWords::tr("no cut of the layers fits every device");
    case PlainReason::noPlanOfTheRulesFits:
        return PlannerWords::tr("no plan of its rules fits in memory");
    case PlainReason::planOfTheRulesTooLarge:
        break;
    }
    return PlannerWords::tr("its plan does not fit in memory");
}

QString sentenceOf(const DegreeMistake &mistake)
{
    const auto say = [&mistake](const QString &sentence) { return sentence.arg(mistake.tp).arg(mistake.value); };
    switch (mistake.size) {
    case DegreeMistake::Size::heads:
        return say(PlannerWords::tr("TP %1 does not divide %2 heads"));
    case DegreeMistake::Size::mlpWidth:
        return say(PlannerWords::tr("TP %1 does not divide the MLP's width %2"));
    case DegreeMistake::Size::expertWidth:
        return say(PlannerWords::tr("TP %1 does not divide an expert's width %2"));
    case DegreeMistake::Size::mixerHeads:
        return say(PlannerWords::tr("TP %1 does not divide %2 heads of linear attention or state space"));
    case DegreeMistake::Size::sequenceLength:
        break;
    }
    return say(PlannerWords::tr("TP %1 does not divide the sequence length %2"));
}

QString sentenceOf(const LowerBound &bound)
{
    const QString least = amountOf(bound.value, bound.objective);
    // The search gives a family up at the time of the best plan; that much says nothing.
    if (bound.best && least == amountOf(*bound.best, bound.objective))
        return PlannerWords::tr("not faster than the best plan, which takes %1").arg(least);
    return bound.best ? PlannerWords::tr("at least %1, the best plan takes %2")
                            .arg(least, amountOf(*bound.best, bound.objective))
                      : PlannerWords::tr("at least %1; not searched to its end").arg(least);
}

QString sentenceOf(const MemoryShortfall &shortfall)
{
    const QString over = formatMemory(shortfall.over), device = text(shortfall.device);
    switch (shortfall.part) {
    case MemoryShortfall::Part::activations:
        return PlannerWords::tr("activations exceed memory by %1 on %2").arg(over, device);
    case MemoryShortfall::Part::states:
        break;
    }
    return PlannerWords::tr("weights and optimizer exceed memory by %1 on %2").arg(over, device);
}

QString memorySentence(const WhyNot &why)
{
    const StageOverflow *worst = why.worstOverflow();
    if (!worst)
        return why.result->overflows.empty() ? wordOf(Rejection::outOfMemory)
                                             : sentenceOf(why.result->overflows.front());
    const MemoryPart largest = worst->largestPart();
    const QString sentence =
        PlannerWords::tr(
            "stage %1 of pipeline %2 exceeds memory by %3: it needs %4 on %5, which has %6; largest part: %7 %8")
            .arg(stageLetter(worst->stage), QString::number(worst->pipeline + 1), formatMemory(worst->over()),
                 formatMemory(worst->peak), text(worst->device), formatMemory(worst->capacity), wordOf(largest),
                 formatMemory(worst->parts[largest]));
    return why.overflows.size() > 1
               ? PlannerWords::tr("%1; %2 stages exceed memory").arg(sentence, QString::number(why.overflows.size()))
               : sentence;
}

QString budgetSentence(const WhyNot &why)
{
    const StepResult &step = *why.result;
    QStringList parts{PlannerWords::tr("costs %1 per step and draws %2")
                          .arg(formatCost(step.cost), formatPower(step.energy / toSeconds(step.stepTime).value))};
    if (why.maxCost)
        parts << PlannerWords::tr("at most %1 are allowed").arg(formatCost(*why.maxCost));
    if (why.maxPower)
        parts << PlannerWords::tr("at most %1 are allowed").arg(formatPower(*why.maxPower));
    return parts.join(QStringLiteral("; "));
}

QString timeSentence(const WhyNot &why)
{
    if (!why.best)
        return PlannerWords::tr("it fits, and there is no other plan");
    const QString time = formatPredicted(why.result->stepTime, why.result->uncertainty);
    if (why.verdict == WhyNot::Verdict::asFast)
        return PlannerWords::tr("takes %1, as long as the best plan").arg(time);
    const QString sentence = (why.slower > 0 ? PlannerWords::tr("takes %1, %2 slower than the best plan's %3")
                                             : PlannerWords::tr("takes %1, %2 faster than the best plan's %3"))
                                 .arg(time, formatPercent(std::abs(why.slower)), formatSeconds(*why.best));
    QStringList causes;
    for (const StepTerm &term : why.terms) {
        if (static_cast<std::size_t>(causes.size()) == maxNamed || term.seconds == 0)
            break;
        causes << QStringLiteral("%1 %2").arg(wordOf(term.cause), formatSignedSeconds(Seconds(term.seconds)));
    }
    return causes.isEmpty() ? sentence : QStringLiteral("%1: %2").arg(sentence, causes.join(QStringLiteral(", ")));
}

QString minTimeSentence(const WhyNotFamily &why)
{
    const QString least = formatSeconds(Seconds(why.minTime));
    QString sentence = why.everyLayout ? PlannerWords::tr("at least %1").arg(least)
                                       : PlannerWords::tr("at least %1 in the layouts examined").arg(least);
    if (!why.terms.empty()) {
        const BoundTerm &largest = why.terms.front();
        const QString time = formatSeconds(Seconds(largest.seconds)), cause = wordOf(largest.cause);
        sentence = largest.where.empty()
                       ? PlannerWords::tr("%1, of that %2 %3").arg(sentence, time, cause)
                       : PlannerWords::tr("%1, of that %2 %3 on %4").arg(sentence, time, cause, text(largest.where));
    }
    if (why.best)
        sentence = PlannerWords::tr("%1; the best plan takes %2").arg(sentence, formatSeconds(*why.best));
    if (why.loss)
        sentence = PlannerWords::tr("%1 and pays %2 less for %3")
                       .arg(sentence, formatSeconds(Seconds(why.loss->seconds)), wordOf(why.loss->cause));
    return sentence;
}

/// What a closer look at the family finds.
QString closerLook(const WhyNotFamily &why)
{
    if (why.minTime > 0)
        return minTimeSentence(why);
    // Of an even cut; no cut fits.
    return why.plan && why.why.verdict == WhyNot::Verdict::outOfMemory
               ? PlannerWords::tr("no cut of the layers fits every device; cut evenly, %1").arg(sentenceOf(why.why))
               : sentenceOf(why.reason);
}

} // namespace

QString wordOf(TimeCause cause)
{
    switch (cause) {
    case TimeCause::computation:
        return PlannerWords::tr("computation");
    case TimeCause::recompute:
        return PlannerWords::tr("recompute");
    case TimeCause::tensorCommunication:
        return PlannerWords::tr("TP communication");
    case TimeCause::sendWaits:
        return PlannerWords::tr("waits for sends");
    case TimeCause::gradientSynchronization:
        return PlannerWords::tr("gradient synchronization");
    case TimeCause::contextCommunication:
        return PlannerWords::tr("ring of context parallelism");
    case TimeCause::expertCommunication:
        return PlannerWords::tr("all-to-all of experts");
    case TimeCause::bubble:
        return PlannerWords::tr("bubble");
    case TimeCause::stragglers:
        return PlannerWords::tr("stragglers");
    case TimeCause::optimizer:
        return PlannerWords::tr("optimizer");
    case TimeCause::hostOverhead:
        return PlannerWords::tr("host overhead");
    case TimeCause::idle:
        return PlannerWords::tr("idle");
    case TimeCause::parameterGathers:
        return PlannerWords::tr("gathers of ZeRO-3");
    case TimeCause::pipelineFill:
        break;
    }
    return PlannerWords::tr("pipeline fill and drain");
}

QString wordOf(Rejection rejection)
{
    switch (rejection) {
    case Rejection::bounded:
        return PlannerWords::tr("bounded");
    case Rejection::cannotRun:
        return PlannerWords::tr("cannot run");
    case Rejection::mapping:
        return PlannerWords::tr("mapping");
    case Rejection::notReached:
        return PlannerWords::tr("not reached");
    case Rejection::notValid:
        return PlannerWords::tr("not valid");
    case Rejection::outOfMemory:
        break;
    }
    return PlannerWords::tr("out of memory");
}

QString wordOf(ProgressTask task)
{
    switch (task) {
    case ProgressTask::boundingFamilies:
        return PlannerWords::tr("bounding");
    case ProgressTask::exploringFamilies:
    case ProgressTask::exploringFront:
        return PlannerWords::tr("exploring");
    case ProgressTask::narrowingGap:
        return PlannerWords::tr("narrowing the gap");
    case ProgressTask::lookingBeyond:
        return PlannerWords::tr("trying plans outside the space");
    case ProgressTask::fitting:
        return PlannerWords::tr("iterations");
    case ProgressTask::planningDesigns:
        return PlannerWords::tr("clusters");
    case ProgressTask::validating:
        break;
    }
    return PlannerWords::tr("rows");
}

QString wordOf(BaselineKind baseline)
{
    switch (baseline) {
    case BaselineKind::bestUniform:
        return PlannerWords::tr("best uniform plan");
    case BaselineKind::uniform:
        return PlannerWords::tr("uniform (Megatron-LM)");
    case BaselineKind::proportional:
        return PlannerWords::tr("proportional (Whale)");
    case BaselineKind::metis:
        return PlannerWords::tr("Metis-like greedy");
    case BaselineKind::sailor:
        break;
    }
    return PlannerWords::tr("Sailor-like greedy");
}

QString wordOf(const PlanChange &change)
{
    switch (change.kind) {
    case VariationKind::schedule:
        return wordOf(change.schedule);
    case VariationKind::zero:
        return QStringLiteral("ZeRO-%1").arg(change.degree);
    case VariationKind::contextParallel:
        return QStringLiteral("CP %1").arg(change.degree);
    case VariationKind::expertParallel:
        return QStringLiteral("EP %1").arg(change.degree);
    case VariationKind::samplesBySpeed:
        return PlannerWords::tr("samples by speed");
    case VariationKind::tensorByStage:
        return PlannerWords::tr("TP by stage");
    case VariationKind::tensorOverNodes:
        return PlannerWords::tr("TP over nodes");
    case VariationKind::unlikePipelines:
        break;
    }
    return PlannerWords::tr("unlike pipelines");
}

QString wordOf(const std::vector<PlanChange> &changes)
{
    QStringList words;
    for (const PlanChange &change : changes)
        words << wordOf(change);
    return words.join(QStringLiteral(" + "));
}

QString wordOf(PlanDifference difference, const PlanName &name)
{
    switch (difference) {
    case PlanDifference::schedule:
        return scheduleChip(name);
    case PlanDifference::stages:
        return QStringLiteral("PP%1").arg(QString::fromStdString(toString(name.stages)));
    case PlanDifference::microBatch:
        return QStringLiteral("m%1").arg(QString::fromStdString(toString(name.microBatches)));
    case PlanDifference::recompute:
        return name.recompute == Recompute::none ? PlannerWords::tr("no recompute") : recomputeChip(name);
    case PlanDifference::zeroStage:
        return name.zeroStage > 0 ? zeroChip(name.zeroStage, name.shardGroup) : QStringLiteral("ZeRO-0");
    case PlanDifference::placement:
        break;
    }
    return PlannerWords::tr("other stages");
}

QString sentenceOf(const MappingBreach &breach)
{
    const QString device = text(breach.device), group = text(breach.group);
    switch (breach.kind) {
    case BreachKind::unused:
        return PlannerWords::tr("%1 of group %2 must be used, but is not").arg(device, group);
    case BreachKind::elsewhere:
        return PlannerWords::tr("%1 of group %2 is used outside the places of its group").arg(device, group);
    case BreachKind::notOfGroup:
        return PlannerWords::tr("%1 is used in a place of group %2, but does not belong to it").arg(device, group);
    case BreachKind::mustStayOut:
        break;
    }
    return PlannerWords::tr("%1 of group %2 is used where its group is forbidden").arg(device, group);
}

QString sentenceOf(const Reason &reason)
{
    return std::visit(
        [](const auto &one) {
            if constexpr (std::is_same_v<std::decay_t<decltype(one)>, std::monostate>)
                return QString();
            else
                return sentenceOf(one);
        },
        reason);
}

QString sentenceOf(const Baseline &baseline)
{
    const auto *plain = std::get_if<PlainReason>(&baseline.reason);
    if (plain && *plain == PlainReason::planOfTheRulesTooLarge && baseline.result &&
        !baseline.result->overflows.empty())
        return sentenceOf(baseline.result->overflows.front());
    return sentenceOf(baseline.reason);
}

QString sentenceOf(const WhySlower &why)
{
    if (!why.cause)
        return PlannerWords::tr("as fast");
    const QString time = formatSignedSeconds(Seconds(why.seconds));
    if (why.devices == 1)
        return PlannerWords::tr("one device does all the work: %1").arg(time);
    if (why.devices > 0)
        return PlannerWords::tr("%1 devices do all the work: %2").arg(formatCount(why.devices), time);
    return QStringLiteral("%1: %2").arg(wordOf(*why.cause), time);
}

QString sentenceOf(const WhyNot &why)
{
    switch (why.verdict) {
    case WhyNot::Verdict::cannotRun:
    case WhyNot::Verdict::breaksMapping:
        return sentenceOf(why.reason);
    case WhyNot::Verdict::outOfMemory:
        return memorySentence(why);
    case WhyNot::Verdict::overBudget:
        return budgetSentence(why);
    case WhyNot::Verdict::slower:
    case WhyNot::Verdict::asFast:
    case WhyNot::Verdict::faster:
        break;
    }
    return timeSentence(why);
}

QString sentenceOf(const NearestPlan &nearest)
{
    if (nearest.lacksMemory() && nearest.devices == 1)
        return PlannerWords::tr("needs %1, this device has %2")
            .arg(formatMemory(nearest.needed), formatMemory(nearest.available));
    if (nearest.lacksMemory())
        return PlannerWords::tr("needs %1, these %2 devices have %3")
            .arg(formatMemory(nearest.needed), formatCount(nearest.devices), formatMemory(nearest.available));
    const Lane *fullest = nearest.result->fullestLane();
    return PlannerWords::tr("the fullest device needs %1 and has %2")
        .arg(formatMemory(fullest->memory.total()), formatMemory(fullest->memoryCapacity));
}

QString sentenceOf(const WhyNotFamily &why, const QString &said)
{
    const QString closer = closerLook(why), known = formatSeconds(Seconds(why.minTime));
    const bool isSame =
        closer == said || (why.minTime > 0 && said.startsWith(PlannerWords::tr("at least %1").arg(known)));
    if (said.isEmpty() || closer.isEmpty() || isSame)
        return closer.isEmpty() ? said : closer;
    // The causes that can be told apart may be less than what the search has shown.
    return why.minTime > 0 && why.minTime < why.searchBound
               ? PlannerWords::tr("%1. What is known of its causes adds up to %2").arg(said, known)
               : PlannerWords::tr("%1. A closer look: %2").arg(said, closer);
}

} // namespace heteroscope
