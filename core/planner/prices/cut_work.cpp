// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/prices/cut_work.h"

#include "simulator/result/step_power.h"

namespace heteroscope {

const std::vector<double> &CutWork::sums(const Family &family, int group)
{
    auto &sums = m_sums[{family.cp == 1 && family.ep == 1 ? m_book.kindOf(group) : -1 - group, workOf(family)}];
    if (!sums.empty())
        return sums;
    sums = {0};
    const auto &model = m_book.workload().model;
    const auto &topology = m_book.pricer().topology();
    const auto &type = topology.deviceTypes()[m_book.groups()[group].type];
    const double watts = (1 - waitingPowerShare) * topology.powerUsageEffectiveness() * type.power *
                         m_book.groups()[group].size / m_book.speedUp(group);
    const auto cost = m_book.cost(group, workOf(family), 1);
    for (int unit = 0; unit < cutUnits(family, model); ++unit) {
        Seconds busy;
        for (const int layer : layersOfUnit(family, model, unit)) {
            if (!cost)
                continue; // it cannot work, so nothing is claimed
            const auto &price = (*cost)->layer(layerKind(model, layer));
            busy = busy + price.forward + price.recompute + price.inputGradient + price.weightGradient;
        }
        sums.push_back(sums.back() + busy.value * watts);
    }
    return sums;
}

double CutWork::joules(const Family &family, const std::vector<int> &placed, const Cut &cut)
{
    double sum = 0;
    std::size_t group = 0;
    int first = 0;
    for (const int last : cut) {
        for (int d = 0; d < family.dp; ++d, ++group) {
            const auto &joules = sums(family, placed[group]);
            sum += joules[static_cast<std::size_t>(last)] - joules[static_cast<std::size_t>(first)];
        }
        first = last;
    }
    return sum * family.microBatches;
}

} // namespace heteroscope
