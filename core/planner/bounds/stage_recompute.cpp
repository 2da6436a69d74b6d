// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/bounds/stage_recompute.h"

#include "planner/rounding.h"

#include <algorithm>

namespace heteroscope {

bool StageRecompute::fits(int first, int last, int units) const
{
    return m_memory->need(first, last, m_inFlight, units) + wholeBytes <= m_capacity;
}

int StageRecompute::find(int first, int last) const
{
    const int all = last - first;
    if (fits(first, last, 0))
        return 0;
    if (!fits(first, last, all)) // the simulator may just let it pass
        return m_memory->leastNeed(first, last, m_inFlight) - wholeBytes <= m_capacity ? all : -1;
    // With one more unit recomputed it needs less, from the first on: that one costs working memory once. Neighbouring
    // ranges need nearly the same, so the search begins there and doubles its steps.
    int low = 0, high = all; // does not fit, fits
    int step = 1;
    for (int at = std::clamp(m_units, 1, all); high - low > 1; step *= 2) {
        const bool fit = fits(first, last, at);
        (fit ? high : low) = at;
        const int next = fit ? at - step : at + step;
        if (next <= low || next >= high)
            break;
        at = next;
    }
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        (fits(first, last, middle) ? high : low) = middle;
    }
    return high;
}

} // namespace heteroscope
