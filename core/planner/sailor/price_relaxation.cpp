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
}

double PriceRelaxation::solve(const Prices &prices)
{
    m_prices = prices;
    for (std::size_t k = 0; k < patternCount; ++k) {
        const auto &degree = patterns()[k].degree;
        std::array<double, typeCount> use = {static_cast<double>(degree[0]), static_cast<double>(degree[1])};
        if (patterns()[k].mixed())
            use[use[0] * prices[0] <= use[1] * prices[1] ? 0 : 1] *= m_groups - 1;
        else
            use = {use[0] * m_groups, use[1] * m_groups};
        m_patternUse[k] = use;
        m_patternPrice[k] = use[0] * prices[0] + use[1] * prices[1];
    }
    const Candidate *candidates = m_candidates->data();
    for (int r = m_mostStages + 1; r >= 1; --r)
        m_prefix[at(r, 0)] = 0;
    for (int r = m_mostStages; r >= 1; --r) {
        const double *next = m_prefix.data() + at(r + 1, 0);
        // Only the last stage ends with the last layer, and it ends nowhere else.
        for (int layer = r == 1 ? m_layers : 1; layer <= (r == 1 ? m_layers : m_layers - 1); ++layer) {
            double best = infinite;
            int choice = -1;
            const auto end = static_cast<int>(m_begin[static_cast<std::size_t>(layer)]);
            for (int c = static_cast<int>(m_begin[static_cast<std::size_t>(layer) - 1]); c < end; ++c) {
                const Candidate &candidate = candidates[c];
                if (candidate.depth < r)
                    continue;
                const double value = candidate.timeAt(r) + m_patternPrice[static_cast<std::size_t>(candidate.pattern)] +
                                     next[candidate.first];
                if (value < best) {
                    best = value;
                    choice = c;
                }
            }
            m_prefix[at(r, layer)] = best;
            m_choice[at(r, layer)] = choice;
        }
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

std::array<double, typeCount> PriceRelaxation::devicesOfChain() const
{
    std::array<double, typeCount> use = {0, 0};
    int layer = m_layers;
    for (int r = 1; layer > 0; ++r) {
        const Candidate &candidate = (*m_candidates)[static_cast<std::size_t>(m_choice[at(r, layer)])];
        for (std::size_t type = 0; type < typeCount; ++type)
            use[type] += m_patternUse[static_cast<std::size_t>(candidate.pattern)][type];
        layer = candidate.first;
    }
    return use;
}

double PriceRelaxation::improve(Prices &prices, double target, int steps)
{
    Prices trial = prices;
    double best = -infinite;
    double scale = 1;
    for (int step = 0; step < steps; ++step) {
        const double bound = solve(trial);
        if (bound > best) {
            best = bound;
            prices = trial;
        } else {
            scale *= 0.5;
        }
        if (best >= target)
            return best;
        const auto use = devicesOfChain();
        std::array<double, typeCount> slope;
        double square = 0;
        for (std::size_t type = 0; type < typeCount; ++type) {
            slope[type] = use[type] - m_devices[type];
            if (trial[type] <= 0 && slope[type] < 0)
                slope[type] = 0;
            square += slope[type] * slope[type];
        }
        if (square == 0)
            return best;
        for (std::size_t type = 0; type < typeCount; ++type)
            trial[type] = std::max(0.0, trial[type] + scale * 1.1 * (target - bound) / square * slope[type]);
    }
    if (m_prices != prices)
        solve(prices);
    return best;
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
