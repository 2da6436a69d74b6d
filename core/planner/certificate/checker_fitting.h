// SPDX-License-Identifier: GPL-3.0-or-later
//
// The checker's own view of the units that fit in the memory of a stage, and of how many of them are recomputed for it.
#pragma once

#include <vector>

namespace heteroscope {

/// Bytes of a unit.
struct UnitNeed
{
    double states = 0;
    double activations = 0, activationsAgain = 0; ///< kept, and if the unit is recomputed
    double working = 0, workingAgain = 0;         ///< the largest of a stage counts
};

class StageFitting
{
public:
    StageFitting() = default;
    /// room: bytes for all units. tied: bytes that a stage with all units has only once. recomputes: stages recompute
    /// as few of their first units as fit; else none.
    StageFitting(const std::vector<UnitNeed> &needs, double room, double tied, bool recomputes);

    /// For each first unit, the end of the longest range of units that fits by a lower bound on its memory.
    const std::vector<int> &ends() const { return m_ends; }
    /// How many of the units [first, last) are recomputed, from the first on.
    int recomputed(int first, int last) const;

private:
    /// The max over a range of units, from those over ranges of 1, 2, 4 ... units.
    class Largest
    {
    public:
        explicit Largest(std::vector<double> values = {});
        double of(int first, int last) const;

    private:
        std::vector<std::vector<double>> m_levels;
    };
    double need(int first, int last, int recomputed) const;
    bool mayFit(int first, int last) const;
    int fewest(int first, int last) const;

    int m_units = 0;
    bool m_recomputes = false;
    double m_room = 0, m_tied = 0;
    std::vector<double> m_states, m_kept, m_again; ///< sums over the units before
    Largest m_working, m_workingAgain;
    std::vector<int> m_ends;
    mutable int m_first = -1, m_last = -1, m_recomputed = 0; ///< of the last answer; its neighbours are asked for next
};

} // namespace heteroscope
