// SPDX-License-Identifier: GPL-3.0-or-later
//
// An estimate of the step time of a family or layout, used only to choose the order of the search. It is neither a
// bound nor a prediction, and nothing is pruned by it.
#pragma once

#include "planner/prices/price_book.h"

namespace heteroscope {

class RoughTime
{
public:
    /// Uses the prices of the first groups of each device type. The family must outlive the object.
    RoughTime(const Family &family, PriceBook &book);
    /// Without what averages, which takes longest to price: not above the whole estimate.
    struct WithoutAveraging
    {
    };
    RoughTime(const Family &family, PriceBook &book, WithoutAveraging);
    void addAveraging(PriceBook &book);

    /// Estimate in seconds; infinity if a device type cannot be used or no route exists. Assumes that every stage holds
    /// layers in proportion to its speed, as many of them recomputed as its memory asks for, that all micro-batches
    /// take the time of the slowest stage, and that sends and synchronization take the time between the first groups of
    /// each type. Much longer if these layers do not fit.
    double of(const Layout &layout) const;
    /// The min over some layouts (forSomeLayouts); infinity if there are none.
    double least() const;

private:
    /// Times of a part of a family in seconds.
    struct Part
    {
        double unit = 0;                    ///< mean of forward and backward per unit
        double trip = 0;                    ///< sends of an activation and of its gradient
        double sync = 0;                    ///< synchronization of all layers, as if one stage held them
        const UnitPrices *prices = nullptr; ///< of a family that recomputes as needed
        const RecomputeTimes *again = nullptr;
        const UnitMemory *memory = nullptr;
        double capacity = 0; ///< bytes
    };
    Part priceOf(const FamilyPart &part, PriceBook &book) const;
    double averagingOf(std::size_t part, PriceBook &book) const;
    /// Seconds of a unit of a stage that holds so many of them, and whether they fit.
    std::pair<double, bool> unitOf(const Part &part, int units, int stages, int stage) const;

    const Family &m_family;
    const TrainingJob &m_job;
    const SoftwareStack &m_stack;
    int m_units;
    std::vector<Part> m_parts;
};

/// Visits at most `most` layouts of a family: all, or a selection in which numbers of stages grow by equal factors.
/// Visits nothing with TP by stage, because there are too many layouts to select from without a bound, and nothing of
/// apart families, whose layouts are others.
void forSomeLayouts(const Family &family, std::size_t most, const std::function<void(const Layout &)> &visit);

} // namespace heteroscope
