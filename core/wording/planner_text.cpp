// SPDX-License-Identifier: GPL-3.0-or-later
#include "wording/planner_text.h"

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
    case DegreeMistake::Size::sequenceLength:
        break;
    }
    return fmt::format("the sequence length {}", mistake.value);
}

std::string memoryText(Bytes bytes)
{
    return bytes.value >= 1e12 ? fmt::format("{:.3g} TB", bytes.value / 1e12)
                               : fmt::format("{:.3g} GB", bytes.value / 1e9);
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
        const char *unit = bound.objective == SearchObjective::energy ? "J" : "s";
        return bound.best ? fmt::format("at least {:.3g} {}, the best plan takes {:.3g} {}", bound.value, unit,
                                        *bound.best, unit)
                          : fmt::format("at least {:.3g} {}; not followed to its end", bound.value, unit);
    }
    std::string operator()(const MemoryShortfall &shortfall) const
    {
        return fmt::format("{} {:.3g} GB over on {}",
                           shortfall.part == MemoryShortfall::Part::activations ? "activations" : "states",
                           shortfall.over.value / 1e9, shortfall.device);
    }
    std::string operator()(const MappingBreach &breach) const { return heteroscope::breachText(breach); }
    std::string operator()(const Error &error) const { return toString(error); }
};

std::string memoryText(const WhyNot &why)
{
    const auto *worst = why.worstOverflow();
    if (!worst)
        return why.result->overflows.empty() ? std::string() : overflowText(why.result->overflows.front());
    const auto largest = worst->largestPart();
    auto text = fmt::format(
        "stage {} of pipeline {} is {:.3g} GB over: {:.3g} GB on {}, which has {:.3g} GB, most of it {} {:.3g} GB",
        worst->stage, worst->pipeline, worst->over().value / 1e9, worst->peak.value / 1e9, worst->device,
        worst->capacity.value / 1e9, memoryPartText(largest), worst->parts[largest].value / 1e9);
    if (why.overflows.size() > 1)
        text += fmt::format("; {} stages are over", why.overflows.size());
    return text;
}

std::string budgetText(const WhyNot &why)
{
    const auto &step = *why.result;
    auto text = fmt::format("costs {:.3g} USD a step and draws {:.4g} W", step.cost,
                            step.energy / toSeconds(step.stepTime).value);
    if (why.maxCost)
        text += fmt::format("; at most {:.3g} USD are allowed", *why.maxCost);
    if (why.maxPower)
        text += fmt::format("; at most {:.4g} W are allowed", *why.maxPower);
    return text;
}

std::string timeText(const WhyNot &why)
{
    const double time = toSeconds(why.result->stepTime).value;
    if (!why.best)
        return "it fits, and there is no other plan";
    if (why.verdict == WhyNot::Verdict::asFast)
        return fmt::format("takes {:.4g} s, as long as the best plan", time);
    auto text = fmt::format("takes {:.4g} s, {:.3g} % {} than the best plan's {:.4g} s", time,
                            std::abs(why.slower) * 100, why.slower > 0 ? "slower" : "faster", why.best->value);
    std::size_t named = 0;
    for (const auto &term : why.terms) {
        if (named == maxNamed || term.seconds == 0)
            break;
        text += fmt::format("{}{} {}", named++ == 0 ? ": " : ", ", causeText(term.cause), signedTime(term.seconds));
    }
    return text;
}

std::string minTimeText(const WhyNotFamily &why)
{
    auto text = fmt::format("at least {:.3g} s", why.minTime);
    if (!why.everyLayout)
        text += " in the layouts that were looked at";
    if (!why.terms.empty()) {
        const auto &largest = why.terms.front();
        text += fmt::format(", of that {:.3g} s {}", largest.seconds, causeText(largest.cause));
        if (!largest.where.empty())
            text += " on " + largest.where;
    }
    if (why.best)
        text += fmt::format("; the best plan takes {:.3g} s", why.best->value);
    // The list of rejected families has the bound of the search.
    const auto searched = fmt::format("{:.3g} s", why.searchBound);
    if (why.searchBound > 0 && searched != fmt::format("{:.3g} s", why.minTime))
        text += why.searchBound < why.minTime
                    ? fmt::format("; the search left it at {}, this is a closer look", searched)
                    : fmt::format("; the search shows at least {}", searched);
    return text;
}

} // namespace

std::string signedTime(double seconds)
{
    const char sign = seconds < 0 ? '-' : '+';
    const double size = std::abs(seconds);
    return size >= 1 ? fmt::format("{}{:.3g} s", sign, size) : fmt::format("{}{:.3g} ms", sign, size * 1e3);
}

std::string_view progressText(ProgressTask task)
{
    switch (task) {
    case ProgressTask::boundingFamilies:
        return "bounding";
    case ProgressTask::exploringFamilies:
        return "exploring";
    case ProgressTask::exploringFront:
        return "front: exploring";
    case ProgressTask::lookingBeyond:
        return "looking beyond";
    case ProgressTask::fitting:
        return "iterations";
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
    if (why.devices > 0)
        return fmt::format("{} devices do all the work: +{:.3g} s", why.devices, why.seconds);
    return fmt::format("{}: {}", causeText(*why.cause), signedTime(why.seconds));
}

std::string nearestText(const NearestPlan &nearest)
{
    if (nearest.lacksMemory())
        return fmt::format("needs {}, these {} devices have {}", memoryText(nearest.needed), nearest.devices,
                           memoryText(nearest.available));
    const auto *fullest = nearest.result->fullestLane();
    return fmt::format("the fullest device needs {} and has {}", memoryText(fullest->memory.total()),
                       memoryText(fullest->memoryCapacity));
}

std::string whySlowerText(const std::optional<WhySlower> &why) { return why ? whySlowerText(*why) : std::string(); }

std::string whyNotText(const WhyNot &why)
{
    switch (why.verdict) {
    case WhyNot::Verdict::cannotRun:
    case WhyNot::Verdict::breaksMapping:
        return reasonText(why.reason);
    case WhyNot::Verdict::outOfMemory:
        return memoryText(why);
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
    // Of an even cut; no cut fits.
    if (why.plan && why.why.verdict == WhyNot::Verdict::outOfMemory)
        return "no cut of the layers fits every device; cut evenly, " + whyNotText(why.why);
    return reasonText(why.reason);
}

} // namespace heteroscope
