// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lower bound on the energy of the passes of one plan above waiting, in joules: PUE (1 - w) sum over devices of (power
// x min time of its passes), with w as in objective.h. The simulator also counts the optimizer.
#pragma once

#include "planner/prices/price_book.h"

#include <map>

namespace heteroscope {

/// Not thread-safe; each thread needs its own.
class CutWork
{
public:
    explicit CutWork(PriceBook &book) : m_book(book) {}

    double joules(const Family &family, const std::vector<int> &placed, const Cut &cut);

private:
    /// Energy of one micro-batch on one group above waiting; element u is the sum over the units before u.
    const std::vector<double> &sums(const Family &family, int group);

    PriceBook &m_book;
    std::map<std::pair<int, WorkKey>, std::vector<double>> m_sums; ///< by kind of group and conditions
};

} // namespace heteroscope
