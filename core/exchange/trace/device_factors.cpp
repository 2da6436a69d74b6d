// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/trace/device_factors.h"

#include "cluster/limits.h"
#include "exchange/trace/trace_difference.h"
#include "json/json.h"

#include <algorithm>
#include <map>

namespace heteroscope {

namespace {

constexpr const char *originKey = "x-calibratedFrom";
constexpr const char *stackKey = "x-calibratedStack";

Ticks computingOf(const Lane &lane)
{
    Ticks time;
    for (std::size_t a = 0; a < activityCount; ++a) {
        if (traceCauseOf(static_cast<Activity>(a)) == TraceCause::compute)
            time += lane.time[a];
    }
    return time;
}

Ticks computingOf(const MeasuredRank &rank)
{
    const MeasuredShares shares = measuredShares(rank, medianStep(rank));
    Ticks time;
    for (std::size_t k = 0; k < traceKindCount; ++k) {
        if (isMeasuredCompute(static_cast<TraceKind>(k)))
            time += shares.time[k];
    }
    return time;
}

double factorOf(Ticks simulated, Ticks measured)
{
    return std::clamp(static_cast<double>(simulated.count) / static_cast<double>(measured.count), leastDeviceFactor,
                      mostDeviceFactor);
}

/// The type of all devices of the lane; empty if they differ.
std::string typeOf(const Lane &lane, const Topology &topology)
{
    std::string type;
    for (const DeviceId id : lane.devices) {
        const std::string &own = topology.deviceTypes()[topology.device(id).type].name;
        if (!type.empty() && own != type)
            return {};
        type = own;
    }
    return type;
}

RateCurve scaled(RateCurve curve, double factor)
{
    if (curve.points.empty() || curve.points.front().at > Seconds(0))
        curve.points.insert(curve.points.begin(), {Seconds(0), 1});
    for (RateCurve::Point &point : curve.points)
        point.factor = std::min(point.factor * factor, limits::factor.maximum);
    if (curve.points.size() == 1 && curve.points.front().factor == 1)
        curve.points.clear();
    return curve;
}

} // namespace

std::vector<DeviceFactor> deviceFactors(const StepResult &result, const Topology &topology, const MeasuredTrace &trace,
                                        const std::vector<int> &lanes)
{
    std::map<std::string, DeviceFactor> factors;
    for (std::size_t i = 0; i < lanes.size() && i < trace.ranks.size(); ++i) {
        const Lane &lane = result.lanes[static_cast<std::size_t>(lanes[i])];
        const std::string type = typeOf(lane, topology);
        if (type.empty())
            continue;
        DeviceFactor &factor = factors[type];
        factor.type = type;
        ++factor.ranks;
        factor.simulated += computingOf(lane);
        factor.measured += computingOf(trace.ranks[i]);
    }
    std::vector<DeviceFactor> all;
    for (auto &[type, factor] : factors) {
        if (factor.simulated <= Ticks(0) || factor.measured <= Ticks(0))
            continue;
        factor.factor = factorOf(factor.simulated, factor.measured);
        const auto ranks = static_cast<std::int64_t>(factor.ranks);
        factor.simulated = Ticks(factor.simulated.count / ranks);
        factor.measured = Ticks(factor.measured.count / ranks);
        all.push_back(std::move(factor));
    }
    return all;
}

Project withDeviceFactors(const Project &project, const std::vector<DeviceFactor> &factors, const std::string &source)
{
    Project after = project;
    for (Node &node : after.cluster.nodes) {
        for (Device &device : node.devices) {
            const auto factor = std::find_if(factors.begin(), factors.end(),
                                             [&](const DeviceFactor &each) { return each.type == device.type; });
            if (factor == factors.end())
                continue;
            device.speed = scaled(std::move(device.speed), factor->factor);
            device.extensions[originKey] = Json(source).dump();
        }
    }
    return after;
}

std::optional<StackFactor> stackFactor(const StepResult &result, const MeasuredTrace &trace,
                                       const std::vector<int> &lanes, const TrainingJob &job)
{
    StackFactor factor;
    factor.stack = job.softwareStack;
    factor.ranks = std::min(lanes.size(), trace.ranks.size());
    for (std::size_t i = 0; i < factor.ranks; ++i) {
        factor.simulated += computingOf(result.lanes[static_cast<std::size_t>(lanes[i])]);
        factor.measured += computingOf(trace.ranks[i]);
    }
    if (factor.simulated <= Ticks(0) || factor.measured <= Ticks(0))
        return std::nullopt;
    factor.factor = factorOf(factor.simulated, factor.measured);
    const auto ranks = static_cast<std::int64_t>(factor.ranks);
    factor.simulated = Ticks(factor.simulated.count / ranks);
    factor.measured = Ticks(factor.measured.count / ranks);
    return factor;
}

Project withStackFactor(const Project &project, const StackFactor &factor, const std::string &source)
{
    Project after = project;
    for (Node &node : after.cluster.nodes)
        for (Device &device : node.devices)
            device.speed = scaled(std::move(device.speed), factor.factor);
    const auto before = stackCalibratedFrom(project.workload.job);
    const double all = before && before->stack == factor.stack ? before->factor * factor.factor : factor.factor;
    after.workload.job.extensions[stackKey] = Json{{"stack", factor.stack}, {"factor", all}, {"trace", source}}.dump();
    return after;
}

std::optional<StackOrigin> stackCalibratedFrom(const TrainingJob &job)
{
    const auto found = job.extensions.find(stackKey);
    if (found == job.extensions.end())
        return std::nullopt;
    const Json json = Json::parse(found->second, nullptr, false);
    const auto textAt = [&json](const char *key) {
        const auto member = json.find(key);
        return member != json.end() && member->is_string() ? member->get<std::string>() : std::string();
    };
    if (!json.is_object() || textAt("stack").empty())
        return std::nullopt;
    const auto factor = json.find("factor");
    return StackOrigin{textAt("stack"), textAt("trace"),
                       factor != json.end() && factor->is_number() ? factor->get<double>() : 1};
}

std::string calibratedFrom(const Cluster &cluster, const std::string &type)
{
    for (const Node &node : cluster.nodes) {
        for (const Device &device : node.devices) {
            const auto found = device.extensions.find(originKey);
            if (device.type != type || found == device.extensions.end())
                continue;
            const Json json = Json::parse(found->second, nullptr, false);
            if (json.is_string())
                return json.get<std::string>();
        }
    }
    return {};
}

} // namespace heteroscope
