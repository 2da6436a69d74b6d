// SPDX-License-Identifier: GPL-3.0-or-later
//
// hscope plan PROJECT [--top K] [--budget SECONDS] [--threads N] [--space A|A+|B|C] [--objective time|cost|energy]
// [--profiles DIR] [--calibration FILE...] [--json F]
#include "commands/measured_profiles.h"
#include "commands/search_progress.h"
#include "planner/certificate.h"
#include "report/result_json.h"
#include "report/text_table.h"

#include <fmt/format.h>

#include <algorithm>

namespace heteroscope {

namespace {

struct PlanOptions
{
    std::string project;
    std::size_t top = 10;
    double budget = 0;
    unsigned threads = 0;
    std::string space = "C";
    std::string objective = "time";
    CalibrationOptions calibration;
    std::string json;
};

void printRanking(std::ostream &out, const SearchResult &result)
{
    TextTable table(
        {"rank", "step time", "cost", "energy", "MFU", "bubble", "exposed", "peak memory", "plan", "why not first"});
    for (std::size_t i = 0; i < result.plans.size(); ++i) {
        const auto &plan = result.plans[i];
        const auto *fullest = plan.result->fullestLane();
        table.add({std::to_string(i + 1), secondsText(toSeconds(plan.result->stepTime)),
                   fmt::format("{:.3g} USD", plan.result->cost), fmt::format("{:.3g} kJ", plan.result->energy / 1e3),
                   percentText(plan.result->mfu), percentText(plan.result->bubbleShare()),
                   percentText(plan.result->exposedShare()),
                   fullest
                       ? fmt::format("{} / {}", bytesText(fullest->memory.total()), bytesText(fullest->memoryCapacity))
                       : "-",
                   plan.family, plan.whyNotFirst});
    }
    out << table.text() << '\n';
}

void printProof(std::ostream &out, const SearchResult &result)
{
    out << (result.proved ? "proved best" : fmt::format("gap {}", percentText(result.gap)))
        << fmt::format(": {} families = {} simulated", result.enumerated, result.simulated);
    for (const auto &[reason, count] : result.prunedBy)
        out << fmt::format(" + {} {}", count, reason);
    out << fmt::format("; {}\nspace: {}\n", secondsText(result.searchTime), result.space);
}

void printRejected(std::ostream &out, const SearchResult &result)
{
    constexpr std::size_t shown = 8;
    std::map<std::string, std::size_t> count;
    TextTable table({"rejected", "reason", "detail"});
    for (const auto &family : result.rejected) {
        if (count[family.reason]++ < shown)
            table.add({family.family, family.reason, family.detail});
    }
    if (!result.rejected.empty())
        out << '\n' << table.text();
}

ExitStatus plan(const PlanOptions &options, const Streams &streams)
{
    const auto opened = openProject(options.project);
    if (!opened)
        return fail(streams, opened.error());
    const auto calibration = readCalibration(options.calibration);
    if (!calibration)
        return fail(streams, calibration.error());
    SearchOptions search;
    search.calibration = &*calibration;
    search.top = options.top;
    search.threads = options.threads;
    if (options.budget > 0)
        search.budget = Seconds(options.budget);
    const auto indexOf = [](const auto &names, const std::string &word) {
        return static_cast<std::size_t>(std::find(names.begin(), names.end(), word) - names.begin());
    };
    search.space = static_cast<SearchSpace>(indexOf(searchSpaceNames, options.space));
    search.objective = static_cast<SearchObjective>(indexOf(searchObjectiveNames, options.objective));
    search.mappings = resolveMappings(opened->project.mappings, opened->project.cluster, opened->topology);
    const auto result = searchInForeground(opened->topology, opened->project.workload, search);
    if (!result)
        return fail(streams, result.error());
    if (options.json != "-") {
        printRanking(streams.out, *result);
        printProof(streams.out, *result);
        printRejected(streams.out, *result);
    }
    auto json = planJson(
        *result, projectFingerprint(opened->project.cluster, opened->project.workload, opened->project.mappings));
    // A certificate is checked with the shipped constants, so for others there is none.
    if (!options.calibration.isEmpty())
        json["certificate"] = nullptr;
    if (const auto status = writeJson(json, options.json, streams.out); !status)
        return fail(streams, status.error());
    if (result->plans.empty()) {
        streams.err << "hscope: no plan of the space fits this cluster; the reasons are listed above\n";
        return ExitStatus::no;
    }
    return ExitStatus::done;
}

} // namespace

CommandBody addPlanCommand(CLI::App &parser)
{
    const auto options = std::make_shared<PlanOptions>();
    parser.add_option("project", options->project, "project file")->required();
    parser.add_option("--top", options->top, "plans to list")->check(CLI::Range(1, 10000));
    parser.add_option("--budget", options->budget, "seconds after which the best so far is taken")
        ->check(CLI::PositiveNumber);
    parser.add_option("--threads", options->threads, "threads; default: one for each core")
        ->check(CLI::Range(1U, 1024U));
    parser.add_option("--space", options->space, "plan space; what of it is searched is said with the result")
        ->check(CLI::IsMember({"A", "A+", "B", "C"}));
    parser.add_option("--objective", options->objective, "what to minimize")
        ->check(CLI::IsMember({"time", "cost", "energy"}));
    addCalibrationOptions(parser, options->calibration);
    parser.add_option("--json", options->json, "write the result as JSON (- for standard output)");
    return [options](const Streams &streams) { return plan(*options, streams); };
}

} // namespace heteroscope
