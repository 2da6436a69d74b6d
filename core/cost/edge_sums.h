// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sums by edge of the topology, for operations that use few of the edges or nearly all.
#pragma once

#include "base/ids.h"

#include <algorithm>
#include <vector>

namespace heteroscope {

class EdgeSums
{
public:
    void add(EdgeId edge, double value)
    {
        if (edge.index() >= m_sums.size()) {
            m_sums.resize(edge.index() + 1);
            m_isUsed.resize(edge.index() + 1);
        }
        if (!m_isUsed[edge.index()]) {
            m_isUsed[edge.index()] = 1;
            m_edges.push_back(edge);
        }
        m_sums[edge.index()] += value;
    }
    /// The edges to which something was added, sorted by id.
    std::vector<EdgeId> edges() const
    {
        auto sorted = m_edges;
        std::sort(sorted.begin(), sorted.end());
        return sorted;
    }
    double of(EdgeId edge) const { return m_sums[edge.index()]; }
    /// Costs what was added, whatever the number of edges is.
    void clear()
    {
        for (const EdgeId edge : m_edges) {
            m_sums[edge.index()] = 0;
            m_isUsed[edge.index()] = 0;
        }
        m_edges.clear();
    }

private:
    std::vector<double> m_sums; // by edge
    std::vector<char> m_isUsed; // by edge
    std::vector<EdgeId> m_edges;
};

} // namespace heteroscope
