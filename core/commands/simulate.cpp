// SPDX-License-Identifier: GPL-3.0-or-later
//
// hscope simulate PROJECT [--plan NAME|FILE] [--at SECONDS] [--json F] [--trace F] [--schedule CSV] [--operations]
//                 [--jitter SHARE --seed N] [--budget SECONDS] [--profiles DIR] [--calibration FILE...] [--memory SIZE]
#include "base/numbers.h"
#include "calibration/measured_steps.h"
#include "commands/choose_plan.h"
#include "commands/measured_profiles.h"
#include "commands/number_check.h"
#include "exchange/perfetto/trace.h"
#include "report/result_json.h"
#include "report/text_table.h"
#include "simulator/predict_step.h"
#include "strategy/custom_schedule.h"
#include "wording/step_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace heteroscope {

namespace {

struct SimulateOptions
{
    std::string project;
    std::string plan;
    CalibrationOptions calibration;
    double at = 0;
    double budget = 0;
    std::string json;
    std::string trace;
    std::string schedule;
    double jitter = 0;
    std::uint64_t seed = 1;
    bool operations = false;
    std::optional<Bytes> memory;
};

void printMeasured(std::ostream &out, const MeasuredReference &reference, Seconds predicted)
{
    const auto measured = findMeasuredStep(reference.file, reference.row);
    if (!measured) {
        out << fmt::format("measured    not at hand: {}\n", toString(measured.error()));
        return;
    }
    const double error = (predicted.value - measured->stepTime.value) / measured->stepTime.value;
    out << fmt::format("measured    {} ({}, row {}); predicted is {} off\n", secondsText(measured->stepTime),
                       measured->source, measured->id, signedPercentText(error));
}

/// What is left of the memory that the lane's devices may fill.
std::string marginText(const Lane &lane)
{
    const Bytes margin = lane.memoryMargin();
    return margin < Bytes(0) ? "-" + memoryText(Bytes(0) - margin) : memoryText(margin);
}

std::string headroomText(double headroom)
{
    return headroom > 0 ? fmt::format(" ({} of a device left free)", percentText(headroom)) : std::string();
}

bool anyGroupHas(const Plan &plan, int TensorGroup::*degree)
{
    for (const auto &pipeline : plan.pipelines) {
        for (const auto &stage : pipeline.stages) {
            for (const auto &group : stage.groups) {
                if (group.*degree > 1)
                    return true;
            }
        }
    }
    return false;
}

/// A row for each lane. The columns of context and expert parallelism are there if the plan has them.
TextTable laneTable(const StepResult &result, const Topology &topology, const Plan &plan)
{
    struct Column
    {
        const char *title;
        Activity activity;
        bool isThere = true;
    };
    std::vector<Column> columns = {{"TP", Activity::exposedTp},
                                   {"CP", Activity::exposedCp, anyGroupHas(plan, &TensorGroup::cp)},
                                   {"EP", Activity::exposedEp, anyGroupHas(plan, &TensorGroup::ep)},
                                   {"PP", Activity::exposedPp},
                                   {"DP", Activity::exposedDp},
                                   {"bubble", Activity::bubble},
                                   {"straggler", Activity::straggler},
                                   {"optimizer", Activity::optimizer},
                                   {"overhead", Activity::overhead}};
    const auto timeOf = [](const auto &lane, Activity activity) {
        return toSeconds(lane.time[static_cast<std::size_t>(activity)]);
    };
    std::erase_if(columns, [](const Column &column) { return !column.isThere; });

    std::vector<std::string> header = {"lane", "type", "stage", "layers", "compute"};
    for (const Column &column : columns)
        header.emplace_back(column.title);
    header.emplace_back("peak memory");
    header.emplace_back("margin");
    TextTable table(std::move(header));
    for (const auto &lane : result.lanes) {
        Seconds compute;
        for (std::size_t a = 0; a < activityCount; ++a) {
            if (isCompute(static_cast<Activity>(a)))
                compute += timeOf(lane, static_cast<Activity>(a));
        }
        std::vector<TableCell> row = {lane.name, shortName(topology.typeOf(lane.devices.front())),
                                      fmt::format("{}.{}", lane.pipeline, lane.stage), lane.layerCount,
                                      secondsCell(compute)};
        for (const Column &column : columns)
            row.push_back(secondsCell(timeOf(lane, column.activity)));
        row.push_back(memoryCell(lane.memory.total()));
        row.emplace_back(marginText(lane), lane.memoryMargin().value, "bytes");
        table.add(std::move(row));
    }
    return table;
}

void printStep(const Streams &streams, const StepResult &result, const Topology &topology, const Plan &plan)
{
    std::ostream &out = streams.out;
    const auto *fullest = result.fullestLane();
    out << fmt::format("step time   {} +- {}   ideal {}\n", secondsText(toSeconds(result.stepTime)),
                       percentText(result.uncertainty, 0), secondsText(toSeconds(result.idealTime)));
    out << fmt::format("throughput  {}   MFU {}   HFU {}\n", rateText(result.tokensPerSecond, "tokens/s"),
                       percentText(result.mfu), percentText(result.hfu));
    out << fmt::format("bubble      {}   exposed communication {}\n", percentText(result.bubbleShare()),
                       percentText(result.exposedShare()));
    if (fullest)
        out << fmt::format("memory      {} of {}{} on {}, margin {}\n", memoryText(fullest->memory.total()),
                           memoryText(fullest->memoryCapacity), headroomText(result.memoryHeadroom), fullest->name,
                           marginText(*fullest));
    for (const auto &host : result.hosts)
        out << fmt::format("host        {}{} in {}\n", memoryText(host.need),
                           host.memory > Bytes(0) ? " of " + memoryText(host.memory) : std::string(),
                           topology.nodes()[static_cast<std::size_t>(host.node)].name);
    for (const auto &overflow : result.overflows)
        out << "does not fit: " << overflowText(overflow) << '\n';
    out << fmt::format("energy      {} a step   cost {} a step\n\n", energyText(result.energy), costText(result.cost));

    printTable(laneTable(result, topology, plan), streams);
    out << "\ncritical path\n";
    for (const auto &blame : result.criticalPath)
        out << fmt::format("  {:<16} {}\n", nameOf(blame.cause), secondsText(blame.time));
    out << "\nassumptions\n";
    for (const auto &assumption : result.assumptions)
        out << "  " << assumptionText(assumption) << '\n';
}

/// Nothing is asked of the step that the planner does not simulate.
bool isPlain(const SimulateOptions &options)
{
    return options.at == 0 && options.schedule.empty() && options.jitter == 0 && !options.operations &&
           options.trace.empty();
}

ExitStatus simulate(const SimulateOptions &options, const Streams &streams)
{
    const auto &opened = streams.foreground.keep(openProject(options.project));
    if (!opened)
        return fail(streams, opened.error());
    const auto calibration = readCalibration(options.calibration);
    if (!calibration)
        return fail(streams, calibration.error());
    beginWork(streams, options.budget);
    auto chosen = choosePlan(options.plan, options.project, *opened, streams.foreground, &*calibration);
    if (!chosen)
        return chosen.error().code == Error::Code::cancelled ? failStopped(streams, "the search found its first plan")
                                                             : fail(streams, chosen.error());
    if (!options.schedule.empty()) {
        const auto csv = readTextFile(options.schedule);
        if (!csv)
            return fail(streams, csv.error());
        chosen->plan.schedule = ScheduleKind::custom;
        chosen->plan.scheduleOptions.actions = scheduleRows(*csv);
    }
    PredictOptions predict;
    predict.startTime = Seconds(options.at);
    predict.operations = options.operations;
    predict.jitter = {options.seed, options.jitter};
    predict.linkLoads = !options.trace.empty();
    predict.calibration = &*calibration;
    predict.memory = options.memory;
    predict.stop = streams.foreground.stop();
    auto &result =
        streams.foreground.keep(predictStep(opened->topology, opened->project.workload, chosen->plan, predict));
    if (!result && result.error().code == Error::Code::cancelled) {
        // What the planner knows of its plan is the answer to the plain question.
        if (!chosen->known || !isPlain(options))
            return failStopped(streams, "the step was simulated");
        result = *chosen->known;
    }
    if (!result) {
        Error error = result.error();
        // The rows of the file have become the plan's actions.
        constexpr std::string_view actions = "/scheduleOptions/actions";
        if (!options.schedule.empty() && (error.path.empty() || error.path.starts_with(actions))) {
            error.file = options.schedule;
            error.path.erase(0, actions.size());
        }
        return fail(streams, located(std::move(error), options.project, &*chosen));
    }
    for (const auto &warning : findExcessRecompute(chosen->plan, ""))
        streams.err << "hscope: " << toString(located(warning, options.project, &*chosen)) << '\n';
    if (options.json != "-") {
        streams.out << fmt::format("plan        {}: {}\n", chosen->name, planLabel(chosen->plan));
        if (chosen->measured)
            printMeasured(streams.out, *chosen->measured, toSeconds(result->stepTime));
        printStep(streams, *result, opened->topology, chosen->plan);
    }
    if (!options.json.empty()) {
        const auto json = simulateJson(*result, opened->topology, chosen->plan);
        if (const auto status = writeJson(json, options.json, streams); !status)
            return fail(streams, status.error());
    }
    if (!options.trace.empty()) {
        const auto written = writeText(perfettoTrace(*result, opened->topology), options.trace, streams);
        if (!written)
            return fail(streams, written.error());
    }
    return ExitStatus::done;
}

} // namespace

