// SPDX-License-Identifier: GPL-3.0-or-later
//
// The TP groups that plans are made of: neighbouring devices of one type, for each power of two. Up to the size of a
// node they lie in one node. Larger ones, for space P, are whole neighbouring nodes, where all nodes with devices of
// the type have equally many of them, a power of two. With context parallelism the devices of a group are TP x CP.
#pragma once

#include "base/stop_token.h"
#include "cluster/topology.h"

#include <map>
#include <vector>

namespace heteroscope {

struct TensorGroupChoice
{
    std::vector<DeviceId> devices;
    std::size_t type = 0;
    int size = 1;         ///< number of devices
    int kind = 0;         ///< groups of one kind have equal prices (node_classes.h)
    std::size_t node = 0; ///< of its first device
    std::size_t lastNode = 0;
    /// Groups of one place are at the same positions of nodes that can be exchanged for each other (node_classes.h):
    /// what they send to other nodes costs the same.
    int place = 0;
};

class TensorGroups
{
public:
    enum class Extent { insideNodes, overNodes };
    /// After a stop not all groups are there.
    explicit TensorGroups(const Topology &topology, const StopToken &stop = {}, Extent extent = Extent::insideNodes);
    bool isWhole() const { return m_isWhole; }

    const std::vector<TensorGroupChoice> &all() const { return m_all; }
    const TensorGroupChoice &operator[](int group) const { return m_all[static_cast<std::size_t>(group)]; }
    /// The groups of a type and size are [first, first + count), sorted by node.
    int first(std::size_t type, int size) const { return range(type, size).first; }
    int count(std::size_t type, int size) const { return range(type, size).second; }
    /// One group of each kind, for a type and size.
    const std::vector<int> &examples(std::size_t type, int size) const;
    int largestDegree() const { return m_largest; } ///< inside a node
    int largestSize() const { return m_largestOverNodes; }

private:
    std::pair<int, int> range(std::size_t type, int size) const;
    void addOverNodes(const Topology &topology, const std::vector<std::size_t> &classes, std::size_t type, int &kinds,
                      int &places);

    std::vector<TensorGroupChoice> m_all;
    std::map<std::pair<std::size_t, int>, std::pair<int, int>> m_ranges;
    std::map<std::pair<std::size_t, int>, std::vector<int>> m_examples;
    int m_largest = 1;
    int m_largestOverNodes = 1;
    bool m_isWhole = true;
};

} // namespace heteroscope
