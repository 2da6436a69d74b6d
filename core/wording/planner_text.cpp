// SPDX-License-Identifier: GPL-3.0-or-later
#include "wording/planner_text.h"

#include "base/numbers.h"
#include "planner/space/space.h"
#include "wording/step_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace heteroscope {

namespace {

/// Causes named in the sentence about a slower plan.
constexpr std::size_t maxNamed = 3;

std::string_view causeText(TimeCause cause) { return timeCauseNames[static_cast<std::size_t>(cause)]; }

std::string_view breachText(BreachKind kind)
{
    switch (kind) {
    case BreachKind::unused:
        return "is not used";
    case BreachKind::elsewhere:
        return "works elsewhere";
    case BreachKind::notOfGroup:
        return "is not of the group";
    case BreachKind::mustStayOut:
        break;
    }
    return "works there";
}

std::string sizeText(const DegreeMistake &mistake)
{
    switch (mistake.size) {
    case DegreeMistake::Size::heads:
        return fmt::format("{} heads", mistake.value);
    case DegreeMistake::Size::mlpWidth:
        return fmt::format("the MLP's width {}", mistake.value);
    case DegreeMistake::Size::expertWidth:
        return fmt::format("an expert's width {}", mistake.value);
    case DegreeMistake::Size::mixerHeads:
        return fmt::format("{} heads of linear attention or state space", mistake.value);
    case DegreeMistake::Size::sequenceLength:
        break;
    }
    return fmt::format("the sequence length {}", mistake.value);
}

/// " does not have ZeRO-3".
std::string missingText(const MissingFeature &missing)
{
    switch (missing.lack) {
    case SoftwareLack::schedule:
        return fmt::format(" does not run {}", displayName(missing.schedule));
    case SoftwareLack::zeroStage:
        return fmt::format(" does not have ZeRO-{}", missing.zeroStage);
    case SoftwareLack::zeroWithStages:
        return fmt::format(" does not have ZeRO-{} with pipeline stages", missing.zeroStage);
    case SoftwareLack::tensorParallel:
        return " does not have tensor parallelism";
    case SoftwareLack::contextParallel:
        return " does not have context parallelism";
    case SoftwareLack::expertParallel:
        return " does not have expert parallelism";
    case SoftwareLack::shardGroups:
        return " does not shard states over groups of replicas (HSDP)";
    case SoftwareLack::sharedStages:
        return " does not share a stage between groups";
    case SoftwareLack::recomputeModules:
        return " does not recompute these parts of a block";
    case SoftwareLack::tpByStage:
        return " does not run stages with unlike TP";
    case SoftwareLack::recomputeByStage:
        return " does not recompute otherwise in each stage";
    case SoftwareLack::unlikePipelines:
        break;
    }
    return " does not run pipelines that differ";
}

struct ReasonWriter
{
    std::string operator()(std::monostate) const { return {}; }
    std::string operator()(PlainReason reason) const
    {
        switch (reason) {
        case PlainReason::searchStopped:
            return "the search was stopped before it";
        case PlainReason::overBudget:
            return "over the budget";
        case PlainReason::familyOverBudget:
            return "no plan of it is within the budget";
        case PlainReason::noCutFits:
            return "no cut of the layers fits every device";
        case PlainReason::noPlanOfTheRulesFits:
            return "no plan of its rules fits in memory";
        case PlainReason::planOfTheRulesTooLarge:
            break;
        }
        return "its plan does not fit in memory";
    }
    std::string operator()(const DegreeMistake &mistake) const
    {
        return fmt::format("TP {} does not divide {}", mistake.tp, sizeText(mistake));
    }
    std::string operator()(const LowerBound &bound) const
    {
        const auto amount = [&bound](double value) {
            return bound.objective == SearchObjective::energy ? energyText(value) : secondsText(Seconds(value));
        };
        // The search gives a family up at the time of the best plan; that much says nothing.
        if (bound.best && amount(bound.value) == amount(*bound.best))
            return fmt::format("not faster than the best plan, which takes {}", amount(*bound.best));
        return bound.best ? fmt::format("at least {}, the best plan takes {}", amount(bound.value), amount(*bound.best))
                          : fmt::format("at least {}; not searched to its end", amount(bound.value));
    }
    std::string operator()(const MemoryShortfall &shortfall) const
    {
        return fmt::format("{} exceed memory by {} on {}",
                           shortfall.part == MemoryShortfall::Part::activations ? "activations"
                                                                                : "weights and optimizer",
                           memoryText(shortfall.over), shortfall.device);
    }
    std::string operator()(const MappingBreach &breach) const { return heteroscope::breachText(breach); }
    std::string operator()(const MissingFeature &missing) const { return missing.software + missingText(missing); }
    std::string operator()(const Error &error) const { return toString(error); }
};

std::string shortfallText(const WhyNot &why)
{
    const auto *worst = why.worstOverflow();
    if (!worst)
        return why.result->overflows.empty() ? std::string() : overflowText(why.result->overflows.front());
    const auto largest = worst->largestPart();
    auto text =
        fmt::format("stage {} of pipeline {} exceeds memory by {}: it needs {} on {}, which has {}; largest part: "
                    "{} {}",
                    worst->stage, worst->pipeline, memoryText(worst->over()), memoryText(worst->peak), worst->device,
                    memoryText(worst->capacity), memoryPartText(largest), memoryText(worst->parts[largest]));
    if (why.overflows.size() > 1)
        text += fmt::format("; {} stages exceed memory", why.overflows.size());
    return text;
}

std::string budgetText(const WhyNot &why)
{
    const auto &step = *why.result;
    auto text = fmt::format("costs {} a step and draws {}", costText(step.cost),
                            powerText(step.energy / toSeconds(step.stepTime).value));
    if (why.maxCost)
        text += fmt::format("; at most {} are allowed", costText(*why.maxCost));
    if (why.maxPower)
        text += fmt::format("; at most {} are allowed", powerText(*why.maxPower));
    return text;
}

std::string timeText(const WhyNot &why)
{
    const auto time = secondsText(toSeconds(why.result->stepTime));
    if (!why.best)
        return "it fits, and there is no other plan";
    if (why.verdict == WhyNot::Verdict::asFast)
        return fmt::format("takes {}, as long as the best plan", time);
    auto text = fmt::format("takes {}, {} {} than the best plan's {}", time, percentText(std::abs(why.slower)),
                            why.slower > 0 ? "slower" : "faster", secondsText(*why.best));
    std::size_t named = 0;
    for (const auto &term : why.terms) {
        if (named == maxNamed || term.seconds == 0)
            break;
        text += fmt::format("{}{} {}", named++ == 0 ? ": " : ", ", causeText(term.cause),
                            signedSecondsText(Seconds(term.seconds)));
    }
    return text;
}

std::string minTimeText(const WhyNotFamily &why)
{
    auto text = fmt::format("at least {}", secondsText(Seconds(why.minTime)));
    if (!why.everyLayout)
        text += " in the layouts that were looked at";
    if (!why.terms.empty()) {
        const auto &largest = why.terms.front();
        text += fmt::format(", of that {} {}", secondsText(Seconds(largest.seconds)), causeText(largest.cause));
        if (!largest.where.empty())
            text += " on " + largest.where;
    }
    if (why.best)
        text += fmt::format("; the best plan takes {}", secondsText(*why.best));
    if (why.loss)
        text += fmt::format(" and pays {} less for {}", secondsText(Seconds(why.loss->seconds)),
                            causeText(why.loss->cause));
    // The list of rejected families has the bound of the search.
    const auto searched = secondsText(Seconds(why.searchBound));
    if (why.searchBound > 0 && searched != secondsText(Seconds(why.minTime)))
        text += why.searchBound < why.minTime
                    ? fmt::format("; the search left it at {}, this is a closer look", searched)
                    : fmt::format("; the search shows at least {}", searched);
    return text;
}

} // namespace

