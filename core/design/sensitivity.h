// SPDX-License-Identifier: GPL-3.0-or-later
//
// What of a cluster is worth changing: each subject (sensitivity_subject.h) is made larger and smaller, and the cluster
// with it is planned again. Beside the step of the best plan then, the step of today's best plan on the changed cluster
// is simulated where it can run there: what the change brings without another plan.
//
// Thresholds. Of links also the bandwidth from which on more brings nothing: with L the step of the best plan at
// `widest` times the bandwidth of now, the least bandwidth at which a known plan takes no longer than (1 + tolerance)
// L, found by simulating the known plans at halved intervals of a logarithmic scale. Then a search with that limit of
// time at 1 / thresholdStep of this bandwidth looks for a plan that makes do with less; while it finds one, that plan
// is known, too. So the bandwidth is enough, and if the last search is a proof, 1 / thresholdStep of it is not. That a
// step takes no longer with more bandwidth holds for best plans but for rare effects of sharing, in which case the
// threshold is one of several.
//
// Searches begin with the plans that were found for the cluster of now (SearchOptions::before). They end when they are
// proved or, with SensitivityOptions::each, when that time is spent; then the best plan so far counts, and its gap is
// stated.
//
// Plans are those of the space of the search options, so all figures are comparable with each other and with `hscope
// plan`, not with what was found beyond the space.
#pragma once

#include "base/progress.h"
#include "design/sensitivity_subject.h"
#include "planner/search.h"

#include <functional>

namespace heteroscope {

struct SensitivityOptions
{
    SearchOptions search{};        ///< its mappings are resolved again for each cluster; `before` is not used
    std::optional<Seconds> each{}; ///< max wall time of each search of a changed cluster
    double factor = 2;             ///< above 1: subjects are multiplied and divided by it; counts grow and shrink by 1
    double tolerance = 0.005;      ///< of thresholds
    double widest = 1024;          ///< of thresholds
    bool thresholds = true;
};

/// The cluster with another value of a subject.
struct SensitivitySide
{
    double value = 0;             ///< in the unit of the subject
    std::optional<Error> problem; ///< why there is no step: it cannot be built, no plan fits, or it was stopped
    Seconds stepTime;             ///< of its best plan; 0 with a problem
    double cost = 0;              ///< of its step, USD, where all devices have prices
    bool proved = false;
    double gap = 1; ///< as SearchResult::gap
    Plan plan;
    std::optional<Seconds> samePlan; ///< of today's best plan there; nullopt where it cannot run or does not fit
};

/// The least bandwidth from which on more brings nothing.
struct SensitivityThreshold
{
    double value = 0;    ///< bytes/s; 0: even 1 / widest of the bandwidth of now is enough
    bool certain = true; ///< false: a search did not come to its end, so that less may be enough
};

struct SensitivityItem
{
    SensitivitySubject subject;
    SensitivitySide more;
    SensitivitySide less;
    std::optional<SensitivityThreshold> enough; ///< of links, if thresholds were asked for

    bool isMoreKnown() const { return !more.problem; }
    bool isLessKnown() const { return !less.problem; }
};

struct Sensitivity
{
    Seconds stepTime; ///< of the best plan now
    double cost = 0;  ///< of a step, USD
    Plan plan;
    bool proved = false;
    double gap = 1;
    double factor = 2;
    std::vector<SensitivityItem> items; ///< what shortens the step most first, then what would lengthen it most
    std::size_t subjects = 0;           ///< of the cluster; more than items while it runs and after a stop
    bool stopped = false;

    /// Seconds of each step that more of the subject saves; negative if it costs some, 0 if it is not known.
    Seconds saved(const SensitivityItem &item) const;
    /// The same for each unit of the subject: byte/s, FLOP/s, byte or node.
    double savedPerUnit(const SensitivityItem &item) const;
    /// The same for each USD per hour; nullopt where there is no price.
    std::optional<double> savedPerDollar(const SensitivityItem &item) const;
};

/// A threshold is known to this factor.
inline constexpr double thresholdStep = 1.1;
/// Wall time of each search that lets people wait for the whole of it.
inline constexpr Seconds usualEach{2};

/// What is known so far, on one of the threads of the analysis, one call at a time.
using SensitivityCallback = std::function<void(const Sensitivity &)>;

/// Subjects are looked at in parallel, each search on one thread, so that the result does not depend on the number of
/// threads, unless it is stopped or `each` ends a search. Errors: those of searchPlans for the cluster of now; no plan
/// fits it (infeasible); cancelled: it was stopped before there was a plan for the cluster of now; a factor that is not
/// above 1.
Result<Sensitivity> analyseSensitivity(const Project &project, const SensitivityOptions &options, StopToken stop = {},
                                       Progress *progress = nullptr, const SensitivityCallback &grown = {});

} // namespace heteroscope
