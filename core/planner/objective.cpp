// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/objective.h"

#include "planner/rounding.h"
#include "simulator/result/step_power.h"

#include <algorithm>
#include <map>

namespace heteroscope {

ObjectiveBound::ObjectiveBound(SearchObjective objective, const Topology &topology)
    : m_objective(objective), m_waiting(waitingSitePower(topology))
{}

double ObjectiveBound::valueOf(const StepResult &result) const
{
    return m_objective == SearchObjective::energy ? result.energy : toSeconds(result.stepTime).value;
}

double ObjectiveBound::workOf(const Family &family, PriceBook &book) const
{
    // What a shares family computes at once is no group's, and nothing is known of it.
    if (m_objective != SearchObjective::energy || family.kind == FamilyKind::shares)
        return 0;
    const auto &topology = book.pricer().topology();
    const auto &model = book.workload().model;
    double joules = 0;
    std::map<LayerKind, double> known;
    for (int layer = 0; layer < model.planLayers(); ++layer) {
        const auto kind = layerKind(model, layer);
        const auto [of, isNew] = known.try_emplace(kind, infinity);
        double &least = of->second;
        for (std::size_t p = 0; isNew && p < family.parts.size(); ++p) {
            const auto &part = family.parts[p];
            for (const int group : book.groups().examples(part.type, part.devices())) {
                const auto cost = book.cost(group, heteroscope::workOf(family), 1);
                if (!cost)
                    continue;
                const auto &price = (*cost)->layer(kind);
                const Seconds busy = price.forward + price.recompute + price.inputGradient + price.weightGradient;
                least = std::min(least, busy.value / book.speedUp(group) * part.devices() *
                                            topology.deviceTypes()[part.type].power);
            }
        }
        joules += least;
    }
    const double passes = static_cast<double>(family.microBatches) * family.dp;
    return std::isfinite(joules) ? (1 - waitingPowerShare) * topology.powerUsageEffectiveness() * joules * passes : 0;
}

double ObjectiveBound::valueAt(double seconds, double work) const
{
    return m_objective == SearchObjective::energy ? (m_waiting * seconds + work) * (1 - boundRounding) : seconds;
}

double ObjectiveBound::timeFor(double value, double work) const
{
    if (m_objective != SearchObjective::energy)
        return value;
    return m_waiting > 0 ? std::max(0.0, (value / (1 - boundRounding) - work) / m_waiting) : infinity;
}

Status checkPrices(const Topology &topology)
{
    const auto &types = topology.deviceTypes();
    const auto priced = [](const DeviceType &type) { return type.pricePerHour.value_or(0) > 0; };
    if (std::any_of(types.begin(), types.end(), priced))
        return {};
    return Error{Error::Code::infeasible,
                 {},
                 "/cluster/deviceTypes",
                 "no price",
                 "a price per hour of a device type",
                 "give the device types a pricePerHour, or search for the shortest time without a limit on cost"};
}

} // namespace heteroscope
