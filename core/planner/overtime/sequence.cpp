// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/overtime/sequence.h"

#include "planner/overtime/sequence_table.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace heteroscope {

namespace {

/// What is known of a plan that runs, or `down`, at the start of a piece.
struct FollowedPlan
{
    std::size_t plan = 0;
    double done = 0;
};

/// The plan with the shortest step in a state, of those that can be switched to; `current` if none is shorter.
std::size_t fastestPlan(const SequenceProblem &problem, std::size_t state, std::size_t current)
{
    const bool isDown = current == problem.down();
    std::size_t best = current;
    double least = isDown ? infinity : problem.stepTimeOf(state, current);
    for (std::size_t plan = 0; plan < problem.plans; ++plan) {
        if (plan == current || !(problem.switchTimeOf(state, current, plan) < infinity))
            continue;
        if (problem.isAlive(state, plan) && problem.stepTimeOf(state, plan) < least) {
            least = problem.stepTimeOf(state, plan);
            best = plan;
        }
    }
    return best;
}

/// The steps that a plan does which runs from a time on and is loaded again after each loss.
class PlanRun
{
public:
    PlanRun(const SequenceProblem &problem, std::size_t plan, double from)
        : m_problem(&problem), m_plan(plan), m_from(from)
    {}

    double done() const { return m_done; }
    double from() const { return m_from; } ///< when it was or will be loaded
    /// An interval in one state, which follows the one before.
    void pass(std::size_t state, double start, double end)
    {
        if (m_plan == m_problem->down())
            return;
        if (!m_problem->isAlive(state, m_plan)) {
            m_isDown = true;
            return;
        }
        if (m_isDown)
            m_from = start + m_problem->switchTimeOf(state, m_problem->down(), m_plan);
        m_isDown = false;
        const double step = m_problem->stepTimeOf(state, m_plan);
        const double begin = std::max(start, m_from);
        if (begin < end && step < infinity)
            m_done += (end - begin) / step;
    }

private:
    const SequenceProblem *m_problem;
    std::size_t m_plan;
    double m_from;
    double m_done = 0;
    bool m_isDown = false;
};

} // namespace

PlanSequence bestSequence(const SequenceProblem &problem)
{
    const PieceTimes times(problem);
    return SequenceTable(problem, times).shortest();
}

std::vector<SequenceInterval> intervalsOf(const SequenceProblem &problem, const PlanSequence &sequence)
{
    std::vector<SequenceInterval> result;
    double start = 0;
    double busyUntil = 0; // of the switch under way
    auto change = sequence.switches.begin();
    for (std::size_t piece = 0; piece < sequence.plans.size(); ++piece) {
        const std::size_t plan = sequence.plans[piece];
        const std::size_t state = problem.pieces[piece].state;
        const double next = start + problem.pieces[piece].length;
        const bool isLast = piece + 1 == sequence.plans.size();
        const double end = isLast && sequence.totalTime < infinity ? sequence.totalTime : next;
        if (plan == problem.down())
            busyUntil = start; // a switch that failed
        if (change != sequence.switches.end() && change->piece == piece) {
            busyUntil = change->at + change->time;
            ++change;
        }
        const double loaded = std::clamp(busyUntil, start, end);
        if (loaded > start)
            result.push_back({start, loaded, state, plan, true});
        if (end > loaded)
            result.push_back({loaded, end, state, plan, false});
        start = next;
    }
    return result;
}

PlanSequence followPolicy(const SequenceProblem &problem, const PlanPolicy &policy)
{
    const PieceTimes times(problem);
    PlanSequence result;
    FollowedPlan now{problem.down(), 0};
    std::size_t piece = 0;
    while (piece < times.count()) {
        const std::size_t state = problem.pieces[piece].state;
        std::size_t lost = problem.down(); // what its other devices hold is there for one switch
        if (now.plan != problem.down() && !problem.isAlive(state, now.plan))
            lost = std::exchange(now.plan, problem.down());
        const std::size_t wanted = policy(piece, now.plan);
        const bool isFirst = piece == 0;
        double delay = 0;
        if (wanted != now.plan && wanted < problem.plans && problem.isAlive(state, wanted)) {
            const std::size_t from = lost == problem.down() ? now.plan : lost;
            delay = isFirst ? 0 : problem.switchTimeOf(state, from, wanted);
            if (delay < infinity) {
                if (!isFirst)
                    result.switches.push_back({piece, times.start(piece), from, wanted, delay});
                now.plan = wanted;
            } else {
                delay = 0;
            }
        }
        if (now.plan == problem.down()) {
            result.plans.push_back(now.plan);
            ++piece;
            continue;
        }
        const auto arrival = times.arrival(piece, delay);
        if (const std::size_t end = times.lostAt(piece, now.plan); end <= arrival.piece) {
            result.switches.back().fails = true;
            result.plans.resize(end, now.plan);
            now.plan = problem.down();
            piece = end;
            continue;
        }
        result.plans.resize(arrival.piece + 1, now.plan);
        const double end = times.end(arrival.piece);
        const double step = problem.stepTimeOf(problem.pieces[arrival.piece].state, now.plan);
        if (step < infinity) {
            const double finish = arrival.at + std::max(0.0, problem.steps - now.done) * step;
            if (finish <= end) {
                result.totalTime = finish;
                return result;
            }
            now.done += (end - arrival.at) / step;
        }
        piece = arrival.piece + 1;
    }
    return result;
}

