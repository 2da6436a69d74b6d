// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/timeline_text.h"

#include "theme/numbers.h"
#include "theme/theme.h"

#include <algorithm>

namespace heteroscope {

namespace {

QString numbered(QChar letter, const LaneInterval &interval)
{
    return interval.microBatch < 0 ? QString(letter) : letter + QString::number(interval.microBatch + 1);
}

QString workWord(Activity activity, std::int32_t microBatch)
{
    const QChar letter = activity == Activity::forward || activity == Activity::recompute ? u'F'
                         : activity == Activity::weightGradient                           ? u'W'
                                                                                          : u'B';
    if (activity == Activity::optimizer)
        return TimelineText::tr("the optimizer");
    return microBatch < 0 ? TimelineText::tr("work") : letter + QString::number(microBatch + 1);
}

bool isAwaited(const LaneInterval &candidate, const LaneInterval &waiting)
{
    if (waiting.microBatch >= 0 && candidate.microBatch != waiting.microBatch)
        return false;
    if (waiting.awaited == Activity::forward)
        return candidate.activity == Activity::forward;
    if (waiting.awaited == Activity::backward || waiting.awaited == Activity::inputGradient)
        return candidate.activity == Activity::backward || candidate.activity == Activity::inputGradient;
    return isWork(candidate.activity);
}

// The transfer whose arrival ended a wait for a link: what the lane received, or with blocking sends what it sent.
const TrafficInterval *endingTransfer(const Lane &lane, const LaneInterval &waiting)
{
    const TrafficInterval *found = nullptr;
    // Rows are sorted by start: nothing that starts after the wait can end it.
    const auto last = std::partition_point(lane.traffic.begin(), lane.traffic.end(),
                                           [&](const TrafficInterval &t) { return t.start < waiting.end; });
    for (auto t = lane.traffic.begin(); t != last; ++t) {
        const bool stages = t->traffic == Traffic::receive || t->traffic == Traffic::send;
        if (t->end != waiting.end || stages != (waiting.activity == Activity::exposedPp) ||
            (stages && waiting.peerLane >= 0 && t->peerLane != waiting.peerLane))
            continue;
        if (!found || t->traffic == Traffic::receive)
            found = &*t;
    }
    return found;
}

// The work of another lane that `waiting` waited for: the last matching one that ended before its transfer began, or by
// the end of the wait.
std::optional<BarId> awaitedBar(const StepResult &result, const LaneInterval &waiting, const Lane *lane = nullptr)
{
    const TrafficInterval *transfer =
        lane && waiting.activity == Activity::exposedPp ? endingTransfer(*lane, waiting) : nullptr;
    if (transfer && transfer->traffic == Traffic::send)
        return std::nullopt; // it waited for the receiver to take what it sent
    if (waiting.peerLane < 0 || static_cast<std::size_t>(waiting.peerLane) >= result.lanes.size())
        return std::nullopt;
    const Lane &peer = result.lanes[static_cast<std::size_t>(waiting.peerLane)];
    const Ticks latest = transfer ? transfer->start : waiting.end;
    for (std::size_t i = std::min(intervalAt(peer, latest), peer.intervals.size()); i-- > 0;)
        if (peer.intervals[i].end <= latest && isAwaited(peer.intervals[i], waiting))
            return BarId{waiting.peerLane, static_cast<int>(i)};
    return std::nullopt;
}

const LaneInterval *find(const StepResult &result, BarId bar)
{
    if (!bar.isValid() || static_cast<std::size_t>(bar.lane) >= result.lanes.size())
        return nullptr;
    const Lane &lane = result.lanes[static_cast<std::size_t>(bar.lane)];
    return static_cast<std::size_t>(bar.interval) < lane.intervals.size()
               ? &lane.intervals[static_cast<std::size_t>(bar.interval)]
               : nullptr;
}

QString peerName(const StepResult &result, std::int32_t lane)
{
    return lane >= 0 && static_cast<std::size_t>(lane) < result.lanes.size()
               ? laneName(result.lanes[static_cast<std::size_t>(lane)])
               : QString();
}

QString lengthOf(const LaneInterval &interval) { return formatTicks(interval.end - interval.start); }

QString exposedSentence(const StepResult &result, const Lane &lane, const LaneInterval &interval)
{
    const QString time = lengthOf(interval);
    const QString peer = peerName(result, interval.peerLane);
    const QString ofMicroBatch =
        interval.microBatch >= 0 ? TimelineText::tr(" of micro-batch %1").arg(interval.microBatch + 1) : QString();
    switch (interval.activity) {
    case Activity::exposedPp: {
        const TrafficInterval *transfer = endingTransfer(lane, interval);
        const bool gradient = transfer ? transfer->backward : interval.awaited != Activity::forward;
        const QString what = gradient ? TimelineText::tr("the gradient") : TimelineText::tr("the activations");
        if (peer.isEmpty())
            return TimelineText::tr("Waited %1 for the transfer of %2%3").arg(time, what, ofMicroBatch);
        if (transfer && transfer->traffic == Traffic::send)
            return TimelineText::tr("Waited %1 until %2 had taken %3 of micro-batch %4")
                .arg(time, peer, what, QString::number(transfer->microBatch + 1));
        return TimelineText::tr("Waited %1 for %2%3 from %4").arg(time, what, ofMicroBatch, peer);
    }
    case Activity::exposedTp:
        return TimelineText::tr("Waited %1 for its tensor-parallel group%2").arg(time, ofMicroBatch);
    case Activity::exposedDp:
        return TimelineText::tr("Waited %1 for gradients and weights of the other replicas").arg(time);
    case Activity::exposedCp:
        return TimelineText::tr("Waited %1 for its context-parallel group%2").arg(time, ofMicroBatch);
    default:
        return TimelineText::tr("Waited %1 for experts on other devices%2").arg(time, ofMicroBatch);
    }
}

} // namespace

QString barLabel(const LaneInterval &interval)
{
    switch (interval.activity) {
    case Activity::forward:
        return numbered(u'F', interval);
    case Activity::recompute:
        return numbered(u'R', interval);
    case Activity::backward:
    case Activity::inputGradient:
        return numbered(u'B', interval);
    case Activity::weightGradient:
        return numbered(u'W', interval);
    case Activity::optimizer:
        return QStringLiteral("opt");
    default:
        return {};
    }
}

QString activityName(Activity activity)
{
    switch (activity) {
    case Activity::forward:
        return TimelineText::tr("forward");
    case Activity::recompute:
        return TimelineText::tr("recompute");
    case Activity::backward:
        return TimelineText::tr("backward");
    case Activity::inputGradient:
        return TimelineText::tr("input gradient");
    case Activity::weightGradient:
        return TimelineText::tr("weight gradient");
    case Activity::optimizer:
        return TimelineText::tr("optimizer");
    case Activity::overhead:
        return TimelineText::tr("overhead");
    case Activity::exposedTp:
        return TimelineText::tr("TP, exposed");
    case Activity::exposedPp:
        return TimelineText::tr("PP, exposed");
    case Activity::exposedDp:
        return TimelineText::tr("DP, exposed");
    case Activity::exposedCp:
        return TimelineText::tr("CP, exposed");
    case Activity::exposedEp:
        return TimelineText::tr("EP, exposed");
    case Activity::bubble:
        return TimelineText::tr("bubble");
    case Activity::straggler:
        return TimelineText::tr("straggler");
    case Activity::idle:
        break;
    }
    return TimelineText::tr("idle");
}

QString laneName(const Lane &lane)
{
    QString name = QString::fromStdString(lane.name);
    const qsizetype colon = name.lastIndexOf(u':');
    const qsizetype dash = name.indexOf(u'-', colon);
    if (colon >= 0 && dash > colon)
        name[dash] = QChar(0x2013);
    return name;
}

std::optional<BarId> directDependency(const StepResult &result, BarId bar)
{
    const LaneInterval *interval = find(result, bar);
    if (!interval)
        return std::nullopt;
    if (!isWork(interval->activity))
        return awaitedBar(result, *interval, &result.lanes[static_cast<std::size_t>(bar.lane)]);
    const Lane &lane = result.lanes[static_cast<std::size_t>(bar.lane)];
    for (int i = bar.interval - 1; i >= 0; --i) {
        const LaneInterval &before = lane.intervals[static_cast<std::size_t>(i)];
        if (isWork(before.activity))
            return BarId{bar.lane, i};
        if (const auto awaited = awaitedBar(result, before, &lane))
            return awaited;
    }
    return std::nullopt;
}

std::vector<BarId> bindingChain(const StepResult &result)
{
    std::vector<BarId> chain;
    BarId last;
    Ticks latest(-1);
    for (std::size_t l = 0; l < result.lanes.size(); ++l) {
        const auto &intervals = result.lanes[l].intervals;
        for (std::size_t i = intervals.size(); i-- > 0;) {
            if (!isWork(intervals[i].activity))
                continue;
            if (intervals[i].end > latest) {
                latest = intervals[i].end;
                last = BarId{static_cast<int>(l), static_cast<int>(i)};
            }
            break;
        }
    }
    // A dependency always ends before its successor, so the walk cannot turn in a circle.
    for (std::optional<BarId> at = last; at && at->isValid(); at = directDependency(result, *at)) {
        if (!chain.empty() && !(find(result, *at)->end < find(result, chain.back())->end))
            break;
        chain.push_back(*at);
    }
    return chain;
}

QString Explanation::plain() const
{
    QStringList all{headline};
    for (QString line : lines)
        all << line.replace(u'\t', u' ');
    return all.join(QStringLiteral(" · "));
}

Explanation explainBar(const StepResult &result, BarId bar)
{
    Explanation says;
    const LaneInterval *interval = find(result, bar);
    if (!interval)
        return says;
    const Lane &lane = result.lanes[static_cast<std::size_t>(bar.lane)];
    const QString time = lengthOf(*interval);
    const QString from = formatTicks(interval->start);
    const QString place = TimelineText::tr("%1, stage %2").arg(laneName(lane), stageLetter(lane.stage));
    if (isCompute(interval->activity)) {
        says.headline = interval->microBatch >= 0
                            ? TimelineText::tr("%1 · micro-batch %2 · %3 from %4")
                                  .arg(barLabel(*interval), QString::number(interval->microBatch + 1), time, from)
                            : TimelineText::tr("%1 · %2 from %3").arg(barLabel(*interval), time, from);
        const QString chunk =
            lane.activations.size() > 1
                ? TimelineText::tr(", chunk %1 of %2").arg(interval->chunk + 1).arg(lane.activations.size())
                : QString();
        says.lines << TimelineText::tr("%1 on %2%3").arg(activityName(interval->activity), place, chunk);
        if (interval->operation >= 0 && static_cast<std::size_t>(interval->operation) < result.operationNames.size())
            says.lines << TimelineText::tr("operation\t%1")
                              .arg(QString::fromStdString(
                                  result.operationNames[static_cast<std::size_t>(interval->operation)]));
        if (const auto needed = directDependency(result, bar)) {
            const LaneInterval *work = find(result, *needed);
            says.lines << (needed->lane == bar.lane
                               ? TimelineText::tr("follows\t%1 here")
                                     .arg(barLabel(*work).isEmpty() ? activityName(work->activity) : barLabel(*work))
                               : TimelineText::tr("waited for\t%1 of %2")
                                     .arg(barLabel(*work), peerName(result, needed->lane)));
        }
    } else if (interval->activity == Activity::optimizer || interval->activity == Activity::overhead) {
        says.headline = TimelineText::tr("%1 · %2 from %3")
                            .arg(interval->activity == Activity::optimizer ? TimelineText::tr("Optimizer step")
                                                                           : TimelineText::tr("Host overhead"),
                                 time, from);
        says.lines << TimelineText::tr("on %1").arg(place);
    } else if (interval->activity == Activity::bubble || interval->activity == Activity::straggler) {
        const QString peer = peerName(result, interval->peerLane);
        const QString work = workWord(interval->awaited, interval->microBatch);
        if (interval->activity == Activity::straggler)
            says.headline = peer.isEmpty()
                                ? TimelineText::tr("Straggler %1: a slowed-down device is behind").arg(time)
                                : TimelineText::tr("Straggler %1: %2 of %3 is slowed down").arg(time, work, peer);
        else
            says.headline = peer.isEmpty()
                                ? TimelineText::tr("Bubble %1: no work left before the step ends").arg(time)
                                : TimelineText::tr("Bubble %1: waits for %2 of %3 to finish").arg(time, work, peer);
        says.lines << TimelineText::tr("gap on\t%1").arg(place) << TimelineText::tr("from\t%1").arg(from);
    } else if (isExposed(interval->activity)) {
        says.headline = exposedSentence(result, lane, *interval);
        says.lines << TimelineText::tr("gap on\t%1").arg(place) << TimelineText::tr("from\t%1").arg(from)
                   << TimelineText::tr("counted as\t%1 %2").arg(activityName(interval->activity), time);
        if (const TrafficInterval *t = endingTransfer(lane, *interval); t && t->bytes.value > 0 && t->end > t->start) {
            says.lines
                << TimelineText::tr("transfer\t%1 in %2").arg(formatBytes(t->bytes), formatTicks(t->end - t->start))
                << TimelineText::tr("on average\t%1").arg(formatBandwidth(t->bytes / toSeconds(t->end - t->start)));
            if (t->start < interval->start)
                says.lines
                    << TimelineText::tr("hidden before the wait\t%1").arg(formatTicks(interval->start - t->start));
        }
    } else {
        says.headline = TimelineText::tr("Idle %1: takes no part in the plan").arg(time);
    }
    return says;
}

Explanation explainTraffic(const StepResult &result, int laneNumber, std::size_t traffic)
{
    Explanation says;
    const Lane &lane = result.lanes[static_cast<std::size_t>(laneNumber)];
    const TrafficInterval &t = lane.traffic[traffic];
    const QString what = t.backward ? TimelineText::tr("gradient") : TimelineText::tr("activations");
    const QString peer = peerName(result, t.peerLane);
    QString name;
    switch (t.traffic) {
    case Traffic::tp:
        name = TimelineText::tr("TP collective");
        break;
    case Traffic::send:
        name =
            TimelineText::tr("Sends %1%2").arg(what, peer.isEmpty() ? QString() : TimelineText::tr(" to %1").arg(peer));
        break;
    case Traffic::receive:
        name = TimelineText::tr("Receives %1%2")
                   .arg(what, peer.isEmpty() ? QString() : TimelineText::tr(" from %1").arg(peer));
        break;
    case Traffic::dp:
        name = t.backward ? TimelineText::tr("Averages gradients with the other replicas")
                          : TimelineText::tr("Gathers weights from the other replicas");
        break;
    case Traffic::cp:
        name = TimelineText::tr("CP exchange");
        break;
    case Traffic::ep:
        name = TimelineText::tr("EP all-to-all");
        break;
    }
    says.headline = TimelineText::tr("%1 · %2 from %3").arg(name, formatTicks(t.end - t.start), formatTicks(t.start));
    if (t.microBatch >= 0)
        says.lines << TimelineText::tr("micro-batch\t%1").arg(t.microBatch + 1);
    if (t.bytes.value > 0 && t.end > t.start)
        says.lines << TimelineText::tr("carries\t%1").arg(formatBytes(t.bytes))
                   << TimelineText::tr("on average\t%1").arg(formatBandwidth(t.bytes / toSeconds(t.end - t.start)));
    std::int64_t hidden = 0;
    for (std::size_t i = intervalAt(lane, t.start); i < lane.intervals.size() && lane.intervals[i].start < t.end; ++i)
        if (isWork(lane.intervals[i].activity))
            hidden += (std::min(lane.intervals[i].end, t.end) - std::max(lane.intervals[i].start, t.start)).count;
    if (hidden > 0)
        says.lines << TimelineText::tr("hidden behind work\t%1 of it")
                          .arg(formatPercent(static_cast<double>(hidden) /
                                             static_cast<double>((t.end - t.start).count)));
    return says;
}

Explanation explainMemory(const Lane &lane, const MemoryPoint &point, Bytes base, Ticks at)
{
    Explanation says;
    const Bytes total = point.total;
    says.headline = lane.memoryCapacity.value > 0
                        ? TimelineText::tr("Memory %1 of %2 at %3")
                              .arg(formatBytes(total), formatBytes(lane.memoryCapacity), formatTicks(at))
                        : TimelineText::tr("Memory %1 at %2").arg(formatBytes(total), formatTicks(at));
    says.lines << TimelineText::tr("each device of\t%1, stage %2").arg(laneName(lane), stageLetter(lane.stage))
               << TimelineText::tr("the whole step long\t%1").arg(formatBytes(base))
               << TimelineText::tr("%1 in flight now\t%2").arg(point.inFlight).arg(formatBytes(total - base));
    if (total > lane.memoryCapacity && lane.memoryCapacity.value > 0)
        says.lines << TimelineText::tr("beyond the capacity\t%1").arg(formatBytes(total - lane.memoryCapacity));
    says.lines << TimelineText::tr("Peak: %1").arg(QString::fromStdString(peakReason(lane)));
    return says;
}

QString measureText(const StepResult &result, const std::vector<LaneIndex> &indices, Ticks from, Ticks to)
{
    double total = 0;
    double busy = 0;
    double bubble = 0;
    for (std::size_t l = 0; l < result.lanes.size() && l < indices.size(); ++l) {
        const Lane &lane = result.lanes[l];
        const double weight = static_cast<double>(std::max<std::size_t>(1, lane.devices.size()));
        const ActivityTicks sums = indices[l].sumOver(lane, from, to);
        for (std::size_t a = 0; a < activityCount; ++a) {
            const auto activity = static_cast<Activity>(a);
            const double time = weight * static_cast<double>(sums[a]);
            total += time;
            if (isCompute(activity) || activity == Activity::optimizer)
                busy += time;
            else if (activity == Activity::bubble || activity == Activity::straggler)
                bubble += time;
        }
    }
    const QString length = formatTicks(to - from);
    return total > 0 ? TimelineText::tr("%1 · busy %2 · bubble %3")
                           .arg(length, formatPercent(busy / total), formatPercent(bubble / total))
                     : length;
}

std::size_t eventCount(const StepResult &result)
{
    std::size_t count = 0;
    for (const Lane &lane : result.lanes) {
        count += lane.traffic.size();
        count += static_cast<std::size_t>(std::count_if(lane.intervals.begin(), lane.intervals.end(),
                                                        [](const LaneInterval &i) { return isWork(i.activity); }));
    }
    return count;
}

QString timelineSummary(const StepResult &result, std::size_t events, std::size_t drawn, std::size_t merged, bool whole)
{
    bool alike = true;
    double bubble = 0;
    double total = 0;
    for (const Lane &lane : result.lanes)
        alike = alike && lane.devices.size() == result.lanes.front().devices.size();
    for (const Lane &lane : result.lanes) {
        const double weight = alike ? 1.0 : static_cast<double>(lane.devices.size());
        for (std::size_t a = 0; a < activityCount; ++a) {
            const double time = weight * toSeconds(lane.time[a]).value;
            total += time;
            if (a == static_cast<std::size_t>(Activity::bubble) || a == static_cast<std::size_t>(Activity::straggler))
                bubble += time;
        }
    }
    QString text = (whole ? TimelineText::tr("%1 of %2 events") : TimelineText::tr("%1 of %2 events in view"))
                       .arg(formatCount(drawn), formatCount(events));
    if (merged > 0)
        text += TimelineText::tr(", %1 merged").arg(formatCount(merged));
    if (total > 0)
        text += TimelineText::tr(" · bubble %1 = %2 / %3%4")
                    .arg(formatPercent(bubble / total), formatSeconds(Seconds(bubble)), formatSeconds(Seconds(total)),
                         alike ? QString() : TimelineText::tr(" of devices"));
    return text;
}

QString timelineSummary(const StepResult &result)
{
    const std::size_t events = eventCount(result);
    return timelineSummary(result, events, events, 0, true);
}

double busyShare(const StepResult &result, const Lane &lane)
{
    if (result.stepTime.count <= 0)
        return 0;
    std::int64_t busy = 0;
    for (std::size_t a = 0; a < activityCount; ++a)
        if (isCompute(static_cast<Activity>(a)) || static_cast<Activity>(a) == Activity::optimizer)
            busy += lane.time[a].count;
    return static_cast<double>(busy) / static_cast<double>(result.stepTime.count);
}

} // namespace heteroscope
