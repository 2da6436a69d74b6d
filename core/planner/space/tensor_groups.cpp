// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/space/tensor_groups.h"

#include "planner/space/node_classes.h"

#include <algorithm>

namespace heteroscope {

TensorGroups::TensorGroups(const Topology &topology)
{
    const auto classes = nodeClasses(topology);
    for (const auto &node : topology.nodes())
        m_largest = std::max(m_largest, static_cast<int>(node.devices.size()));
    int kinds = 0;
    for (std::size_t type = 0; type < topology.deviceTypes().size(); ++type) {
        for (int tp = 1; tp <= m_largest; tp *= 2) {
            const auto begin = m_all.size();
            std::vector<std::size_t> examples;
            for (std::size_t n = 0; n < topology.nodes().size(); ++n) {
                TensorGroupChoice group;
                group.type = type;
                group.tp = tp;
                group.node = n;
                for (const DeviceId id : topology.nodes()[n].devices) {
                    if (topology.device(id).type != type)
                        continue;
                    group.devices.push_back(id);
                    if (group.devices.size() < static_cast<std::size_t>(tp))
                        continue;
                    const auto alike = std::find_if(examples.begin(), examples.end(), [&](std::size_t example) {
                        return areAlike(topology, classes, group.devices, m_all[example].devices);
                    });
                    group.kind = alike == examples.end() ? kinds++ : m_all[*alike].kind;
                    if (alike == examples.end())
                        examples.push_back(m_all.size());
                    m_all.push_back(group);
                    group.devices.clear();
                }
            }
            m_ranges[{type, tp}] = {static_cast<int>(begin), static_cast<int>(m_all.size() - begin)};
        }
    }
}

std::vector<int> TensorGroups::examples(std::size_t type, int tp) const
{
    std::vector<int> result;
    const auto [begin, size] = range(type, tp);
    for (int group = begin; group < begin + size; ++group) {
        if (std::none_of(result.begin(), result.end(),
                         [&](int known) { return (*this)[known].kind == (*this)[group].kind; }))
            result.push_back(group);
    }
    return result;
}

std::pair<int, int> TensorGroups::range(std::size_t type, int tp) const
{
    const auto found = m_ranges.find({type, tp});
    return found == m_ranges.end() ? std::pair(0, 0) : found->second;
}

} // namespace heteroscope
