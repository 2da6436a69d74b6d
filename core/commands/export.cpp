// SPDX-License-Identifier: GPL-3.0-or-later
//
// hscope export FORMAT PROJECT -o OUT [--plan NAME|FILE] [--top K] [--memory SIZE]
#include "commands/choose_plan.h"
#include "commands/command.h"
#include "commands/export_files.h"
#include "commands/number_check.h"
#include "exchange/launch/launch_file.h"
#include "exchange/perfetto/trace.h"
#include "simulator/predict_step.h"

#include <algorithm>

namespace heteroscope {

namespace {

struct ExportArguments
{
    std::string format;
    std::string project;
    std::string plan;
    std::string out;
    std::size_t top = 10;
    std::optional<Bytes> memory;
};

/// Writes a launch file and says whether the plan runs with it.
ExitStatus exportLaunchFile(const LaunchFormat &format, const ExportArguments &options, const OpenedProject &opened,
                            const ChosenPlan &plan, const Streams &streams)
{
    const auto &workload = opened.project.workload;
    const Findings mistakes = findPlanMistakes(plan.plan, opened.topology, workload, "");
    if (!mistakes.ok())
        return fail(streams, located(mistakes.errors.front(), options.project, &plan));
    const auto file = format.write(plan.plan, workload, opened.topology);
    if (!file)
        return fail(streams, located(file.error(), options.project, &plan));
    if (const auto written = writeText(file->text, options.out, streams); !written)
        return fail(streams, written.error());
    streams.err << "hscope: " << plan.name << ": "
                << (file->runsAsItIs() ? "runs as it is" : "what has to change before it runs:") << '\n';
    for (const auto &change : file->changes)
        streams.err << "- " << change << '\n';
    for (const auto &note : file->notes)
        streams.err << "note: " << note << '\n';
    TextTable table({"kind", "text"});
    for (const auto &change : file->changes)
        table.add({"change", change});
    for (const auto &note : file->notes)
        table.add({"note", note});
    printResult(
        {}, table,
        {{"plan", plan.name}, {"runsAsItIs", file->runsAsItIs()}, {"changes", file->changes}, {"notes", file->notes}},
        streams);
    // A launch with this file alone would train by another plan.
    return file->runsAsItIs() ? ExitStatus::done : ExitStatus::no;
}

ExitStatus exportProject(const ExportArguments &options, const Streams &streams)
{
    const auto &opened = streams.foreground.keep(openProject(options.project));
    if (!opened)
        return fail(streams, opened.error());
    beginWork(streams);
    if (std::find(rankingFormats.begin(), rankingFormats.end(), options.format) != rankingFormats.end())
        return exportRanking(options.format, options.project, *opened, options.top, options.out, streams);
    if (options.format == "simai-topology")
        return exportSimaiTopology(*opened, options.project, options.out, streams);
    const auto plan = choosePlan(options.plan, options.project, *opened, streams.foreground);
    if (!plan)
        return fail(streams, plan.error());
    if (!findLaunchFormat(options.format)) {
        PredictOptions predict;
        predict.linkLoads = options.format == "perfetto";
        predict.memory = options.memory;
        predict.stop = streams.foreground.stop();
        const auto result = predictStep(opened->topology, opened->project.workload, plan->plan, predict);
        if (!result && result.error().code == Error::Code::cancelled)
            return failStopped(streams, "the step was simulated");
        if (!result)
            return fail(streams, located(result.error(), options.project, &*plan));
        if (options.format != "perfetto")
            return exportStep(options.format, {*result, *plan, *opened, options.project}, options.out, streams);
        const auto written = writeText(perfettoTrace(*result, opened->topology), options.out, streams);
        if (!written)
            return fail(streams, written.error());
        TextTable table({"plan", "step time", "output"});
        const Seconds stepTime = toSeconds(result->stepTime);
        table.add({plan->name, secondsCell(stepTime), options.out});
        printResult({}, table, {{"plan", plan->name}, {"stepTime", stepTime.value}, {"output", options.out}}, streams);
        return ExitStatus::done;
    }
    return exportLaunchFile(*findLaunchFormat(options.format), options, *opened, *plan, streams);
}

} // namespace

CommandBody addExportCommand(CLI::App &parser)
{
    const auto options = std::make_shared<ExportArguments>();
    std::string help = "one of:";
    std::vector<std::string> names;
    for (const LaunchFormat &format : launchFormats()) {
        names.emplace_back(format.name);
        help += "\n  " + std::string(format.name) + ": " + std::string(format.what);
    }
    names.emplace_back("perfetto");
    help += "\n  perfetto: trace of the simulated step";
    for (const SimulatorFormat &format : simulatorFormats) {
        names.emplace_back(format.name);
        help += "\n  " + std::string(format.name) + ": " + std::string(format.what);
    }
    names.insert(names.end(), rankingFormats.begin(), rankingFormats.end());
    help += "\n  markdown, latex, csv: table of the planner's ranking";
    parser.add_option("format", options->format, help)->required()->check(CLI::IsMember(names));
    parser.add_option("project", options->project, "project file")->required();
    parser.add_option("-o,--output", options->out, "file to write (- for standard output)")->required();
    parser.add_option(
        "--plan", options->plan,
        "name of a plan of the project, or a plan file; default: the first plan, else the planner's best");
    parser.add_option("--top", options->top, "max number of plans of a ranking")->check(wholeNumberBetween(1, 1000));
    addMemoryOption(parser, options->memory);
    return [options](const Streams &streams) { return exportProject(*options, streams); };
}

} // namespace heteroscope
