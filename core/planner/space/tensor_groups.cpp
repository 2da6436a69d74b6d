// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/space/tensor_groups.h"

#include "planner/space/node_classes.h"

#include <algorithm>
#include <unordered_map>

namespace heteroscope {

TensorGroups::TensorGroups(const Topology &topology, const StopToken &stop)
{
    StopMeter meter(stop);
    const auto classes = nodeClasses(topology, stop);
    if (classes.size() != topology.nodes().size()) {
        m_isWhole = false;
        return;
    }
    for (const auto &node : topology.nodes())
        m_largest = std::max(m_largest, static_cast<int>(node.devices.size()));
    int kinds = 0;
    for (std::size_t type = 0; type < topology.deviceTypes().size(); ++type) {
        for (int tp = 1; tp <= m_largest; tp *= 2) {
            const auto begin = m_all.size();
            std::unordered_map<std::size_t, std::vector<int>> alike; // by fingerprint, one of each kind
            auto &examples = m_examples[{type, tp}];
            for (std::size_t n = 0; n < topology.nodes().size(); ++n) {
                if (meter.stopAfter(8)) {
                    m_isWhole = false;
                    return;
                }
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
                    auto &candidates = alike[fingerprintOf(topology, classes, group.devices)];
                    const auto known = std::find_if(candidates.begin(), candidates.end(), [&](int example) {
                        return areAlike(topology, classes, group.devices, (*this)[example].devices);
                    });
                    group.kind = known == candidates.end() ? kinds++ : (*this)[*known].kind;
                    if (known == candidates.end()) {
                        candidates.push_back(static_cast<int>(m_all.size()));
                        examples.push_back(candidates.back());
                    }
                    m_all.push_back(group);
                    group.devices.clear();
                }
            }
            m_ranges[{type, tp}] = {static_cast<int>(begin), static_cast<int>(m_all.size() - begin)};
        }
    }
}

const std::vector<int> &TensorGroups::examples(std::size_t type, int tp) const
{
    static const std::vector<int> nothing;
    const auto found = m_examples.find({type, tp});
    return found == m_examples.end() ? nothing : found->second;
}

std::pair<int, int> TensorGroups::range(std::size_t type, int tp) const
{
    const auto found = m_ranges.find({type, tp});
    return found == m_ranges.end() ? std::pair(0, 0) : found->second;
}

} // namespace heteroscope