PlanPolicy fixedPolicy(const SequenceProblem & /*problem*/, std::size_t plan)
{
    return [plan](std::size_t, std::size_t) { return plan; };
}

PlanPolicy greedyPolicy(const SequenceProblem &problem)
{
    return [&problem](std::size_t piece, std::size_t current) {
        const std::size_t state = problem.pieces[piece].state;
        if (current == problem.down()) { // also at the start, where no switch is paid
            std::size_t best = current;
            for (std::size_t plan = 0; plan < problem.plans; ++plan) {
                if (problem.isAlive(state, plan) &&
                    (best == current || problem.stepTimeOf(state, plan) < problem.stepTimeOf(state, best)))
                    best = plan;
            }
            return best;
        }
        return fastestPlan(problem, state, current);
    };
}

PlanPolicy pastOnlyPolicy(const SequenceProblem &problem, double hysteresis)
{
    struct Memory
    {
        std::vector<double> saved;
        std::size_t plan = 0;
        std::size_t piece = 0;
        bool began = false;
    };
    const auto memory = std::make_shared<Memory>();
    memory->saved.assign(problem.plans, 0);
    const PlanPolicy greedy = greedyPolicy(problem);
    return [&problem, memory, greedy, hysteresis](std::size_t piece, std::size_t current) {
        const std::size_t state = problem.pieces[piece].state;
        // What the pieces since the last decision would have saved.
        if (memory->began && memory->plan == current && current != problem.down()) {
            for (std::size_t p = memory->piece; p < piece; ++p) {
                const double ran = problem.stepTimeOf(problem.pieces[p].state, current);
                for (std::size_t plan = 0; plan < problem.plans; ++plan) {
                    const double other = problem.stepTimeOf(problem.pieces[p].state, plan);
                    double saved = 0;
                    if (ran < infinity)
                        saved = other < infinity ? problem.pieces[p].length * (1 - other / ran) : -infinity;
                    memory->saved[plan] = std::max(0.0, memory->saved[plan] + saved);
                }
            }
        } else {
            memory->saved.assign(problem.plans, 0);
        }
        std::size_t chosen = current;
        if (current == problem.down() || !(problem.stepTimeOf(state, current) < infinity)) {
            chosen = greedy(piece, current);
        } else {
            double most = 0;
            for (std::size_t plan = 0; plan < problem.plans; ++plan) {
                if (plan == current || !problem.isAlive(state, plan) ||
                    !(problem.stepTimeOf(state, plan) < problem.stepTimeOf(state, current)))
                    continue;
                const double cost = problem.switchTimeOf(state, current, plan);
                const double over = memory->saved[plan] - cost;
                if (cost < infinity && memory->saved[plan] >= hysteresis * cost && (chosen == current || over > most)) {
                    most = over;
                    chosen = plan;
                }
            }
        }
        if (chosen != current)
            memory->saved.assign(problem.plans, 0);
        memory->plan = chosen;
        memory->piece = piece;
        memory->began = true;
        return chosen;
    };
}

PlanPolicy forecastPolicy(const SequenceProblem &problem, double window)
{
    const auto times = std::make_shared<PieceTimes>(problem);
    const auto table = std::make_shared<SequenceTable>(problem, *times);
    const PlanPolicy greedy = greedyPolicy(problem);
    return [&problem, times, table, greedy, window](std::size_t piece, std::size_t current) {
        if (piece == 0 && current == problem.down())
            return greedy(piece, current);
        std::size_t last = piece;
        while (last + 1 < times->count() && times->start(last + 1) < times->start(piece) + window)
            ++last;
        const std::size_t chosen = table->firstChoice(piece, last, current);
        return chosen == problem.down() ? current : chosen;
    };
}

double stepsDone(const SequenceProblem &problem, std::size_t piece, std::size_t plan, double delay, double until)
{
    double start = 0;
    for (std::size_t before = 0; before < piece; ++before)
        start += problem.pieces[before].length;
    PlanRun run(problem, plan, start + delay);
    for (; piece < problem.pieces.size() && start < until; ++piece) {
        const double end = piece + 1 < problem.pieces.size() ? start + problem.pieces[piece].length : infinity;
        run.pass(problem.pieces[piece].state, start, std::min(end, until));
        start = end;
    }
    return run.done();
}

std::optional<double> breakEven(const SequenceProblem &problem, const SequenceSwitch &change, double until)
{
    PlanRun changed(problem, change.to, change.at + change.time);
    PlanRun stayed(problem, change.from, change.at);
    double start = change.at;
    double ahead = 0;
    for (std::size_t piece = change.piece; piece < problem.pieces.size() && start < until; ++piece) {
        const std::size_t state = problem.pieces[piece].state;
        double next = piece + 1 < problem.pieces.size() ? start + problem.pieces[piece].length : infinity;
        next = std::min(next, until);
        // The difference is linear from the end of the switch on, if no plan is loaded in between.
        while (start < next) {
            double end = next;
            for (const PlanRun *run : {&changed, &stayed}) {
                if (run->from() > start && run->from() < end)
                    end = run->from();
            }
            changed.pass(state, start, end);
            stayed.pass(state, start, end);
            const double now = changed.done() - stayed.done();
            if (end > change.at + change.time && now >= 0)
                return start + (ahead < 0 ? (end - start) * ahead / (ahead - now) : 0) - change.at;
            ahead = now;
            start = end;
        }
    }
    return std::nullopt;
}

} // namespace heteroscope
