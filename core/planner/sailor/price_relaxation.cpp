// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/sailor/price_relaxation.h"

#include <algorithm>
#include <limits>

namespace heteroscope::sailor {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

} // namespace

void PriceRelaxation::setCandidates(const std::vector<Candidate> *candidates, int groups, int mostStages)
{
    m_candidates = candidates;
    m_groups = groups;
    const int sets = (m_devices[0] + m_devices[1]) / m_groups;
    m_supply = {static_cast<double>(m_devices[0]), static_cast<double>(m_devices[1]),
                static_cast<double>(m_devices[0] / m_groups), static_cast<double>(m_devices[1] / m_groups),
                static_cast<double>(sets)};
    int deepest = 1;
    m_begin.assign(static_cast<std::size_t>(m_layers) + 1, 0);
    for (const Candidate &candidate : *candidates) {
        ++m_begin[static_cast<std::size_t>(candidate.last) + 1];
        deepest = std::max<int>(deepest, candidate.depth);
    }
    for (std::size_t layer = 1; layer < m_begin.size(); ++layer)
        m_begin[layer] += m_begin[layer - 1];
    m_mostStages = std::min({mostStages, m_layers, deepest});
    m_prefix.assign(static_cast<std::size_t>((m_mostStages + 2) * (m_layers + 1)), infinite);
    m_choice.assign(m_prefix.size(), -1);
    // Which (r, layers) the chains from the end can come to at all.
    m_reached.assign(m_prefix.size(), 0);
    m_states.clear();
    m_reached[at(1, m_layers)] = 1;
    for (int r = 1; r <= m_mostStages; ++r) {
        for (int layer = m_layers - r + 1; layer >= 1; --layer) {
            if (!m_reached[at(r, layer)])
                continue;
            m_states.push_back({static_cast<std::int16_t>(r), static_cast<std::int16_t>(layer)});
            for (std::size_t c = m_begin[static_cast<std::size_t>(layer) - 1];
                 c < m_begin[static_cast<std::size_t>(layer)]; ++c) {
                if ((*candidates)[c].depth >= r)
                    m_reached[at(r + 1, (*candidates)[c].first)] = 1;
            }
        }
    }
}

double PriceRelaxation::solve(const Prices &prices)
{
    m_prices = prices;
    for (std::size_t k = 0; k < patternCount; ++k) {
        const double a = patterns()[k].degree[0], b = patterns()[k].degree[1];
        Prices use = {a * m_groups, b * m_groups, a, b, a + b};
        if (patterns()[k].mixed()) {
            use = {a, b, 0, 0, std::min(a, b)};
            use[a * prices[0] <= b * prices[1] ? 0 : 1] *= m_groups - 1;
        }
        m_patternUse[k] = use;
        m_patternPrice[k] = 0;
        for (std::size_t row = 0; row < resourceCount; ++row)
            m_patternPrice[k] += use[row] * prices[row];
    }
    const Candidate *candidates = m_candidates->data();
    for (int r = m_mostStages + 1; r >= 1; --r)
        m_prefix[at(r, 0)] = 0;
    for (std::size_t n = m_states.size(); n-- > 0;) {
        const int r = m_states[n].fromEnd, layer = m_states[n].layers;
        const double *next = m_prefix.data() + at(r + 1, 0);
        double best = infinite;
        int choice = -1;
        const auto end = static_cast<int>(m_begin[static_cast<std::size_t>(layer)]);
        for (int c = static_cast<int>(m_begin[static_cast<std::size_t>(layer) - 1]); c < end; ++c) {
            const Candidate &candidate = candidates[c];
            const double value = candidate.timeAt(r) + m_patternPrice[static_cast<std::size_t>(candidate.pattern)] +
                                 next[candidate.first];
            if (value < best && candidate.depth >= r) {
                best = value;
                choice = c;
            }
        }
        m_prefix[at(r, layer)] = best;
        m_choice[at(r, layer)] = choice;
    }
    return m_prefix[at(1, m_layers)] - priceOfAll();
}

std::vector<const Candidate *> PriceRelaxation::chain() const
{
    std::vector<const Candidate *> result;
    int layer = m_layers;
    for (int r = 1; layer > 0; ++r) {
        const int choice = m_choice[at(r, layer)];
        if (choice < 0)
            return {};
        result.push_back(&(*m_candidates)[static_cast<std::size_t>(choice)]);
        layer = result.back()->first;
    }
    std::reverse(result.begin(), result.end());
    return result;
}

Prices PriceRelaxation::useOfChain() const
{
    Prices use = {};
    int layer = m_layers;
    for (int r = 1; layer > 0; ++r) {
        const int choice = m_choice[at(r, layer)];
        if (choice < 0)
            return {};
        const Candidate &candidate = (*m_candidates)[static_cast<std::size_t>(choice)];
        for (std::size_t row = 0; row < resourceCount; ++row)
            use[row] += m_patternUse[static_cast<std::size_t>(candidate.pattern)][row];
        layer = candidate.first;
    }
    return use;
}

void PriceRelaxation::solveSuffix()
{
    m_suffix.assign(m_prefix.size(), infinite);
    m_suffix[at(0, m_layers)] = 0;
    for (int r = 1; r <= m_mostStages; ++r) {
        for (const Candidate &candidate : *m_candidates) {
            if (candidate.depth < r)
                continue;
            const double value = candidate.timeAt(candidate.first == 0 ? r : 0) +
                                 m_patternPrice[static_cast<std::size_t>(candidate.pattern)] +
                                 m_suffix[at(r - 1, candidate.last + 1)];
            double &best = m_suffix[at(r, candidate.first)];
            best = std::min(best, value);
        }
    }
}

} // namespace heteroscope::sailor
