// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/plan_tables.h"

#include "base/numbers.h"
#include "commands/find_answer.h"
#include "planner/explain/closest_first.h"
#include "planner/explain/explain.h"
#include "planner/rank_confidence.h"
#include "planner/space/space.h"
#include "simulator/result/worst_overflow.h"
#include "wording/planner_text.h"
#include "wording/step_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace heteroscope {

namespace {

/// "5.93 s ± 5 %".
std::string predictedTime(const StepResult &step)
{
    const std::string time = secondsText(toSeconds(step.stepTime));
    return step.uncertainty > 0 ? fmt::format("{} \u00b1 {}", time, percentText(step.uncertainty, 0)) : time;
}

/// In how many of 100 draws of the errors the first is faster; empty where no error is known.
std::string sureText(const StepResult &first, const StepResult &other)
{
    if (first.uncertainty <= 0 || other.uncertainty <= 0)
        return {};
    return fmt::format("{:.0f} of 100", 100 * chanceToBeFaster(first, other));
}

std::string causeName(TimeCause cause) { return std::string(timeCauseNames[static_cast<std::size_t>(cause)]); }

/// The plan after the baseline it comes from, if it does.
std::string withBaseline(const std::optional<BaselineKind> &baseline, const std::string &plan)
{
    return baseline ? fmt::format("{}: {}", baselineNames[static_cast<std::size_t>(*baseline)], plan) : plan;
}

} // namespace

TextTable rankingTable(const SearchResult &result)
{
    TextTable table({"rank", "step time", "rank 1 faster", "cost", "energy", "MFU", "bubble", "exposed", "peak memory",
                     "plan", "why not first"});
    for (std::size_t i = 0; i < result.plans.size(); ++i) {
        const auto &plan = result.plans[i];
        const auto *fullest = plan.result->fullestLane();
        table.add({i + 1,
                   {predictedTime(*plan.result), toSeconds(plan.result->stepTime).value, "s"},
                   i == 0 ? std::string() : sureText(*result.plans.front().result, *plan.result),
                   costCell(plan.result->cost),
                   energyCell(plan.result->energy),
                   shareCell(plan.result->mfu),
                   shareCell(plan.result->bubbleShare()),
                   shareCell(plan.result->exposedShare()),
                   fullest ? TableCell(memoryOfText(fullest->memory.total(), fullest->memoryCapacity),
                                       fullest->memory.total().value, "bytes")
                           : TableCell("-"),
                   withBaseline(plan.baseline, plan.family),
                   whySlowerText(plan.whyNotFirst)});
    }
    return table;
}

void printRankingNotes(std::ostream &out, const SearchResult &result)
{
    const auto isUncertain = [](const RankedPlan &plan) { return plan.result->uncertainty > 0; };
    if (std::any_of(result.plans.begin(), result.plans.end(), isUncertain))
        out << "\u00b1: expected error of the step time, and so of cost, energy and MFU\n"
               "rank 1 faster: in that number of draws of the errors; plans of one stack on the same device types "
               "share a part "
               "of theirs\n";
    if (!result.plans.empty() && result.plans.front().result->memoryHeadroom > 0)
        out << fmt::format("peak memory: of what plans may fill; {} of each device is left free\n",
                           percentText(result.plans.front().result->memoryHeadroom));
    out << '\n';
}

void printProof(std::ostream &out, const SearchResult &result)
{
    out << fmt::format("{}; {} = {} simulated", verdictText(result), countedText(result.enumerated, "family"),
                       result.simulated);
    for (const auto &[rejection, count] : result.prunedBy)
        out << fmt::format(" + {} {}", count, rejectionNames[static_cast<std::size_t>(rejection)]);
    out << fmt::format("; {}\n", secondsText(result.searchTime));
    if (result.universalBound > Seconds(0))
        out << fmt::format("no plan of any kind can take less than {}{}\n", secondsText(result.universalBound),
                           isUniversalNearer(result)
                               ? fmt::format(": a bound of its own, nearer than that of {}",
                                             searchSpaceNames[static_cast<std::size_t>(result.searched)])
                               : std::string());
    out << fmt::format("space: {}\n", spaceDescription(result.searched));
    std::string schedules;
    for (const ScheduleKind schedule : result.schedules)
        schedules += fmt::format("{}{}", schedules.empty() ? "" : ", ", displayName(schedule));
    if (!schedules.empty())
        out << fmt::format("schedules searched: {}\n", schedules);
}

void printAnswer(std::ostream &out, const SearchResult &result, const Recommendation &best)
{
    if (!best)
        return;
    const auto *first = result.plans.empty() ? nullptr : &result.plans.front();
    const bool isFirst = first && best.plan == &first->plan;
    std::string place = best.isBeyond ? std::string() : isFirst ? "rank 1" : "in the ranking";
    if (const auto outside = outsideText(result, best); !outside.empty())
        place += (place.empty() ? "" : ", ") + outside;
    if (best.lack)
        place += fmt::format("; but {}", lackText(*best.lack));
    else if (!best.isBeyond && first && !isFirst)
        place += ": what is ranked above it, the software cannot run";
    out << fmt::format("answer: {}, {} ({})\n", predictedTime(*best.result), planLabel(*best.plan), place);
}

void printNearest(std::ostream &out, const SearchResult &result)
{
    if (!result.nearest)
        return;
    const auto &nearest = *result.nearest;
    const std::string changes = nearest.changes.empty() ? std::string() : changeLabel(nearest.changes) + ": ";
    out << fmt::format("no plan fits: {}; nearest: {}{}{}\n", nearestText(nearest), changes, planLabel(nearest.plan),
                       nearest.result->overflows.empty() ? std::string()
                                                         : ", " + overflowText(worstOverflow(*nearest.result)));
}

