// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/step_difference.h"

#include "analysis/critical_thread.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <utility>

namespace heteroscope {

namespace {

std::set<std::string> laneNames(const StepResult &result)
{
    std::set<std::string> names;
    for (const Lane &lane : result.lanes)
        names.insert(lane.name);
    return names;
}

/// Ticks of both critical paths by cause and place.
struct TicksOfBoth
{
    std::int64_t a = 0;
    std::int64_t b = 0;
};
using Places = std::map<std::pair<Activity, std::string>, TicksOfBoth>;

/// Adds the ticks of the critical path by cause and place.
void addPath(Places &places, const StepResult &result, const Topology &topology, bool byLane,
             std::int64_t TicksOfBoth::*step)
{
    std::vector<std::string> where;
    where.reserve(result.lanes.size());
    for (const Lane &lane : result.lanes)
        where.push_back(byLane || lane.devices.empty() ? lane.name : shortName(topology.typeOf(lane.devices.front())));
    for (const PathPiece &piece : criticalThread(result))
        places[{piece.activity, where[static_cast<std::size_t>(piece.lane)]}].*step += (piece.end - piece.start).count;
}

std::int64_t magnitude(std::int64_t ticks) { return ticks < 0 ? -ticks : ticks; }

double secondsOf(std::int64_t ticks) { return static_cast<double>(ticks) / static_cast<double>(Ticks::perSecond); }

std::array<Ticks, activityCount> ticksByCause(const StepResult &result)
{
    std::array<Ticks, activityCount> ticks{};
    for (const PathPiece &piece : criticalThread(result))
        ticks[static_cast<std::size_t>(piece.activity)] += piece.end - piece.start;
    return ticks;
}

} // namespace

std::vector<double> roundedParts(const std::vector<std::int64_t> &parts, Seconds a, Seconds b)
{
    const double longer = std::max(a.value, b.value);
    const double unit = std::nextafter(longer, std::numeric_limits<double>::infinity()) - longer;
    std::vector<double> seconds;
    std::int64_t ticks = 0;
    double before = 0;
    for (const std::int64_t part : parts) {
        ticks += part;
        const bool isLast = seconds.size() + 1 == parts.size();
        const double now = isLast ? b.value - a.value : std::nearbyint(secondsOf(ticks) / unit) * unit;
        seconds.push_back(now - before);
        before = now;
    }
    return seconds;
}

StepDifference stepDifference(const StepResult &a, const Topology &topologyOfA, const StepResult &b,
                              const Topology &topologyOfB)
{
    StepDifference result;
    result.a = toSeconds(a.stepTime);
    result.b = toSeconds(b.stepTime);
    result.difference = result.b.value - result.a.value;
    result.byLane = laneNames(a) == laneNames(b);
    Places places;
    addPath(places, a, topologyOfA, result.byLane, &TicksOfBoth::a);
    addPath(places, b, topologyOfB, result.byLane, &TicksOfBoth::b);
    for (const auto &[place, ticks] : places) {
        if (ticks.a != ticks.b)
            result.causes.push_back({place.first, place.second, ticks.b - ticks.a, 0, Seconds(secondsOf(ticks.a)),
                                     Seconds(secondsOf(ticks.b))});
    }
    std::stable_sort(result.causes.begin(), result.causes.end(),
                     [](const auto &x, const auto &y) { return magnitude(x.ticks) > magnitude(y.ticks); });
    std::vector<std::int64_t> parts;
    for (const CauseDifference &cause : result.causes)
        parts.push_back(cause.ticks);
    const std::vector<double> seconds = roundedParts(parts, result.a, result.b);
    for (std::size_t i = 0; i < seconds.size(); ++i)
        result.causes[i].seconds = seconds[i];
    return result;
}

std::vector<CauseSum> causeSums(const StepResult &a, const StepResult &b, const StepDifference &difference)
{
    const auto ofA = ticksByCause(a), ofB = ticksByCause(b);
    std::vector<CauseSum> sums;
    for (std::size_t i = 0; i < activityCount; ++i) {
        if (ofA[i] == Ticks(0) && ofB[i] == Ticks(0))
            continue;
        CauseSum sum{static_cast<Activity>(i), toSeconds(ofA[i]), toSeconds(ofB[i]), (ofB[i] - ofA[i]).count, {}, {}};
        const auto most = std::find_if(difference.causes.begin(), difference.causes.end(), [&sum](const auto &one) {
            return one.cause == sum.cause && sum.ticks != 0 && (one.ticks > 0) == (sum.ticks > 0);
        });
        if (most != difference.causes.end()) {
            sum.where = most->where;
            sum.there = Seconds(secondsOf(most->ticks));
        }
        sums.push_back(std::move(sum));
    }
    std::stable_sort(sums.begin(), sums.end(),
                     [](const auto &x, const auto &y) { return magnitude(x.ticks) > magnitude(y.ticks); });
    return sums;
}

} // namespace heteroscope