std::string_view progressText(ProgressTask task)
{
    switch (task) {
    case ProgressTask::boundingFamilies:
        return "bounding";
    case ProgressTask::exploringFamilies:
        return "exploring";
    case ProgressTask::narrowingGap:
        return "narrowing the gap";
    case ProgressTask::exploringFront:
        return "front: exploring";
    case ProgressTask::lookingBeyond:
        return "looking beyond";
    case ProgressTask::fitting:
        return "iterations";
    case ProgressTask::planningDesigns:
        return "clusters";
    case ProgressTask::validating:
        break;
    }
    return "rows";
}

std::string breachText(const MappingBreach &breach)
{
    return fmt::format("{} of group {}: {} {}", mappingRuleNames[static_cast<std::size_t>(breach.rule)], breach.group,
                       breach.device, breachText(breach.kind));
}

std::string_view lackText(SoftwareLack lack)
{
    switch (lack) {
    case SoftwareLack::schedule:
        return "the software does not run its schedule";
    case SoftwareLack::zeroStage:
        return "the software does not have its ZeRO stage";
    case SoftwareLack::zeroWithStages:
        return "the software does not have its ZeRO stage with pipeline stages";
    case SoftwareLack::tensorParallel:
        return "the software does not have tensor parallelism";
    case SoftwareLack::contextParallel:
        return "the software does not have context parallelism";
    case SoftwareLack::expertParallel:
        return "the software does not have expert parallelism";
    case SoftwareLack::shardGroups:
        return "the software does not shard states over groups of replicas (HSDP)";
    case SoftwareLack::sharedStages:
        return "the software does not share a stage between groups";
    case SoftwareLack::recomputeModules:
        return "the software does not recompute these parts of a block";
    case SoftwareLack::tpByStage:
        return "the software does not run stages with unlike TP";
    case SoftwareLack::recomputeByStage:
        return "the software does not recompute otherwise in each stage";
    case SoftwareLack::unlikePipelines:
        break;
    }
    return "the software does not run pipelines that differ";
}