void printBaselines(std::ostream &out, const SearchResult &result)
{
    TextTable table({"baseline", "step time", "slower by", "plan", "note"});
    const auto *best = result.plans.empty() ? nullptr : &*result.plans.front().result;
    for (const auto &baseline : result.baselines) {
        const auto *step = baseline.result.get();
        table.add({std::string(baseline.name()), step ? predictedTime(*step) : "-",
                   step && best ? percentText(slowdown(*step, *best)) : "-",
                   baseline.plan ? planLabel(*baseline.plan) : "-", reasonText(baseline)});
    }
    if (!result.baselines.empty())
        out << '\n' << table.text();
}

void printBeyond(std::ostream &out, const SearchResult &result)
{
    if (result.beyond.empty())
        return;
    const auto *best = result.plans.empty() ? nullptr : result.plans.front().result.get();
    TextTable table({"beyond the space", "step time", "slower by", "energy", "peak memory", "plan"});
    for (const auto &plan : result.beyond) {
        const auto *fullest = plan.result->fullestLane();
        table.add({changeLabel(plan.changes), predictedTime(*plan.result),
                   best ? percentText(slowdown(*plan.result, *best)) : "-", energyText(plan.result->energy),
                   fullest ? memoryText(fullest->memory.total()) : "-", planLabel(plan.plan)});
    }
    out << '\n'
        << table.text()
        << fmt::format("simulated outside the space: {}; nothing is proved of them\n",
                       countedText(result.beyondSimulated, "plan"));
}

void printFront(std::ostream &out, const ParetoFront &front)
{
    const auto nameOf = [](SearchObjective objective) {
        return searchObjectiveNames[static_cast<std::size_t>(objective)];
    };
    TextTable table({"step time", "cost", "energy", "mean power", "plan"});
    for (const auto &point : front.points) {
        const auto &step = *point.result;
        table.add({predictedTime(step), costText(step.cost), energyText(step.energy),
                   powerText(step.energy / toSeconds(step.stepTime).value),
                   withBaseline(point.baseline, point.family)});
    }
    out << fmt::format("\nPareto front of {} and {}\n", nameOf(front.first), nameOf(front.second)) << table.text();
    if (front.stopped)
        out << "not exact: it was stopped before all families were followed to their end\n";
    else if (front.exact)
        out << "exact: no other plan of the space is better in one of them without being worse in the other\n";
    else
        out << fmt::format("not exact: {} of {} were not followed to their end and may hold better plans\n", front.open,
                           countedText(front.families, "family"));
    const auto withEnergy = [](SearchObjective objective) { return objective == SearchObjective::energy; };
    if (!withEnergy(front.first) && !withEnergy(front.second))
        out << "cost counts the whole cluster, so it grows with the step time and one plan is best in both\n";
}

void printWhyNot(std::ostream &out, const WhyNot &why, const std::string &name)
{
    out << fmt::format("\nwhy not {}: {}: {}\n", name, whyNotNames[static_cast<std::size_t>(why.verdict)],
                       whyNotText(why));
    if (!why.terms.empty()) {
        TextTable table({"against the best plan", "a step"});
        for (const auto &term : why.terms) {
            if (secondsText(Seconds(term.seconds)) != "0 s")
                table.add({causeName(term.cause), signedSecondsText(Seconds(term.seconds))});
        }
        out << table.text();
    }
    if (!why.overflows.empty()) {
        TextTable table({"pipeline", "stage", "device", "over by", "needs", "has"});
        for (const auto &overflow : why.overflows)
            table.add({std::to_string(overflow.pipeline), std::to_string(overflow.stage), overflow.device,
                       memoryText(overflow.over()), memoryText(overflow.peak), memoryText(overflow.capacity)});
        out << table.text();
    }
}

void printWhyNotFamily(std::ostream &out, const WhyNotFamily &why)
{
    out << fmt::format("\nwhy not {}: {}: {}\n", why.family, familyVerdictNames[static_cast<std::size_t>(why.verdict)],
                       whyNotText(why));
    if (!why.terms.empty()) {
        TextTable table({"min time", "of a step", "on"});
        for (const auto &term : why.terms)
            table.add({causeName(term.cause), secondsText(Seconds(term.seconds)), term.where});
        out << table.text();
    }
    if (why.plan)
        printWhyNot(out, why.why, planLabel(*why.plan) + ", its plan with the min bound");
}

void printRejected(std::ostream &out, const SearchResult &result)
{
    constexpr std::size_t shown = 8;
    std::map<Rejection, std::size_t> count;
    TextTable table({"rejected", "reason", "detail"});
    for (const auto *family : closestFirst(result)) {
        if (count[family->rejection]++ < shown)
            table.add({familyLabel(family->family),
                       std::string(rejectionNames[static_cast<std::size_t>(family->rejection)]),
                       reasonText(family->detail)});
    }
    if (!result.rejected.empty())
        out << '\n' << table.text();
}

void printMissing(std::ostream &out, const SearchResult &result, const std::vector<MissingFeature> &missing)
{
    std::string text;
    const auto add = [&text](const std::string &reason) {
        text += (text.empty() ? "\nnot searched: " : "; ") + reason;
    };
    for (const auto &uncut : result.uncut)
        add(reasonText(uncut));
    for (const auto &feature : missing)
        add(reasonText(feature));
    if (!text.empty())
        out << text << '\n';
}

} // namespace heteroscope
