// SPDX-License-Identifier: GPL-3.0-or-later
#include "peers/sailor/price_master.h"

#include <algorithm>
#include <limits>

namespace heteroscope::sailor {

namespace {

constexpr double tolerance = 1e-11;
constexpr int maxPivots = 60;

} // namespace

PriceMaster::PriceMaster(const Prices &supply, double target)
{
    for (std::size_t row = 0; row < rows; ++row) {
        Column column{0, {}};
        column.entries[row] = 1;
        m_inverse[row] = column.entries;
        m_value[row] = 0;
        if (row == resourceCount) {
            column.cost = target;
            std::copy(supply.begin(), supply.end(), column.entries.begin());
            m_value[row] = 1;
        } else {
            m_inverse[row][resourceCount] = -supply[row];
        }
        m_columns.push_back(column);
        m_basisCost[row] = column.cost;
    }
}

void PriceMaster::addColumn(double cost, const Prices &use)
{
    Column column{cost, {}};
    std::copy(use.begin(), use.end(), column.entries.begin());
    column.entries[resourceCount] = 1;
    m_columns.push_back(column);
}

PriceMaster::Vector PriceMaster::duals() const
{
    Vector result = {};
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t column = 0; column < rows; ++column)
            result[column] += m_basisCost[row] * m_inverse[row][column];
    }
    return result;
}

void PriceMaster::pivot(const Column &column)
{
    Vector direction = {};
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t c = 0; c < rows; ++c)
            direction[row] += m_inverse[row][c] * column.entries[c];
    }
    std::size_t leaving = rows;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t row = 0; row < rows; ++row) {
        if (direction[row] > tolerance && m_value[row] / direction[row] < least) {
            least = m_value[row] / direction[row];
            leaving = row;
        }
    }
    if (leaving == rows)
        return;
    for (std::size_t c = 0; c < rows; ++c)
        m_inverse[leaving][c] /= direction[leaving];
    m_value[leaving] = least;
    m_basisCost[leaving] = column.cost;
    for (std::size_t row = 0; row < rows; ++row) {
        if (row == leaving)
            continue;
        for (std::size_t c = 0; c < rows; ++c)
            m_inverse[row][c] -= direction[row] * m_inverse[leaving][c];
        m_value[row] = std::max(0.0, m_value[row] - direction[row] * least);
    }
}

Prices PriceMaster::solve()
{
    Vector dual = duals();
    for (int n = 0; n < maxPivots; ++n) {
        const Column *entering = nullptr;
        double most = -tolerance;
        for (const Column &column : m_columns) {
            double reduced = column.cost;
            for (std::size_t row = 0; row < rows; ++row)
                reduced -= dual[row] * column.entries[row];
            if (reduced < most) {
                most = reduced;
                entering = &column;
            }
        }
        if (!entering)
            break;
        pivot(*entering);
        dual = duals();
    }
    Prices prices;
    for (std::size_t row = 0; row < resourceCount; ++row)
        prices[row] = std::max(0.0, -dual[row]);
    return prices;
}

double PriceMaster::value() const
{
    double sum = 0;
    for (std::size_t row = 0; row < rows; ++row)
        sum += m_basisCost[row] * m_value[row];
    return sum;
}

} // namespace heteroscope::sailor
