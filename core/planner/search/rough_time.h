// SPDX-License-Identifier: GPL-3.0-or-later
//
// A first idea of how fast a family or one of its layouts is, to look at the promising ones first. No bound and no
// prediction: nothing is pruned by it.
#pragma once

#include "planner/prices/price_book.h"

namespace heteroscope {

class RoughTime
{
public:
    /// Asks the book for what the first groups of each type cost. The family must outlive it.
    RoughTime(const Family &family, PriceBook &book);

    /// Seconds; infinite when a type cannot work or be reached. Every stage holds its share of the layers by speed,
    /// micro-batches pass at the pace of the slowest stage, sends and synchronization cost what they do between the
    /// first groups of each type.
    double of(const Layout &layout) const;
    /// The least of some layouts; infinite without any.
    double least() const;

private:
    /// What a part of a family costs, in seconds.
    struct Part
    {
        double unit = 0; ///< forward and backward
        double trip = 0; ///< of an activation on and its gradient back
        double sync = 0; ///< of all its layers, as if one stage held them
    };
    Part priceOf(const FamilyPart &part, PriceBook &book) const;

    const Family &m_family;
    const SoftwareStack &m_stack;
    int m_units;
    std::vector<Part> m_parts;
};

/// Layouts of a family, spread over all of them by equal factors; all of them where there are no more than `most`. None
/// with TP by stage: those are too many to choose from without a bound.
void forSomeLayouts(const Family &family, std::size_t most, const std::function<void(const Layout &)> &visit);

} // namespace heteroscope
