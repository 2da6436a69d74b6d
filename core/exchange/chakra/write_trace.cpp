// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/chakra/write_trace.h"

#include "exchange/chakra/schema.h"
#include "exchange/trace/wire_format.h"

#include <fmt/format.h>

#include <algorithm>

namespace heteroscope {

namespace {

using chakra::Collective;
using chakra::NodeType;

constexpr std::array<std::string_view, 6> groupNames = {"tp", "", "", "dp", "cp", "ep"}; ///< by Traffic

std::uint64_t wholeMicroseconds(Ticks time)
{
    constexpr std::int64_t perMicrosecond = Ticks::perSecond / 1'000'000;
    return static_cast<std::uint64_t>((time.count + perMicrosecond / 2) / perMicrosecond);
}

void addNumber(WireWriter &node, std::string_view name, std::uint32_t field, std::uint64_t value)
{
    WireWriter attribute;
    attribute.bytes(chakra::attributeName, name);
    attribute.number(field, value);
    node.bytes(chakra::nodeAttribute, attribute.text());
}

void addText(WireWriter &node, std::string_view name, std::string_view value)
{
    WireWriter attribute;
    attribute.bytes(chakra::attributeName, name);
    attribute.bytes(chakra::attributeText, value);
    node.bytes(chakra::nodeAttribute, attribute.text());
}

NodeType typeOfTraffic(Traffic traffic)
{
    return traffic == Traffic::send      ? NodeType::send
           : traffic == Traffic::receive ? NodeType::receive
                                         : NodeType::collective;
}

/// The same for the two ends of a transfer.
std::uint64_t tagOf(const TrafficInterval &traffic)
{
    return static_cast<std::uint64_t>(std::max(0, traffic.microBatch)) * 2 + (traffic.backward ? 1 : 0);
}

bool isWrittenWork(const LaneInterval &interval)
{
    return (isCompute(interval.activity) || interval.activity == Activity::optimizer ||
            interval.activity == Activity::overhead) &&
           interval.end > interval.start;
}

/// Traffic of a lane between its work, by number of the work.
struct PlacedTraffic
{
    const TrafficInterval *traffic = nullptr;
    std::size_t slot = 0;   ///< it is begun before work number `slot`, after the one before
    std::size_t needed = 0; ///< the work that waits for it; the number of all work: none does
};

class RankTraceWriter
{
public:
    RankTraceWriter(const Lane &lane, const StepRanks &ranks, std::size_t rank, ProcessGroups *groups)
        : m_lane(lane), m_ranks(ranks), m_rank(rank), m_groups(groups)
    {
        for (const LaneInterval &interval : lane.intervals) {
            if (isWrittenWork(interval))
                m_work.push_back(&interval);
        }
    }

    std::string write()
    {
        WireWriter metadata;
        metadata.bytes(chakra::metadataVersion, "0.0.4");
        m_text = metadata.delimited();
        const std::vector<PlacedTraffic> traffic = placedTraffic();
        std::vector<std::vector<std::uint64_t>> waits(m_work.size() + 1); // ids that work waits for
        std::size_t next = 0;
        for (std::size_t slot = 0; slot <= m_work.size(); ++slot) {
            for (; next < traffic.size() && traffic[next].slot == slot; ++next)
                writeTraffic(*traffic[next].traffic, waits[traffic[next].needed]);
            if (slot < m_work.size())
                writeWork(*m_work[slot], std::move(waits[slot]));
        }
        return std::move(m_text);
    }

private:
    /// The number of the first work that begins at this time or later.
    std::size_t workFrom(Ticks time) const
    {
        const auto found = std::lower_bound(m_work.begin(), m_work.end(), time,
                                            [](const LaneInterval *one, Ticks at) { return one->start < at; });
        return static_cast<std::size_t>(found - m_work.begin());
    }

    /// The work that a received tensor is for.
    std::size_t receiver(const TrafficInterval &traffic) const
    {
        const std::size_t earliest = workFrom(traffic.end);
        for (std::size_t i = earliest; i < m_work.size(); ++i) {
            const LaneInterval &one = *m_work[i];
            if (isCompute(one.activity) && one.microBatch == traffic.microBatch && one.chunk == traffic.chunk &&
                (one.activity != Activity::forward) == traffic.backward)
                return i;
        }
        return earliest;
    }

    /// The next optimizer for reduced gradients, else the next work.
    std::size_t afterCollective(const TrafficInterval &traffic) const
    {
        const std::size_t earliest = workFrom(traffic.end);
        if (traffic.traffic != Traffic::dp || !traffic.backward)
            return earliest;
        for (std::size_t i = earliest; i < m_work.size(); ++i) {
            if (m_work[i]->activity == Activity::optimizer)
                return i;
        }
        return earliest;
    }

    /// In the order in which it is begun; receives last, so that they keep nothing else waiting.
    std::vector<PlacedTraffic> placedTraffic() const
    {
        std::vector<PlacedTraffic> placed;
        for (const TrafficInterval &traffic : m_lane.traffic) {
            PlacedTraffic one{&traffic, 0, m_work.size()};
            if (traffic.traffic == Traffic::receive) {
                one.slot = one.needed = receiver(traffic);
            } else {
                const auto after = std::upper_bound(m_work.begin(), m_work.end(), traffic.start,
                                                    [](Ticks at, const LaneInterval *work) { return at < work->end; });
                one.slot = static_cast<std::size_t>(after - m_work.begin());
                if (traffic.traffic != Traffic::send)
                    one.needed = std::max(one.slot, afterCollective(traffic));
            }
            placed.push_back(one);
        }
        const auto key = [](const PlacedTraffic &one) {
            return std::tuple(one.slot, one.traffic->traffic == Traffic::receive, one.traffic->start,
                              one.traffic->synchronization);
        };
        std::stable_sort(placed.begin(), placed.end(),
                         [&key](const PlacedTraffic &a, const PlacedTraffic &b) { return key(a) < key(b); });
        return placed;
    }

