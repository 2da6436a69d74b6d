// SPDX-License-Identifier: GPL-3.0-or-later
//
// hscope compare A B [--budget SECONDS] [--profiles DIR] [--calibration FILE...] [--memory SIZE] [--json F]
//
// B may also be a measured trace (commands/compare_trace.h). The plan of each project is that of `hscope simulate`: its
// first one, else the planner's best. Rounding: analysis/step_difference.h.
#include "analysis/step_difference.h"
#include "base/numbers.h"
#include "commands/choose_plan.h"
#include "commands/compare_trace.h"
#include "commands/measured_profiles.h"
#include "exchange/trace/open_trace.h"
#include "report/text_table.h"
#include "simulator/predict_step.h"
#include "wording/step_text.h"

#include <fmt/format.h>

#include <cmath>

namespace heteroscope {

namespace {

struct CompareArguments
{
    std::string a;
    std::string b;
    CalibrationOptions calibration;
    double budget = 0;
    std::optional<Bytes> memory;
    std::string json;
};

/// A project with the step of its plan.
struct ComparedStep
{
    const OpenedProject *opened = nullptr;
    ChosenPlan chosen;
    StepResult result;
};

/// Error: already printed.
Result<ComparedStep, ExitStatus> simulateFirst(const std::string &file, const CompareArguments &options,
                                               const CalibrationValues &calibration, const Streams &streams)
{
    const auto &opened = streams.foreground.keep(openProject(file));
    if (!opened)
        return fail(streams, opened.error());
    auto chosen = choosePlan({}, file, *opened, streams.foreground, &calibration);
    const auto isCancelled = [](const Error &error) { return error.code == Error::Code::cancelled; };
    if (!chosen)
        return isCancelled(chosen.error()) ? failStopped(streams, "the search found its first plan for " + file)
                                           : fail(streams, chosen.error());
    PredictOptions predict;
    predict.timeline = false;
    predict.calibration = &calibration;
    predict.memory = options.memory;
    predict.stop = streams.foreground.stop();
    auto result = predictStep(opened->topology, opened->project.workload, chosen->plan, predict);
    if (!result)
        return isCancelled(result.error()) ? failStopped(streams, "the step of " + file + " was simulated")
                                           : fail(streams, located(result.error(), file, &*chosen));
    return ComparedStep{&*opened, *std::move(chosen), *std::move(result)};
}

void printCompared(std::ostream &out, const char *name, const std::string &file, const ComparedStep &step)
{
    out << fmt::format("{}  {}\n   plan {}: {}\n   step time {}\n", name, file, step.chosen.name,
                       planLabel(step.chosen.plan), secondsText(toSeconds(step.result.stepTime)));
    for (const auto &overflow : step.result.overflows)
        out << "   does not fit: " << overflowText(overflow) << '\n';
}

void printDifference(const Streams &streams, const ComparedStep &a, const ComparedStep &b,
                     const StepDifference &difference)
{
    std::ostream &out = streams.out;
    if (a.result.stepTime == b.result.stepTime)
        out << "\nB takes as long as A\n";
    else
        out << fmt::format("\nB takes {} {} than A, {}\n", secondsText(Seconds(std::abs(difference.difference))),
                           difference.difference > 0 ? "longer" : "less",
                           signedPercentText(difference.difference / difference.a.value));
    TextTable table({"cause", "A", "B", "difference", "most of it on"});
    for (const CauseSum &sum : causeSums(a.result, b.result, difference))
        table.add(
            {std::string(nameOf(sum.cause)), secondsCell(sum.a), secondsCell(sum.b),
             sum.where.empty() ? secondsCell(Seconds(0)) : signedSecondsCell(sum.b - sum.a),
             sum.where.empty() ? std::string() : fmt::format("{} ({})", sum.where, signedSecondsText(sum.there))});
    out << "\ncritical path\n";
    printTable(table, streams);
}

Json differenceJson(const StepDifference &difference)
{
    Json causes = Json::array();
    for (const auto &one : difference.causes)
        causes.push_back({{"cause", nameOf(one.cause)}, {"where", one.where}, {"seconds", one.seconds}});
    return {{"a", difference.a.value},
            {"b", difference.b.value},
            {"difference", difference.difference},
            {"causes", std::move(causes)}};
}

ExitStatus compare(const CompareArguments &options, const Streams &streams)
{
    const auto calibration = readCalibration(options.calibration);
    if (!calibration)
        return fail(streams, calibration.error());
    beginWork(streams, options.budget);
    const auto trace = readTraceIfAny({options.b});
    if (trace && !*trace)
        return fail(streams, trace->error());
    const auto a = simulateFirst(options.a, options, *calibration, streams);
    if (!a)
        return a.error();
    if (trace)
        return compareTrace(**trace, options.b, a->chosen, a->result, options.json, streams);
    const auto b = simulateFirst(options.b, options, *calibration, streams);
    if (!b)
        return b.error();
    const auto difference = stepDifference(a->result, a->opened->topology, b->result, b->opened->topology);
    if (options.json != "-") {
        printCompared(streams.out, "A", options.a, *a);
        printCompared(streams.out, "B", options.b, *b);
        printDifference(streams, *a, *b, difference);
    }
    if (const auto status = writeJson(differenceJson(difference), options.json, streams); !status)
        return fail(streams, status.error());
    return ExitStatus::done;
}

} // namespace

CommandBody addCompareCommand(CLI::App &parser)
{
    const auto options = std::make_shared<CompareArguments>();
    parser.add_option("a", options->a, "project file")->required();
    parser
        .add_option(
            "b", options->b,
            "project file to compare with it, or a measured trace (PyTorch profiler, Chakra, or the folder of a trace "
            "of Primus); of projects the first plan counts, else the planner's best")
        ->required();
    addCalibrationOptions(parser, options->calibration);
    addBudgetOption(parser, options->budget, "if that is too short it says so instead of a comparison");
    parser.add_option("--json", options->json,
                      "write the difference by cause and place as JSON (- for standard output); added in their order "
                      "the causes are exactly the difference");
    addMemoryOption(parser, options->memory);
    return [options](const Streams &streams) { return compare(*options, streams); };
}

} // namespace heteroscope
