// SPDX-License-Identifier: GPL-3.0-or-later
//
// The relaxation behind the proofs: devices are not counted but paid for. Given a price for each device type, the
// cheapest chain of stages over all layers (time of the stages plus price of their devices) minus the price of all
// devices there are is a lower bound on the sum of stage times of every plan whose devices suffice (Lagrange; any
// prices are valid, good ones make it tight). It is found exactly over (stages from the end, layers left), so memory,
// which depends on the stages behind, is obeyed.
//
// prefix(r, l): the cheapest stages for layers [0, l) when the last of them is the r-th from the end.
// suffix(r, l): the cheapest r stages for layers [l, n), the last of them at the end.
#pragma once

#include "planner/sailor/price_master.h"
#include "planner/sailor/tables.h"

namespace heteroscope::sailor {

// Resources that stages use and the cluster has: devices of type 0 and of type 1; and, since every stage has D groups,
// whole sets of D devices: sets of type 0 in stages of that type alone, the same of type 1, and sets of either type in
// all stages. The last three follow from the first two by rounding down, and cut off what only fractions could do.

/// A stage that a part of the search may still use.
struct Candidate
{
    double time = 0;       ///< at least what it adds to the sum of stage times
    double firstExtra = 0; ///< added where it is the first of more than three stages
    double mostTime = 0;   ///< at most, whatever its neighbours are
    double sync = 0;
    std::int16_t first = 0;
    std::int16_t last = 0;
    std::int16_t pattern = 0;
    std::int16_t depth = 0; ///< the farthest from the end (1 = last stage) that memory allows

    double timeAt(int fromEnd) const { return fromEnd > 3 ? time + firstExtra : time; }
};

class PriceRelaxation
{
public:
    PriceRelaxation(int layers, const std::array<int, typeCount> &devices) : m_layers(layers), m_devices(devices) {}

    /// Candidates must be sorted by last layer. At most so many stages.
    void setCandidates(const std::vector<Candidate> *candidates, int groups, int mostStages);
    int mostStages() const { return m_mostStages; }

    /// Computes prefix() for these prices; returns the bound on the sum of stage times (infinite: no chain at all).
    double solve(const Prices &prices);
    /// What the chain that solve() found uses, and the chain, first stage first.
    Prices useOfChain() const;
    std::vector<const Candidate *> chain() const;
    /// Looks for prices with a higher bound, starting from `prices` and stopping at `target`; leaves prefix() at the
    /// best. So many steps of column generation (price_master.h); each chain on the way is shown to `look`.
    template<class Look>
    double improve(Prices &prices, double target, int steps, const Look &look);
    /// Computes suffix() for the prices of the last solve().
    void solveSuffix();

    double prefix(int fromEnd, int layers) const { return m_prefix[at(fromEnd, layers)]; }
    double suffix(int stages, int layer) const { return m_suffix[at(stages, layer)]; }
    double priceOf(int pattern) const { return m_patternPrice[static_cast<std::size_t>(pattern)]; }
    double priceOfAll() const
    {
        double sum = 0;
        for (std::size_t row = 0; row < resourceCount; ++row)
            sum += m_prices[row] * m_supply[row];
        return sum;
    }
    const Prices &prices() const { return m_prices; }

private:
    std::size_t at(int row, int layer) const { return static_cast<std::size_t>(row * (m_layers + 1) + layer); }

    int m_layers;
    std::array<int, typeCount> m_devices;
    const std::vector<Candidate> *m_candidates = nullptr;
    std::vector<std::size_t> m_begin; ///< by last layer: into the candidates
    int m_groups = 1;
    int m_mostStages = 1;
    Prices m_prices = {};
    Prices m_supply = {};
    std::array<double, patternCount> m_patternPrice = {};
    std::array<Prices, patternCount> m_patternUse = {};
    std::vector<double> m_prefix, m_suffix;
    std::vector<int> m_choice;
    struct State
    {
        std::int16_t fromEnd;
        std::int16_t layers;
    };
    std::vector<State> m_states; ///< those that can be reached, last stages first
    std::vector<char> m_reached;
};

template<class Look>
double PriceRelaxation::improve(Prices &prices, double target, int steps, const Look &look)
{
    constexpr double enough = 1e-3; ///< of the target: a better bound than this is not worth another step
    PriceMaster master(m_supply, target);
    Prices trial = prices;
    double best = -1e300;
    for (int n = 0; n < steps; ++n) {
        const double bound = solve(trial);
        if (bound > best) {
            best = bound;
            prices = trial;
        }
        if (bound >= target)
            return bound;
        look();
        const Prices use = useOfChain();
        double cost = bound;
        for (std::size_t row = 0; row < resourceCount; ++row)
            cost -= trial[row] * (use[row] - m_supply[row]);
        master.addColumn(cost, use);
        trial = master.solve();
        if (master.value() - best < enough * target)
            break;
    }
    if (m_prices != prices)
        solve(prices);
    return best;
}

} // namespace heteroscope::sailor
