// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/prices/recompute_table.h"

#include "planner/rounding.h"

namespace heteroscope {

RecomputeTable::RecomputeTable(const UnitMemory &memory, double capacity, double inFlight)
    : m_memory(memory),
      m_capacity(capacity),
      m_inFlight(inFlight),
      m_width(memory.parameters.size()),
      m_known(m_width * m_width, unknown)
{}

int RecomputeTable::find(int first, int last) const
{
    const auto fits = [&](int units) {
        return m_memory.need(first, last, m_inFlight, units) + wholeBytes <= m_capacity;
    };
    const int all = last - first;
    if (fits(0))
        return 0;
    if (!fits(all)) // the simulator may just let it pass
        return m_memory.leastNeed(first, last, m_inFlight) - wholeBytes <= m_capacity ? all : -1;
    // With one more unit recomputed it needs less, from the first on: that one costs working memory once.
    int low = 1, high = all;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (fits(middle))
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

} // namespace heteroscope
