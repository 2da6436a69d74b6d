// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/bounds/stage_recompute.h"

#include "planner/rounding.h"

#include <algorithm>

namespace heteroscope {

namespace {

double between(const std::vector<double> &sums, int first, int last)
{
    return sums[static_cast<std::size_t>(last)] - sums[static_cast<std::size_t>(first)];
}

} // namespace

bool StageRecompute::fits(int first, int last, int units) const
{
    return m_memory->need(first, last, m_inFlight, units) + wholeBytes <= m_capacity;
}

/// At least one; -1 if not even all fit.
int StageRecompute::fewest(int first, int last) const
{
    const int all = last - first;
    if (!fits(first, last, all))
        return -1;
    // With one more unit recomputed it needs less, from the first on: that one costs working memory once. Neighbouring
    // ranges need nearly the same, so the search begins there and doubles its steps.
    int low = 0, high = all; // does not fit, fits
    int step = 1;
    for (int at = std::clamp(m_choice.fewest, 1, all); high - low > 1; step *= 2) {
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

StageRecompute::Choice StageRecompute::find(int first, int last) const
{
    Choice choice;
    if (fits(first, last, 0))
        return choice;
    choice.fewest = fewest(first, last);
    double least = infinity;
    const auto take = [&](double value, int units, std::optional<std::size_t> step) {
        if (value >= least)
            return;
        least = value;
        choice.units = units;
        choice.step = step;
    };
    const std::size_t steps = m_memory->modulesActivations.size();
    for (std::size_t step = 0; step < steps; ++step) {
        if (m_memory->needOf(first, last, m_inFlight, step) + wholeBytes > m_capacity)
            continue;
        choice.steps |= 1U << step;
        take(between(m_times->modules[step], first, last), 0, step);
    }
    if (choice.fewest > 0)
        take(between(m_times->full, first, first + choice.fewest), choice.fewest, {});
    if (least < infinity)
        return choice;
    choice.units = last - first; // the simulator may just let it pass
    choice.fits = m_memory->mayFit(first, last, m_inFlight, m_capacity + wholeBytes);
    return choice;
}

double StageRecompute::timeOf(const UnitPrices &prices, int first, int last) const
{
    const Choice &choice = of(first, last);
    return choice.step ? between(prices.modulesAgain[*choice.step], first, last)
                       : between(prices.again, first, first + choice.units);
}

double StageRecompute::leastTimeOf(const UnitPrices &prices, int first, int last) const
{
    const Choice &choice = of(first, last);
    double least = timeOf(prices, first, last);
    if (choice.fewest > 0)
        least = std::min(least, between(prices.again, first, first + choice.fewest));
    for (std::size_t step = 0; choice.steps >> step != 0; ++step) {
        if ((choice.steps >> step & 1) != 0)
            least = std::min(least, between(prices.modulesAgain[step], first, last));
    }
    return least;
}

double StageRecompute::needOf(int first, int last, double inFlight) const
{
    const Choice &choice = of(first, last);
    return choice.step ? m_memory->needOf(first, last, inFlight, *choice.step)
                       : m_memory->need(first, last, inFlight, choice.units);
}

} // namespace heteroscope
