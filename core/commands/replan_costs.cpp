// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/replan_costs.h"

#include "base/numbers.h"
#include "exchange/bandwidth_csv/curve.h"
#include "report/text_table.h"
#include "json/object_reader.h"

#include <fmt/format.h>

#include <algorithm>

namespace heteroscope {

std::string durationText(double seconds)
{
    if (!(seconds < infinity))
        return "never";
    if (seconds < 7200)
        return secondsText(Seconds(seconds));
    return significantText(seconds / 3600) + " h";
}

std::string candidateName(const ReplanResult &result, std::size_t plan)
{
    return plan < result.candidates.size() ? planLabel(result.candidates[plan].plan) : "down";
}

Result<PriceCurves> pricesOfRun(const Project &project, const std::string &file, const Topology &topology)
{
    PriceCurves prices = priceCurves(project.prices);
    if (file.empty())
        return prices;
    const auto text = readTextFile(file);
    if (!text)
        return text.error();
    const auto columns = readBandwidthCsv(*text, file);
    if (!columns)
        return columns.error();
    for (const BandwidthColumn &column : *columns) {
        if (!column.isFactor)
            return Error{
                Error::Code::invalid,    file, column.link, "a unit of bandwidth", "USD per hour, without a unit",
                "leave the brackets out"};
        prices[column.link].points = column.points;
    }
    PriceCurves given;
    for (const BandwidthColumn &column : *columns)
        given[column.link] = {};
    if (const auto unknown = unknownPrice(given, topology))
        return Error{Error::Code::reference,
                     file,
                     *unknown,
                     "a column " + quoteText(*unknown),
                     "the name of a node or of a device type of the cluster",
                     "leave the column out, or name it as the project does"};
    return prices;
}

Json costJson(const ReplanResult &result, const RunCosts &costs)
{
    const auto finite = [](double cost) { return cost < infinity ? Json(cost) : Json(nullptr); };
    Json json = {{"sequence", finite(costs.of(result.best))},
                 {"greedy", finite(costs.of(result.greedy))},
                 {"pastOnly", finite(costs.of(result.pastOnly))},
                 {"forecast", finite(costs.of(result.forecast))},
                 {"bestFixed", nullptr},
                 {"cheapestFixed", nullptr}};
    if (result.fixed.plan)
        json["bestFixed"] =
            finite(costs.of(followPolicy(result.problem, fixedPolicy(result.problem, *result.fixed.plan))));
    if (const auto cheapest = costs.cheapestFixed())
        json["cheapestFixed"] = {
            {"candidate", cheapest->plan}, {"cost", cheapest->cost}, {"totalTime", cheapest->totalTime}};
    return json;
}

void printCosts(const ReplanResult &result, const RunCosts &costs, std::ostream &out)
{
    const auto text = [](double cost) { return cost < infinity ? costText(cost) : std::string("–"); };
    out << fmt::format("\ncost of the steps: best sequence {}, greedy {}, past only {}", text(costs.of(result.best)),
                       text(costs.of(result.greedy)), text(costs.of(result.pastOnly)));
    if (result.fixed.plan)
        out << fmt::format(
            ", best fixed plan {}",
            text(costs.of(followPolicy(result.problem, fixedPolicy(result.problem, *result.fixed.plan)))));
    out << '\n';
    if (const auto cheapest = costs.cheapestFixed())
        out << fmt::format("  the cheapest of the fixed plans: {} in {}, {}\n", text(cheapest->cost),
                           durationText(cheapest->totalTime), candidateName(result, cheapest->plan));
}

Json leastCostJson(const CostSequence &least)
{
    Json json = {{"cost", nullptr}, {"lowerBound", least.lowerBound}, {"proved", least.proved}};
    Json segments = Json::array(), switches = Json::array();
    if (least.cost < infinity) {
        json["cost"] = least.cost;
        json["totalTime"] = least.sequence.totalTime;
        for (const SequenceInterval &interval : intervalsOf(least.problem, least.sequence)) {
            const bool runs = interval.plan < least.problem.plans;
            if (!segments.empty() && segments.back()["switching"] == interval.isSwitching &&
                segments.back()["plan"] == (runs ? Json(interval.plan) : Json(nullptr))) {
                segments.back()["to"] = interval.to;
                continue;
            }
            segments.push_back({{"from", interval.from},
                                {"to", interval.to},
                                {"plan", runs ? Json(interval.plan) : Json(nullptr)},
                                {"switching", interval.isSwitching}});
        }
        for (const SequenceSwitch &change : least.sequence.switches)
            switches.push_back({{"at", change.at}, {"takes", change.time}, {"to", change.to}});
    }
    json["segments"] = std::move(segments);
    json["switches"] = std::move(switches);
    return json;
}

void printLeastCost(const ReplanResult &result, const CostSequence &least, std::ostream &out)
{
    if (!(least.cost < infinity)) {
        out << "\nleast cost: the steps cannot be done by the deadline\n";
        return;
    }
    double waits = 0;
    for (const SequenceInterval &interval : intervalsOf(least.problem, least.sequence))
        waits += interval.plan < least.problem.plans ? 0 : interval.to - interval.from;
    out << fmt::format("\nleast cost of the steps: {}, done after {}, {}, {} of it nothing runs\n",
                       costText(least.cost), durationText(least.sequence.totalTime),
                       countedText(least.sequence.switches.size(), "switch"), durationText(waits));
    if (least.proved)
        out << "  no sequence of these plans costs less: proved over all of them\n";
    else
        out << fmt::format("  no sequence of these plans costs less than {}: a gap of {} is open\n",
                           costText(least.lowerBound), percentText(1 - least.lowerBound / least.cost));
    TextTable table({"from", "plan"});
    constexpr std::size_t shown = 40;
    std::size_t last = least.problem.plans + 1;
    std::size_t rows = 0;
    double start = 0;
    for (std::size_t piece = 0; piece < least.sequence.plans.size(); ++piece) {
        const std::size_t plan = least.sequence.plans[piece];
        if (plan != last && rows++ < shown)
            table.add({durationText(start), plan < least.problem.plans ? candidateName(result, plan) : "waits"});
        last = plan;
        start += least.problem.pieces[piece].length;
    }
    out << table.text();
    if (rows > shown)
        out << fmt::format("and {} more; --json lists all\n", rows - shown);
}

} // namespace heteroscope
