// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulator/result/step_power.h"

namespace heteroscope {

double powerBesideDevices(const Topology &topology)
{
    double watts = 0;
    for (const auto &node : topology.nodes())
        watts += node.power;
    for (const auto &vertex : topology.vertices())
        watts += vertex.power;
    return watts;
}

double waitingSitePower(const Topology &topology)
{
    double watts = 0;
    for (const auto &device : topology.devices())
        watts += waitingPowerShare * topology.deviceTypes()[device.type].power;
    return topology.powerUsageEffectiveness() * (watts + powerBesideDevices(topology));
}

} // namespace heteroscope
