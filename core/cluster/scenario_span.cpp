// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/scenario_span.h"

#include <algorithm>

namespace heteroscope {
namespace {

void addChanges(std::vector<Seconds> &changes, const RateCurve &curve)
{
    double factor = curve.factorAt(Seconds(0));
    for (const RateCurve::Point &point : curve.points) {
        if (point.at > Seconds(0) && point.factor != factor)
            changes.push_back(point.at);
        if (point.at > Seconds(0))
            factor = point.factor;
    }
}

} // namespace

Seconds ScenarioSpan::horizon() const { return isEmpty() ? Seconds(0) : changes.back() * 1.1; }

Seconds ScenarioSpan::before(Seconds time) const
{
    const auto next = std::lower_bound(changes.begin(), changes.end(), time);
    return next == changes.begin() ? Seconds(0) : *std::prev(next);
}

Seconds ScenarioSpan::after(Seconds time) const
{
    const auto next = std::upper_bound(changes.begin(), changes.end(), time);
    return next == changes.end() ? horizon() : *next;
}

ScenarioSpan scenarioSpan(const Cluster &cluster)
{
    ScenarioSpan span;
    for (const Link &link : cluster.links)
        addChanges(span.changes, link.rate);
    for (const Node &node : cluster.nodes)
        for (const Device &device : node.devices)
            addChanges(span.changes, device.speed);
    std::sort(span.changes.begin(), span.changes.end());
    span.changes.erase(std::unique(span.changes.begin(), span.changes.end()), span.changes.end());
    return span;
}

bool changesOverTime(const RateCurve &curve)
{
    std::vector<Seconds> changes;
    addChanges(changes, curve);
    return !changes.empty();
}

} // namespace heteroscope
