// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibration/collective_fit.h"

#include "calibration/fit_closing.h"
#include "calibration/robust_fit.h"
#include "calibration/run_cluster.h"
#include "cost/network.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace heteroscope {

namespace {

constexpr double smallestHop = 1e-8;

/// Devices spread over nodes, and the calls over all of them.
struct MeasuredGroup
{
    Topology topology;
    std::vector<DeviceId> members;
};

class Collectives
{
public:
    Collectives(const DeviceMeasurements &measurements, const DeviceType &type, const std::string &network)
        : m_calls(measurements.collectives)
    {
        for (const auto &call : m_calls) {
            const auto key = std::pair(call.devices, call.nodes);
            if (m_groups.contains(key))
                continue;
            RunConfiguration run;
            run.gpu = type.name;
            run.gpus = call.devices;
            run.gpusPerNode = call.devices / call.nodes;
            run.interLink = network;
            const auto cluster = clusterOfRun(run);
            if (!cluster) {
                m_error = cluster.error();
                return;
            }
            auto topology = Topology::build(*cluster);
            if (!topology) {
                m_error = topology.error();
                return;
            }
            MeasuredGroup group{std::move(*topology), {}};
            for (std::size_t d = 0; d < group.topology.devices().size(); ++d)
                group.members.emplace_back(d);
            m_groups.emplace(key, std::move(group));
        }
    }

    const std::optional<Error> &error() const { return m_error; }

    /// By call; a call without a route has none.
    std::vector<std::optional<TransferCost>> costs(const CalibrationValues &values) const
    {
        std::map<std::pair<std::pair<int, int>, CollectiveCall>, std::optional<TransferCost>> known;
        std::vector<std::optional<TransferCost>> result;
        for (const auto &call : m_calls) {
            const auto place = std::pair(call.devices, call.nodes);
            const auto [entry, isNew] = known.try_emplace({place, call.call});
            if (isNew)
                entry->second = costOf(call.call, m_groups.at(place), values);
            result.push_back(entry->second);
        }
        return result;
    }

    std::vector<double> residuals(const CalibrationValues &values) const
    {
        std::vector<double> result;
        const auto all = costs(values);
        for (std::size_t i = 0; i < m_calls.size(); ++i) {
            if (all[i])
                result.push_back(
                    std::log((callSoftware(values) + all[i]->time(m_calls[i].bytes)) / m_calls[i].time.seconds));
        }
        return result;
    }

    LinkTechnology narrowest(const TransferCost &cost, const MeasuredCollective &call) const
    {
        return m_groups.at({call.devices, call.nodes}).topology.edge(cost.narrowest.edge).technology;
    }

private:
    /// Of a call by itself; the stacks differ little.
    static Seconds callSoftware(const CalibrationValues &values)
    {
        const auto least =
            std::min_element(values.stacks.begin(), values.stacks.end(),
                             [](const auto &a, const auto &b) { return a.collectiveBase < b.collectiveBase; });
        return least == values.stacks.end() ? Seconds(0) : least->collectiveBase;
    }

    static std::optional<TransferCost> costOf(CollectiveCall call, const MeasuredGroup &group,
                                              const CalibrationValues &values)
    {
        Network network(group.topology, values);
        if (call == CollectiveCall::allToAll) {
            const auto cost = network.allToAll({group.members});
            return cost ? std::optional(**cost) : std::nullopt;
        }
        const auto cost = call == CollectiveCall::allReduce ? network.allReduce({group.members})
                          : call == CollectiveCall::sendReceive
                              ? network.transfer({group.members.front()}, {group.members.back()})
                              : network.allGather({group.members});
        return cost ? std::optional(*cost) : std::nullopt;
    }

