// SPDX-License-Identifier: GPL-3.0-or-later
//
// L5: spans of stages in which micro-batches go round, only so many at a time. Without slow sends that says nothing
// new, and neither does a span that begins or ends with a fast one: its mean is between that of the others and of a
// stage.
#include "planner/bounds/layout_model.h"

#include <algorithm>

namespace heteroscope {

namespace {

/// A send there and back is slow if it takes so much of what a micro-batch takes in a stage, in the mean of all.
constexpr double slowShare = 0.1;
/// Spans that begin with a stage, at most: the shortest.
constexpr std::size_t maxSpans = 6;

} // namespace

/// Where micro-batches differ in their number of passes (chunks), or other pipelines have other numbers of
/// micro-batches, there are none: bounds of the latter have to grow with that number.
void LayoutModel::findSpans(std::size_t pipeline)
{
    m_spans.resize(m_pipelines.size());
    auto &all = m_spans[pipeline];
    all.assign(m_stages.size(), {});
    if (m_family->chunks > 1 || m_family->others.replicas > 0 || m_order == PassOrder::any ||
        m_order == PassOrder::forwardsFirst)
        return;
    double around = 0;
    for (const auto &place : m_stages)
        around += place.prices[pipeline]->forwardOf(0, m_units) + place.prices[pipeline]->backwardOf(0, m_units);
    const auto count = static_cast<double>(m_stages.size());
    const double slow = slowShare * around / (count * count); // each stage holds a part of the units
    for (std::size_t s = 0; s < m_stages.size(); ++s) {
        double sends = 0;
        for (std::size_t last = s + 1; last < m_stages.size() && all[s].lasts.size() < maxSpans; ++last) {
            const double send = m_stages[last - 1].sendForward[pipeline] + m_stages[last].sendBackward[pipeline];
            sends += send + m_host;
            if (send >= slow) {
                all[s].lasts.push_back(static_cast<int>(last));
                all[s].sends.push_back(sends);
            } else if (last == s + 1) {
                break;
            }
        }
        all[s].minTrips.assign((static_cast<std::size_t>(m_units) + 1) * all[s].lasts.size(), 0.0);
    }
}

/// That a stage with these prices may hold, whose passes are below the limit.
int LayoutModel::maxUnitsOf(const UnitPrices &prices, double limit) const
{
    const double room = limit / m_microBatches;
    int most = 0;
    for (int first = 0, last = 0; first < m_units; ++first) {
        last = std::max(last, first);
        while (last < m_units && prices.forwardOf(first, last + 1) + prices.backwardOf(first, last + 1) < room)
            ++last;
        most = std::max(most, last - first);
    }
    return most;
}

/// The stages behind a span hold no more than they can, so those in it hold the rest, each unit where it is fastest.
void LayoutModel::boundSpans(int pipeline, double limit, StopMeter &meter)
{
    const auto p = static_cast<std::size_t>(pipeline);
    auto &all = m_spans[p];
    if (std::all_of(all.begin(), all.end(), [](const Spans &each) { return each.lasts.empty(); }))
        return;
    std::vector<int> maxBehind(m_stages.size(), 0); // units that the stages behind one may hold
    const UnitPrices *prices = nullptr;             // most neighbours have the same
    int most = 0;
    for (std::size_t s = all.size() - 1; s > 0; --s) {
        if (meter.stopAfter(2 * static_cast<std::size_t>(m_units)))
            return;
        if (prices != m_stages[s].prices[p])
            most = maxUnitsOf(*(prices = m_stages[s].prices[p]), limit);
        maxBehind[s - 1] = std::min(m_units, maxBehind[s] + most);
    }
    for (std::size_t s = 0; s < all.size(); ++s) {
        const double *rounds = &m_minRound[p][s * (static_cast<std::size_t>(m_units) + 1)];
        auto &[lasts, sends, minTrips] = all[s];
        // The first unit behind the stage: each other one holds a unit at least.
        const int lowest = static_cast<int>(s) + 1, highest = m_units - (stages() - lowest);
        for (int unit = lowest; unit <= highest && !lasts.empty(); ++unit) {
            for (std::size_t i = 0; i < lasts.size(); ++i) {
                const auto behind = static_cast<std::size_t>(lasts[i]);
                const int others = lasts[i] - static_cast<int>(s); // each holds a unit at least
                const int held = std::min(m_units - unit, std::max(others, m_units - unit - maxBehind[behind]));
                minTrips[static_cast<std::size_t>(unit) * lasts.size() + i] =
                    sends[i] + std::max(0.0, rounds[unit] - rounds[unit + held]);
            }
        }
    }
}

void LayoutModel::findTrips(int pipeline, int stage, const double *rounds, std::vector<double> &trips) const
{
    trips.clear();
    for (const int last : m_spans[static_cast<std::size_t>(pipeline)][static_cast<std::size_t>(stage)].lasts)
        trips.push_back(rounds[stage] - rounds[last]);
}

double LayoutModel::workOfSpans(int pipeline, int stage, const StagePasses &passes, const Ends &ends) const
{
    const auto &spans = m_spans[static_cast<std::size_t>(pipeline)][static_cast<std::size_t>(stage)];
    // The stage's own part, as turnOf has it.
    const double own = passes.forward + std::max(0.0, passes.backward - passes.weight);
    double longest = 0;
    for (std::size_t i = 0; i < spans.lasts.size(); ++i) {
        const StageSpan span{spans.lasts[i] - stage + 1, own + ends.trips[i]};
        longest = std::max(longest, passes.withSpan(m_order, stage, stages() - 1 - stage, ends.round, span));
    }
    return longest;
}

} // namespace heteroscope
