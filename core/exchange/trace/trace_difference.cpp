// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/trace/trace_difference.h"

#include "analysis/step_difference.h"

#include <algorithm>

namespace heteroscope {

namespace {

using CauseTicks = std::array<Ticks, traceCauseCount>;

/// What the trace can tell apart.
struct TraceDetail
{
    bool hasCommunication = false;
    bool hasUnnamedGroups = false;

    TraceCause coarse(TraceCause cause) const
    {
        if (!hasCommunication)
            return cause == TraceCause::compute ? cause : TraceCause::waiting;
        const bool isCollective = cause >= TraceCause::tp && cause <= TraceCause::collectives;
        return hasUnnamedGroups && isCollective ? TraceCause::collectives : cause;
    }
};

TraceDetail detailOf(const MeasuredTrace &trace)
{
    TraceDetail detail;
    for (const MeasuredRank &rank : trace.ranks) {
        for (const MeasuredEvent &event : rank.events) {
            detail.hasCommunication = detail.hasCommunication || isMeasuredCommunication(event.kind);
            detail.hasUnnamedGroups = detail.hasUnnamedGroups || event.kind == TraceKind::collective;
        }
    }
    return detail;
}

/// Means of rows with weights, which add up to the mean of the rows' sums rounded down: each is the difference of two
/// rounded partial sums. Sums of products are taken in 128 bits.
CauseTicks meanOf(const std::vector<std::pair<CauseTicks, std::int64_t>> &rows)
{
    __extension__ using Wide = __int128;
    Wide weights = 0;
    for (const auto &[row, weight] : rows)
        weights += weight;
    CauseTicks means{};
    Wide sum = 0;
    std::int64_t before = 0;
    for (std::size_t cause = 0; cause < traceCauseCount; ++cause) {
        for (const auto &[row, weight] : rows)
            sum += Wide{row[cause].count} * weight;
        const auto now = static_cast<std::int64_t>(sum / weights);
        means[cause] = Ticks(now - before);
        before = now;
    }
    return means;
}

Ticks sumOf(const CauseTicks &row)
{
    Ticks sum;
    for (const Ticks part : row)
        sum += part;
    return sum;
}

} // namespace

TraceCause traceCauseOf(Activity activity)
{
    switch (activity) {
    case Activity::exposedTp:
        return TraceCause::tp;
    case Activity::exposedEp:
        return TraceCause::ep;
    case Activity::exposedCp:
        return TraceCause::cp;
    case Activity::exposedDp:
        return TraceCause::dp;
    case Activity::exposedPp:
    case Activity::bubble:
    case Activity::straggler:
        return TraceCause::pipeline;
    case Activity::overhead:
    case Activity::idle:
        return TraceCause::idle;
    default:
        return TraceCause::compute;
    }
}

TraceCause traceCauseOf(TraceKind kind)
{
    switch (kind) {
    case TraceKind::tp:
        return TraceCause::tp;
    case TraceKind::ep:
        return TraceCause::ep;
    case TraceKind::cp:
        return TraceCause::cp;
    case TraceKind::pp:
        return TraceCause::pipeline;
    case TraceKind::dp:
        return TraceCause::dp;
    case TraceKind::collective:
        return TraceCause::collectives;
    case TraceKind::copy:
        return TraceCause::copies;
    case TraceKind::host:
        return TraceCause::idle;
    default:
        return TraceCause::compute;
    }
}

TraceDifference traceDifference(const StepResult &result, const MeasuredTrace &trace, const std::vector<int> &chosen)
{
    const TraceDetail detail = detailOf(trace);
    const auto add = [&detail](CauseTicks &row, TraceCause cause, Ticks time) {
        row[static_cast<std::size_t>(detail.coarse(cause))] += time;
    };
    std::vector<std::pair<CauseTicks, std::int64_t>> lanes;
    const auto addLane = [&](const Lane &lane, std::size_t weight) {
        CauseTicks row{};
        for (std::size_t a = 0; a < activityCount; ++a)
            add(row, traceCauseOf(static_cast<Activity>(a)), lane.time[a]);
        lanes.emplace_back(row, static_cast<std::int64_t>(weight));
    };
    for (const int lane : chosen)
        addLane(result.lanes[static_cast<std::size_t>(lane)], 1);
    for (std::size_t lane = 0; chosen.empty() && lane < result.lanes.size(); ++lane)
        addLane(result.lanes[lane], std::max<std::size_t>(1, result.lanes[lane].devices.size()));
    std::vector<std::pair<CauseTicks, std::int64_t>> ranks;
    Ticks longest;
    for (const MeasuredRank &rank : trace.ranks) {
        const MeasuredShares shares = measuredShares(rank, medianStep(rank));
        CauseTicks row{};
        for (std::size_t k = 0; k < traceKindCount; ++k)
            add(row, traceCauseOf(static_cast<TraceKind>(k)), shares.time[k]);
        add(row, TraceCause::idle, shares.idle);
        ranks.emplace_back(row, 1);
        longest = std::max(longest, shares.step);
    }
    for (auto &[row, weight] : ranks)
        add(row, TraceCause::idle, longest - sumOf(row));
    const CauseTicks simulated = meanOf(lanes);
    const CauseTicks measured = meanOf(ranks);
    TraceDifference difference;
    difference.simulated = toSeconds(sumOf(simulated));
    difference.measured = toSeconds(sumOf(measured));
    difference.difference = difference.measured.value - difference.simulated.value;
    std::vector<std::int64_t> parts;
    for (std::size_t cause = 0; cause < traceCauseCount; ++cause) {
        if (simulated[cause] == Ticks(0) && measured[cause] == Ticks(0))
            continue;
        difference.causes.push_back({static_cast<TraceCause>(cause), simulated[cause], measured[cause], 0});
        parts.push_back((measured[cause] - simulated[cause]).count);
    }
    const std::vector<double> seconds = roundedParts(parts, difference.simulated, difference.measured);
    for (std::size_t i = 0; i < seconds.size(); ++i)
        difference.causes[i].seconds = seconds[i];
    return difference;
}

} // namespace heteroscope