    const std::vector<MeasuredCollective> &m_calls;
    std::map<std::pair<int, int>, MeasuredGroup> m_groups; // by devices and nodes
    std::optional<Error> m_error;
};

/// A member of the constants of one technology that is fitted.
struct LinkParameter
{
    RobustParameter about;
    LinkTechnology technology;
    double &(*of)(LinkConstants &);
};

LinkConstants *linkIn(CalibrationValues &values, LinkTechnology technology)
{
    const auto it = std::find_if(values.links.begin(), values.links.end(),
                                 [technology](const auto &link) { return link.technology == technology; });
    return it == values.links.end() ? nullptr : &*it;
}

std::vector<LinkParameter> linkParameters(const Collectives &collectives, const DeviceMeasurements &measurements,
                                          const CalibrationValues &start)
{
    std::vector<LinkParameter> parameters;
    const auto add = [&](LinkTechnology technology, const char *name, double &(*of)(LinkConstants &), double least,
                         double most) {
        auto link = start.linkOf(technology);
        auto full = fmt::format("{}/{}", linkTechnologyNames[static_cast<std::size_t>(technology)], name);
        if (std::any_of(parameters.begin(), parameters.end(), [&](const auto &p) { return p.about.name == full; }))
            return;
        parameters.push_back(
            {{std::move(full), std::max(least, of(link)), {.minimum = least, .maximum = most}, 0.7}, technology, of});
    };
    const auto costs = collectives.costs(start);
    for (std::size_t i = 0; i < costs.size(); ++i) {
        if (!costs[i])
            continue;
        const auto &call = measurements.collectives[i];
        const auto technology = collectives.narrowest(*costs[i], call);
        if (costs[i]->form == TransferForm::inSwitch && technology == LinkTechnology::nvlink && call.nodes == 1)
            add(
                technology, "inSwitch", [](LinkConstants &link) -> double & { return link.inSwitch; }, 0.01, 1);
        else
            add(
                technology, "efficiency", [](LinkConstants &link) -> double & { return link.efficiency; },
                efficiencyRange.minimum, 1);
        if (call.call == CollectiveCall::allToAll)
            add(
                technology, "pairs", [](LinkConstants &link) -> double & { return link.pairs; }, 0.01, 1);
        if (call.call != CollectiveCall::sendReceive)
            add(
                technology, "hop", [](LinkConstants &link) -> double & { return link.hop.value; }, smallestHop, 1);
    }
    return parameters;
}

} // namespace

Result<CollectiveFit> fitCollectives(const DeviceMeasurements &measurements, const DeviceType &type,
                                     const std::string &network, const CalibrationValues &start)
{
    const Collectives collectives(measurements, type, network);
    if (collectives.error())
        return *collectives.error();
    CollectiveFit fit;
    const auto parameters = linkParameters(collectives, measurements, start);
    std::vector<RobustParameter> about;
    for (const auto &parameter : parameters)
        about.push_back(parameter.about);
    const auto valuesAt = [&](const std::vector<double> &values) {
        auto moved = start;
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (auto *link = linkIn(moved, parameters[i].technology))
                parameters[i].of(*link) = values[i];
        }
        return moved;
    };
    fit.errorBefore = meanErrorOf(collectives.residuals(start));
    auto found =
        fitRobustly(about, [&](const std::vector<double> &values) { return collectives.residuals(valuesAt(values)); });
    for (std::size_t i = 0; i < about.size(); ++i) {
        found.values[i] = std::clamp(rounded(found.values[i]), about[i].range.minimum, about[i].range.maximum);
        fit.constants.push_back({about[i].name, about[i].start, found.values[i]});
    }
    auto values = valuesAt(found.values);
    const auto residuals = collectives.residuals(values);
    fit.calls = residuals.size();
    fit.errorAfter = meanErrorOf(residuals);
    for (auto &link : values.links) {
        if (std::none_of(parameters.begin(), parameters.end(),
                         [&](const auto &p) { return p.technology == link.technology; }))
            continue;
        link.source = fmt::format("hscope calibrate on {} calls measured by collect.py on {}; start: {}", fit.calls,
                                  measurements.device, link.source);
        link.extensions = {};
        fit.links.push_back(link);
    }
    return fit;
}

} // namespace heteroscope
