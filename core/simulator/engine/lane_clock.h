// SPDX-License-Identifier: GPL-3.0-or-later
//
// When each lane's running work ends, and whose ends first: a tournament tree, as a lane never waits for more than one
// end.
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
        m_times.assign(m_size, never.count);
        m_winner.resize(2 * m_size);
        for (std::size_t i = 0; i < m_size; ++i)
            m_winner[m_size + i] = static_cast<std::int32_t>(i);
        for (std::size_t node = m_size - 1; node > 0; --node)
            m_winner[node] = m_winner[2 * node];
    }

    /// Cost: O(log lanes). never: the lane waits for nothing.
    void set(std::size_t lane, Ticks time)
    {
        m_times[lane] = time.count;
        for (std::size_t node = (m_size + lane) / 2; node > 0; node /= 2) {
            const auto left = m_winner[2 * node];
            const auto right = m_winner[2 * node + 1];
            m_winner[node] =
                m_times[static_cast<std::size_t>(right)] < m_times[static_cast<std::size_t>(left)] ? right : left;
        }
    }
    /// The lane that ends first, of several the first one.
    std::size_t first() const { return static_cast<std::size_t>(m_winner[1]); }
    Ticks firstTime() const { return Ticks(m_times[first()]); }

private:
    std::size_t m_size = 1;
    std::vector<std::int64_t> m_times;
    std::vector<std::int32_t> m_winner; // tree with the root at 1; a lane's leaf at m_size + lane
};

} // namespace heteroscope
