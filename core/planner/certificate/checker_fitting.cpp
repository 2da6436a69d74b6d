// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/certificate/checker_fitting.h"

#include <algorithm>
#include <bit>

namespace heteroscope {

namespace {

/// The simulator counts the activations of a chunk in whole bytes.
constexpr double roundedBytes = 4096;

} // namespace

StageFitting::Largest::Largest(std::vector<double> values)
{
    m_levels.push_back(std::move(values));
    for (std::size_t width = 1; 2 * width <= m_levels.front().size(); width *= 2) {
        const auto &below = m_levels.back();
        std::vector<double> level;
        for (std::size_t i = 0; i + width < below.size(); ++i)
            level.push_back(std::max(below[i], below[i + width]));
        m_levels.push_back(std::move(level));
    }
}

double StageFitting::Largest::of(int first, int last) const
{
    if (first >= last)
        return 0;
    const auto count = static_cast<unsigned>(last - first);
    const auto level = static_cast<std::size_t>(std::bit_width(count)) - 1;
    const auto &values = m_levels[level];
    const int width = 1 << level;
    return std::max(values[static_cast<std::size_t>(first)], values[static_cast<std::size_t>(last - width)]);
}

StageFitting::StageFitting(const std::vector<UnitNeed> &needs, double room, double tied, bool recomputes)
    : m_units(static_cast<int>(needs.size())),
      m_recomputes(recomputes),
      m_room(room),
      m_tied(tied),
      m_states{0},
      m_kept{0},
      m_again{0}
{
    std::vector<double> working, again;
    for (const UnitNeed &need : needs) {
        m_states.push_back(m_states.back() + need.states);
        m_kept.push_back(m_kept.back() + need.activations);
        m_again.push_back(m_again.back() + need.activationsAgain);
        working.push_back(need.working);
        again.push_back(need.workingAgain);
    }
    m_working = Largest(std::move(working));
    m_workingAgain = Largest(std::move(again));
    for (int first = 0, last = 0; first < m_units; ++first) {
        last = std::max(last, first);
        while (last < m_units && mayFit(first, last + 1))
            ++last;
        m_ends.push_back(last);
    }
}

double StageFitting::need(int first, int last, int recomputed) const
{
    const auto of = [](const std::vector<double> &sums, int from, int to) {
        return sums[static_cast<std::size_t>(to)] - sums[static_cast<std::size_t>(from)];
    };
    const int kept = first + recomputed;
    const bool all = first == 0 && last == m_units;
    return of(m_states, first, last) - (all ? m_tied : 0) + of(m_again, first, kept) + of(m_kept, kept, last) +
           std::max(m_workingAgain.of(first, kept), m_working.of(kept, last));
}

/// With nothing or everything recomputed.
bool StageFitting::mayFit(int first, int last) const
{
    const double least =
        m_recomputes ? std::min(need(first, last, 0), need(first, last, last - first)) : need(first, last, 0);
    return least - roundedBytes <= m_room;
}

int StageFitting::recomputed(int first, int last) const
{
    if (!m_recomputes)
        return 0;
    if (first != m_first || last != m_last) {
        m_recomputed = fewest(first, last);
        m_first = first;
        m_last = last;
    }
    return m_recomputed;
}

int StageFitting::fewest(int first, int last) const
{
    const auto fits = [&](int units) { return need(first, last, units) + roundedBytes <= m_room; };
    if (fits(0))
        return 0;
    // Each further unit that is recomputed takes less memory; the first one needs room to work in.
    const int all = last - first;
    int fewest = 1, most = all;
    if (const int near = std::clamp(m_recomputed, 1, all); fits(near))
        most = near;
    else
        fewest = std::min(all, near + 1);
    for (int step = 1; fewest < most; step *= 2) { // from what the range asked for before needed
        const int next = most < all ? most - step : fewest + step - 1;
        if (next < fewest || next >= most)
            break;
        if (fits(next))
            most = next;
        else
            fewest = next + 1;
    }
    while (fewest < most) {
        const int middle = fewest + (most - fewest) / 2;
        if (fits(middle))
            most = middle;
        else
            fewest = middle + 1;
    }
    return most;
}

} // namespace heteroscope
