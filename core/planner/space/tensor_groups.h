// SPDX-License-Identifier: GPL-3.0-or-later
//
// The TP groups that plans are made of: neighbouring devices of one type in one node, for each TP degree.
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
    int tp = 1;
    int kind = 0; ///< groups of one kind have equal prices (node_classes.h)
    std::size_t node = 0;
};

class TensorGroups
{
public:
    /// After a stop not all groups are there.
    explicit TensorGroups(const Topology &topology, const StopToken &stop = {});
    bool isWhole() const { return m_isWhole; }

    const std::vector<TensorGroupChoice> &all() const { return m_all; }
    const TensorGroupChoice &operator[](int group) const { return m_all[static_cast<std::size_t>(group)]; }
    /// The groups of a type and degree are [first, first + count), sorted by node.
    int first(std::size_t type, int tp) const { return range(type, tp).first; }
    int count(std::size_t type, int tp) const { return range(type, tp).second; }
    /// One group of each kind, for a type and degree.
    const std::vector<int> &examples(std::size_t type, int tp) const;
    int largestDegree() const { return m_largest; }

private:
    std::pair<int, int> range(std::size_t type, int tp) const;

    std::vector<TensorGroupChoice> m_all;
    std::map<std::pair<std::size_t, int>, std::pair<int, int>> m_ranges;
    std::map<std::pair<std::size_t, int>, std::vector<int>> m_examples;
    int m_largest = 1;
    bool m_isWhole = true;
};

} // namespace heteroscope
