// SPDX-License-Identifier: GPL-3.0-or-later
#include "design/cost_sequence.h"

#include "planner/overtime/sequence_table.h"

#include <algorithm>
#include <cmath>

namespace heteroscope {

namespace {

constexpr double costTolerance = 1e-9; // relative

/// The problem until the deadline, cut at the changes of prices.
SequenceProblem cutAtPrices(const SequenceProblem &problem, const std::vector<double> &changes, double deadline)
{
    SequenceProblem cut = problem;
    cut.pieces.clear();
    double start = 0;
    for (const auto &piece : problem.pieces) {
        const double end = std::min(start + piece.length, deadline);
        auto change = std::upper_bound(changes.begin(), changes.end(), start);
        for (double from = start; from < end;) {
            while (change != changes.end() && *change <= from)
                ++change;
            const double to = change != changes.end() && *change < end ? *change : end;
            cut.pieces.push_back({to - from, piece.state});
            from = to;
        }
        start += piece.length;
    }
    return cut;
}

/// What going on from the start of a piece with a plan comes to, and how.
struct PricedStep
{
    double value = 0; // cost - lambda * steps; 0: stop there
    std::size_t to = 0;
    bool stops = true;
};

struct PricedEnd
{
    double cost = 0;
    double done = 0;
    PlanSequence sequence; // without totalTime
};

class CostTable
{
public:
    CostTable(const SequenceProblem &problem, const RunCosts &costs)
        : m_problem(problem),
          m_costs(costs),
          m_times(problem),
          m_width(problem.plans + 1),
          m_steps((problem.pieces.size() + 1) * m_width)
    {
        m_end = m_times.start(m_times.count() - 1) + problem.pieces.back().length;
    }

    std::size_t pieces() const { return m_times.count(); }
    double start(std::size_t piece) const { return piece < pieces() ? m_times.start(piece) : m_end; }

    /// Running `to` from the start of a piece until the end of the piece in which the switch ends; false: impossible.
    struct Run
    {
        std::size_t last = 0; // piece
        double at = 0;        // steps are done from then on
        double cost = 0;
        double done = 0;
        double delay = 0;
    };
    bool run(std::size_t piece, std::size_t from, std::size_t to, Run &run) const
    {
        const std::size_t state = m_problem.pieces[piece].state;
        run.delay = to == from || piece == 0 ? 0 : m_problem.switchTimeOf(state, from, to);
        if (!(run.delay < infinity))
            return false;
        const auto arrival = m_times.arrival(piece, run.delay);
        if (arrival.at >= m_end || m_times.lostAt(piece, to) <= arrival.piece)
            return false;
        run.last = arrival.piece;
        run.at = arrival.at;
        const double step = m_problem.stepTimeOf(m_problem.pieces[run.last].state, to);
        run.done = step < infinity ? (start(run.last + 1) - run.at) / step : 0;
        run.cost = m_costs.paid(to, start(piece), start(run.last + 1));
        return true;
    }

    /// Fills the table for a lambda.
    void price(double lambda)
    {
        m_lambda = lambda;
        for (std::size_t plan = 0; plan < m_width; ++plan)
            at(pieces(), plan) = {};
        for (std::size_t piece = pieces(); piece-- > 0;) {
            for (std::size_t from = 0; from < m_width; ++from) {
                PricedStep best;
                for (std::size_t to = 0; to < m_problem.plans; ++to) {
                    Run one;
                    if (!run(piece, from, to, one))
                        continue;
                    const double value = one.cost - lambda * one.done + at(one.last + 1, to).value;
                    if (value < best.value)
                        best = {value, to, false};
                }
                // Of equals what runs: it is done earlier.
                if (const double wait = at(piece + 1, m_problem.down()).value; wait < best.value) {
                    const bool isEqual = !best.stops && best.value - wait <= costTolerance * lambda * m_problem.steps;
                    best = {wait, isEqual ? best.to : m_problem.down(), false};
                }
                at(piece, from) = best;
            }
        }
    }

    /// The least value of what follows; at most 0.
    double rest(std::size_t piece, std::size_t plan) const { return m_steps[piece * m_width + plan].value; }
    /// A lower bound on the cost of the steps.
    double bound() const { return rest(0, m_problem.down()) + m_lambda * m_problem.steps; }

    /// The sequence of the table, until it stops or has done the steps; cost and steps of all of it.
    PricedEnd follow() const
    {
        PricedEnd end;
        std::size_t plan = m_problem.down();
        for (std::size_t piece = 0; piece < pieces();) {
            const PricedStep &step = m_steps[piece * m_width + plan];
            if (step.stops)
                break;
            if (step.to == m_problem.down()) {
                end.sequence.plans.push_back(step.to);
                plan = step.to;
                ++piece;
                continue;
            }
            Run one;
            run(piece, plan, step.to, one);
            if (step.to != plan && piece > 0)
                end.sequence.switches.push_back({piece, start(piece), plan, step.to, one.delay});
            end.sequence.plans.resize(one.last + 1, step.to);
            end.cost += one.cost;
            end.done += one.done;
            plan = step.to;
            piece = one.last + 1;
        }
        return end;
    }

