// SPDX-License-Identifier: GPL-3.0-or-later
//
// The relaxation behind the proofs: devices are not counted but paid for. Given a price for each resource, the cheapest
// chain of stages over all layers (time of the stages plus price of their devices) minus the price of all there is is a
// lower bound on the sum of stage times of every plan whose devices suffice (Lagrange; any prices are valid, good ones
// make it tight). It is found exactly over (stages from the end, layers left), so memory, which depends on the stages
// behind, is obeyed.
//
// With a bottleneck, one stage of the chain is marked as the slowest and pays for all micro-batches; stages behind it
// may weigh more, because the pipeline waits for them when it fills and again when it drains.
//
// Resources: devices of type 0 and of type 1; and, since groups of a job come in whole sets, sets of type 0 in stages
// of that type alone, the same of type 1, and sets of either type in all stages. The last three follow from the first
// two by rounding down, and cut off what only fractions could do.
#pragma once

#include "peers/sailor/price_master.h"
#include "peers/sailor/tables.h"

#include <algorithm>
#include <limits>

namespace heteroscope::sailor {

/// Steps of improving the prices of one box.
inline constexpr int priceSteps = 30;

inline constexpr double infinite = std::numeric_limits<double>::infinity();

/// How a stage may be equipped: groups of these tensor degrees.
struct StageKind
{
    Pattern pattern;
    int groups = 1;
};

/// A stage that a part of the search may still use.
struct Candidate
{
    double time = 0;       ///< at least what it adds to the sum of stage times
    double firstExtra = 0; ///< added where it is the first of more than three stages
    double pace = 0;       ///< at least, what bounds the time between micro-batches; at most maxPace
    double maxPace = 0;
    double forward = 0;
    double sync = 0;
    std::int16_t first = 0;
    std::int16_t last = 0;
    std::int16_t kind = 0;
    std::int16_t depth = 0; ///< the farthest from the end (1 = last stage) that memory allows

    double timeAt(int fromEnd) const { return fromEnd > 3 ? time + firstExtra : time; }
};

/// The slowest stage pays (rest - weight w) pace - (1 - weight) w forward, w = stages behind it; those behind it weigh
/// 1 + weight. Only stages of at least paceLow may be it. Not used: every stage weighs 1 and nothing is added.
struct Bottleneck
{
    bool used = false;
    int rest = 0; ///< micro-batches but one
    double weight = 0;
    double paceLow = 0;

    double costOf(const Candidate &candidate, int fromEnd) const
    {
        return rest * std::max(paceLow, candidate.pace) - (fromEnd - 1) * perStage(candidate);
    }
    double perStage(const Candidate &candidate) const
    {
        return weight * std::max(paceLow, candidate.pace) + (1 - weight) * candidate.forward;
    }
};

class PriceRelaxation
{
public:
    PriceRelaxation(int layers, const std::array<int, typeCount> &devices) : m_layers(layers), m_devices(devices) {}

    void setKinds(const std::vector<StageKind> &kinds);
    /// Candidates must be sorted by last layer. So many stages.
    void setCandidates(const std::vector<Candidate> *candidates, int minStages, int maxStages,
                       const Bottleneck &bottleneck = {});
    int maxStages() const { return m_maxStages; }

    /// Returns the bound for these prices (infinite: no chain at all).
    double solve(const Prices &prices);
    /// What the chain that solve() found uses, and the chain, first stage first.
    Prices useOfChain() const;
    std::vector<const Candidate *> chain() const;
    /// Looks for prices with a higher bound, starting from `prices` and stopping at `target`; leaves the tables below
    /// at the best. So many steps of column generation (price_master.h); each chain on the way is shown to `look`.
    template<class Look>
    double improve(Prices &prices, double target, int steps, const Look &look);

    /// The cheapest stages for layers [0, l) when the last of them is the r-th from the end, with the bottleneck behind
    /// them (or unused), and with the bottleneck among them.
    double prefix(int fromEnd, int layers) const { return m_prefix[at(fromEnd, layers)]; }
    double prefixWithBottleneck(int fromEnd, int layers) const { return m_before[at(fromEnd, layers)]; }

    /// For each candidate the bound of every chain that holds it, for the prices of the last solve().
    const std::vector<double> &boundsOfHolding();

    double priceOf(int kind) const { return m_kindPrice[static_cast<std::size_t>(kind)]; }
    double priceOfAll() const;
    const Prices &prices() const { return m_prices; }

private:
    struct State
    {
        std::int16_t fromEnd;
        std::int16_t layers;
    };

    std::size_t at(int row, int layer) const { return static_cast<std::size_t>(row * (m_layers + 1) + layer); }
    int sets(int groups) const { return groups / m_unit; } ///< whole ones
    void findStates();
    void indexRanges();
    void priceCandidates();
    template<class Visit>
    void walkChain(const Visit &visit) const;

    int m_layers;
    std::array<int, typeCount> m_devices;
    std::vector<StageKind> m_kinds;
    int m_unit = 1; ///< groups of a set
    const std::vector<Candidate> *m_candidates = nullptr;
    std::vector<std::size_t> m_begin; ///< by last layer: into the candidates
    Bottleneck m_bottleneck;
    int m_minStages = 1, m_maxStages = 1;
    Prices m_prices = {};
    Prices m_supply = {};
    std::vector<double> m_kindPrice;
    std::vector<Prices> m_kindUse;
    std::vector<double> m_prefix, m_before;
    // Candidates of equal first and last layers form a range; what is cheapest of a range is found once for each number
    // of stages from the end, so that the inner loop runs over ranges and not over all their kinds.
    std::vector<int> m_rangeOf; ///< by candidate
    std::vector<std::int16_t> m_rangeFirst;
    std::vector<std::size_t> m_rangeBegin; ///< by last layer
    std::vector<int> m_byDepth;            ///< candidates, deepest first
    std::vector<double> m_priced, m_cheapest, m_cheapestExtra, m_cheapestBehind;
    struct Slowest
    {
        double cost;     ///< time, price and the micro-batches that it pays, were it last
        double perStage; ///< less for each stage behind it
        std::int16_t first;
        std::int16_t depth;
    };
    std::vector<Slowest> m_slowest;          ///< candidates that may be the bottleneck
    std::vector<std::size_t> m_slowestBegin; ///< by last layer
    std::vector<State> m_states;             ///< those that can be reached, last stages first
    std::vector<char> m_reached;
    std::vector<double> m_suffix, m_suffixAfter, m_holding;
};

template<class Look>
double PriceRelaxation::improve(Prices &prices, double target, int steps, const Look &look)
{
    constexpr double enough = 1e-3; ///< of the target: a better bound than this is not worth another step
    // Where even the best prices stay below the target, the last few percent are not worth their steps either.
    constexpr double patience = 0.3;
    PriceMaster master(m_supply, target);
    Prices trial = prices;
    double best = -infinite;
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
        if (master.value() - best < std::max(enough * target, patience * (target - master.value())))
            break;
    }
    if (m_prices != prices)
        solve(prices);
    return best;
}

} // namespace heteroscope::sailor
