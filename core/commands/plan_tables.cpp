// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/plan_tables.h"

#include "base/numbers.h"
#include "planner/explain/closest_first.h"
#include "planner/explain/explain.h"
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

std::string causeName(TimeCause cause) { return std::string(timeCauseNames[static_cast<std::size_t>(cause)]); }

/// The plan after the baseline it comes from, if it does.
std::string withBaseline(const std::optional<BaselineKind> &baseline, const std::string &plan)
{
    return baseline ? fmt::format("{}: {}", baselineNames[static_cast<std::size_t>(*baseline)], plan) : plan;
}

} // namespace

TextTable rankingTable(const SearchResult &result)
{
    TextTable table(
        {"rank", "step time", "cost", "energy", "MFU", "bubble", "exposed", "peak memory", "plan", "why not first"});
    for (std::size_t i = 0; i < result.plans.size(); ++i) {
        const auto &plan = result.plans[i];
        const auto *fullest = plan.result->fullestLane();
        table.add({std::to_string(i + 1), predictedTime(*plan.result), costText(plan.result->cost),
                   energyText(plan.result->energy), percentText(plan.result->mfu),
                   percentText(plan.result->bubbleShare()), percentText(plan.result->exposedShare()),
                   fullest ? memoryOfText(fullest->memory.total(), fullest->memoryCapacity) : "-",
                   withBaseline(plan.baseline, plan.family), whySlowerText(plan.whyNotFirst)});
    }
    return table;
}

void printRanking(std::ostream &out, const SearchResult &result)
{
    out << rankingTable(result).text();
    const auto isUncertain = [](const RankedPlan &plan) { return plan.result->uncertainty > 0; };
    if (std::any_of(result.plans.begin(), result.plans.end(), isUncertain))
        out << "\u00b1: expected error of the step time, and so of cost, energy and MFU\n";
    if (!result.plans.empty() && result.plans.front().result->memoryHeadroom > 0)
        out << fmt::format("peak memory: of what plans may fill; {} of each device is left free\n",
                           percentText(result.plans.front().result->memoryHeadroom));
    out << '\n';
}

void printProof(std::ostream &out, const SearchResult &result)
{
    out << (result.proved
                ? fmt::format("proved best of {}", searchSpaceNames[static_cast<std::size_t>(result.searched)])
                : fmt::format("gap {}", percentText(result.gap)))
        << fmt::format(": {} families = {} simulated", result.enumerated, result.simulated);
    for (const auto &[rejection, count] : result.prunedBy)
        out << fmt::format(" + {} {}", count, rejectionNames[static_cast<std::size_t>(rejection)]);
    out << fmt::format("; {}\n", secondsText(result.searchTime));
    if (result.universalBound > Seconds(0))
        out << fmt::format("no plan of any kind can take less than {}\n", secondsText(result.universalBound));
    out << fmt::format("space: {}\n", spaceDescription(result.searched));
}

void printAnswer(std::ostream &out, const SearchResult &result, const Recommendation &best)
{
    if (!best)
        return;
    const auto *first = result.plans.empty() ? nullptr : &result.plans.front();
    std::string place = best.isBeyond               ? "beyond the space, not proved"
                        : best.plan == &first->plan ? "rank 1"
                                                    : "in the ranking";
    if (best.lack)
        place += fmt::format("; but {}", lackText(*best.lack));
    else if (!best.isBeyond && first && best.plan != &first->plan)
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
        << fmt::format("{} plans outside the space were simulated; nothing is proved of them\n",
                       result.beyondSimulated);
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
        out << fmt::format("not exact: {} of {} families were not followed to their end and may hold better plans\n",
                           front.open, front.families);
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

void printMissing(std::ostream &out, const std::vector<MissingFeature> &missing)
{
    std::string text;
    for (const auto &feature : missing)
        text += (text.empty() ? "\nnot searched: " : "; ") + reasonText(feature);
    if (!text.empty())
        out << text << '\n';
}

} // namespace heteroscope