    WireWriter begun(const std::string &name, NodeType type, Ticks start, Ticks end,
                     const std::vector<std::uint64_t> &needs) const
    {
        WireWriter node;
        node.number(chakra::nodeId, m_nextId);
        node.bytes(chakra::nodeName, name);
        node.number(chakra::nodeType, static_cast<std::uint64_t>(type));
        node.packed(chakra::nodeData, needs);
        const std::uint64_t from = wholeMicroseconds(start);
        node.number(chakra::nodeStart, from);
        node.number(chakra::nodeDuration, wholeMicroseconds(end) - from);
        addNumber(node, "is_cpu_op", chakra::attributeBool, 0);
        return node;
    }

    void writeWork(const LaneInterval &work, std::vector<std::uint64_t> needs)
    {
        needs.insert(needs.end(), m_lastWork.begin(), m_lastWork.end());
        m_text += begun(fmt::format("{} {}", nameOf(work.activity), work.microBatch), NodeType::compute, work.start,
                        work.end, needs)
                      .delimited();
        m_lastWork = {m_nextId++};
    }

    void writeTraffic(const TrafficInterval &traffic, std::vector<std::uint64_t> &waits)
    {
        for (const RankShare &share : m_ranks.sharesOf(m_rank, traffic)) {
            const NodeType type = typeOfTraffic(traffic.traffic);
            const std::string_view kind = type == NodeType::send ? "send"
                                          : type == NodeType::receive
                                              ? "receive"
                                              : groupNames[static_cast<std::size_t>(traffic.traffic)];
            WireWriter node =
                begun(fmt::format("{} {}", kind, traffic.microBatch), type, traffic.start, traffic.end, m_lastWork);
            const double bytes = std::max(0.0, traffic.bytes.value) * share.share;
            if (type == NodeType::collective)
                addCollective(node, traffic, share.ranks, bytes);
            else
                addTransfer(node, traffic, share.ranks.front(), bytes);
            m_text += node.delimited();
            waits.push_back(m_nextId++);
        }
    }

    void addCollective(WireWriter &node, const TrafficInterval &traffic, const std::vector<std::size_t> &ranks,
                       double bytes) const
    {
        const bool sharded = m_ranks.plan().zeroStage > 0;
        const bool gathers = traffic.traffic == Traffic::dp && sharded && !traffic.backward;
        const Collective kind = traffic.traffic == Traffic::ep               ? Collective::allToAll
                                : traffic.traffic != Traffic::dp || !sharded ? Collective::allReduce
                                : gathers                                    ? Collective::allGather
                                                                             : Collective::reduceScatter;
        const double own = gathers ? bytes / static_cast<double>(ranks.size()) : bytes;
        addNumber(node, "comm_size", chakra::attributeInt64, static_cast<std::uint64_t>(own));
        addNumber(node, "comm_type", chakra::attributeInt64, static_cast<std::uint64_t>(kind));
        const std::string_view word = groupNames[static_cast<std::size_t>(traffic.traffic)];
        addText(node, chakra::groupAttribute, m_groups ? std::to_string(m_groups->numberOf(ranks)) : std::string(word));
        if (m_groups)
            addText(node, chakra::groupDescription, word);
    }

    void addTransfer(WireWriter &node, const TrafficInterval &traffic, std::size_t other, double bytes) const
    {
        const bool isSend = traffic.traffic == Traffic::send;
        addNumber(node, "comm_size", chakra::attributeInt64, static_cast<std::uint64_t>(bytes));
        addNumber(node, "comm_src", chakra::attributeInt32, isSend ? m_rank : other);
        addNumber(node, "comm_dst", chakra::attributeInt32, isSend ? other : m_rank);
        addNumber(node, "comm_tag", chakra::attributeInt32, tagOf(traffic));
    }

    const Lane &m_lane;
    const StepRanks &m_ranks;
    std::size_t m_rank;
    ProcessGroups *m_groups;
    std::vector<const LaneInterval *> m_work;
    std::uint64_t m_nextId = 0;
    std::vector<std::uint64_t> m_lastWork; ///< its id; empty before the first
    std::string m_text;
};

} // namespace

std::size_t ProcessGroups::numberOf(const std::vector<std::size_t> &ranks)
{
    std::vector<std::size_t> sorted = ranks;
    std::sort(sorted.begin(), sorted.end());
    return m_numbers.try_emplace(std::move(sorted), m_numbers.size() + 1).first->second;
}

Json ProcessGroups::json() const
{
    std::vector<const std::vector<std::size_t> *> byNumber(m_numbers.size());
    for (const auto &[ranks, number] : m_numbers)
        byNumber[number - 1] = &ranks;
    Json json = Json::object();
    for (std::size_t i = 0; i < byNumber.size(); ++i)
        appendMember(json, std::to_string(i + 1), *byNumber[i]);
    return json;
}

std::string chakraTrace(const StepResult &result, const StepRanks &ranks, std::size_t rank, ProcessGroups *groups)
{
    return RankTraceWriter(result.lanes[ranks.laneOf(rank)], ranks, rank, groups).write();
}

} // namespace heteroscope
