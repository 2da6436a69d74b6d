// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/compare_trace.h"

#include "base/numbers.h"
#include "exchange/trace/trace_difference.h"
#include "report/text_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace heteroscope {

namespace {

Json traceDifferenceJson(const TraceDifference &difference)
{
    Json causes = Json::array();
    for (const TraceCauseDifference &one : difference.causes)
        causes.push_back({{"cause", traceCauseNames[static_cast<std::size_t>(one.cause)]},
                          {"where", "mean"},
                          {"simulated", toSeconds(one.simulated).value},
                          {"measured", toSeconds(one.measured).value},
                          {"seconds", one.seconds}});
    return {{"a", difference.simulated.value},
            {"b", difference.measured.value},
            {"difference", difference.difference},
            {"causes", std::move(causes)}};
}

void printTraceDifference(std::ostream &out, const TraceDifference &difference)
{
    TextTable table({"cause", "simulated", "measured", "difference"});
    for (const TraceCauseDifference &one : difference.causes)
        table.add({std::string(traceCauseNames[static_cast<std::size_t>(one.cause)]),
                   secondsText(toSeconds(one.simulated)), secondsText(toSeconds(one.measured)),
                   one.measured == one.simulated ? "0 s" : signedSecondsText(Seconds(one.seconds))});
    const Seconds gap(std::abs(difference.difference));
    out << fmt::format("\nmeasured {}, simulated {}: the simulated step is {} off\n\n{}",
                       secondsText(difference.measured), secondsText(difference.simulated),
                       gap.value > 0 ? signedPercentText(-difference.difference / difference.measured.value) : "0 %",
                       table.text());
}

} // namespace

ExitStatus compareTrace(const MeasuredTrace &trace, const std::string &file, const ChosenPlan &plan,
                        const StepResult &result, const std::string &json, const Streams &streams)
{
    const TraceDifference difference = traceDifference(result, trace);
    if (json != "-") {
        streams.out << fmt::format("A  simulated, plan {}: {}\nB  {}\n   {}\n", plan.name, planLabel(plan.plan), file,
                                   measuredTitle(trace));
        printTraceDifference(streams.out, difference);
        const int devices = deviceCount(plan.plan);
        if (trace.worldSize > 0 && trace.worldSize != devices)
            streams.out << fmt::format("note: the run had {}, the plan has {}\n",
                                       countedText(static_cast<std::size_t>(trace.worldSize), "rank"),
                                       countedText(static_cast<std::size_t>(devices), "device"));
        if (static_cast<int>(trace.ranks.size()) < devices)
            streams.out << fmt::format("note: the trace holds {} of {}; simulated is the mean of all devices\n",
                                       trace.ranks.size(), countedText(static_cast<std::size_t>(devices), "rank"));
        for (const std::string &note : trace.notes)
            streams.out << "note: " << note << '\n';
    }
    if (const auto status = writeJson(traceDifferenceJson(difference), json, streams); !status)
        return fail(streams, status.error());
    return ExitStatus::done;
}

} // namespace heteroscope
