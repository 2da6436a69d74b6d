// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/bar_details.h"

#include "analysis/lane_index.h"
#include "analysis/wait_link.h"
#include "language/link_text.h"
#include "language/result_words.h"
#include "language/step_words.h"
#include "simulator/result/memory_trace.h"
#include "theme/numbers.h"
#include "theme/theme.h"
#include "timeline/timeline_text.h"

#include <QStringList>

#include <algorithm>
#include <array>

namespace heteroscope {

namespace {

class FieldList
{
    Q_DECLARE_TR_FUNCTIONS(BarDetails)

public:
    FieldList(const StepResult &result, BarId bar, const Topology *topology)
        : m_result(result),
          m_lane(result.lanes[static_cast<std::size_t>(bar.lane)]),
          m_interval(*intervalOf(result, bar)),
          m_bar(bar),
          m_topology(topology)
    {}

    std::vector<BarField> take()
    {
        addWhat();
        addWhen();
        addWhere();
        addDependency();
        addTraffic();
        addMemory();
        return std::move(m_fields);
    }

private:
    void add(const QString &name, const QString &text, std::optional<double> value = {}, BarId bar = {})
    {
        m_fields.push_back({name, text, value, bar});
    }
    void addCount(const QString &name, int count) { add(name, QString::number(count), count); }
    void addTime(const QString &name, Ticks time) { add(name, formatTicks(time), toSeconds(time).value); }

