// SPDX-License-Identifier: GPL-3.0-or-later
//
// hscope scenario SHAPE --of NAME... -o PROJECT [--horizon SECONDS] [--every SECONDS] [--low X] [--period SECONDS]
// [--noise X] [--share X] [--up SECONDS] [--down SECONDS] [--seed N]
//
// Gives links, nodes or devices of a project a rate curve of cluster/scenario_shapes.h. All that are named get the same
// curve; for curves of their own it is called once for each, with other seeds.
#include "base/closest_name.h"
#include "base/numbers.h"
#include "cluster/limits.h"
#include "cluster/scenario_shapes.h"
#include "commands/extend_project.h"
#include "commands/number_check.h"
#include "json/object_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace heteroscope {

namespace {

struct ScenarioArguments
{
    std::string shape;
    std::vector<std::string> of;
    std::string out;
    double horizon = ShapeOptions().horizon.value;
    double every = ShapeOptions().every.value;
    double low = ShapeOptions().low;
    double period = ShapeOptions().period.value;
    double noise = ShapeOptions().noise;
    double share = ShapeOptions().share;
    double up = ShapeOptions().meanUp.value;
    double down = ShapeOptions().meanDown.value;
    std::uint64_t seed = ShapeOptions().seed;
};

constexpr double mostPoints = 1'000'000;

Error notInCluster(const Cluster &cluster, const std::string &name)
{
    std::vector<std::string_view> names;
    for (const Link &link : cluster.links)
        names.emplace_back(link.name);
    for (const Node &node : cluster.nodes)
        names.emplace_back(node.name);
    return Error{Error::Code::reference, {}, "--of", quoteText(name), "a link, a node, or a device like node:0",
                 didYouMean(name, names)};
}

/// The curves that a name stands for: of a link, of all devices of a node, or of one device; empty if there is none.
std::vector<RateCurve *> curvesNamed(Cluster &cluster, const std::string &name)
{
    std::vector<RateCurve *> curves;
    for (Link &link : cluster.links) {
        if (link.name == name)
            curves.push_back(&link.rate);
    }
    const auto colon = name.rfind(':');
    for (Node &node : cluster.nodes) {
        if (node.name == name) {
            for (Device &device : node.devices)
                curves.push_back(&device.speed);
        } else if (colon != std::string::npos && node.name == name.substr(0, colon)) {
            std::size_t index = 0;
            const char *end = name.data() + name.size();
            const auto parsed = std::from_chars(name.data() + colon + 1, end, index);
            if (parsed.ec == std::errc() && parsed.ptr == end && index < node.devices.size())
                curves.push_back(&node.devices[index].speed);
        }
    }
    return curves;
}

Result<Imported> withScenario(const Project &into, const ScenarioArguments &arguments)
{
    if (arguments.horizon / arguments.every > mostPoints)
        return Error{Error::Code::invalid,
                     {},
                     "--every",
                     fmt::format("{} changes until the horizon",
                                 countText(static_cast<std::size_t>(arguments.horizon / arguments.every))),
                     fmt::format("{} at most", countText(static_cast<std::size_t>(mostPoints))),
                     "a longer --every"};
    ShapeOptions options;
    options.horizon = Seconds(arguments.horizon);
    options.every = Seconds(arguments.every);
    options.low = arguments.low;
    options.period = Seconds(arguments.period);
    options.noise = arguments.noise;
    options.share = arguments.share;
    options.meanUp = Seconds(arguments.up);
    options.meanDown = Seconds(arguments.down);
    options.seed = arguments.seed;
    const auto shape = static_cast<ScenarioShape>(
        std::find(scenarioShapeNames.begin(), scenarioShapeNames.end(), arguments.shape) - scenarioShapeNames.begin());
    const RateCurve curve = scenarioCurve(shape, options);
    Imported result;
    result.project = into;
    std::size_t changed = 0;
    for (const std::string &name : arguments.of) {
        const auto curves = curvesNamed(result.project.cluster, name);
        if (curves.empty())
            return notInCluster(into.cluster, name);
        for (RateCurve *one : curves)
            *one = curve;
        changed += curves.size();
    }
    result.what =
        fmt::format("{} with {} until {}, seed {}: {}", arguments.shape, countedText(curve.points.size(), "change"),
                    secondsText(options.horizon), arguments.seed, countedText(changed, "curve"));
    return result;
}

ExitStatus scenario(const ScenarioArguments &arguments, const Streams &streams)
{
    const auto made = extendProject(arguments.out, [&](const Project &into) { return withScenario(into, arguments); });
    if (!made)
        return fail(streams, made.error());
    printImported(*made, streams);
    return ExitStatus::done;
}

} // namespace

CommandBody addScenarioCommand(CLI::App &parser)
{
    const auto arguments = std::make_shared<ScenarioArguments>();
    parser.add_option("shape", arguments->shape, "diurnal, flapping, slowdown, preemption or background")
        ->required()
        ->check(CLI::IsMember(std::vector<std::string>(scenarioShapeNames.begin(), scenarioShapeNames.end())));
    parser.add_option("--of", arguments->of, "links, nodes or devices that get the curve")->required();
    parser.add_option("-o,--output", arguments->out, "project whose curves are replaced")->required();
    const auto time = [&parser](const char *name, double &value, const char *what) {
        parser.add_option(name, value, what)
            ->capture_default_str()
            ->check(numberBetween(1e-3, limits::pointTime.maximum));
    };
    const auto part = [&parser](const char *name, double &value, const char *what) {
        parser.add_option(name, value, what)->capture_default_str()->check(numberBetween(0, 1));
    };
    time("--horizon", arguments->horizon, "seconds until the end of the curve");
    time("--every", arguments->every, "seconds: changes are at whole multiples of it");
    part("--low", arguments->low, "rate in bad times; of preemption it is 0");
    time("--period", arguments->period, "seconds, of diurnal and background");
    part("--noise", arguments->noise, "of diurnal, on both sides");
    part("--share", arguments->share, "of background: of each period");
    time("--up", arguments->up, "mean seconds of good times, of flapping, slowdown and preemption");
    time("--down", arguments->down, "mean seconds of bad times");
    parser.add_option("--seed", arguments->seed, "the same seed gives the same curve")
        ->capture_default_str()
        ->check(seedNumber());
    return [arguments](const Streams &streams) { return scenario(*arguments, streams); };
}

} // namespace heteroscope
