// SPDX-License-Identifier: GPL-3.0-or-later
//
// Searches the clusters of a design specification for the Pareto front of step time and price: those that no cluster of
// the specification is faster than at the same price or less.
//
// Clusters are looked at in the order of their price. Let T be the shortest step of a cluster that costs no more, less
// the share that the specification allows (DesignSpec::gap). A cluster whose universal bound
// (planner/bounds/universal_bound.h) is not below T cannot be on the front and is not planned. Neither is one that
// differs from a cheaper one at the same switch only by nodes that cannot run the job: they are in no plan, and no
// flow of the others passes them. Any other is planned in space P with T as the max time of a step
// (SearchOptions::maxTime), so that most of its families fall to their bounds at once. Clusters are planned in rounds
// of a fixed size, each by one thread, with T as it was before the round; so the result does not depend on the number
// of threads, unless a stop ends it.
//
// The front is certified over the written choice up to DesignResult::gap: no cluster is faster than the front at its
// price by a larger share. It comes from the lower bounds of all clusters, planned or not, whatever ended the search. A
// cluster whose search left a gap and did not reach the front may belong there, and is counted as open.
#pragma once

#include "base/progress.h"
#include "design/design_spec.h"
#include "planner/search.h"

#include <array>
#include <map>
#include <memory>

namespace heteroscope {

/// Why a cluster is not on the front.
enum class DesignRejection {
    price,      ///< above the limit
    devices,    ///< more than the limit
    power,      ///< above the limit
    rackSpace,  ///< above the limit
    bounded,    ///< no plan of any kind can be faster than a cluster that costs no more: not planned
    slower,     ///< planned; no plan is faster than a cluster that costs no more
    noPlan,     ///< nothing fits, or no device can run the job
    open,       ///< planned, and the search left a gap in which it could be faster
    notReached, ///< the search was stopped before
};
inline constexpr std::array<std::string_view, 9> designRejectionNames = {
    "price", "devices", "power", "rack space", "bounded", "slower", "no plan", "open", "not reached"};

struct Design
{
    ClusterRecipe recipe;
    std::string cluster; ///< as a line (recipeText)
    std::size_t devices = 0;
    double pricePerHour = 0; ///< USD
    double power = 0;        ///< W, of all nodes under full load
    double rackUnits = 0;    ///< of all nodes; 0: not stated
    Seconds bound;           ///< of every plan of any kind
    // Of planned ones:
    Plan plan;
    std::shared_ptr<const StepResult> step;
    bool proved = false;
    double gap = 1;     ///< as SearchResult::gap
    Seconds lowerBound; ///< of the plans of space P

    Seconds stepTime() const { return toSeconds(step->stepTime); }
};

struct DesignResult
{
    std::vector<Design> front; ///< in the order of their price, which is that of falling step times
    std::size_t enumerated = 0;
    std::size_t planned = 0;
    std::map<DesignRejection, std::size_t> prunedBy;
    /// No cluster of the choice, planned or not, has a plan of space P that is faster by a larger share than the
    /// fastest of the front that costs no more; 1 if a cluster that may run the job is cheaper than the whole front.
    double gap = 0;
    bool stopped = false;
};

/// The clusters of a choice before anything is known of their steps.
struct DesignCandidates
{
    std::vector<Design> designs; ///< within the limits, in the order of the file, with recipe, devices and price
    std::size_t enumerated = 0;  ///< with those beyond the limits
    std::map<DesignRejection, std::size_t> prunedBy; ///< those, by limit
};
DesignCandidates enumerateDesigns(const DesignSpec &spec);

/// Time to train so many tokens, in days.
double daysToTrain(const Design &design, const Workload &workload, double tokens);
/// USD for them.
double costToTrain(const Design &design, const Workload &workload, double tokens);

/// Clusters that are planned in one round.
inline constexpr std::size_t designsOfRound = 8;

/// Of the options, space, threads, calibration and memory are used. Errors: the job's software has no such name. After
/// a stop the front of what was planned by then.
Result<DesignResult> searchDesigns(const DesignSpec &spec, const SearchOptions &options, StopToken stop = {},
                                   Progress *progress = nullptr);

} // namespace heteroscope