    void addWhat()
    {
        add(tr("Activity"), activityName(m_interval.activity));
        if (const QString label = barLabel(m_interval); !label.isEmpty())
            add(tr("Label"), label);
        if (m_interval.microBatch >= 0)
            addCount(isWork(m_interval.activity) ? tr("Micro-batch") : tr("Micro-batch waited for"),
                     m_interval.microBatch + 1);
        if (m_lane.activations.size() > 1 && isCompute(m_interval.activity))
            add(tr("Chunk"),
                tr("%1 of %2").arg(m_interval.chunk + 1).arg(static_cast<qsizetype>(m_lane.activations.size())),
                m_interval.chunk + 1);
        if (m_interval.operation >= 0 && static_cast<std::size_t>(m_interval.operation) < m_result.operations.size())
            add(tr("Operation"), wordOf(m_result.operations[static_cast<std::size_t>(m_interval.operation)]));
        if (m_lane.summed.holds(m_interval.start, m_interval.end))
            addCount(tr("Sum of micro-batches that repeat"), m_lane.summed.microBatches);
    }
    void addWhen()
    {
        const Ticks length = m_interval.end - m_interval.start;
        addTime(tr("From"), m_interval.start);
        addTime(tr("Until"), m_interval.end);
        addTime(tr("Duration"), length);
        if (m_result.stepTime > Ticks(0)) {
            const double share = static_cast<double>(length.count) / static_cast<double>(m_result.stepTime.count);
            add(tr("Share of the step"), formatPercent(share), share);
        }
        std::int64_t critical = 0;
        for (const PathPiece &piece : m_result.criticalPieces)
            if (piece.lane == m_bar.lane)
                critical += std::max<std::int64_t>(0, std::min(piece.end, m_interval.end).count -
                                                          std::max(piece.start, m_interval.start).count);
        addTime(tr("On the critical path"), Ticks(critical));
    }
    void addWhere()
    {
        add(tr("Lane"), laneName(m_lane));
        add(tr("Stage"), stageLetter(m_lane.stage));
        addCount(tr("Replica"), m_lane.pipeline + 1);
        addCount(tr("Group in the stage"), m_lane.group + 1);
        add(tr("Layers"), m_lane.layerCount == 0 ? QStringLiteral("–")
                          : m_lane.activations.size() > 1
                              ? tr("%1 in %2 chunks, the first from %3")
                                    .arg(m_lane.layerCount)
                                    .arg(static_cast<qsizetype>(m_lane.activations.size()))
                                    .arg(m_lane.firstLayer + 1)
                              : tr("%1 to %2").arg(m_lane.firstLayer + 1).arg(m_lane.firstLayer + m_lane.layerCount));
        QStringList names;
        QStringList types;
        for (const DeviceId id : m_lane.devices) {
            if (!m_topology)
                break;
            names << QString::fromStdString(m_topology->device(id).name);
            const QString type = QString::fromStdString(m_topology->typeOf(id).name);
            if (!types.contains(type))
                types << type;
        }
        if (!names.isEmpty()) {
            add(tr("Devices"), names.join(QStringLiteral(", ")));
            add(tr("Type"), types.join(QStringLiteral(", ")));
        }
    }
    void addDependency()
    {
        if (m_interval.peerLane >= 0 && static_cast<std::size_t>(m_interval.peerLane) < m_result.lanes.size())
            add(tr("Waits for lane"), laneName(m_result.lanes[static_cast<std::size_t>(m_interval.peerLane)]));
        if (!isWork(m_interval.activity) && m_interval.awaited != Activity::idle)
            add(tr("Waits for work"), activityName(m_interval.awaited));
        if (!m_lane.summed.holds(m_interval.start, m_interval.end))
            if (const auto needed = directDependency(m_result, m_bar))
                addBar(tr("Depends on"), *needed);
        if (!m_lane.summed.holds(m_interval.start, m_interval.end))
            for (const BarId &waiting : directDependents(m_result, m_bar))
                addBar(tr("Needed by"), waiting);
        if (m_bar.interval > 0)
            addBar(tr("Before it"), {m_bar.lane, m_bar.interval - 1});
        if (static_cast<std::size_t>(m_bar.interval) + 1 < m_lane.intervals.size())
            addBar(tr("After it"), {m_bar.lane, m_bar.interval + 1});
        if (const auto link = m_topology ? linkOfWait(m_result, m_bar) : std::nullopt) {
            add(tr("Over the link"), linkTitle(*m_topology, m_result.links[link->link].edge));
            add(tr("Shared there"), formatPercent(link->shared), link->shared);
            addCount(tr("Other flows there"), link->others);
        }
    }
    void addBar(const QString &name, BarId other)
    {
        const LaneInterval &work = *intervalOf(m_result, other);
        const QString label = barLabel(work);
        add(name,
            tr("%1 of %2, %3")
                .arg(label.isEmpty() ? activityName(work.activity) : label,
                     laneName(m_result.lanes[static_cast<std::size_t>(other.lane)]),
                     formatTicks(work.end - work.start)),
            {}, other);
    }
    /// What of the lane is on the wire meanwhile, by kind.
    void addTraffic()
    {
        std::array<double, trafficKinds> bytes{};
        std::array<int, trafficKinds> count{};
        for (const TrafficInterval &transfer : m_lane.traffic)
            if (transfer.start < m_interval.end && transfer.end > m_interval.start) {
                bytes[static_cast<std::size_t>(transfer.traffic)] += transfer.bytes.value;
                ++count[static_cast<std::size_t>(transfer.traffic)];
            }
        const std::array<QString, trafficKinds> names = {tr("TP collectives meanwhile"), tr("Sends meanwhile"),
                                                         tr("Receives meanwhile"),       tr("DP meanwhile"),
                                                         tr("CP exchanges meanwhile"),   tr("EP exchanges meanwhile")};
        for (std::size_t kind = 0; kind < trafficKinds; ++kind)
            if (count[kind] > 0)
                add(names[kind], tr("%1, %2 in all").arg(count[kind]).arg(formatBytes(Bytes(bytes[kind]))),
                    bytes[kind]);
    }
    void addMemory()
    {
        const std::vector<MemoryPoint> points = memoryOverTime(m_lane);
        const auto after = std::upper_bound(points.begin(), points.end(), m_interval.start,
                                            [](Ticks time, const MemoryPoint &point) { return time < point.at; });
        if (after == points.begin())
            return;
        const MemoryPoint &point = *(after - 1);
        add(tr("Memory at its start"), formatMemoryOf(point.total, m_lane.memoryCapacity), point.total.value);
        addCount(tr("Micro-batches in flight"), point.inFlight);
        if (point.onHost > Bytes(0))
            add(tr("In the host at its start"), formatMemory(point.onHost), point.onHost.value);
    }

    const StepResult &m_result;
    const Lane &m_lane;
    const LaneInterval &m_interval;
    BarId m_bar;
    const Topology *m_topology;
    std::vector<BarField> m_fields;
};

} // namespace

std::vector<BarField> fieldsOf(const StepResult &result, BarId bar, const Topology *topology)
{
    return intervalOf(result, bar) ? FieldList(result, bar, topology).take() : std::vector<BarField>();
}

} // namespace heteroscope