    const SequenceProblem &problem() const { return m_problem; }
    const RunCosts &costs() const { return m_costs; }

private:
    PricedStep &at(std::size_t piece, std::size_t plan) { return m_steps[piece * m_width + plan]; }

    const SequenceProblem &m_problem;
    const RunCosts &m_costs;
    PieceTimes m_times;
    std::size_t m_width;
    std::vector<PricedStep> m_steps;
    double m_lambda = 0;
    double m_end = 0;
};

/// The sequence cut off where its last step is done, and what it costs until then; infinity if it does not do them.
double endSequence(const SequenceProblem &problem, const RunCosts &costs, PlanSequence &sequence)
{
    double done = 0;
    sequence.totalTime = infinity;
    PlanSequence all = sequence;
    for (const SequenceInterval &interval : intervalsOf(problem, all)) {
        if (interval.plan >= problem.plans || interval.isSwitching)
            continue;
        const double step = problem.stepTimeOf(interval.state, interval.plan);
        if (!(step < infinity))
            continue;
        const double more = (interval.to - interval.from) / step;
        if (done + more >= problem.steps * (1 - 1e-12)) {
            sequence.totalTime = std::min(interval.to, interval.from + std::max(0.0, problem.steps - done) * step);
            break;
        }
        done += more;
    }
    if (!(sequence.totalTime < infinity))
        return infinity;
    double start = 0;
    std::size_t pieces = 0;
    while (pieces < sequence.plans.size() && start < sequence.totalTime)
        start += problem.pieces[pieces++].length;
    sequence.plans.resize(pieces);
    std::erase_if(sequence.switches, [pieces](const SequenceSwitch &change) { return change.piece >= pieces; });
    return costs.of(problem, sequence);
}

class LeastCost
{
public:
    LeastCost(CostTable &table, const CostSequenceOptions &options, CostSequence &result)
        : m_table(table), m_options(options), m_result(result)
    {}

    void take(PlanSequence sequence)
    {
        const double cost = endSequence(m_table.problem(), m_table.costs(), sequence);
        // Of equals the first one that was found stays.
        if (cost < m_result.cost * (1 - costTolerance)) {
            m_result.cost = cost;
            m_result.sequence = std::move(sequence);
        }
    }

    /// The best lambda: between a sequence that does too little and one that does enough. The table keeps its prices.
    void findBound(double cost, double done)
    {
        const double steps = m_table.problem().steps;
        double lowCost = 0, lowDone = 0; // stops at once
        double bestLambda = 0;
        constexpr int mostCuts = 100;
        for (int cut = 0; cut < mostCuts && done > lowDone && !m_options.stop.stop_requested(); ++cut) {
            const double lambda = std::max(0.0, (cost - lowCost) / (done - lowDone));
            m_table.price(lambda);
            if (m_table.bound() > m_result.lowerBound || cut == 0) {
                m_result.lowerBound = std::max(m_result.lowerBound, m_table.bound());
                bestLambda = lambda;
            }
            const PricedEnd end = m_table.follow();
            const double line = lowCost - lambda * lowDone; // of both sequences that are known
            if (end.cost - lambda * end.done >= line - costTolerance * (std::abs(line) + cost))
                break;
            if (end.done >= steps) {
                take(end.sequence);
                cost = end.cost;
                done = end.done;
            } else {
                lowCost = end.cost;
                lowDone = end.done;
            }
        }
        m_table.price(bestLambda);
        m_lambda = bestLambda;
    }

    /// True: all labels were looked at, so the best sequence is the best.
    bool search()
    {
        const SequenceProblem &problem = m_table.problem();
        const std::size_t width = problem.plans + 1;
        m_cells.resize((m_table.pieces() + 1) * width);
        m_labels.push_back({0, 0, -1, 0, problem.down(), 0});
        if (!extend(0, 0))
            return false;
        for (std::size_t piece = 1; piece < m_table.pieces(); ++piece) {
            for (std::size_t plan = 0; plan < width; ++plan) {
                for (const std::int64_t label : m_cells[piece * width + plan]) {
                    if (!extend(piece, label))
                        return false;
                }
                m_cells[piece * width + plan] = {};
            }
        }
        return true;
    }

    std::size_t labels() const { return m_labels.size(); }

private:
    /// Steps done and USD paid at the start of a piece, with a plan that runs or `down`.
    struct Label
    {
        double done = 0;
        double cost = 0;
        std::int64_t before = -1;
        std::size_t piece = 0; // at whose start this plan was begun or gone on with
        std::size_t plan = 0;
        double delay = 0;
    };

