// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/wait_link.h"

#include <algorithm>

namespace heteroscope {

namespace {

std::optional<Traffic> awaitedTraffic(Activity wait)
{
    switch (wait) {
    case Activity::exposedTp:
        return Traffic::tp;
    case Activity::exposedPp:
        return Traffic::send; // as flows call every channel
    case Activity::exposedDp:
        return Traffic::dp;
    case Activity::exposedCp:
        return Traffic::cp;
    case Activity::exposedEp:
        return Traffic::ep;
    default:
        return std::nullopt;
    }
}

/// The time in which what was waited for was under way: that of the transfer that ended the wait, else the wait's.
struct WaitSpan
{
    Ticks start;
    Ticks end;
};

WaitSpan spanOf(const Lane &lane, const LaneInterval &wait)
{
    const auto *transfer = wait.activity == Activity::exposedPp ? endingTransfer(lane, wait) : nullptr;
    return transfer ? WaitSpan{transfer->start, transfer->end} : WaitSpan{wait.start, wait.end};
}

bool overlaps(const RatePiece &piece, const WaitSpan &span) { return piece.start < span.end && span.start < piece.end; }

/// Whether both lanes average the same gradients, or gather the same weights, during the wait.
bool averageTogether(const Lane &a, const Lane &b, const LaneInterval &wait)
{
    const auto isMeant = [&wait](const TrafficInterval &t) {
        return t.traffic == Traffic::dp && t.start < wait.end && wait.start < t.end;
    };
    for (const auto &own : a.traffic) {
        if (isMeant(own) && std::any_of(b.traffic.begin(), b.traffic.end(), [&](const TrafficInterval &other) {
                return isMeant(other) && other.synchronization == own.synchronization;
            }))
            return true;
    }
    return false;
}

/// Whether the lane waits for this flow: a channel between the lane and its peer in the direction of the transfer, a
/// collective of the lane, or a synchronization that runs during the wait.
bool isAwaitedFlow(const StepResult &result, const LinkFlow &flow, int laneNumber, const LaneInterval &wait)
{
    const auto &lane = result.lanes[static_cast<std::size_t>(laneNumber)];
    const auto span = spanOf(lane, wait);
    if (flow.traffic != *awaitedTraffic(wait.activity) ||
        std::none_of(flow.pieces.begin(), flow.pieces.end(),
                     [&span](const RatePiece &piece) { return overlaps(piece, span); }))
        return false;
    if (flow.lane == laneNumber && flow.traffic != Traffic::send)
        return true;
    if (flow.traffic == Traffic::dp)
        return flow.lane >= 0 && averageTogether(lane, result.lanes[static_cast<std::size_t>(flow.lane)], wait);
    if (flow.traffic != Traffic::send)
        return false;
    const auto *transfer = endingTransfer(lane, wait);
    const bool backward = transfer ? transfer->backward : wait.awaited != Activity::forward;
    const bool sends = transfer && transfer->traffic == Traffic::send;
    const int peer = transfer ? transfer->peerLane : wait.peerLane;
    return flow.backward == backward &&
           (sends ? flow.lane == laneNumber && flow.toLane == peer : flow.toLane == laneNumber && flow.lane == peer);
}

struct LinkUsage
{
    double load = 0;   ///< integral of rate / capacity over the flow's time in the wait, ticks
    double time = 0;   ///< ticks
    double shared = 0; ///< ticks
    int others = 0;
};

LinkUsage usageOf(const StepResult &result, const LinkLoad &link, const LinkFlow &flow, const WaitSpan &span)
{
    LinkUsage usage;
    for (const auto &piece : flow.pieces) {
        if (!overlaps(piece, span))
            continue;
        const Ticks from = std::max(piece.start, span.start);
        const Ticks to = std::min(piece.end, span.end);
        // Between two changes of its own rate a flow has the same neighbours, or such that took nothing from it.
        const Ticks middle((from.count + to.count) / 2);
        const auto length = static_cast<double>((to - from).count);
        const auto flows = flowsAt(result, link, middle);
        double rate = 0;
        for (const auto &now : flows)
            rate += now.rate;
        const double capacity = capacityAt(link, middle);
        usage.load +=
            capacity > 0 ? std::min(1.0, rate / capacity) * length : length; // a link that is down holds all up
        usage.time += length;
        if (flows.size() > 1) {
            usage.shared += length;
            usage.others = std::max(usage.others, static_cast<int>(flows.size()) - 1);
        }
    }
    return usage;
}

} // namespace

std::optional<WaitLink> linkOfWait(const StepResult &result, BarId bar)
{
    const auto *wait = intervalOf(result, bar);
    if (!wait || !awaitedTraffic(wait->activity))
        return std::nullopt;
    std::vector<char> awaited(result.flows.size(), 0);
    for (std::size_t i = 0; i < result.flows.size(); ++i)
        awaited[i] = isAwaitedFlow(result, result.flows[i], bar.lane, *wait);
    const auto span = spanOf(result.lanes[static_cast<std::size_t>(bar.lane)], *wait);
    std::optional<WaitLink> found;
    double fullest = 0;
    for (std::size_t i = 0; i < result.links.size(); ++i) {
        for (const auto &use : result.links[i].uses) {
            const auto flow = static_cast<std::size_t>(use.flow);
            if (!awaited[flow] || use.perByte <= 0)
                continue;
            const auto usage = usageOf(result, result.links[i], result.flows[flow], span);
            if (usage.time <= 0 || (found && usage.load / usage.time <= fullest))
                continue;
            fullest = usage.load / usage.time;
            found = WaitLink{i, usage.shared / usage.time, usage.others};
        }
    }
    return found;
}

} // namespace heteroscope
