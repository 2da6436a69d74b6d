// SPDX-License-Identifier: GPL-3.0-or-later
//
// hscope replan PROJECT [--steps N] [--horizon SECONDS] [--every SECONDS] [--restart SECONDS] [--warm-up SECONDS]
// [--storage GB/S] [--checkpoint SECONDS] [--hysteresis X] [--forecast SECONDS] [--searches N] [--threads N] [--space
// A|A+|B|C|P] [--budget SECONDS] [--goodput [--spares N] [--seed N]] [--without NAME...] [--prices CSV] [--objective
// time|cost [--deadline SECONDS]] [--json F]
#include "planner/overtime/replan.h"

#include "base/numbers.h"
#include "commands/choose_plan.h"
#include "commands/find_answer.h"
#include "commands/number_check.h"
#include "commands/replan_costs.h"
#include "design/loss.h"
#include "planner/overtime/held_state.h"
#include "report/replan_json.h"
#include "report/text_table.h"
#include "json/object_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace heteroscope {

namespace {

struct ReplanArguments
{
    std::string project;
    std::optional<double> steps, horizon, every;
    double restart = SwitchCosts().restart.value;
    double warmUp = SwitchCosts().warmUp.value;
    double storage = SwitchCosts().storagePerNode.value / 1e9;
    double checkpoint = SwitchCosts().checkpointEvery.value;
    double hysteresis = ReplanOptions().hysteresis;
    double forecast = ReplanOptions().forecast.value;
    std::size_t searches = ReplanOptions().mostSearches;
    unsigned threads = 0;
    bool goodput = false;
    std::size_t spares = 0;
    std::uint64_t seed = 1;
    std::vector<std::string> without;
    std::string prices; // file
    double budget = 40;
    std::string objective = "time";
    std::optional<double> deadline;
    std::string space{searchSpaceNames[static_cast<std::size_t>(defaultSpace)]};
    std::string json;
};

ReplanOptions replanOptions(const ReplanArguments &arguments)
{
    ReplanOptions options;
    options.steps = arguments.steps;
    if (arguments.horizon)
        options.scenario.horizon = Seconds(*arguments.horizon);
    if (arguments.every)
        options.scenario.decideEvery = Seconds(*arguments.every);
    options.costs = {Seconds(arguments.restart), Seconds(arguments.warmUp), BytesPerSecond(arguments.storage * 1e9),
                     Seconds(arguments.checkpoint)};
    options.hysteresis = arguments.hysteresis;
    options.forecast = Seconds(arguments.forecast);
    options.mostSearches = arguments.searches;
    options.searchBudget = Seconds(arguments.budget);
    options.search.threads = arguments.threads;
    options.search.space = static_cast<SearchSpace>(
        std::find(searchSpaceNames.begin(), searchSpaceNames.end(), arguments.space) - searchSpaceNames.begin());
    return options;
}

void printPolicies(const ReplanResult &result, const Streams &streams)
{
    TextTable table({"policy", "total time", "against the sequence", "switches", "plan"});
    const auto against = [&](double time) {
        return time < infinity ? signedPercentText(time / result.best.totalTime - 1) : "–";
    };
    const auto fixed = [&](const std::string &name, const FixedChoice &choice) {
        if (choice.plan)
            table.add({name, durationText(choice.totalTime), against(choice.totalTime), "0",
                       candidateName(result, *choice.plan)});
    };
    const auto policy = [&](const std::string &name, const PlanSequence &sequence) {
        table.add({name, durationText(sequence.totalTime), against(sequence.totalTime),
                   countText(sequence.switches.size()), ""});
    };
    policy("best sequence", result.best);
    fixed("best fixed plan", result.fixed);
    fixed("fixed, best worst case", result.worstCase);
    fixed("fixed, best 90 % quantile", result.quantile);
    policy("greedy re-planning", result.greedy);
    policy("knows only the past", result.pastOnly);
    policy("knows a forecast", result.forecast);
    printTable(table, streams);
}

void printSwitches(const ReplanResult &result, std::ostream &out)
{
    if (result.switches.empty()) {
        out << "\nno switch pays: the best sequence is one plan\n";
        return;
    }
    TextTable table({"switch at", "takes", "gains", "breaks even after", "moves", "by", "to"});
    constexpr std::size_t shown = 40;
    for (std::size_t i = 0; i < std::min(shown, result.switches.size()); ++i) {
        const ReplanSwitch &one = result.switches[i];
        table.add({durationText(one.change.at), secondsText(Seconds(one.change.time)), durationText(one.gain.value),
                   one.breakEven ? durationText(one.breakEven->value) : "never", bytesText(one.moved),
                   std::string(switchWayNames[static_cast<std::size_t>(one.way)]),
                   candidateName(result, one.change.to)});
    }
    out << '\n' << table.text();
    if (result.switches.size() > shown)
        out << fmt::format("and {} more; --json lists all\n", result.switches.size() - shown);
}

void printReplan(const ReplanResult &result, const Streams &streams)
{
    std::ostream &out = streams.out;
    const Scenario &scenario = result.scenario;
    if (scenario.changes == 0)
        out << "no rate curve of the project changes: there is nothing to plan over time\n";
    printPolicies(result, streams);
    printSwitches(result, out);
    const double first = result.searchTimes.empty() ? 0 : result.searchTimes.front().value;
    const double rest = std::accumulate(result.searchTimes.begin(), result.searchTimes.end(), 0.0,
                                        [](double sum, Seconds time) { return sum + time.value; }) -
                        first;
    out << fmt::format("\ngain of the sequence over the best fixed plan, switches included: {}\n",
                       result.fixed.totalTime < infinity ? signedPercentText(result.gain()) : "–");
    out << fmt::format(
        "{}; {} until {}, {}{}; {}, exact over them\n",
        countedText(static_cast<std::size_t>(result.problem.steps), "step"), countedText(scenario.changes, "change"),
        durationText(scenario.horizon().value), countedText(scenario.states.size(), "distinct state"),
        scenario.resolution > 0 ? fmt::format(" (factors rounded to steps of {})", percentText(scenario.resolution))
                                : "",
        countedText(result.candidates.size(), "candidate"));
    out << fmt::format("{} in {}{}, {} predicted, {} in all\n", countedText(result.searches, "search"),
                       secondsText(Seconds(first + rest)),
                       result.searches > 1
                           ? fmt::format(" (the first {}, the others {} each)", secondsText(Seconds(first)),
                                         secondsText(Seconds(rest / static_cast<double>(result.searches - 1))))
                           : "",
                       countedText(result.predicted, "step"), secondsText(result.seconds));
    if (!result.proved)
        out << "searches ended before they had proved their plans: better candidates may exist; see --budget\n";
}

/// Failures at random while the best fixed plan runs at the rates of the start. Empty: no plan runs there, or there is
/// no storage.
std::optional<ReplanGoodput> goodputOf(const ReplanArguments &arguments, const OpenedProject &opened,
                                       const ReplanResult &result, const std::optional<LossAnswer> &loss,
                                       const StopToken &stop)
{
    const Workload &workload = opened.project.workload;
    const double step = result.fixed.plan ? result.problem.stepTimeOf(0, *result.fixed.plan) : infinity;
    if (!(step < infinity) || !(arguments.storage > 0))
        return {};
    ReplanGoodput goodput;
    goodput.checkpointSize = stateBytesOf(workload);
    const double read =
        goodput.checkpointSize.value / (arguments.storage * 1e9 * static_cast<double>(opened.topology.nodes().size()));
    GoodputInput &input = goodput.input;
    input.devices = opened.topology.devices().size();
    input.links = linkCount(opened.project.cluster);
    input.checkpoint = read; // written as fast as read
    input.restart = arguments.restart + arguments.warmUp + read;
    input.spares = arguments.spares;
    if (loss && loss->plan && loss->stepTimeBefore.value < infinity && loss->stepTime > Seconds(0))
        input.shrunk = {std::min(1.0, loss->stepTimeBefore / loss->stepTime)};
    input.seed = arguments.seed;
    input.threads = arguments.threads;
    goodput.found = findGoodput(input, stop);
    goodput.tokensPerSecond = workload.job.tokensPerStep() / step;
    return goodput;
}

void printGoodput(const std::optional<ReplanGoodput> &goodput, std::ostream &out)
{
    if (!goodput) {
        out << "\ngoodput: needs a plan that runs at the start, and a storage\n";
        return;
    }
    const auto &[input, found, checkpointSize, tokens] = *goodput;
    out << fmt::format(
        "\ngoodput: a failure every {} (rates of Llama 3's training), checkpoints of {} take {}, restart {}, "
        "spare nodes: {}\n",
        durationText(input.meanTimeBetweenFailures()), bytesText(checkpointSize),
        secondsText(Seconds(input.checkpoint)), secondsText(Seconds(input.restart)), countText(input.spares));
    if (!input.shrunk.empty())
        out << fmt::format("  without a spare it goes on with a node less, at {} of the speed\n",
                           percentText(input.shrunk.front()));
    out << fmt::format("  checkpoint every {} (simulated best), {} (Young), {} (Daly)\n", durationText(found.best),
                       durationText(found.young), durationText(found.daly));
    out << fmt::format("  {} of the time is work that is kept, {} to {} in 9 of 10 months; {} by Daly's formula\n",
                       percentText(found.atBest.mean), percentText(found.atBest.low), percentText(found.atBest.high),
                       percentText(found.closedForm));
    out << fmt::format("  {} of {}\n", rateText(tokens * found.atBest.mean, "tokens/s"), rateText(tokens, "tokens/s"));
}

/// What the loss of nodes or links at the start would do to the plan that the best sequence begins with.
Result<std::optional<LossAnswer>> lossOf(const ReplanArguments &arguments, const OpenedProject &opened,
                                         const ReplanResult &result, const Streams &streams)
{
    const auto &plans = result.best.plans;
    if (arguments.without.empty() || plans.empty() || plans.front() >= result.candidates.size())
        return std::optional<LossAnswer>();
    const ReplanOptions options = replanOptions(arguments);
    LossOptions loss;
    loss.search = options.search;
    loss.costs = options.costs;
    auto answer = planAfterLoss(opened.project, result.candidates[plans.front()].plan,
                                {arguments.without.begin(), arguments.without.end()}, loss, streams.foreground.stop());
    if (!answer)
        return answer.error();
    return std::optional<LossAnswer>(std::move(*answer));
}

void printLoss(const ReplanArguments &arguments, const LossAnswer &loss, std::ostream &out)
{
    out << fmt::format("\nwithout {} at the start: ", fmt::join(arguments.without, ", "));
    if (!loss.plan) {
        out << "no plan fits\n";
        return;
    }
    out << fmt::format("{} a step ({} before), {}", secondsText(loss.stepTime), secondsText(loss.stepTimeBefore),
                       planLabel(*loss.plan));
    if (loss.goesOn)
        out << ", the plan that runs goes on\n";
    else
        out << fmt::format(", {} to move {} by {}\n", durationText(loss.switchTime.value), bytesText(loss.moved),
                           switchWayNames[static_cast<std::size_t>(loss.way)]);
}

ExitStatus replan(const ReplanArguments &arguments, const Streams &streams)
{
    const auto &opened = streams.foreground.keep(openProject(arguments.project));
    if (!opened)
        return fail(streams, opened.error());
    const auto prices = pricesOfRun(opened->project, arguments.prices, opened->topology);
    if (!prices)
        return fail(streams, prices.error());
    beginWork(streams);
    const auto &result = streams.foreground.keep(planOverTime(
        opened->project, replanOptions(arguments), streams.foreground.stop(), streams.foreground.progress()));
    streams.foreground.clearProgress();
    if (!result) {
        if (result.error().code == Error::Code::cancelled)
            return failStopped(streams, "all candidates were timed");
        return fail(streams, located(result.error(), arguments.project));
    }
    if (arguments.json != "-")
        printReplan(*result, streams);
    Json json = replanJson(*result);
    bool found = result->best.totalTime < infinity;
    const RunCosts costs(*result, opened->topology, *prices);
    json["cost"] = costJson(*result, costs);
    if (arguments.json != "-" && costs.of(result->best) > 0)
        printCosts(*result, costs, streams.out);
    if (arguments.objective == "cost") {
        const CostSequence least =
            leastCostSequence(result->problem, costs,
                              {.deadline = arguments.deadline.value_or(infinity), .stop = streams.foreground.stop()});
        if (arguments.json != "-")
            printLeastCost(*result, least, streams.out);
        json["cost"]["least"] = leastCostJson(least);
        found = least.cost < infinity;
    }
    const auto loss = lossOf(arguments, *opened, *result, streams);
    if (!loss)
        return fail(streams, located(loss.error(), arguments.project));
    if (*loss) {
        if (arguments.json != "-")
            printLoss(arguments, **loss, streams.out);
        json["without"] = lossJson(arguments.without, **loss);
    }
    if (arguments.goodput) {
        const auto goodput = goodputOf(arguments, *opened, *result, *loss, streams.foreground.stop());
        if (arguments.json != "-")
            printGoodput(goodput, streams.out);
        json["goodput"] = goodput ? goodputJson(*goodput) : Json(nullptr);
    }
    if (const auto status = writeJson(json, arguments.json, streams); !status)
        return fail(streams, status.error());
    if (!found) {
        streams.err << (arguments.objective == "cost"
                            ? "hscope: no sequence of these plans does all steps by the deadline\n"
                            : "hscope: no sequence of these plans ever does all steps\n");
        return ExitStatus::no;
    }
    return ExitStatus::done;
}

} // namespace

