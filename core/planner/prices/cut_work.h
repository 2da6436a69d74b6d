// SPDX-License-Identifier: GPL-3.0-or-later
//
// Least energy that the passes of one plan of a family spend above that of waiting, in joules: (1 - w) sum over devices
// of power x time of its passes, each as fast as its device ever is. The simulator counts the optimizer too.
#pragma once

#include "planner/prices/price_book.h"

#include <map>

namespace heteroscope {

/// One for each worker.
class CutWork
{
public:
    explicit CutWork(PriceBook &book) : m_book(book) {}

    double joules(const Family &family, const std::vector<int> &placed, const Cut &cut);

private:
    /// Of one micro-batch on one group, above waiting; sums over the units before u.
    const std::vector<double> &sums(const Family &family, int group);

    PriceBook &m_book;
    std::map<std::pair<int, WorkKey>, std::vector<double>> m_sums; ///< by kind of group
};

} // namespace heteroscope
