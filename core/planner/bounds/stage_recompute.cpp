// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/bounds/stage_recompute.h"

#include "planner/rounding.h"

#include <algorithm>

namespace heteroscope {

namespace {

double timeIn(const std::vector<std::vector<double>> &times, int first, const Repeated &repeated)
{
    if (repeated.units == 0)
        return 0;
    const auto &sums = times[repeated.way];
    return sums[static_cast<std::size_t>(first + repeated.units)] - sums[static_cast<std::size_t>(first)];
}

} // namespace

bool StageRecompute::fits(int first, int last, const Repeated &repeated) const
{
    return m_memory->need(first, last, m_inFlight, repeated) + wholeBytes <= m_capacity;
}

/// At least one; -1 if not even all fit.
int StageRecompute::fewest(int first, int last) const
{
    const int all = last - first;
    if (!fits(first, last, {0, all}))
        return -1;
    // With one more unit recomputed it needs less, from the first on: that one costs working memory once. Neighbouring
    // ranges need nearly the same, so the search begins there and doubles its steps.
    int low = 0, high = all; // does not fit, fits
    int step = 1;
    for (int at = std::clamp(m_choice.fewest, 1, all); high - low > 1; step *= 2) {
        const bool fit = fits(first, last, {0, at});
        (fit ? high : low) = at;
        const int next = fit ? at - step : at + step;
        if (next <= low || next >= high)
            break;
        at = next;
    }
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        (fits(first, last, {0, middle}) ? high : low) = middle;
    }
    return high;
}

StageRecompute::Choice StageRecompute::find(int first, int last) const
{
    Choice choice;
    if (fits(first, last, {}))
        return choice;
    const int all = last - first;
    choice.fewest = fewest(first, last);
    for (std::size_t way = 1; way < m_memory->again.size(); ++way) {
        if (fits(first, last, {way, all}))
            choice.ways |= 1U << way;
    }
    choice.best = leastOf(first, last, choice.fewest, choice.ways);
    choice.fits =
        choice.fewest > 0 || choice.ways != 0 || m_memory->mayFit(first, last, m_inFlight, m_capacity + wholeBytes);
    return choice;
}

Repeated StageRecompute::leastOf(int first, int last, int fewest, std::uint32_t ways) const
{
    const int all = last - first;
    Repeated best{0, all}; // where nothing fits for certain, too: the simulator may just let it pass
    double least = infinity;
    const auto take = [&](const Repeated &repeated) {
        const double time = timeIn(*m_times, first, repeated);
        if (time >= least)
            return;
        least = time;
        best = repeated;
    };
    for (std::size_t way = 1; ways >> way != 0; ++way) {
        if ((ways >> way & 1) != 0)
            take({way, all});
    }
    if (fewest > 0)
        take({0, fewest});
    return best;
}

double StageRecompute::timeOf(const UnitPrices &prices, int first, const Repeated &repeated)
{
    return timeIn(prices.again, first, repeated);
}

double StageRecompute::ownTimeOf(int first, const Repeated &repeated) const
{
    return timeIn(*m_times, first, repeated);
}

bool StageRecompute::mayFit(int first, int last, const Repeated &repeated) const
{
    return m_memory->need(first, last, m_inFlight, repeated) - wholeBytes <= m_capacity;
}

double StageRecompute::timeOf(const UnitPrices &prices, int first, int last) const
{
    return timeIn(prices.again, first, of(first, last).best);
}

double StageRecompute::leastTimeOf(const UnitPrices &prices, int first, int last) const
{
    const Choice &choice = of(first, last);
    double least = timeOf(prices, first, last);
    if (choice.fewest > 0)
        least = std::min(least, timeIn(prices.again, first, {0, choice.fewest}));
    for (std::size_t way = 1; choice.ways >> way != 0; ++way) {
        if ((choice.ways >> way & 1) != 0)
            least = std::min(least, timeIn(prices.again, first, {way, last - first}));
    }
    return least;
}

double StageRecompute::needOf(int first, int last, double inFlight) const
{
    return m_memory->need(first, last, inFlight, of(first, last).best);
}

Repeated repeatedTogether(const std::vector<StageRecompute> &types, int first, int last)
{
    bool needsAny = false;
    int fewest = 0;
    std::uint32_t ways = ~0U;
    for (const auto &type : types) {
        const auto &own = type.of(first, last);
        if (own.fits && own.best.units == 0)
            continue;
        needsAny = true;
        ways &= own.ways;
        fewest = fewest < 0 || own.fewest < 0 ? -1 : std::max(fewest, own.fewest);
    }
    return needsAny ? types.front().leastOf(first, last, fewest, ways) : Repeated();
}

Repeated AlikeRecompute::in(int first, int last, const Family &family, const Model &model) const
{
    if (nothing)
        return {};
    return {way, way > 0 ? last - first : unitsRepeated(family, model, first, last, blocks)};
}

AlikeRecompute alikeRecompute(const std::vector<HeldUnits> &stages, const Family &family, const Model &model)
{
    AlikeRecompute chosen;
    bool allFit = true;
    int blocks = 0, all = 0; // of a chunk
    std::uint32_t ways = ~0U;
    for (const auto &stage : stages) {
        all = std::max(all, blocksRepeated(family, model, stage.first, stage.last - stage.first));
        const auto &own = stage.recompute->of(stage.first, stage.last);
        if (own.best.units == 0)
            continue;
        chosen.nothing = false;
        ways &= own.ways;
        allFit = allFit && own.fewest > 0;
        blocks = std::max(blocks, blocksRepeated(family, model, stage.first, std::max(0, own.fewest)));
    }
    if (chosen.nothing)
        return chosen;
    double least = infinity;
    const auto take = [&](const AlikeRecompute &choice) {
        double time = 0;
        for (const auto &stage : stages)
            time += stage.recompute->ownTimeOf(stage.first, choice.in(stage.first, stage.last, family, model));
        if (time < least) {
            least = time;
            chosen = choice;
        }
    };
    for (std::size_t way = 1; ways >> way != 0; ++way) {
        if ((ways >> way & 1) != 0)
            take({false, way, 0});
    }
    if (allFit)
        take({false, 0, blocks});
    else if (least == infinity)
        take({false, 0, all});
    return chosen;
}

} // namespace heteroscope
