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

#include "planner/sailor/tables.h"

namespace heteroscope::sailor {

using Prices = std::array<double, typeCount>;

/// A stage that a part of the search may still use.
struct Candidate
{
    double time = 0;       ///< at least what it adds to the sum of stage times
    double firstExtra = 0; ///< added where it is the first of more than three stages
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
    /// Devices of the chain that solve() found, and the chain, first stage first.
    std::array<double, typeCount> devicesOfChain() const;
    std::vector<const Candidate *> chain() const;
    /// Looks for prices with a higher bound, starting from `prices` and stopping at `target`; leaves prefix() at the
    /// best. A few steps of the subgradient method.
    double improve(Prices &prices, double target, int steps);
    /// Computes suffix() for the prices of the last solve().
    void solveSuffix();

    double prefix(int fromEnd, int layers) const { return m_prefix[at(fromEnd, layers)]; }
    double suffix(int stages, int layer) const { return m_suffix[at(stages, layer)]; }
    double priceOf(int pattern) const { return m_patternPrice[static_cast<std::size_t>(pattern)]; }
    double priceOfAll() const { return m_prices[0] * m_devices[0] + m_prices[1] * m_devices[1]; }
    const Prices &prices() const { return m_prices; }

private:
    std::size_t at(int row, int layer) const { return static_cast<std::size_t>(row * (m_layers + 1) + layer); }

    int m_layers;
    std::array<int, typeCount> m_devices;
    const std::vector<Candidate> *m_candidates = nullptr;
    std::vector<std::size_t> m_begin; ///< by last layer: into the candidates
    int m_groups = 1;
    int m_mostStages = 1;
    Prices m_prices = {0, 0};
    std::array<double, patternCount> m_patternPrice = {};
    std::array<std::array<double, typeCount>, patternCount> m_patternUse = {};
    std::vector<double> m_prefix, m_suffix;
    std::vector<int> m_choice;
};

} // namespace heteroscope::sailor