std::string reasonText(const Reason &reason) { return std::visit(ReasonWriter(), reason); }

std::string reasonText(const Baseline &baseline)
{
    const auto *plain = std::get_if<PlainReason>(&baseline.reason);
    if (plain && *plain == PlainReason::planOfTheRulesTooLarge && baseline.result &&
        !baseline.result->overflows.empty())
        return overflowText(baseline.result->overflows.front());
    return reasonText(baseline.reason);
}

std::string whySlowerText(const WhySlower &why)
{
    if (!why.cause)
        return "as fast";
    if (why.devices == 1)
        return fmt::format("one device does all the work: {}", signedSecondsText(Seconds(why.seconds)));
    if (why.devices > 0)
        return fmt::format("{} devices do all the work: {}", why.devices, signedSecondsText(Seconds(why.seconds)));
    return fmt::format("{}: {}", causeText(*why.cause), signedSecondsText(Seconds(why.seconds)));
}

std::string nearestText(const NearestPlan &nearest)
{
    if (nearest.lacksMemory())
        return nearest.devices == 1 ? fmt::format("needs {}, this device has {}", memoryText(nearest.needed),
                                                  memoryText(nearest.available))
                                    : fmt::format("needs {}, these {} devices have {}", memoryText(nearest.needed),
                                                  nearest.devices, memoryText(nearest.available));
    const auto *fullest = nearest.result->fullestLane();
    return fmt::format("the fullest device needs {} and has {}", memoryText(fullest->memory.total()),
                       memoryText(fullest->memoryCapacity));
}

std::string whySlowerText(const std::optional<WhySlower> &why) { return why ? whySlowerText(*why) : std::string(); }

std::string_view noPlanText(NoPlan why)
{
    switch (why) {
    case NoPlan::noneFits:
        return "no plan of the space fits this cluster";
    case NoPlan::noneInBudget:
        return "no plan was found that fits this cluster and the budget";
    case NoPlan::notAllFollowed:
        return "no plan was found; not all families of the space could be followed to their end";
    case NoPlan::stopped:
        break;
    }
    return "the search was stopped before it found its first plan";
}

std::string reasonText(const UncutSchedule &uncut)
{
    const auto schedule = displayName(uncut.schedule);
    switch (uncut.obstacle) {
    case UncutSchedule::Obstacle::unlikeBlocks:
        return fmt::format("{}, for the model has blocks of several kinds", schedule);
    case UncutSchedule::Obstacle::manyBlocks:
        return fmt::format("{}, for the model has more than {} blocks", schedule, maxBlockGroups);
    case UncutSchedule::Obstacle::sharedTable:
        return fmt::format("{}, for embedding and head share a table", schedule);
    case UncutSchedule::Obstacle::unequalChunks:
        break;
    }
    return fmt::format("{}, for the number of blocks is odd", schedule);
}

std::string whyNotText(const WhyNot &why)
{
    switch (why.verdict) {
    case WhyNot::Verdict::cannotRun:
    case WhyNot::Verdict::breaksMapping:
        return reasonText(why.reason);
    case WhyNot::Verdict::outOfMemory:
        return shortfallText(why);
    case WhyNot::Verdict::overBudget:
        return budgetText(why);
    case WhyNot::Verdict::slower:
    case WhyNot::Verdict::asFast:
    case WhyNot::Verdict::faster:
        break;
    }
    return timeText(why);
}

std::string whyNotText(const WhyNotFamily &why)
{
    if (why.minTime > 0)
        return minTimeText(why);
    // Of an even cut; no cut fits. The search may have left the family before that, for its time.
    if (why.plan && why.why.verdict == WhyNot::Verdict::outOfMemory) {
        auto text = "no cut of the layers fits every device; cut evenly, " + whyNotText(why.why);
        if (why.searchBound > 0)
            text += fmt::format("; the search shows at least {}", secondsText(Seconds(why.searchBound)));
        return text;
    }
    return reasonText(why.reason);
}

} // namespace heteroscope