CommandBody addSimulateCommand(CLI::App &parser)
{
    const auto options = std::make_shared<SimulateOptions>();
    parser.add_option("project", options->project, "project file")->required();
    parser.add_option(
        "--plan", options->plan,
        "name of a plan of the project, or a plan file; default: the project's first, else the planner's best");
    addCalibrationOptions(parser, options->calibration);
    parser.add_option("--at", options->at, "time in the scenario at which the step begins, seconds")
        ->check(numberFrom(0));
    addBudgetOption(parser, options->budget, "if that is too short it says so instead of a step");
    parser.add_option("--json", options->json, "write the result as JSON (- for standard output)");
    parser.add_option("--trace", options->trace, "write a Chrome/Perfetto trace");
    parser.add_option("--schedule", options->schedule,
                      "order of work from a CSV file in PyTorch's notation instead of the plan's schedule");
    parser.add_flag("--operations", options->operations, "simulate every operation by itself");
    parser.add_option("--jitter", options->jitter, "lengthen passes at random, by up to this share")
        ->check(numberBetween(0, 10));
    parser.add_option("--seed", options->seed, "seed of the jitter")->needs("--jitter")->check(seedNumber());
    addMemoryOption(parser, options->memory);
    return [options](const Streams &streams) { return simulate(*options, streams); };
}

} // namespace heteroscope
