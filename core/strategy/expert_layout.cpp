// SPDX-License-Identifier: GPL-3.0-or-later
#include "strategy/expert_layout.h"

#include <algorithm>

namespace heteroscope {

std::vector<std::vector<DeviceId>> expertGroups(const ExpertLayout &layout, int tp, int cp,
                                                const std::vector<std::vector<DeviceId>> &groups)
{
    const int contexts = cp / layout.contexts;
    const int tensors = tp / layout.tensors;
    std::vector<std::vector<DeviceId>> result(static_cast<std::size_t>(contexts) * static_cast<std::size_t>(tensors));
    for (const auto &devices : groups) {
        for (std::size_t i = 0; i < devices.size(); ++i) {
            const int context = static_cast<int>(i) / tp / layout.contexts;
            const int tensor = static_cast<int>(i) % tp / layout.tensors;
            result[static_cast<std::size_t>(context * tensors + tensor) % result.size()].push_back(devices[i]);
        }
    }
    return result;
}

bool canShareExperts(const Pipeline &a, const Pipeline &b)
{
    const auto sameDegrees = [](const TensorGroup &x, const TensorGroup &y) {
        return x.tp == y.tp && x.cp == y.cp && x.ep == y.ep;
    };
    return a.microBatches == b.microBatches &&
           std::equal(a.stages.begin(), a.stages.end(), b.stages.begin(), b.stages.end(),
                      [&](const Stage &x, const Stage &y) {
                          return x.chunks == y.chunks && std::equal(x.groups.begin(), x.groups.end(), y.groups.begin(),
                                                                    y.groups.end(), sameDegrees);
                      });
}

std::vector<AlikePipelines> alikePipelines(const Plan &plan)
{
    const int count = static_cast<int>(plan.pipelines.size());
    std::vector<AlikePipelines> alike(plan.pipelines.size(), {0, count});
    if (plan.expertParallel <= 1)
        return alike;
    for (int first = 0; first < count;) {
        const auto &own = plan.pipelines[static_cast<std::size_t>(first)];
        int next = first + 1;
        while (next < count && canShareExperts(own, plan.pipelines[static_cast<std::size_t>(next)]))
            ++next;
        std::fill(alike.begin() + first, alike.begin() + next, AlikePipelines{first, next - first});
        first = next;
    }
    return alike;
}

ExpertLayout expertLayout(const TensorGroup &group, const AlikePipelines &alike)
{
    return expertLayout(std::max(1, group.ep), std::max(1, group.tp), std::max(1, group.cp), alike.count);
}

} // namespace heteroscope
