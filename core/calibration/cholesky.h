// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace heteroscope {

/// Solves linear systems with a symmetric positive definite n x n matrix by its Cholesky factor L (matrix = L L^T).
/// Only the lower half of the matrix is read. isPositive() is false if the matrix is not positive definite.
class Cholesky
{
public:
    Cholesky(std::vector<double> matrix, std::size_t n) : m_l(std::move(matrix)), m_n(n)
    {
        for (std::size_t j = 0; j < n && m_positive; ++j) {
            for (std::size_t i = j; i < n && m_positive; ++i) {
                double sum = at(i, j);
                for (std::size_t k = 0; k < j; ++k)
                    sum -= at(i, k) * at(j, k);
                m_positive = i != j || sum > 0;
                at(i, j) = i == j ? std::sqrt(sum) : sum / at(j, j);
            }
        }
    }

    bool isPositive() const { return m_positive; }

    /// Solves L x = b.
    std::vector<double> solveHalf(std::vector<double> b) const
    {
        for (std::size_t i = 0; i < m_n; ++i) {
            for (std::size_t k = 0; k < i; ++k)
                b[i] -= at(i, k) * b[k];
            b[i] /= at(i, i);
        }
        return b;
    }

    /// Solves L L^T x = b.
    std::vector<double> solve(std::vector<double> b) const
    {
        b = solveHalf(std::move(b));
        for (std::size_t i = m_n; i-- > 0;) {
            for (std::size_t k = i + 1; k < m_n; ++k)
                b[i] -= at(k, i) * b[k];
            b[i] /= at(i, i);
        }
        return b;
    }

private:
    double at(std::size_t i, std::size_t j) const { return m_l[i * m_n + j]; }
    double &at(std::size_t i, std::size_t j) { return m_l[i * m_n + j]; }

    std::vector<double> m_l;
    std::size_t m_n;
    bool m_positive = true;
};

} // namespace heteroscope
