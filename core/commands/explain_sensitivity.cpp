// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/explain_sensitivity.h"

#include "base/numbers.h"
#include "commands/choose_plan.h"
#include "commands/find_answer.h"
#include "design/sensitivity.h"
#include "report/sensitivity_json.h"
#include "report/text_table.h"
#include "wording/sensitivity_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace heteroscope {

namespace {

constexpr std::size_t tornadoHalf = 14; // characters of the longest bar

/// A bar from the middle: what more saves to the left, what less costs to the right.
std::string tornado(Seconds saved, Seconds lost, Seconds longest)
{
    const auto length = [longest](Seconds part) {
        const double share = longest > Seconds(0) ? std::clamp(part / longest, 0.0, 1.0) : 0;
        const auto characters = static_cast<std::size_t>(std::lround(share * static_cast<double>(tornadoHalf)));
        return part > Seconds(0) ? std::max<std::size_t>(1, characters) : characters;
    };
    const std::size_t left = length(saved), right = length(lost);
    return std::string(tornadoHalf - left, ' ') + std::string(left, '<') + '|' + std::string(right, '>');
}

std::string sideText(const Sensitivity &found, const SensitivitySide &side)
{
    if (side.problem)
        return side.problem->code == Error::Code::infeasible ? "nothing fits" : side.problem->expected;
    const double change = side.stepTime.value / found.stepTime.value - 1;
    return change == 0 ? "equal" : signedPercentText(change);
}

std::string samePlanText(const Sensitivity &found, const SensitivitySide &side)
{
    if (side.problem || !side.samePlan)
        return "-";
    const double change = side.samePlan->value / found.stepTime.value - 1;
    return change == 0 ? "equal" : signedPercentText(change);
}

std::string perUnitText(const Sensitivity &found, const SensitivityItem &item)
{
    if (!item.isMoreKnown() || found.saved(item) == Seconds(0))
        return {};
    // In the units that a data sheet has.
    constexpr std::array<std::pair<double, const char *>, sensitivityKindNames.size()> units = {
        {{1e9, "GB/s"}, {1e9, "GB/s"}, {1e12, "TFLOP/s"}, {1073741824.0, "GiB"}, {1, "more"}}};
    const auto &[amount, name] = units[static_cast<std::size_t>(item.subject.kind)];
    return fmt::format("{} a {}", signedSecondsText(Seconds(-found.savedPerUnit(item) * amount)), name);
}

void printSensitivity(std::ostream &out, const Sensitivity &found)
{
    out << fmt::format("best plan   {} ({})\nstep time   {}\n", planLabel(found.plan),
                       found.proved ? "proved" : gapText(found.gap), secondsText(found.stepTime));
    out << fmt::format("\neach times {0} and divided by {0}, nodes one more and one less; planned again each time\n",
                       factorText(found.factor));
    Seconds longest;
    for (const SensitivityItem &item : found.items) {
        longest = std::max(longest, found.saved(item));
        if (item.isLessKnown())
            longest = std::max(longest, item.less.stepTime - found.stepTime);
    }
    TextTable table(
        {"what", "now", "more", "less", "less time | more time", "per unit", "per USD/h", "more, same plan"});
    for (const SensitivityItem &item : found.items) {
        const auto dollar = found.savedPerDollar(item);
        const Seconds lost = item.isLessKnown() ? item.less.stepTime - found.stepTime : Seconds(0);
        table.add({subjectText(item.subject), valueText(item.subject.kind, item.subject.present),
                   sideText(found, item.more), sideText(found, item.less), tornado(found.saved(item), lost, longest),
                   perUnitText(found, item), dollar ? signedSecondsText(Seconds(-*dollar)) : std::string(),
                   samePlanText(found, item.more)});
    }
    out << table.text();
    bool first = true;
    for (const SensitivityItem &item : found.items) {
        const std::string text = thresholdText(item);
        if (text.empty())
            continue;
        out << (first ? "\nbandwidths\n  " : "  ") << text << '\n';
        first = false;
    }
}

} // namespace

ExitStatus explainSensitivity(const SensitivityArguments &arguments, const OpenedProject &opened,
                              const CalibrationValues &calibration, const Streams &streams)
{
    SensitivityOptions options;
    options.search = answerOptions(opened, &calibration);
    options.search.startTime = Seconds(arguments.at);
    options.search.memory = arguments.memory;
    options.factor = arguments.factor;
    options.each = usualEach;
    const auto &found = streams.foreground.keep(
        analyseSensitivity(opened.project, options, streams.foreground.stop(), streams.foreground.progress()));
    streams.foreground.clearProgress();
    if (!found && found.error().code == Error::Code::cancelled)
        return failStopped(streams, "the search found its first plan");
    if (!found)
        return fail(streams, located(found.error(), arguments.project));
    if (arguments.json != "-")
        printSensitivity(streams.out, *found);
    if (const auto status = writeJson(sensitivityJson(*found), arguments.json, streams); !status)
        return fail(streams, status.error());
    if (found->stopped)
        streams.err << fmt::format("hscope: {}, with {} of {} looked at\n", streams.foreground.stopText(),
                                   found->items.size(), found->subjects);
    return ExitStatus::done;
}

} // namespace heteroscope