    bool extend(std::size_t piece, std::int64_t index)
    {
        const Label label = m_labels[static_cast<std::size_t>(index)];
        const SequenceProblem &problem = m_table.problem();
        if (piece + 1 <= m_table.pieces() && !add(piece + 1, {label.done, label.cost, index, piece, problem.down(), 0}))
            return false;
        for (std::size_t to = 0; to < problem.plans; ++to) {
            CostTable::Run run;
            if (!m_table.run(piece, label.plan, to, run))
                continue;
            const Label next{label.done + run.done, label.cost + run.cost, index, piece, to, run.delay};
            if (next.done >= problem.steps * (1 - 1e-12)) {
                const double step = problem.stepTimeOf(problem.pieces[run.last].state, to);
                const double end = run.at + std::max(0.0, problem.steps - label.done) * step;
                if (label.cost + m_table.costs().paid(to, m_table.start(piece), end) <
                    m_result.cost * (1 - costTolerance))
                    take(traced(next, run.last));
                continue; // nothing is to be paid after the last step
            }
            if (!add(run.last + 1, next))
                return false;
        }
        return true;
    }

    /// False: too many labels.
    bool add(std::size_t piece, const Label &label)
    {
        const double steps = m_table.problem().steps;
        const double least = label.cost + m_lambda * (steps - label.done) + m_table.rest(piece, label.plan);
        if (piece >= m_table.pieces() || least >= m_result.cost * (1 - costTolerance))
            return true;
        auto &cell = m_cells[piece * (m_table.problem().plans + 1) + label.plan];
        for (const std::int64_t other : cell) {
            const Label &known = m_labels[static_cast<std::size_t>(other)];
            if (known.done >= label.done && known.cost <= label.cost)
                return true;
        }
        std::erase_if(cell, [&](std::int64_t other) {
            const Label &known = m_labels[static_cast<std::size_t>(other)];
            return known.done <= label.done && known.cost >= label.cost;
        });
        if (m_labels.size() >= m_options.mostLabels || m_stop.stopAfter(64 + cell.size()))
            return false;
        cell.push_back(static_cast<std::int64_t>(m_labels.size()));
        m_labels.push_back(label);
        return true;
    }

    /// The sequence that ends with the label, which reaches to the end of a piece.
    PlanSequence traced(const Label &last, std::size_t lastPiece) const
    {
        std::vector<const Label *> way = {&last};
        while (way.back()->before >= 0)
            way.push_back(&m_labels[static_cast<std::size_t>(way.back()->before)]);
        way.pop_back(); // the one before the first piece
        std::reverse(way.begin(), way.end());
        PlanSequence sequence;
        std::size_t plan = m_table.problem().down();
        for (std::size_t i = 0; i < way.size(); ++i) {
            const Label &label = *way[i];
            if (label.plan != plan && label.plan != m_table.problem().down() && label.piece > 0)
                sequence.switches.push_back({label.piece, m_table.start(label.piece), plan, label.plan, label.delay});
            sequence.plans.resize(i + 1 < way.size() ? way[i + 1]->piece : lastPiece + 1, label.plan);
            plan = label.plan;
        }
        return sequence;
    }

    CostTable &m_table;
    const CostSequenceOptions &m_options;
    CostSequence &m_result;
    StopMeter m_stop{m_options.stop};
    double m_lambda = 0;
    std::vector<Label> m_labels;
    std::vector<std::vector<std::int64_t>> m_cells; // labels by piece and plan
};

} // namespace

CostSequence leastCostSequence(const SequenceProblem &problem, const RunCosts &costs,
                               const CostSequenceOptions &options)
{
    CostSequence result;
    double horizon = 0;
    for (const auto &piece : problem.pieces)
        horizon += piece.length;
    result.problem = cutAtPrices(problem, costs.changes(), std::min(options.deadline, horizon));
    if (result.problem.pieces.empty())
        return result;
    CostTable table(result.problem, costs);
    LeastCost search(table, options, result);
    // The fastest sequence says whether the steps can be done at all.
    PlanSequence fastest = bestSequence(result.problem);
    search.take(fastest);
    for (std::size_t plan = 0; plan < result.problem.plans; ++plan) {
        const PlanSequence fixed = followPolicy(result.problem, fixedPolicy(result.problem, plan));
        if (fixed.totalTime <= table.start(table.pieces()))
            search.take(fixed);
    }
    if (!(fastest.totalTime <= table.start(table.pieces()) * (1 + 1e-12))) {
        result.sequence = {};
        result.cost = infinity;
        return result;
    }
    search.findBound(result.cost, result.problem.steps);
    result.proved = search.search();
    result.labels = search.labels();
    result.lowerBound = result.proved ? result.cost : std::min(result.lowerBound, result.cost);
    return result;
}

} // namespace heteroscope
