// SPDX-License-Identifier: GPL-3.0-or-later
//
// hscope report PROJECT -o OUT.html [--plan NAME] [--budget SECONDS] [--top K] [--memory SIZE] [--language L]
#include "commands/choose_plan.h"
#include "commands/find_answer.h"
#include "commands/number_check.h"
#include "report/html_report.h"
#include "simulator/predict_step.h"
#include "wording/phrases.h"
#include "wording/planner_text.h"
#include "json/object_reader.h"

#include <algorithm>

namespace heteroscope {

namespace {

/// Of the budget.
constexpr double reportSearchShare = 0.75;

struct ReportArguments
{
    std::string project;
    std::string out;
    std::string plan;
    double budget = 0;
    std::size_t top = 10;
    std::optional<Bytes> memory;
    std::string language = "en";
};

ExitStatus report(const ReportArguments &options, const Streams &streams)
{
    const auto &opened = streams.foreground.keep(openProject(options.project));
    if (!opened)
        return fail(streams, opened.error());
    const Project &project = opened->project;
    beginWork(streams, options.budget);
    SearchOptions search = answerOptions(*opened);
    search.top = options.top;
    // The rest of the budget is for the step of the page.
    const auto answer = findAnswer(*opened, search, streams.foreground.stopAfterShare(reportSearchShare),
                                   streams.foreground.progress());
    streams.foreground.clearProgress();
    if (!answer)
        return fail(streams, located(answer.error(), options.project));

    const auto best = answer->best();
    ReportContent content{project,         opened->topology, answerName(answer->result, best), nullptr, nullptr,
                          &answer->result, options.language};
    const auto named = std::find_if(project.plans.begin(), project.plans.end(),
                                    [&options](const NamedPlan &one) { return one.name == options.plan; });
    if (!options.plan.empty() && named == project.plans.end())
        return fail(streams,
                    Error{Error::Code::reference, options.project, "/plans", quoteText(options.plan),
                          "the name of a plan of the project", "without --plan the planner's best is reported"});
    if (!options.plan.empty()) {
        content.planName = named->name;
        content.plan = &named->plan;
    } else if (best) {
        content.plan = best.plan;
    }
    // With communication rows, which a search leaves out.
    std::optional<StepResult> step;
    if (content.plan) {
        PredictOptions predict;
        predict.memory = options.memory;
        predict.stop = streams.foreground.stop();
        auto result = predictStep(opened->topology, project.workload, *content.plan, predict);
        // After a stop the planner's step has to do, which has no communication rows.
        if (!result && result.error().code == Error::Code::cancelled) {
            if (!options.plan.empty())
                return failStopped(streams, "the step was simulated");
            result = *best.result;
        }
        if (!result) {
            const auto chosen =
                options.plan.empty()
                    ? ChosenPlan{{}, {}, {}, options.project, {}}
                    : planOfProject(project, static_cast<std::size_t>(named - project.plans.begin()), options.project);
            return fail(streams, located(result.error(), options.project, &chosen));
        }
        step = std::move(*result);
        content.step = &*step;
    }
    const std::string planName = content.planName;
    if (options.plan.empty()) // else it is a name of the project
        content.planName = Phrases::of(options.language).translated(planName);
    if (const auto written = writeText(htmlReport(content), options.out, streams); !written)
        return fail(streams, written.error());
    const auto orNull = [&step](auto value) { return step ? Json(value) : Json(); };
    const double stepTime = step ? toSeconds(step->stepTime).value : 0;
    TextTable table({"plan", "step time", "feasible", "output"});
    table.add({step ? planName : "-", step ? secondsCell(Seconds(stepTime)) : TableCell("-"),
               step && step->feasible ? "yes" : "no", options.out});
    printResult({}, table,
                {{"plan", orNull(planName)},
                 {"stepTime", orNull(stepTime)},
                 {"feasible", step && step->feasible},
                 {"output", options.out}},
                streams);
    if (!content.plan)
        streams.err << "hscope: " << noPlanText(whyNoPlan(answer->result)) << "; the page lists the reasons\n";
    return content.plan && step->feasible ? ExitStatus::done : ExitStatus::no;
}

} // namespace

CommandBody addReportCommand(CLI::App &parser)
{
    const auto options = std::make_shared<ReportArguments>();
    parser.add_option("project", options->project, "project file")->required();
    parser.add_option("-o,--output", options->out, "page to write (- for standard output)")->required();
    parser.add_option("--plan", options->plan, "name of a plan of the project; default: the planner's best");
    addBudgetOption(parser, options->budget, "the result is the best plan found by then");
    parser.add_option("--top", options->top, "max number of plans to list")->check(wholeNumberBetween(1, 1000));
    addMemoryOption(parser, options->memory);
    parser.add_option("--language", options->language, "of the page: en, de or zh_CN; default en")
        ->check(CLI::IsMember({"en", "de", "zh_CN"}));
    return [options](const Streams &streams) { return report(*options, streams); };
}

} // namespace heteroscope
