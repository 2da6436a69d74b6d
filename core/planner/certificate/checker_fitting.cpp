// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/certificate/checker_fitting.h"

#include "base/units.h"

#include <algorithm>
#include <bit>
#include <iterator>

namespace heteroscope {

namespace {

/// The simulator counts the activations of a chunk in whole bytes.
constexpr double roundedActivations = 4096;

double sumOver(const std::vector<double> &sums, int first, int last)
{
    return sums[static_cast<std::size_t>(last)] - sums[static_cast<std::size_t>(first)];
}

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

StageFitting::StageFitting(const std::vector<UnitNeed> &needs, double room, double tied)
    : m_units(static_cast<int>(needs.size())), m_room(room), m_tied(tied), m_states{0}, m_kept{0}
{
    std::vector<double> working, gathered;
    for (const UnitNeed &need : needs) {
        m_states.push_back(m_states.back() + need.states);
        m_kept.push_back(m_kept.back() + need.activations);
        working.push_back(need.working);
        gathered.push_back(need.gathered);
    }
    m_working = Largest(std::move(working));
    m_gathered = Largest(std::move(gathered));
    for (std::size_t number = 0; !needs.empty() && number < needs.front().again.size(); ++number) {
        Way way;
        std::vector<double> again;
        for (const UnitNeed &need : needs) {
            way.activations.push_back(way.activations.back() + need.again[number].activations);
            way.time.push_back(way.time.back() + need.again[number].time);
            again.push_back(need.again[number].working);
        }
        way.working = Largest(std::move(again));
        m_ways.push_back(std::move(way));
    }
    for (int first = 0, last = 0; first < m_units; ++first) {
        last = std::max(last, first);
        while (last < m_units && mayFit(first, last + 1))
            ++last;
        m_ends.push_back(last);
    }
}

double StageFitting::need(int first, int last, const Repeated &repeated) const
{
    const int kept = first + repeated.units;
    const bool all = first == 0 && last == m_units;
    const double bytes =
        sumOver(m_states, first, last) - (all ? m_tied : 0) + sumOver(m_kept, kept, last) + m_gathered.of(first, last);
    const double working = m_working.of(kept, last);
    if (repeated.units == 0)
        return bytes + working;
    const Way &way = m_ways[repeated.way];
    return bytes + sumOver(way.activations, first, kept) + std::max(way.working.of(first, kept), working);
}

bool StageFitting::fits(int first, int last, const Repeated &repeated) const
{
    return need(first, last, repeated) + roundedActivations <= m_room;
}

/// With nothing or everything recomputed, in some way.
bool StageFitting::mayFit(int first, int last) const
{
    double least = need(first, last, {});
    for (std::size_t way = 0; way < m_ways.size(); ++way)
        least = std::min(least, need(first, last, {way, last - first}));
    return least - roundedActivations <= m_room;
}

StageFitting::Repeated StageFitting::repeated(int first, int last) const
{
    if (m_ways.empty())
        return {};
    if (first != m_first || last != m_last) {
        m_repeated = choose(first, last);
        m_first = first;
        m_last = last;
    }
    return m_repeated;
}

StageFitting::Repeated StageFitting::choose(int first, int last) const
{
    if (fits(first, last, {}))
        return {};
    const int all = last - first;
    Repeated best{0, all}; // where nothing fits for certain, too
    double least = infinity;
    // Of equal ones sets of modules go first.
    for (std::size_t way = 1; way < m_ways.size(); ++way) {
        const double time = sumOver(m_ways[way].time, first, last);
        if (time < least && fits(first, last, {way, all})) {
            best = {way, all};
            least = time;
        }
    }
    if (!fits(first, last, {0, all}))
        return best;
    m_fewest = fewest(first, last);
    return sumOver(m_ways.front().time, first, first + m_fewest) < least ? Repeated{0, m_fewest} : best;
}

StageFitting::Repeated StageFitting::together(const std::vector<const StageFitting *> &types, int first, int last)
{
    const int units = last - first;
    std::vector<const StageFitting *> needy;
    std::copy_if(types.begin(), types.end(), std::back_inserter(needy),
                 [&](const StageFitting *type) { return !type->fits(first, last, {}); });
    if (needy.empty())
        return {};
    const auto &ways = types.front()->m_ways;
    const auto fitAll = [&](const Repeated &repeated) {
        return std::all_of(needy.begin(), needy.end(),
                           [&](const StageFitting *type) { return type->fits(first, last, repeated); });
    };
    Repeated best{0, units};
    double least = infinity;
    for (std::size_t way = 1; way < ways.size(); ++way) {
        if (const double time = sumOver(ways[way].time, first, last); time < least && fitAll({way, units})) {
            best = {way, units};
            least = time;
        }
    }
    if (!fitAll({0, units}))
        return best;
    int fewest = 0;
    for (const StageFitting *type : needy)
        fewest = std::max(fewest, type->fewest(first, last));
    return sumOver(ways.front().time, first, first + fewest) < least ? Repeated{0, fewest} : best;
}

StageFitting::Repeated StageFitting::Alike::in(const Held &held, const Family &family, const Model &model) const
{
    if (nothing)
        return {};
    const bool whole = way == 0;
    return {way, whole ? unitsRepeated(family, model, held.first, held.last, blocks) : held.last - held.first};
}

StageFitting::Alike StageFitting::alike(const std::vector<Held> &stages, const Family &family, const Model &model)
{
    std::vector<Held> needy;
    std::copy_if(stages.begin(), stages.end(), std::back_inserter(needy),
                 [](const Held &held) { return !held.stage->fits(held.first, held.last, {}); });
    if (needy.empty())
        return {};
    const auto fitsInNeedy = [&](std::size_t way) {
        return std::all_of(needy.begin(), needy.end(), [way](const Held &held) {
            return held.stage->fits(held.first, held.last, {way, held.last - held.first});
        });
    };
    Alike best{false, 0, 0}; // all blocks, where nothing fits for certain, too
    for (const Held &held : stages)
        best.blocks = std::max(best.blocks, blocksRepeated(family, model, held.first, held.last - held.first));
    double least = infinity;
    const auto take = [&](const Alike &choice) {
        double time = 0;
        for (const Held &held : stages) {
            const int units = choice.in(held, family, model).units;
            time += sumOver(held.stage->m_ways[choice.way].time, held.first, held.first + units);
        }
        if (time < least) {
            least = time;
            best = choice;
        }
    };
    for (std::size_t way = 1; way < needy.front().stage->m_ways.size(); ++way) {
        if (fitsInNeedy(way))
            take({false, way, 0});
    }
    if (!fitsInNeedy(0))
        return best;
    int blocks = 0;
    for (const Held &held : needy)
        blocks = std::max(blocks, blocksRepeated(family, model, held.first, held.stage->fewest(held.first, held.last)));
    take({false, 0, blocks});
    return best;
}

bool StageFitting::mayFit(int first, int last, const Repeated &repeated) const
{
    return need(first, last, repeated) - roundedActivations <= m_room;
}

double StageFitting::timeOf(const std::vector<std::vector<double>> &times, int first, int last) const
{
    const Repeated known = repeated(first, last);
    return known.units == 0 ? 0 : sumOver(times[known.way], first, first + known.units);
}

double StageFitting::leastTimeOf(const std::vector<std::vector<double>> &times, int first, int last) const
{
    double least = timeOf(times, first, last);
    for (std::size_t way = 0; least > 0 && way < m_ways.size(); ++way) {
        if (!fits(first, last, {way, last - first}))
            continue;
        const int units = way == 0 ? fewest(first, last) : last - first;
        least = std::min(least, sumOver(times[way], first, first + units));
    }
    return least;
}

int StageFitting::fewest(int first, int last) const
{
    // Each further unit that is recomputed takes less memory; the first one needs room to work in.
    const int all = last - first;
    int fewest = 1, most = all;
    if (const int near = std::clamp(m_fewest, 1, all); fits(first, last, {0, near}))
        most = near;
    else
        fewest = std::min(all, near + 1);
    for (int step = 1; fewest < most; step *= 2) { // from what the range asked for before needed
        const int next = most < all ? most - step : fewest + step - 1;
        if (next < fewest || next >= most)
            break;
        if (fits(first, last, {0, next}))
            most = next;
        else
            fewest = next + 1;
    }
    while (fewest < most) {
        const int middle = fewest + (most - fewest) / 2;
        if (fits(first, last, {0, middle}))
            most = middle;
        else
            fewest = middle + 1;
    }
    return most;
}

} // namespace heteroscope
