// SPDX-License-Identifier: GPL-3.0-or-later
//
// hscope design SPEC [--budget SECONDS] [--threads N] [--space A|A+|B|C|P] [--json F]
#include "base/numbers.h"
#include "commands/choose_plan.h"
#include "commands/find_answer.h"
#include "design/design_change.h"
#include "design/design_search.h"
#include "report/design_json.h"
#include "report/text_table.h"
#include "report/timeline_svg.h"
#include "json/object_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace heteroscope {

namespace {

struct DesignArguments
{
    std::string spec;
    double budget = 0;
    unsigned threads = 0;
    std::string space{searchSpaceNames[static_cast<std::size_t>(defaultSpace)]};
    std::string json;
};

std::string verdictText(const Design &design) { return design.proved ? "proved" : gapText(design.gap); }

/// What more money buys: "8 more H100-80GB SXM: -1.20 s, +14.0 USD/h; compute-bound".
std::string againstText(const DesignChange &change)
{
    std::string what;
    for (const auto &[type, count] : change.devices)
        what += fmt::format("{}{} {} {}", what.empty() ? "" : ", ",
                            countText(static_cast<std::size_t>(std::abs(count))), count > 0 ? "more" : "fewer", type);
    if (change.hasOtherLinks)
        what += "other links";
    std::string limit = "compute-bound";
    if (!change.limit.isComputeBound() && change.limit.wait.lane >= 0) {
        limit = fmt::format("bound by {}", activityWords(change.limit.wait.cause));
        if (!change.link.empty())
            limit += fmt::format(", fullest link {}", change.link);
    }
    return fmt::format("{}: {}, {}{}/h; {}", what, signedSecondsText(change.stepTime),
                       change.pricePerHour < 0 ? "-" : "+", costText(std::abs(change.pricePerHour)), limit);
}

void printFront(const DesignSpec &spec, const DesignResult &result, const Streams &streams)
{
    std::vector<std::string> header = {"cluster", "devices", "per hour", "step"};
    if (spec.tokens)
        header.insert(header.end(), {"days", "training"});
    header.insert(header.end(), {"verdict", "plan", "against the one above"});
    TextTable table(header);
    for (std::size_t i = 0; i < result.front.size(); ++i) {
        const Design &design = result.front[i];
        std::vector<TableCell> row = {
            design.cluster,
            {countText(design.devices), static_cast<double>(design.devices)},
            costCell(design.pricePerHour),
            secondsCell(design.stepTime()),
        };
        if (spec.tokens) {
            const double days = daysToTrain(design, spec.workload, *spec.tokens);
            row.emplace_back(significantText(days), days);
            row.push_back(costCell(costToTrain(design, spec.workload, *spec.tokens)));
        }
        row.push_back(verdictText(design));
        row.push_back(planLabel(design.plan));
        row.push_back(i == 0 ? "" : againstText(designChange(result.front[i - 1], design)));
        table.add(std::move(row));
    }
    printTable(table, streams);
}

void printCounts(const DesignResult &result, std::ostream &out)
{
    out << fmt::format("\n{}, {} planned", countedText(result.enumerated, "cluster"), countText(result.planned));
    constexpr std::array<std::string_view, 9> words = {
        "above the limit of price",
        "with too many devices",
        "above the limit of power",
        "above the limit of rack space",
        "excluded by their bound: no plan of any kind can beat one that costs no more",
        "planned, and not faster than one that costs no more",
        "without a plan that fits",
        "open: planned, and their search left a gap in which they could be on the front",
        "not reached",
    };
    static_assert(words.size() == designRejectionNames.size());
    for (const auto &[reason, count] : result.prunedBy)
        out << fmt::format("\n  {} {}", countText(count), words[static_cast<std::size_t>(reason)]);
    if (!result.front.empty())
        out << (result.gap > 0 ? fmt::format("\nNo cluster of the choice is faster than the front at its price by more "
                                             "than {}.",
                                             percentText(result.gap))
                               : "\nNo cluster of the choice is faster than the front at its price.");
    out << '\n';
}

ExitStatus design(const DesignArguments &arguments, const Streams &streams)
{
    const auto json = readJsonFile(arguments.spec, maxFileBytes);
    if (!json)
        return fail(streams, json.error());
    const auto &read = streams.foreground.keep(readDesignSpec(*json));
    if (!read.spec) {
        for (std::size_t i = 1; i < read.findings.errors.size(); ++i) {
            Error error = read.findings.errors[i];
            error.file = arguments.spec;
            streams.err << "hscope: " << toString(error) << '\n';
        }
        Error first = read.findings.errors.front();
        first.file = arguments.spec;
        return fail(streams, first);
    }
    const DesignSpec &spec = *read.spec;
    beginWork(streams, arguments.budget);
    SearchOptions options;
    options.threads = arguments.threads;
    options.space = static_cast<SearchSpace>(
        std::find(searchSpaceNames.begin(), searchSpaceNames.end(), arguments.space) - searchSpaceNames.begin());
    const auto &result =
        streams.foreground.keep(searchDesigns(spec, options, streams.foreground.stop(), streams.foreground.progress()));
    streams.foreground.clearProgress();
    if (!result)
        return fail(streams, located(result.error(), arguments.spec));
    if (arguments.json != "-") {
        printFront(spec, *result, streams);
        printCounts(*result, streams.out);
    }
    if (const auto status = writeJson(designJson(spec, *result), arguments.json, streams); !status)
        return fail(streams, status.error());
    if (result->stopped)
        streams.err << "hscope: " << streams.foreground.stopText() << ", with the front of what was planned by then\n";
    if (result->front.empty()) {
        streams.err << "hscope: no cluster of these can train the model within the limits\n";
        return ExitStatus::no;
    }
    return ExitStatus::done;
}

} // namespace

CommandBody addDesignCommand(CLI::App &parser)
{
    const auto arguments = std::make_shared<DesignArguments>();
    parser.add_option("spec", arguments->spec, "design file: the clusters to choose from")->required();
    addBudgetOption(parser, arguments->budget, "the result is the front of what was planned by then");
    addThreadsOption(parser, arguments->threads);
    parser.add_option("--space", arguments->space, "plan space of each cluster")
        ->check(CLI::IsMember({"A", "A+", "B", "C", "P"}));
    parser.add_option("--json", arguments->json, "write the result as JSON (- for standard output)");
    return [arguments](const Streams &streams) { return design(*arguments, streams); };
}

} // namespace heteroscope
