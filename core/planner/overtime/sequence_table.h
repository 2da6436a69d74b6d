// SPDX-License-Identifier: GPL-3.0-or-later
//
// The table of bestSequence (sequence.h): by piece and plan the most steps done by the end of the piece.
#pragma once

#include "planner/overtime/sequence.h"

namespace heteroscope {

/// When pieces begin and when plans lose a device.
class PieceTimes
{
public:
    explicit PieceTimes(const SequenceProblem &problem);

    double start(std::size_t piece) const { return m_starts[piece]; }
    double end(std::size_t piece) const { return piece + 1 < m_starts.size() ? m_starts[piece + 1] : infinity; }
    std::size_t count() const { return m_starts.size(); }
    /// The first piece from this one on in which the plan has lost a device; count() if there is none.
    std::size_t lostAt(std::size_t piece, std::size_t plan) const { return m_lostAt[piece * m_plans + plan]; }

    struct Arrival
    {
        std::size_t piece = 0;
        double at = 0;
    };
    /// When and in which piece a switch ends that begins at the start of a piece; the plan may be lost by then.
    Arrival arrival(std::size_t piece, double delay) const;

private:
    std::size_t m_plans;
    std::vector<double> m_starts;
    std::vector<std::size_t> m_lostAt;
};

class SequenceTable
{
public:
    /// Both must outlive it.
    SequenceTable(const SequenceProblem &problem, const PieceTimes &times) : m_problem(&problem), m_times(&times) {}

    /// The first time at which the steps are done, over all sequences.
    PlanSequence shortest();
    /// The plan to be used in a piece in which a plan runs (or `down`), so that most is done by the end of `last`, the
    /// piece before the table's end; the last piece of all counts with its length.
    std::size_t firstChoice(std::size_t piece, std::size_t last, std::size_t current);

private:
    struct Cell
    {
        double done = -1; ///< steps; -1: cannot be
        std::size_t switches = 0;
        std::size_t from = 0;  ///< the plan before
        std::size_t began = 0; ///< piece at whose start that plan was left; this one if it was not
        double delay = 0;
        bool isBetterThan(const Cell &other) const
        {
            return done > other.done || (done == other.done && done >= 0 && switches < other.switches);
        }
    };
    struct Finish
    {
        double time = infinity;
        std::size_t piece = 0;
        std::size_t plan = 0;
        Cell cell;
    };
    std::size_t width() const { return m_problem->plans + 1; }
    Cell &cell(std::size_t piece, std::size_t plan) { return m_cells[(piece - m_first) * width() + plan]; }
    void clear(std::size_t first, std::size_t last);
    void enter(std::size_t piece, std::size_t from, std::size_t to, const Cell &before, double delay, bool isFirst);
    void leave(std::size_t piece, std::size_t from, const Cell &before);
    PlanSequence trace();

    const SequenceProblem *m_problem;
    const PieceTimes *m_times;
    std::size_t m_first = 0; ///< piece of the first row
    std::size_t m_last = 0;
    bool m_isBounded = false; ///< the last piece ends with its length
    std::vector<Cell> m_cells;
    Finish m_finish;
};

} // namespace heteroscope
