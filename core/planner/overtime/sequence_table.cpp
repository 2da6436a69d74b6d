// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/overtime/sequence_table.h"

#include <algorithm>

namespace heteroscope {

PieceTimes::PieceTimes(const SequenceProblem &problem)
    : m_plans(problem.plans), m_lostAt(problem.pieces.size() * problem.plans, problem.pieces.size())
{
    double at = 0;
    for (const auto &piece : problem.pieces) {
        m_starts.push_back(at);
        at += piece.length;
    }
    for (std::size_t piece = problem.pieces.size(); piece-- > 0;) {
        for (std::size_t plan = 0; plan < m_plans; ++plan) {
            const std::size_t here = piece * m_plans + plan;
            if (!problem.isAlive(problem.pieces[piece].state, plan))
                m_lostAt[here] = piece;
            else if (piece + 1 < problem.pieces.size())
                m_lostAt[here] = m_lostAt[here + m_plans];
        }
    }
}

PieceTimes::Arrival PieceTimes::arrival(std::size_t piece, double delay) const
{
    const double at = m_starts[piece] + delay;
    if (at < end(piece))
        return {piece, at};
    const auto after = std::upper_bound(m_starts.begin(), m_starts.end(), at);
    return {static_cast<std::size_t>(after - m_starts.begin()) - 1, at};
}

void SequenceTable::clear(std::size_t first, std::size_t last)
{
    m_first = first;
    m_last = last;
    m_cells.assign((last - first + 1) * width(), Cell());
    m_finish = Finish();
}

/// A plan that runs in the piece from the start plus the delay on.
void SequenceTable::enter(std::size_t piece, std::size_t from, std::size_t to, const Cell &before, double delay,
                          bool isFirst)
{
    const auto arrival = m_times->arrival(piece, delay);
    if (arrival.piece > m_last || m_times->lostAt(piece, to) <= arrival.piece)
        return;
    double end = m_times->end(arrival.piece);
    if (m_isBounded && arrival.piece + 1 == m_times->count())
        end = m_times->start(arrival.piece) + m_problem->pieces[arrival.piece].length;
    Cell entered{before.done, before.switches + (from == to || isFirst ? 0U : 1U), from, piece, delay};
    const double step = m_problem->stepTimeOf(m_problem->pieces[arrival.piece].state, to);
    if (step < infinity && end > arrival.at) {
        if (!m_isBounded) {
            const double finish = arrival.at + std::max(0.0, m_problem->steps - before.done) * step;
            if (finish <= end &&
                (finish < m_finish.time || (finish == m_finish.time && entered.switches < m_finish.cell.switches)))
                m_finish = {finish, arrival.piece, to, entered};
        }
        entered.done += end == infinity ? 0 : (end - arrival.at) / step;
    }
    Cell &known = cell(arrival.piece, to);
    if (entered.isBetterThan(known))
        known = entered;
}

void SequenceTable::leave(std::size_t piece, std::size_t from, const Cell &before)
{
    if (before.done < 0)
        return;
    const std::size_t down = m_problem->down();
    Cell &rest = cell(piece, down);
    if (const Cell left{before.done, before.switches, from, piece, 0}; left.isBetterThan(rest))
        rest = left;
    const std::size_t state = m_problem->pieces[piece].state;
    for (std::size_t to = 0; to < m_problem->plans; ++to) {
        const double delay = to == from ? 0 : m_problem->switchTimeOf(state, from, to);
        if (delay < infinity)
            enter(piece, from, to, before, delay, false);
    }
}

PlanSequence SequenceTable::trace()
{
    PlanSequence result;
    result.totalTime = m_finish.time;
    if (!(m_finish.time < infinity))
        return result;
    result.plans.assign(m_finish.piece + 1, m_problem->down());
    std::size_t piece = m_finish.piece;
    std::size_t plan = m_finish.plan;
    Cell at = m_finish.cell;
    while (true) {
        std::fill(result.plans.begin() + static_cast<std::ptrdiff_t>(at.began),
                  result.plans.begin() + static_cast<std::ptrdiff_t>(piece) + 1, plan);
        if (at.from != plan && plan != m_problem->down())
            result.switches.push_back({at.began, m_times->start(at.began), at.from, plan, at.delay});
        if (at.began == 0)
            break;
        piece = at.began - 1;
        plan = at.from;
        at = cell(piece, plan);
    }
    std::reverse(result.switches.begin(), result.switches.end());
    return result;
}

PlanSequence SequenceTable::shortest()
{
    m_isBounded = false;
    clear(0, m_problem->pieces.size() - 1);
    cell(0, m_problem->down()).done = 0;
    cell(0, m_problem->down()).from = m_problem->down();
    for (std::size_t plan = 0; plan < m_problem->plans; ++plan)
        enter(0, plan, plan, Cell{0, 0, plan, 0, 0}, 0, true);
    for (std::size_t piece = 1; piece <= m_last && m_times->start(piece) < m_finish.time; ++piece) {
        for (std::size_t from = 0; from < width(); ++from)
            leave(piece, from, cell(piece - 1, from));
    }
    return trace();
}

std::size_t SequenceTable::firstChoice(std::size_t piece, std::size_t last, std::size_t current)
{
    m_isBounded = true;
    clear(piece, last);
    leave(piece, current, Cell{0, 0, current, piece, 0});
    for (std::size_t next = piece + 1; next <= last; ++next) {
        for (std::size_t from = 0; from < width(); ++from)
            leave(next, from, cell(next - 1, from));
    }
    std::size_t plan = current;
    for (std::size_t other = 0; other < width(); ++other) {
        if (cell(last, other).isBetterThan(cell(last, plan)))
            plan = other;
    }
    // Back to the first piece.
    std::size_t at = last;
    while (cell(at, plan).done >= 0 && cell(at, plan).began > piece) {
        const Cell &here = cell(at, plan);
        at = here.began - 1;
        plan = here.from;
    }
    return plan;
}

} // namespace heteroscope
