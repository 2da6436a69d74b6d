// SPDX-License-Identifier: GPL-3.0-or-later
//
// The best sequence of plans over a scenario as a problem of its own, without clusters: pieces of time, plans, the time
// of a step of each plan in each state, and what it takes to go from one plan to another.
//
// What is asked is the least time in which `steps` steps are done. Steps are counted as a real number: a piece of
// length L in which a plan runs all the time adds L / stepTime. A switch begins at the start of a piece and takes its
// time, in which nothing is done; it may reach into later pieces, and it fails if the new plan loses a device before it
// ends. A plan that loses a device is down: nothing is done until a plan is loaded again. The last piece goes on for
// ever. The first plan is started at no cost.
//
// bestSequence is exact: it looks at every sequence of plans with switches at starts of pieces. Let V(s, p) be the max
// number of steps done by the end of piece s if plan p runs then. More steps at the same time under the same plan are
// never worse, for what follows does not depend on them; so V(s, p) follows from V(s - 1, .), and the first time at
// which any of these sums reaches `steps` is the least. Time O(pieces x plans^2).
#pragma once

#include "base/stop_token.h"
#include "base/units.h"

#include <functional>
#include <limits>
#include <optional>
#include <vector>

namespace heteroscope {

struct SequenceProblem
{
    struct Piece
    {
        double length = 0;     ///< seconds, > 0
        std::size_t state = 0; ///< < states
    };
    std::size_t plans = 0;
    std::size_t states = 0;
    std::vector<Piece> pieces;
    std::vector<double> stepTime; ///< seconds, state x plan; infinity: it makes no progress
    std::vector<char> alive;      ///< state x plan; 0: one of its devices is gone
    /// Seconds, state x (plans + 1) x plans: from a plan, or as the last row from `down`, to a plan; of the state in
    /// which the switch begins; infinity: impossible. From a plan to itself it is 0.
    std::vector<double> switchTime;
    double steps = 0;

    std::size_t down() const { return plans; }
    double stepTimeOf(std::size_t state, std::size_t plan) const { return stepTime[state * plans + plan]; }
    bool isAlive(std::size_t state, std::size_t plan) const { return alive[state * plans + plan] != 0; }
    /// A plan may always be stopped and another one loaded, so it is never more than that takes.
    double switchTimeOf(std::size_t state, std::size_t from, std::size_t to) const
    {
        const double load = switchTime[(state * (plans + 1) + plans) * plans + to];
        const double direct = switchTime[(state * (plans + 1) + from) * plans + to];
        return direct < load ? direct : load;
    }
};

/// from may be `down`: the plan is loaded from a checkpoint.
struct SequenceSwitch
{
    std::size_t piece = 0; ///< at whose start it begins
    double at = 0;         ///< that start, in seconds
    std::size_t from = 0;
    std::size_t to = 0;
    double time = 0;    ///< seconds in which nothing is done
    bool fails = false; ///< the new plan lost a device first; of policies only
};

struct PlanSequence
{
    /// Of each piece up to the one in which the last step is done the plan that runs or is being switched to, or
    /// `down`.
    std::vector<std::size_t> plans;
    std::vector<SequenceSwitch> switches;
    double totalTime = infinity; ///< seconds until `steps` are done; infinity: never
};

/// [from, to), in seconds, in which a sequence does one thing: a plan runs, or it is being switched to, or nothing
/// runs.
struct SequenceInterval
{
    double from = 0;
    double to = 0;
    std::size_t state = 0;
    std::size_t plan = 0; ///< or `down`
    bool isSwitching = false;
    friend bool operator==(const SequenceInterval &, const SequenceInterval &) = default;
};

PlanSequence bestSequence(const SequenceProblem &problem);

/// What a sequence does when, without gaps from 0 until the last step is done; a sequence that never does all steps
/// ends with the last piece. The lengths of the intervals in which a plan runs, over its step time, add up to the steps
/// done.
std::vector<SequenceInterval> intervalsOf(const SequenceProblem &problem, const PlanSequence &sequence);

/// The plan to be used from the start of a piece on: `current`, or another one that is alive. Asked at the start of
/// each piece in which no switch is under way, with the plan that runs, or `down`.
using PlanPolicy = std::function<std::size_t(std::size_t piece, std::size_t current)>;
/// What a policy does. A plan that cannot be switched to is ignored. Not longer than a bestSequence is its result
/// never.
PlanSequence followPolicy(const SequenceProblem &problem, const PlanPolicy &policy);

/// Always the same plan; after a loss it is loaded as soon as its devices are back.
PlanPolicy fixedPolicy(const SequenceProblem &problem, std::size_t plan);
/// Always the plan with the shortest step in the piece, whatever the switch costs.
PlanPolicy greedyPolicy(const SequenceProblem &problem);
/// Knows the past and what holds now, but not the future. For each plan it sums the time that it would have saved over
/// the one that runs, never below 0, and switches to the one that has saved most over the time of its switch once that
/// is `hysteresis` times the time of the switch and the plan is faster now (as a skier buys when the rent has
/// reached the price). A plan that is down, or makes no progress, is left at once for the fastest one.
PlanPolicy pastOnlyPolicy(const SequenceProblem &problem, double hysteresis = 1);
/// Knows the next `window` seconds besides: at each piece it begins the sequence that has done most by the end of them.
PlanPolicy forecastPolicy(const SequenceProblem &problem, double window);

/// Steps done by the time `until` if a plan runs from the start of a piece on, which a switch of `delay` seconds
/// precedes; if it loses a device it is down until the devices are back and it is loaded again.
double stepsDone(const SequenceProblem &problem, std::size_t piece, std::size_t plan, double delay, double until);
/// Seconds from the start of a piece after which a switch there has done as much as staying would have; nullopt: never
/// before `until`. from may be `down`.
std::optional<double> breakEven(const SequenceProblem &problem, const SequenceSwitch &change, double until);

} // namespace heteroscope
