// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/find_answer.h"

#include "base/numbers.h"
#include "wording/planner_text.h"

#include <fmt/format.h>

namespace heteroscope {

namespace {

std::string_view spaceName(const SearchResult &result)
{
    return searchSpaceNames[static_cast<std::size_t>(result.searched)];
}

} // namespace

std::string answerName(const SearchResult &result, const Recommendation &best)
{
    std::string name = "best of the planner";
    if (best.isBeyond)
        name += ", beyond the searched space";
    if (best.lack)
        name += fmt::format(" (but {})", lackText(*best.lack));
    return result.stopped ? name + " when it was stopped" : name;
}

std::string verdictText(const SearchResult &result)
{
    if (result.plans.empty())
        return std::string(noPlanText(whyNoPlan(result)));
    const auto space = spaceName(result);
    if (result.proved && result.plans.front().baseline)
        return fmt::format("proved: no plan of {} is better than rank 1", space);
    if (result.proved)
        return fmt::format("proved best of {}: rank 1", space);
    const std::string text = gapText(result.gap);
    if (result.gap >= 1)
        return text;
    return result.lowerBound > Seconds(0)
               ? fmt::format("{} to the bound of {}, {}", text, space, secondsText(result.lowerBound))
               : fmt::format("{} to the bound of {}", text, space);
}

std::string gapText(double gap)
{
    return gap < 1 ? fmt::format("gap {}", percentText(gap)) : std::string("no bound yet");
}

std::string outsideText(const SearchResult &result, const Recommendation &answer)
{
    const auto space = spaceName(result);
    const char *better = result.objective == SearchObjective::time ? "faster" : "better";
    if (answer.isBeyond && beatsSpace(result, *answer.result))
        return fmt::format("outside the space: {} than every plan of {}; not proved among plans outside it", better,
                           space);
    if (answer.isBeyond)
        return "outside the space, not proved";
    const bool isBaseline =
        !result.plans.empty() && answer.plan == &result.plans.front().plan && result.plans.front().baseline;
    if (!isBaseline)
        return {};
    return result.proved
               ? fmt::format("a baseline's plan: no plan of {} is better; not proved among plans outside it", space)
               : "a baseline's plan, not proved";
}

SearchOptions answerOptions(const OpenedProject &opened, const CalibrationValues *calibration)
{
    SearchOptions search;
    search.top = rankedForAnswer;
    search.calibration = calibration;
    search.mappings = resolveMappings(opened.project.mappings, opened.project.cluster, opened.topology);
    return search;
}

Result<PlannerAnswer> findAnswer(const OpenedProject &opened, const SearchOptions &options, const StopToken &stop,
                                 Progress *progress, bool beyond)
{
    return findAnswer(opened.topology, opened.project.workload, options, stop, progress, beyond);
}

} // namespace heteroscope
