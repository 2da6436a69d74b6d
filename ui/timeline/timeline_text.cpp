// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/timeline_text.h"

#include "analysis/lane_index.h"
#include "analysis/wait_link.h"
#include "language/link_text.h"
#include "language/result_words.h"
#include "language/step_words.h"
#include "report/csv_text.h"
#include "simulator/result/link_load.h"
#include "simulator/result/memory_trace.h"
#include "theme/numbers.h"

#include "theme/theme.h"
#include <fmt/format.h>

#include <algorithm>

namespace heteroscope {

namespace {

QString workWord(Activity activity, std::int32_t microBatch)
{
    const QChar letter = activity == Activity::forward || activity == Activity::recompute ? u'F'
                         : activity == Activity::weightGradient                           ? u'W'
                                                                                          : u'B';
    if (activity == Activity::optimizer)
        return TimelineText::tr("the optimizer");
    return microBatch < 0 ? TimelineText::tr("work") : letter + QString::number(microBatch + 1);
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
            return TimelineText::tr("Waited %1 until %2 had received %3 of micro-batch %4")
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

QString waitLinkText(const StepResult &result, const Topology &topology, const WaitLink &wait)
{
    const QString link = linkTitle(topology, result.links[wait.link].edge);
    if (wait.others == 0)
        return TimelineText::tr("over\t%1").arg(link);
    const QString share = formatPercent(wait.shared, 0);
    return wait.others == 1 ? TimelineText::tr("over\t%1, %2 shared with 1 flow").arg(link, share)
                            : TimelineText::tr("over\t%1, %2 shared with %3 flows")
                                  .arg(link, share, formatCount(static_cast<std::size_t>(wait.others)));
}

} // namespace

QString Explanation::plain() const
{
    QStringList all{headline};
    for (QString line : lines)
        all << line.replace(u'\t', u' ');
    return all.join(QStringLiteral(" · "));
}

Explanation explainBar(const StepResult &result, BarId bar, const Topology *topology)
{
    Explanation says;
    const LaneInterval *interval = intervalOf(result, bar);
    if (!interval)
        return says;
    const Lane &lane = result.lanes[static_cast<std::size_t>(bar.lane)];
    const QString time = lengthOf(*interval);
    const QString from = formatTicks(interval->start);
    const QString place = TimelineText::tr("%1, stage %2").arg(laneName(lane), stageLetter(lane.stage));
    const bool isSum = lane.summed.holds(interval->start, interval->end);
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
        if (interval->operation >= 0 && static_cast<std::size_t>(interval->operation) < result.operations.size())
            says.lines << TimelineText::tr("operation\t%1")
                              .arg(wordOf(result.operations[static_cast<std::size_t>(interval->operation)]));
        if (const auto needed = isSum ? std::nullopt : directDependency(result, bar)) {
            const LaneInterval *work = intervalOf(result, *needed);
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
        if (const auto link = topology ? linkOfWait(result, bar) : std::nullopt)
            says.lines << waitLinkText(result, *topology, *link);
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
        says.headline = TimelineText::tr("Idle %1: not used by the plan").arg(time);
    }
    if (isSum)
        says.lines << TimelineText::tr("sum of\t%1 micro-batches that repeat")
                          .arg(formatCount(static_cast<std::size_t>(lane.summed.microBatches)));
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
                              .arg(formatMemory(total), formatMemory(lane.memoryCapacity), formatTicks(at))
                        : TimelineText::tr("Memory %1 at %2").arg(formatMemory(total), formatTicks(at));
    says.lines << TimelineText::tr("each device of\t%1, stage %2").arg(laneName(lane), stageLetter(lane.stage))
               << TimelineText::tr("in the whole step\t%1").arg(formatMemory(base))
               << TimelineText::tr("%1 in flight now\t%2").arg(point.inFlight).arg(formatMemory(total - base));
    if (lane.hostActivations > Bytes(0))
        says.lines << TimelineText::tr("in the host\t%1, of it %2 activations")
                          .arg(formatMemory(point.onHost),
                               formatMemory(point.onHost - (lane.hostMemory - lane.hostActivations)));
    else if (lane.hostMemory > Bytes(0))
        says.lines << TimelineText::tr("in the host\t%1").arg(formatMemory(point.onHost));
    if (total > lane.memoryCapacity && lane.memoryCapacity.value > 0)
        says.lines << TimelineText::tr("beyond the capacity\t%1").arg(formatMemory(total - lane.memoryCapacity));
    says.lines << TimelineText::tr("Peak: %1").arg(peakSentence(lane));
    return says;
}

Explanation explainLink(const StepResult &result, const Topology &topology, const std::vector<std::size_t> &alike,
                        Ticks time)
{
    const LinkLoad &link = result.links[alike.front()];
    const double capacity = capacityAt(link, time);
    double rate = 0;
    for (const FlowNow &now : flowsAt(result, link, time))
        rate += now.rate;
    Explanation says;
    says.headline = QStringLiteral("%1 · %2").arg(linkTitle(topology, result, alike), formatTicks(time));
    if (capacity > 0)
        says.lines << TimelineText::tr("load\t%1 of %2, %3")
                          .arg(formatBandwidth(BytesPerSecond(rate)), formatBandwidth(BytesPerSecond(capacity)),
                               formatPercent(rate / capacity, 0));
    else
        says.lines << TimelineText::tr("load\tdown");
    says.lines += flowsText(result, link, time);
    says.lines << TimelineText::tr("in the whole step\t%1, %2 of its capacity")
                      .arg(formatBytes(link.bytes), formatPercent(meanLoad(result, link)));
    if (const QString shared = sharedText(link); !shared.isEmpty())
        says.lines << TimelineText::tr("max at once\t%1").arg(shared);
    if (alike.size() > 1)
        says.lines
            << TimelineText::tr("equal load\t%1 links like %2").arg(alike.size()).arg(linkTitle(topology, link.edge));
    return says;
}

QString measureText(const StepResult &result, const std::vector<LaneIndex> &indices, Ticks from, Ticks to)
{
    const StretchSum sum = sumOfStretch(result, indices, from, to);
    const QString length = formatTicks(to - from);
    return sum.total > 0 ? TimelineText::tr("%1 · busy %2 · bubble %3")
                               .arg(length, formatPercent(sum.busy / sum.total), formatPercent(sum.bubble / sum.total))
                         : length;
}

QString timelineSummary(const StepResult &result, std::size_t events, std::size_t drawn, std::size_t merged, bool whole)
{
    const BubbleSum sum = bubbleSum(result);
    QString text = (whole ? TimelineText::tr("%1 of %2 events") : TimelineText::tr("%1 of %2 events in view"))
                       .arg(formatCount(drawn), formatCount(events));
    if (merged > 0)
        text += TimelineText::tr(", %1 merged").arg(formatCount(merged));
    if (sum.total > Seconds(0))
        text += TimelineText::tr(" · bubble %1 = %2 / %3%4")
                    .arg(formatPercent(sum.bubble / sum.total), formatSeconds(sum.bubble), formatSeconds(sum.total),
                         sum.byDevices ? TimelineText::tr(" of devices") : QString());
    return text;
}

QString timelineSummary(const StepResult &result)
{
    const std::size_t events = eventCount(result);
    return timelineSummary(result, events, events, 0, true);
}

QStringList criticalCauses(const std::vector<PathPiece> &thread)
{
    QStringList causes;
    for (const CriticalShare &share : criticalShares(thread))
        causes << causeName(share.cause) + u' ' + formatPercent(share.share);
    return causes;
}

QString criticalLine(const std::vector<PathPiece> &thread, const PathPiece &piece)
{
    for (const CriticalShare &share : criticalShares(thread))
        if (share.cause == piece.activity)
            return TimelineText::tr("on the critical path\t%1, %2 = %3 of it")
                .arg(causeName(share.cause), formatTicks(share.time), formatPercent(share.share));
    return {};
}

namespace {

QString trafficWord(Traffic traffic)
{
    switch (traffic) {
    case Traffic::tp:
        return TimelineText::tr("TP");
    case Traffic::send:
        return TimelineText::tr("PP send");
    case Traffic::receive:
        return TimelineText::tr("PP receive");
    case Traffic::dp:
        return TimelineText::tr("DP");
    case Traffic::cp:
        return TimelineText::tr("CP");
    case Traffic::ep:
        return TimelineText::tr("EP");
    }
    return {};
}

} // namespace

Explanation explainStretch(const StepResult &result, const StretchStatistics &stretch)
{
    Explanation says;
    const QString length = formatTicks(stretch.to - stretch.from);
    const std::size_t count = stretch.lanes.size();
    says.headline = count == 1 ? QStringLiteral("%1 · %2").arg(
                                     length, laneName(result.lanes[static_cast<std::size_t>(stretch.lanes[0].lane)]))
                               : TimelineText::tr("%1 · %2 lanes").arg(length, formatCount(count));
    for (const KindStatistics &kind : stretch.kinds)
        says.lines << QStringLiteral("%1\t%2 × · %3 · %4")
                          .arg(activityName(kind.activity), formatCount(kind.count), formatTicks(kind.total),
                               formatPercent(kind.share));
    for (const TrafficStatistics &traffic : stretch.traffic)
        says.lines << QStringLiteral("%1\t%2 × · %3")
                          .arg(trafficWord(traffic.traffic), formatCount(traffic.count), formatBytes(traffic.bytes));
    const auto all = static_cast<double>((stretch.to - stretch.from).count);
    if (count > 1 && all > 0) {
        const auto [least, most] = std::minmax_element(stretch.lanes.begin(), stretch.lanes.end(),
                                                       [](const auto &a, const auto &b) { return a.busy < b.busy; });
        const auto line = [&](const QString &form, const LaneStatistics &lane) {
            return form.arg(laneName(result.lanes[static_cast<std::size_t>(lane.lane)])) + u'\t' +
                   formatPercent(static_cast<double>(lane.busy.count) / all);
        };
        says.lines << line(TimelineText::tr("most busy: %1"), *most)
                   << line(TimelineText::tr("least busy: %1"), *least);
    }
    return says;
}

QString csvOfStretch(const StepResult &result, const StretchStatistics &stretch)
{
    std::string csv = "of,name,count,seconds,share,bytes\n";
    for (const KindStatistics &kind : stretch.kinds)
        csv += fmt::format("work,{},{},{},{},\n", nameOf(kind.activity), kind.count, toSeconds(kind.total).value,
                           kind.share);
    for (const TrafficStatistics &traffic : stretch.traffic)
        csv += fmt::format("traffic,{},{},{},,{}\n", csvText(trafficWord(traffic.traffic).toStdString()), traffic.count,
                           toSeconds(traffic.total).value, traffic.bytes.value);
    const auto all = static_cast<double>((stretch.to - stretch.from).count);
    for (const LaneStatistics &lane : stretch.lanes)
        csv += fmt::format("lane busy,{},,{},{},\n", csvText(result.lanes[static_cast<std::size_t>(lane.lane)].name),
                           toSeconds(lane.busy).value, all > 0 ? static_cast<double>(lane.busy.count) / all : 0);
    return QString::fromStdString(csv);
}

} // namespace heteroscope
