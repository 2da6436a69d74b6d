// SPDX-License-Identifier: GPL-3.0-or-later
//
// Times, lower bounds and memory of a layout for the checker of a certificate, computed from the cost model. On purpose
// it shares no code with the search (prices/, bounds/) and repeats the rules of a schedule (checker_rules.h) instead of
// calling Schedule, so that a mistake there is not repeated here. All values are in seconds and bytes.
#pragma once

#include "cost/group_pricer.h"
#include "cost/memory.h"
#include "planner/space/space.h"

#include <vector>

namespace heteroscope {

/// Max relative difference between two sums of the same doubles in different order.
inline constexpr double checkerRounding = 1e-9;

/// Seconds of a stage's work for one micro-batch, by unit.
struct StageTimes
{
    std::vector<double> forward, backward;
    double sendForward = 0;  ///< of an activation to the next stage, including latency; 0 if links change over time
    double sendBackward = 0; ///< of a gradient to the previous stage, including latency; 0 if links change over time
};

/// Seconds of one activation to the next stage and of its gradient back; 0 for the last stage.
double tripAfter(const std::vector<StageTimes> &times, std::size_t stage);

/// The max factor of a rate curve.
double largestFactor(const RateCurve &curve);

class CheckerPrices
{
public:
    /// All arguments must outlive the object.
    CheckerPrices(GroupPricer &pricer, const TensorGroups &groups, const Topology &topology, const Workload &workload,
                  const SoftwareStack &stack);

    /// The price of a TP group (an index into the TensorGroups) in a plan that uses this number of nodes.
    Result<const GroupCost *> costOf(const Family &family, int group, int nodes);
    /// Times of the first pipeline, which bounds the plan, because a plan is not faster than any of its pipelines.
    /// Error: the layout cannot run.
    Result<std::vector<StageTimes>> timesOf(const Family &family, const std::vector<int> &placed);

    /// Lower bound on the step of one cut: max over the stages of fill, the stage's own work (check::minWork) and
    /// drain.
    double minTime(const Family &family, const std::vector<StageTimes> &times, const Cut &cut) const;
    /// Seconds per step that a stage waits for its own sends; 0 if sends do not block.
    double sendsOf(const Family &family, const StageTimes &times) const;

    /// True if a lower bound on the memory of units [first, last) fits into the stage.
    bool stageFits(const Family &family, const std::vector<int> &placed, int stage, int first, int last);
    bool someCutFits(const Family &family, const std::vector<int> &placed);

private:
    int nodesOf(const std::vector<int> &placed) const;

    GroupPricer &m_pricer;
    const TensorGroups &m_groups;
    const Topology &m_topology;
    const Workload &m_workload;
    const SoftwareStack &m_stack;
    bool m_linksChange = false; ///< some link is faster at another time than at the start of the step
};

} // namespace heteroscope