CommandBody addReplanCommand(CLI::App &parser)
{
    const auto arguments = std::make_shared<ReplanArguments>();
    parser.add_option("project", arguments->project, "project file with rate curves")->required();
    parser
        .add_option("--steps", arguments->steps,
                    "steps to be done; default: those of the best fixed plan until the horizon")
        ->check(positiveNumber());
    parser
        .add_option("--horizon", arguments->horizon, "end of the scenario in seconds; default: after its last change")
        ->check(numberBetween(1e-3, 1e9));
    parser.add_option("--every", arguments->every, "plans may also be changed after so many seconds without a change")
        ->check(numberBetween(1, 1e9));
    parser.add_option("--restart", arguments->restart, "seconds to stop and start the processes at a switch")
        ->capture_default_str()
        ->check(numberBetween(0, 1e6));
    parser.add_option("--warm-up", arguments->warmUp, "seconds lost in the first steps after a switch")
        ->capture_default_str()
        ->check(numberBetween(0, 1e6));
    parser.add_option("--storage", arguments->storage, "GB/s at which each node reads and writes checkpoints")
        ->capture_default_str()
        ->check(numberBetween(0, 1e6));
    parser.add_option("--checkpoint", arguments->checkpoint, "seconds between checkpoints")
        ->capture_default_str()
        ->check(numberBetween(0, 1e9));
    parser
        .add_option("--hysteresis", arguments->hysteresis,
                    "the policy that knows only the past switches once it would have saved so many times the switch")
        ->capture_default_str()
        ->check(numberBetween(0, 1e6));
    parser.add_option("--forecast", arguments->forecast, "seconds that the policy with a forecast knows")
        ->capture_default_str()
        ->check(numberBetween(0, 1e9));
    parser.add_option("--searches", arguments->searches, "max number of states whose best plans are searched")
        ->capture_default_str()
        ->check(wholeNumberBetween(1, 1000));
    parser.add_flag("--goodput", arguments->goodput,
                    "also say what failures, checkpoints and restarts leave of the best fixed plan over 30 days; with "
                    "--without it goes on with a node less while no spare is ready");
    parser.add_option("--spares", arguments->spares, "spare nodes, for --goodput")
        ->check(wholeNumberBetween(0, 100000));
    parser.add_option("--seed", arguments->seed, "of the failures, for --goodput")->check(seedNumber());
    parser.add_option("--without", arguments->without,
                      "also say what the loss of these nodes or links would do to the first plan of the sequence");
    parser.add_option(
        "--prices", arguments->prices,
        "CSV of prices over time: seconds, then a column for each node or device type, in USD per hour of "
        "one device; default: the prices of the project, then those of the catalog");
    auto *steps = parser.get_option("--steps");
    auto *objective =
        parser
            .add_option("--objective", arguments->objective,
                        "cost: also the sequence that does --steps at least cost until the deadline; it may wait while "
                        "prices are high")
            ->capture_default_str()
            ->check(CLI::IsMember({"time", "cost"}))
            ->needs(steps);
    parser
        .add_option("--deadline", arguments->deadline,
                    "seconds by which the steps must be done, for --objective cost; default: the horizon")
        ->needs(objective)
        ->check(numberBetween(1e-3, 1e9));
    parser
        .add_option("--budget", arguments->budget,
                    "max seconds of all searches together; what they have not proved by then is said")
        ->capture_default_str()
        ->check(numberBetween(0.1, 1e6));
    addThreadsOption(parser, arguments->threads);
    parser.add_option("--space", arguments->space, "plan space of each search")
        ->check(CLI::IsMember({"A", "A+", "B", "C", "P"}));
    parser.add_option("--json", arguments->json, "write the result as JSON (- for standard output)");
    return [arguments](const Streams &streams) { return replan(*arguments, streams); };
}

} // namespace heteroscope
