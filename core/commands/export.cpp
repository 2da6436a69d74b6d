// SPDX-License-Identifier: GPL-3.0-or-later
//
// hscope export FORMAT PROJECT -o OUT [--plan NAME] [--memory SIZE]
#include "commands/choose_plan.h"
#include "commands/command.h"
#include "exchange/megatron/arguments.h"
#include "exchange/perfetto/trace.h"
#include "simulator/predict_step.h"
#include "json/object_reader.h"

#include <algorithm>

namespace heteroscope {

namespace {

struct ExportArguments
{
    std::string format;
    std::string project;
    std::string plan;
    std::string out;
    std::optional<Bytes> memory;
};

Result<ChosenPlan> planOf(const Project &project, const ExportArguments &options)
{
    const auto &plans = project.plans;
    if (options.plan.empty() && !plans.empty())
        return planOfProject(project, 0, options.project);
    const auto named =
        std::find_if(plans.begin(), plans.end(), [&options](const NamedPlan &one) { return one.name == options.plan; });
    if (named != plans.end())
        return planOfProject(project, static_cast<std::size_t>(named - plans.begin()), options.project);
    std::string names;
    for (const auto &known : plans)
        names += (names.empty() ? "" : ", ") + known.name;
    return Error{Error::Code::reference,
                 options.project,
                 "/plans",
                 plans.empty() ? "no plan" : quoteText(options.plan),
                 "a plan of the project",
                 names.empty() ? "apply one in the window, or import one" : "plans of the project: " + names};
}

ExitStatus exportProject(const ExportArguments &options, const Streams &streams)
{
    const auto &opened = streams.foreground.keep(openProject(options.project));
    if (!opened)
        return fail(streams, opened.error());
    const auto plan = planOf(opened->project, options);
    if (!plan)
        return fail(streams, plan.error());
    if (options.format == "perfetto") {
        PredictOptions predict;
        predict.linkLoads = true;
        predict.memory = options.memory;
        beginWork(streams);
        predict.stop = streams.foreground.stop();
        const auto result = predictStep(opened->topology, opened->project.workload, plan->plan, predict);
        if (!result && result.error().code == Error::Code::cancelled)
            return failStopped(streams, "the step was simulated");
        if (!result)
            return fail(streams, located(result.error(), options.project, &*plan));
        const auto written = writeText(perfettoTrace(*result, opened->topology), options.out, streams);
        return written ? ExitStatus::done : fail(streams, written.error());
    }
    const MegatronArguments arguments = megatronArguments(plan->plan, opened->project.workload);
    if (const auto written = writeText(arguments.text(), options.out, streams); !written)
        return fail(streams, written.error());
    for (const auto &warning : arguments.warnings)
        streams.err << "hscope: warning: " << warning << '\n';
    // A launch with these arguments would train by another plan.
    return arguments.warnings.empty() ? ExitStatus::done : ExitStatus::no;
}

} // namespace

CommandBody addExportCommand(CLI::App &parser)
{
    const auto options = std::make_shared<ExportArguments>();
    parser
        .add_option("format", options->format, "megatron: Megatron-LM arguments; perfetto: trace of the simulated step")
        ->required()
        ->check(CLI::IsMember({"megatron", "perfetto"}));
    parser.add_option("project", options->project, "project file")->required();
    parser.add_option("-o,--output", options->out, "file to write (- for standard output)")->required();
    parser.add_option("--plan", options->plan, "name of a plan of the project; default: the first");
    addMemoryOption(parser, options->memory);
    return [options](const Streams &streams) { return exportProject(*options, streams); };
}

} // namespace heteroscope
