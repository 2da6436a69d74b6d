// SPDX-License-Identifier: GPL-3.0-or-later
//
// hscope explain PROJECT [--plan NAME|FILE] [--device D | --all] [--at SECONDS] [--formulas] [--depth N] [--least
// SHARE]
//                [--profiles DIR] [--calibration FILE...] [--memory SIZE] [--json F]
// hscope explain PROJECT --sensitivity [--factor F] [--at SECONDS] [--budget SECONDS] [...]
#include "base/numbers.h"
#include "commands/choose_plan.h"
#include "commands/explain_sensitivity.h"
#include "commands/measured_profiles.h"
#include "commands/number_check.h"
#include "cost/group_pricer.h"
#include "report/cost_term_json.h"
#include "report/explain_json.h"
#include "simulator/predict_step.h"
#include "wording/step_text.h"
#include "wording/term_text.h"

#include <fmt/format.h>

namespace heteroscope {

namespace {

struct ExplainOptions
{
    std::string project;
    std::string plan;
    std::string device;
    CalibrationOptions calibration;
    double at = 0;
    double budget = 0;
    bool all = false;
    bool formulas = false;
    bool sensitivity = false;
    double factor = 2;
    int depth = 100;
    double least = 0.001;
    std::optional<Bytes> memory;
    std::string json;
};

/// A row for the term and for each below it, as deep as the tree is printed; small ones are left out instead of summed.
void addTerms(TextTable &table, const std::string &lane, const CostTerm &term, const ExplainOptions &options,
              double whole, int level = 0)
{
    if (level > options.depth || (level > 0 && term.value < options.least * whole))
        return;
    table.add({lane,
               level,
               termName(term.id),
               placeText(term.where),
               inputCell(term.repeats),
               {termText(term.value, term.unit), term.value},
               std::string(unitText(term.unit))});
    for (const CostTerm &part : term.parts)
        addTerms(table, lane, part, options, whole, level + 1);
}

ExitStatus explain(const ExplainOptions &options, const Streams &streams)
{
    const auto &opened = streams.foreground.keep(openProject(options.project));
    if (!opened)
        return fail(streams, opened.error());
    const auto calibration = readCalibration(options.calibration);
    if (!calibration)
        return fail(streams, calibration.error());
    beginWork(streams, options.budget);
    if (options.sensitivity)
        return explainSensitivity({options.project, options.at, options.factor, options.memory, options.json}, *opened,
                                  *calibration, streams);
    const auto chosen = choosePlan(options.plan, options.project, *opened, streams.foreground, &*calibration);
    const auto isCancelled = [](const Error &error) { return error.code == Error::Code::cancelled; };
    if (!chosen)
        return isCancelled(chosen.error()) ? failStopped(streams, "the search found its first plan")
                                           : fail(streams, chosen.error());
    GroupPricer pricer(opened->topology, opened->project.workload, Seconds(options.at), &*calibration,
                       streams.foreground.stop());
    const auto result = predictStep(pricer, chosen->plan, {.timeline = false, .memory = options.memory});
    if (!result && isCancelled(result.error()))
        return failStopped(streams, "the step was simulated");
    if (!result)
        return fail(streams, located(result.error(), options.project, &*chosen));
    const auto first = laneOfDevice(options.device, *result, opened->topology);
    if (!first)
        return fail(streams, first.error());
    std::vector<int> lanes = {*first};
    if (options.all) {
        lanes.resize(result->lanes.size());
        for (std::size_t i = 0; i < lanes.size(); ++i)
            lanes[i] = static_cast<int>(i);
    }
    const bool text = options.json != "-";
    if (text)
        streams.out << fmt::format("plan        {}: {}\nstep time   {} +- {}\n", chosen->name, planLabel(chosen->plan),
                                   secondsText(toSeconds(result->stepTime)), percentText(result->uncertainty, 0));
    Json list = Json::array();
    TextTable terms({"lane", "level", "term", "where", "repeats", "value", "unit"});
    std::size_t done = 0;
    for (const int lane : lanes) {
        const auto explained = explainLane(pricer, chosen->plan, *result, lane);
        if (streams.foreground.isStopped())
            break; // what was explained is printed; this one may be half done
        if (!explained)
            return fail(streams, located(explained.error(), options.project, &*chosen));
        ++done;
        if (!options.json.empty())
            list.push_back(explainedLaneJson(*explained, *result, opened->topology));
        if (!text)
            continue;
        const std::string &name = result->lanes[static_cast<std::size_t>(lane)].name;
        if (streams.format == OutputFormat::csv) {
            for (const CostTerm *term : {&explained->time, &explained->memory})
                addTerms(terms, name, *term, options, term->value);
            continue;
        }
        const TermTextOptions tree{options.least, options.depth, options.formulas};
        streams.out << fmt::format("\n{}\n", name) << termTree(explained->time, tree) << '\n'
                    << termTree(explained->memory, tree);
    }
    if (streams.format == OutputFormat::csv)
        printTable(terms, streams);
    if (text) {
        streams.out << "\nassumptions\n";
        for (const auto &assumption : result->assumptions)
            streams.out << "  " << assumptionText(assumption) << '\n';
    }
    const Json json = explainJson(std::move(list), *result);
    if (const auto status = writeJson(json, options.json, streams); !status)
        return fail(streams, status.error());
    if (done < lanes.size())
        return failStopped(streams, fmt::format("{} of {} were explained", lanes.size() - done, lanes.size()));
    return ExitStatus::done;
}

} // namespace

CommandBody addExplainCommand(CLI::App &parser)
{
    const auto options = std::make_shared<ExplainOptions>();
    parser.add_option("project", options->project, "project file")->required();
    auto *plan =
        parser.add_option("--plan", options->plan,
                          "name of a plan of the project, or a plan file; default: the project's first, else the "
                          "planner's best");
    auto *device = parser.add_option("--device", options->device,
                                     "device as \"node:index\"; default: the device that computes longest");
    auto *all = parser.add_flag("--all", options->all, "explain every TP group instead of one")->excludes(device);
    auto *sensitivity =
        parser
            .add_flag("--sensitivity", options->sensitivity,
                      "what of the cluster is worth changing: links, devices, memory and nodes with more and "
                      "with less of each, planned again in at most 2 seconds each, ranked by what they save")
            ->excludes(plan, device, all);
    parser
        .add_option("--factor", options->factor,
                    "with --sensitivity: what each is multiplied and divided by (default 2)")
        ->check(numberBetween(1.001, 1000))
        ->needs(sensitivity);
    parser.add_option("--at", options->at, "time in the scenario at which the step begins, seconds")
        ->check(numberFrom(0));
    parser.add_flag("--formulas", options->formulas, "print formula, inputs and their sources below each term");
    parser.add_option("--depth", options->depth, "number of levels to print")->check(wholeNumberBetween(0, 100));
    parser.add_option("--least", options->least, "sum up terms below this share of the step")
        ->check(numberBetween(0, 1));
    addCalibrationOptions(parser, options->calibration);
    addBudgetOption(parser, options->budget, "what is explained by then is printed");
    parser.add_option("--json", options->json, "write the whole tree as JSON (- for standard output)");
    addMemoryOption(parser, options->memory);
    return [options](const Streams &streams) { return explain(*options, streams); };
}

} // namespace heteroscope
