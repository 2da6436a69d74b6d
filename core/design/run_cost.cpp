// SPDX-License-Identifier: GPL-3.0-or-later
#include "design/run_cost.h"

#include <algorithm>
#include <set>

namespace heteroscope {

namespace {

constexpr double hour = 3600;

} // namespace

std::optional<std::string> unknownPrice(const PriceCurves &prices, const Topology &whole)
{
    for (const auto &[name, curve] : prices) {
        const bool isNode = std::any_of(whole.nodes().begin(), whole.nodes().end(),
                                        [&name = name](const TopologyNode &node) { return node.name == name; });
        const bool isType = std::any_of(whole.devices().begin(), whole.devices().end(),
                                        [&whole, &name = name](const TopologyDevice &device) {
                                            return whole.deviceTypes()[device.type].name == name;
                                        });
        if (!isNode && !isType)
            return name;
    }
    return std::nullopt;
}

double RunCosts::Curve::until(double time) const
{
    const auto next = std::upper_bound(at.begin(), at.end(), time);
    const auto i = static_cast<std::size_t>(next - at.begin()) - 1;
    return paid[i] + price[i] * (time - at[i]) / hour;
}

void RunCosts::addCurve(const RateCurve &prices)
{
    Curve curve{{0}, {prices.points.front().factor}, {0}};
    for (const RateCurve::Point &point : prices.points) {
        if (point.at.value > 0) {
            curve.paid.push_back(curve.until(point.at.value));
            curve.at.push_back(point.at.value);
            curve.price.push_back(point.factor);
        } else {
            curve.price.front() = point.factor;
        }
    }
    m_curves.push_back(std::move(curve));
}

RunCosts::RunCosts(const ReplanResult &result, const Topology &whole, const PriceCurves &prices) : m_result(&result)
{
    std::map<std::string, std::size_t> known; // curves by the name that they have their price from
    std::vector<std::size_t> curveOf;         // by device
    for (const TopologyDevice &device : whole.devices()) {
        const DeviceType &type = whole.deviceTypes()[device.type];
        const std::string &node = whole.nodes()[device.node].name;
        const std::string &name = prices.contains(node) ? node : type.name;
        const auto [place, isNew] = known.try_emplace(name, m_curves.size());
        if (isNew) {
            const auto given = prices.find(name);
            addCurve(given != prices.end() && !given->second.points.empty()
                         ? given->second
                         : RateCurve{{{Seconds(0), type.pricePerHour.value_or(0)}}});
        }
        curveOf.push_back(place->second);
    }
    for (const CandidatePlan &candidate : result.candidates) {
        const std::set<std::string> unused(candidate.plan.unusedDevices.begin(), candidate.plan.unusedDevices.end());
        std::map<std::size_t, double> uses;
        for (std::size_t i = 0; i < whole.devices().size(); ++i) {
            if (!unused.contains(whole.devices()[i].name))
                ++uses[curveOf[i]];
        }
        m_uses.emplace_back(uses.begin(), uses.end());
    }
}

double RunCosts::paid(std::size_t plan, double from, double to) const
{
    double cost = 0;
    for (const auto &[curve, devices] : m_uses[plan])
        cost += devices * (m_curves[curve].until(to) - m_curves[curve].until(from));
    return cost;
}

std::vector<double> RunCosts::changes() const
{
    std::vector<double> times;
    for (const Curve &curve : m_curves)
        times.insert(times.end(), curve.at.begin() + 1, curve.at.end());
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    return times;
}

double RunCosts::of(const SequenceProblem &problem, const PlanSequence &sequence) const
{
    if (!(sequence.totalTime < infinity))
        return infinity;
    double cost = 0;
    for (const SequenceInterval &interval : intervalsOf(problem, sequence)) {
        if (interval.plan < m_uses.size())
            cost += paid(interval.plan, interval.from, interval.to);
    }
    return cost;
}

std::optional<RunCosts::Cheapest> RunCosts::cheapestFixed() const
{
    std::optional<Cheapest> cheapest;
    for (std::size_t plan = 0; plan < m_uses.size(); ++plan) {
        const PlanSequence run = followPolicy(m_result->problem, fixedPolicy(m_result->problem, plan));
        const double cost = of(run);
        if (cost < infinity && (!cheapest || cost < cheapest->cost))
            cheapest = Cheapest{plan, cost, run.totalTime};
    }
    return cheapest;
}

} // namespace heteroscope
