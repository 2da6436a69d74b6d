// SPDX-License-Identifier: GPL-3.0-or-later
//
// The checker's own view of the units that fit in the memory of a stage, and of what of them is recomputed for it.
//
// A way to recompute is a number: 0 all that a unit keeps but its input, then the sets of modules that stages choose
// from, in their order.
#pragma once

#include "planner/space/space.h"

#include <vector>

namespace heteroscope {

/// Bytes of a unit, and seconds.
struct UnitNeed
{
    double states = 0;
    double activations = 0;
    double working = 0;  ///< the largest of a stage counts
    double gathered = 0; ///< likewise
    struct Again
    {
        double activations = 0, working = 0; ///< if it is recomputed
        double time = 0;                     ///< that this takes, by which stages choose
    };
    std::vector<Again> again; ///< by way; empty if nothing is ever recomputed
};

class StageFitting
{
public:
    StageFitting() = default;
    /// room: bytes for all units. tied: bytes that a stage with all units has only once.
    StageFitting(const std::vector<UnitNeed> &needs, double room, double tied);

    /// For each first unit, the end of the longest range of units that fits by a lower bound on its memory.
    const std::vector<int> &ends() const { return m_ends; }

    struct Repeated
    {
        std::size_t way = 0;
        int units = 0; ///< so many, from the first on; of a set of modules always all or none
    };
    /// What of the units [first, last) is recomputed.
    Repeated repeated(int first, int last) const;
    /// Seconds of that. times: by way, the sums over the units before; may be empty if nothing is ever recomputed.
    double timeOf(const std::vector<std::vector<double>> &times, int first, int last) const;
    /// What a stage of these units recomputes whose groups are of several types, each with a fitting of its own: of the
    /// ways that fit in those that need one, the one that takes the first type least.
    static Repeated together(const std::vector<const StageFitting *> &types, int first, int last);
    /// The units [first, last) of a stage.
    struct Held
    {
        const StageFitting *stage = nullptr;
        int first = 0, last = 0;
    };
    /// What all stages of a plan repeat: nothing, a set of modules of all blocks, or so many blocks of each chunk.
    struct Alike
    {
        bool nothing = true;
        std::size_t way = 0;
        int blocks = 0;
        Repeated in(const Held &held, const Family &family, const Model &model) const;
    };
    /// Of the ways that fit in those stages that need one, the one that takes all of them least.
    static Alike alike(const std::vector<Held> &stages, const Family &family, const Model &model);
    /// False: the units certainly do not fit so.
    bool mayFit(int first, int last, const Repeated &repeated) const;
    /// Of all ways that fit, the least. Where more fits it is less; of one unit it is no more than in a range around
    /// it.
    double leastTimeOf(const std::vector<std::vector<double>> &times, int first, int last) const;

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
    struct Way
    {
        std::vector<double> activations{0}, time{0}; ///< sums over the units before
        Largest working;
    };
    double need(int first, int last, const Repeated &repeated) const;
    bool fits(int first, int last, const Repeated &repeated) const;
    bool mayFit(int first, int last) const;
    /// Of whole units.
    int fewest(int first, int last) const;
    Repeated choose(int first, int last) const;

    int m_units = 0;
    double m_room = 0, m_tied = 0;
    std::vector<double> m_states, m_kept; ///< sums over the units before
    Largest m_working, m_gathered;
    std::vector<Way> m_ways;
    std::vector<int> m_ends;
    mutable int m_first = -1, m_last = -1; ///< of the last answer; its neighbours are asked for next
    mutable Repeated m_repeated;
    mutable int m_fewest = 1;
};

} // namespace heteroscope
