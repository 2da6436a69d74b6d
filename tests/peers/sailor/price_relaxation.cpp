// SPDX-License-Identifier: GPL-3.0-or-later
#include "peers/sailor/price_relaxation.h"

namespace heteroscope::sailor {

void PriceRelaxation::setKinds(const std::vector<StageKind> &kinds)
{
    m_kinds = kinds;
    m_unit = kinds.empty() ? 1 : kinds.front().groups;
    for (const StageKind &kind : kinds)
        m_unit = std::min(m_unit, kind.groups);
    m_supply = {static_cast<double>(m_devices[0]), static_cast<double>(m_devices[1]),
                static_cast<double>(sets(m_devices[0])), static_cast<double>(sets(m_devices[1])),
                static_cast<double>(sets(m_devices[0] + m_devices[1]))};
    m_kindPrice.resize(kinds.size());
    m_kindUse.resize(kinds.size());
}

void PriceRelaxation::setCandidates(const std::vector<Candidate> *candidates, int minStages, int maxStages,
                                    const Bottleneck &bottleneck)
{
    m_candidates = candidates;
    m_bottleneck = bottleneck;
    int deepest = 1;
    m_begin.assign(static_cast<std::size_t>(m_layers) + 1, 0);
    for (const Candidate &candidate : *candidates) {
        ++m_begin[static_cast<std::size_t>(candidate.last) + 1];
        deepest = std::max<int>(deepest, candidate.depth);
    }
    for (std::size_t layer = 1; layer < m_begin.size(); ++layer)
        m_begin[layer] += m_begin[layer - 1];
    m_minStages = minStages;
    m_maxStages = std::min({maxStages, m_layers, deepest});
    const auto size = static_cast<std::size_t>((m_maxStages + 2) * (m_layers + 1));
    m_prefix.assign(size, infinite);
    m_before.assign(size, infinite);
    m_reached.assign(size, 0);
    indexRanges();
    findStates();
}

void PriceRelaxation::indexRanges()
{
    const auto &list = *m_candidates;
    m_rangeOf.resize(list.size());
    m_rangeFirst.clear();
    m_rangeBegin.assign(1, 0);
    std::array<int, maxLayers> rangeOfFirst;
    for (int last = 0; last < m_layers; ++last) {
        rangeOfFirst.fill(-1);
        for (std::size_t c = m_begin[static_cast<std::size_t>(last)]; c < m_begin[static_cast<std::size_t>(last) + 1];
             ++c) {
            int &range = rangeOfFirst[static_cast<std::size_t>(list[c].first)];
            if (range < 0) {
                range = static_cast<int>(m_rangeFirst.size());
                m_rangeFirst.push_back(list[c].first);
            }
            m_rangeOf[c] = range;
        }
        m_rangeBegin.push_back(m_rangeFirst.size());
    }
    // Sorted by counting.
    std::array<int, maxLayers + 2> count = {};
    for (const Candidate &candidate : list)
        ++count[static_cast<std::size_t>(maxLayers - candidate.depth) + 1];
    for (std::size_t depth = 1; depth < count.size(); ++depth)
        count[depth] += count[depth - 1];
    m_byDepth.resize(list.size());
    for (std::size_t c = 0; c < list.size(); ++c)
        m_byDepth[static_cast<std::size_t>(count[static_cast<std::size_t>(maxLayers - list[c].depth)]++)] =
            static_cast<int>(c);
}

void PriceRelaxation::findStates()
{
    m_states.clear();
    m_reached[at(1, m_layers)] = 1;
    for (int r = 1; r <= m_maxStages; ++r) {
        for (int layer = m_layers - r + 1; layer >= 1; --layer) {
            if (!m_reached[at(r, layer)])
                continue;
            m_states.push_back({static_cast<std::int16_t>(r), static_cast<std::int16_t>(layer)});
            const auto end = m_begin[static_cast<std::size_t>(layer)];
            for (std::size_t c = m_begin[static_cast<std::size_t>(layer) - 1]; c < end; ++c) {
                if ((*m_candidates)[c].depth >= r)
                    m_reached[at(r + 1, (*m_candidates)[c].first)] = 1;
            }
        }
    }
}

double PriceRelaxation::priceOfAll() const
{
    double sum = 0;
    for (std::size_t row = 0; row < resourceCount; ++row)
        sum += m_prices[row] * m_supply[row];
    return sum;
}

double PriceRelaxation::solve(const Prices &prices)
{
    m_prices = prices;
    for (std::size_t k = 0; k < m_kinds.size(); ++k) {
        const double a = m_kinds[k].pattern.degree[0], b = m_kinds[k].pattern.degree[1];
        const double groups = m_kinds[k].groups;
        const double whole = sets(m_kinds[k].groups);
        Prices use = {a * groups, b * groups, a * whole, b * whole, (a + b) * whole};
        if (m_kinds[k].pattern.mixed()) {
            use = {a, b, 0, 0, std::min(a, b) * whole};
            use[a * prices[0] <= b * prices[1] ? 0 : 1] *= groups - 1;
        }
        m_kindUse[k] = use;
        m_kindPrice[k] = 0;
        for (std::size_t row = 0; row < resourceCount; ++row)
            m_kindPrice[k] += use[row] * prices[row];
    }
    priceCandidates();
    const auto &list = *m_candidates;
    const double behind = 1 + m_bottleneck.weight;
    for (int r = m_maxStages + 1; r >= 1; --r)
        m_prefix[at(r, 0)] = r > m_minStages ? 0 : infinite;
    m_cheapest.assign(m_rangeFirst.size(), infinite);
    m_cheapestExtra.assign(m_rangeFirst.size(), infinite);
    m_cheapestBehind.assign(m_rangeFirst.size(), infinite);
    std::size_t added = 0;
    for (std::size_t n = m_states.size(); n-- > 0;) {
        const int r = m_states[n].fromEnd;
        for (; added < m_byDepth.size(); ++added) {
            const auto c = static_cast<std::size_t>(m_byDepth[added]);
            if (list[c].depth < r)
                break;
            const auto range = static_cast<std::size_t>(m_rangeOf[c]);
            m_cheapest[range] = std::min(m_cheapest[range], m_priced[c]);
            m_cheapestExtra[range] = std::min(m_cheapestExtra[range], m_priced[c] + list[c].firstExtra);
            m_cheapestBehind[range] = std::min(m_cheapestBehind[range], m_priced[c] + (behind - 1) * list[c].time);
        }
        const auto layer = static_cast<std::size_t>(m_states[n].layers);
        const double *cheapest = r > 3 ? m_cheapestExtra.data() : m_cheapest.data();
        const double *next = m_prefix.data() + at(r + 1, 0);
        double best = infinite;
        for (std::size_t range = m_rangeBegin[layer - 1]; range < m_rangeBegin[layer]; ++range)
            best = std::min(best, cheapest[range] + next[m_rangeFirst[range]]);
        m_prefix[at(r, m_states[n].layers)] = best;
        if (!m_bottleneck.used)
            continue;
        const double *nextBefore = m_before.data() + at(r + 1, 0);
        double bestBefore = infinite;
        for (std::size_t range = m_rangeBegin[layer - 1]; range < m_rangeBegin[layer]; ++range)
            bestBefore = std::min(bestBefore, m_cheapestBehind[range] + nextBefore[m_rangeFirst[range]]);
        for (std::size_t s = m_slowestBegin[layer - 1]; s < m_slowestBegin[layer]; ++s) {
            const Slowest &slowest = m_slowest[s];
            if (slowest.depth >= r)
                bestBefore = std::min(bestBefore, slowest.cost - (r - 1) * slowest.perStage + next[slowest.first]);
        }
        m_before[at(r, m_states[n].layers)] = bestBefore;
    }
    return (m_bottleneck.used ? m_before : m_prefix)[at(1, m_layers)] - priceOfAll();
}

void PriceRelaxation::priceCandidates()
{
    const auto &list = *m_candidates;
    m_priced.resize(list.size());
    m_slowest.clear();
    m_slowestBegin.assign(1, 0);
    for (int last = 0; last < m_layers; ++last) {
        for (std::size_t c = m_begin[static_cast<std::size_t>(last)]; c < m_begin[static_cast<std::size_t>(last) + 1];
             ++c) {
            m_priced[c] = list[c].time + m_kindPrice[static_cast<std::size_t>(list[c].kind)];
            if (m_bottleneck.used && list[c].maxPace >= m_bottleneck.paceLow)
                m_slowest.push_back({m_priced[c] + m_bottleneck.costOf(list[c], 1), m_bottleneck.perStage(list[c]),
                                     list[c].first, list[c].depth});
        }
        m_slowestBegin.push_back(m_slowest.size());
    }
}

template<class Visit>
void PriceRelaxation::walkChain(const Visit &visit) const
{
    // No choices are kept: of the few states that the chain comes through, the cheapest stage is looked for again.
    const auto &list = *m_candidates;
    bool before = m_bottleneck.used;
    int layer = m_layers;
    for (int r = 1; layer > 0 && r <= m_maxStages; ++r) {
        const Candidate *choice = nullptr;
        double best = infinite;
        bool here = false;
        for (std::size_t c = m_begin[static_cast<std::size_t>(layer) - 1]; c < m_begin[static_cast<std::size_t>(layer)];
             ++c) {
            const Candidate &candidate = list[c];
            if (candidate.depth < r)
                continue;
            const std::size_t next = at(r + 1, candidate.first);
            const double plain = m_priced[c] + (r > 3 ? candidate.firstExtra : 0) + m_prefix[next];
            const double value = before ? m_priced[c] + m_bottleneck.weight * candidate.time + m_before[next] : plain;
            if (value < best) {
                best = value;
                choice = &candidate;
                here = false;
            }
            if (before && candidate.maxPace >= m_bottleneck.paceLow &&
                plain + m_bottleneck.costOf(candidate, r) < best) {
                best = plain + m_bottleneck.costOf(candidate, r);
                choice = &candidate;
                here = true;
            }
        }
        if (!choice)
            return;
        before = before && !here;
        visit(*choice);
        layer = choice->first;
    }
}

std::vector<const Candidate *> PriceRelaxation::chain() const
{
    std::vector<const Candidate *> result;
    walkChain([&](const Candidate &candidate) { result.push_back(&candidate); });
    std::reverse(result.begin(), result.end());
    if (!result.empty() && result.front()->first > 0)
        result.clear();
    return result;
}

Prices PriceRelaxation::useOfChain() const
{
    Prices use = {};
    walkChain([&](const Candidate &candidate) {
        for (std::size_t row = 0; row < resourceCount; ++row)
            use[row] += m_kindUse[static_cast<std::size_t>(candidate.kind)][row];
    });
    return use;
}

const std::vector<double> &PriceRelaxation::boundsOfHolding()
{
    // The cheapest r last stages for the layers from l on: all behind the bottleneck, or with it among them.
    const bool bottleneck = m_bottleneck.used;
    const double behind = 1 + m_bottleneck.weight;
    m_suffix.assign(m_prefix.size(), infinite);
    m_suffixAfter.assign(m_prefix.size(), infinite);
    (bottleneck ? m_suffixAfter : m_suffix)[at(0, m_layers)] = 0;
    m_holding.assign(m_candidates->size(), infinite);
    const double all = priceOfAll();
    for (int r = 1; r <= m_maxStages; ++r) {
        for (std::size_t c = 0; c < m_candidates->size(); ++c) {
            const Candidate &candidate = (*m_candidates)[c];
            if (candidate.depth < r || !m_reached[at(r, candidate.last + 1)])
                continue;
            const double price = m_kindPrice[static_cast<std::size_t>(candidate.kind)] - (r == 1 ? all : 0);
            const double time = candidate.timeAt(r);
            const std::size_t from = at(r - 1, candidate.last + 1), to = at(r, candidate.first);
            const std::size_t left = at(r + 1, candidate.first);
            double with = m_suffix[from] + time;
            if (bottleneck) {
                const double after = m_suffixAfter[from] + price + behind * time;
                m_suffixAfter[to] = std::min(m_suffixAfter[to], after);
                m_holding[c] = std::min(m_holding[c], after + m_before[left]);
                if (candidate.maxPace >= m_bottleneck.paceLow)
                    with = std::min(with, m_suffixAfter[from] + time + m_bottleneck.costOf(candidate, r));
            }
            with += price;
            m_suffix[to] = std::min(m_suffix[to], with);
            m_holding[c] = std::min(m_holding[c], with + m_prefix[left]);
        }
    }
    return m_holding;
}

} // namespace heteroscope::sailor
