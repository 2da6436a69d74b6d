// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/space/tensor_groups.h"

#include "planner/space/node_classes.h"

#include <algorithm>
#include <unordered_map>

namespace heteroscope {

namespace {

/// Of a group over several nodes: enough for the devices among which experts are spread.
constexpr int maxSizeOverNodes = 1024;

} // namespace

TensorGroups::TensorGroups(const Topology &topology, const StopToken &stop, Extent extent)
{
    StopMeter meter(stop);
    const auto classes = nodeClasses(topology, stop);
    if (classes.size() != topology.nodes().size()) {
        m_isWhole = false;
        return;
    }
    for (const auto &node : topology.nodes())
        m_largest = std::max(m_largest, static_cast<int>(node.devices.size()));
    m_largestOverNodes = m_largest;
    const auto exchangeable = exchangeableNodes(topology, classes);
    int kinds = 0, places = 0;
    for (std::size_t type = 0; type < topology.deviceTypes().size(); ++type) {
        for (int size = 1; size <= m_largest; size *= 2) {
            const auto begin = m_all.size();
            std::unordered_map<std::size_t, std::vector<int>> alike; // by fingerprint, one of each kind
            std::map<std::pair<std::size_t, int>, int> placeOf;      // by class of nodes and first device in the node
            auto &examples = m_examples[{type, size}];
            for (std::size_t n = 0; n < topology.nodes().size(); ++n) {
                if (meter.stopAfter(8)) {
                    m_isWhole = false;
                    return;
                }
                TensorGroupChoice group;
                group.type = type;
                group.size = size;
                group.node = group.lastNode = n;
                for (const DeviceId id : topology.nodes()[n].devices) {
                    if (topology.device(id).type != type)
                        continue;
                    group.devices.push_back(id);
                    if (group.devices.size() < static_cast<std::size_t>(size))
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
                    const auto [place, isNew] = placeOf.try_emplace(
                        {exchangeable[n], topology.device(group.devices.front()).indexInNode}, places);
                    places += isNew ? 1 : 0;
                    group.place = place->second;
                    m_all.push_back(group);
                    group.devices.clear();
                }
            }
            m_ranges[{type, size}] = {static_cast<int>(begin), static_cast<int>(m_all.size() - begin)};
        }
        if (extent == Extent::overNodes)
            addOverNodes(topology, exchangeable, type, kinds, places);
    }
}

/// Groups of nodes that can be exchanged for each other are of one kind; every other one is of its own.
void TensorGroups::addOverNodes(const Topology &topology, const std::vector<std::size_t> &classes, std::size_t type,
                                int &kinds, int &places)
{
    // The largest groups inside nodes, if each of them takes all devices of the type in its node.
    int each = m_largest;
    while (each > 1 && count(type, each) == 0)
        each /= 2;
    const int begin = first(type, each), end = begin + count(type, each);
    const auto devices = std::count_if(topology.devices().begin(), topology.devices().end(),
                                       [type](const TopologyDevice &device) { return device.type == type; });
    if (end - begin < 2 || static_cast<std::ptrdiff_t>(end - begin) * each != devices)
        return;
    for (int group = begin + 1; group < end; ++group) {
        if ((*this)[group].node == (*this)[group - 1].node)
            return;
    }
    for (int nodes = 2; nodes <= end - begin && nodes * each <= maxSizeOverNodes; nodes *= 2) {
        const auto from = m_all.size();
        auto &examples = m_examples[{type, nodes * each}];
        std::map<std::size_t, int> known; // kind of the groups of a class of nodes
        std::map<int, int> placeOf;       // by kind
        for (int group = begin; group + nodes <= end; group += nodes) {
            TensorGroupChoice choice;
            choice.type = type;
            choice.size = nodes * each;
            choice.node = (*this)[group].node;
            choice.lastNode = (*this)[group + nodes - 1].node;
            bool alike = true;
            for (int member = group; member < group + nodes; ++member) {
                const auto &own = (*this)[member];
                choice.devices.insert(choice.devices.end(), own.devices.begin(), own.devices.end());
                alike = alike && classes[own.node] == classes[choice.node];
            }
            const auto [kind, isNew] =
                alike ? known.try_emplace(classes[choice.node], kinds) : std::pair(known.end(), true);
            choice.kind = isNew ? kinds++ : kind->second;
            if (isNew)
                placeOf[choice.kind] = places++;
            choice.place = placeOf[choice.kind];
            if (isNew)
                examples.push_back(static_cast<int>(m_all.size()));
            m_all.push_back(std::move(choice));
        }
        m_ranges[{type, nodes * each}] = {static_cast<int>(from), static_cast<int>(m_all.size() - from)};
        m_largestOverNodes = std::max(m_largestOverNodes, nodes * each);
    }
}

const std::vector<int> &TensorGroups::examples(std::size_t type, int size) const
{
    static const std::vector<int> nothing;
    const auto found = m_examples.find({type, size});
    return found == m_examples.end() ? nothing : found->second;
}

std::pair<int, int> TensorGroups::range(std::size_t type, int size) const
{
    const auto found = m_ranges.find({type, size});
    return found == m_ranges.end() ? std::pair(0, 0) : found->second;
}

} // namespace heteroscope
