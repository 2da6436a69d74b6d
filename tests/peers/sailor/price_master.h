// SPDX-License-Identifier: GPL-3.0-or-later
//
// The linear program that finds good prices: the cheapest mixture of known columns (each a cost and what it uses) whose
// use is within the supply. Its dual values are prices; a new column that is cheap under them is added, and so on
// (Dantzig-Wolfe). One column that uses exactly the supply and costs `target` is always there: bounds above it are of
// no interest, and prices stay bounded.
//
// Revised simplex on a basis of rows + 1; meant for a handful of rows and tens of columns.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace heteroscope::sailor {

inline constexpr std::size_t resourceCount = 5;
using Prices = std::array<double, resourceCount>;

class PriceMaster
{
public:
    PriceMaster(const Prices &supply, double target);

    void addColumn(double cost, const Prices &use);
    /// Optimal prices for the columns so far, all >= 0.
    Prices solve();
    /// Cost of the cheapest mixture: no prices give a higher bound than this, with the columns so far.
    double value() const;

private:
    static constexpr std::size_t rows = resourceCount + 1;
    using Vector = std::array<double, rows>;
    struct Column
    {
        double cost;
        Vector entries;
    };
    Vector duals() const;
    void pivot(const Column &column);

    std::vector<Column> m_columns;      ///< the first `rows` are the slacks and the target's
    std::array<Vector, rows> m_inverse; ///< of the basis
    Vector m_value;
    Vector m_basisCost;
};

} // namespace heteroscope::sailor
