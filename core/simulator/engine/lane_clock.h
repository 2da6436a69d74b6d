// SPDX-License-Identifier: GPL-3.0-or-later
//
// A priority queue of the ends of running work with at most one end per lane, as a tournament tree.
#pragma once

#include "base/units.h"

#include <limits>
#include <vector>

namespace heteroscope {

class LaneClock
{
public:
    static constexpr Ticks never{std::numeric_limits<std::int64_t>::max()};

    explicit LaneClock(std::size_t lanes = 0)
    {
        while (m_size < lanes)
            m_size *= 2;
        m_nodes.resize(2 * m_size);
        for (std::size_t i = 0; i < m_size; ++i)
            m_nodes[m_size + i] = {never.count, i};
        for (std::size_t node = m_size - 1; node > 0; --node)
            m_nodes[node] = m_nodes[2 * node];
    }

    /// Sets the end of the lane's work; `never` if it has no running work. Cost: O(log lanes).
    void set(std::size_t lane, Ticks time)
    {
        std::size_t node = m_size + lane;
        m_nodes[node].time = time.count;
        while (node > 1) {
            node /= 2;
            const Node &left = m_nodes[2 * node];
            const Node &right = m_nodes[2 * node + 1];
            m_nodes[node] = right.time < left.time ? right : left;
        }
    }
    /// The lane with the min end; of several the one with the min index.
    std::size_t first() const { return m_nodes[1].lane; }
    Ticks firstTime() const { return Ticks(m_nodes[1].time); }

private:
    struct Node
    {
        std::int64_t time = 0;
        std::size_t lane = 0;
    };
    std::size_t m_size = 1;
    std::vector<Node> m_nodes; // winners: the root at 1, a lane's leaf at m_size + lane
};

} // namespace heteroscope
