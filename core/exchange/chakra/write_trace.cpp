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

struct WrittenNode
{
    std::string name;
    NodeType type = NodeType::compute;
    Ticks start;
    Ticks end;
    std::vector<std::uint64_t> needs;
    const TrafficInterval *traffic = nullptr;
};

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

/// The first rank of each lane.
std::vector<std::size_t> firstRanks(const StepResult &result)
{
    std::vector<std::size_t> first;
    std::size_t next = 0;
    for (const Lane &lane : result.lanes) {
        first.push_back(next);
        next += lane.devices.size();
    }
    return first;
}

std::vector<WrittenNode> nodesOfLane(const Lane &lane)
{
    std::vector<WrittenNode> nodes;
    for (const LaneInterval &interval : lane.intervals) {
        const bool isWork = isCompute(interval.activity) || interval.activity == Activity::optimizer ||
                            interval.activity == Activity::overhead;
        if (!isWork || interval.end <= interval.start)
            continue;
        WrittenNode node{fmt::format("{} {}", nameOf(interval.activity), interval.microBatch),
                         NodeType::compute,
                         interval.start,
                         interval.end,
                         {},
                         nullptr};
        if (!nodes.empty())
            node.needs.push_back(nodes.size() - 1);
        nodes.push_back(std::move(node));
    }
    const std::size_t work = nodes.size();
    for (const TrafficInterval &traffic : lane.traffic) {
        WrittenNode node{fmt::format("{} {}",
                                     typeOfTraffic(traffic.traffic) == NodeType::collective
                                         ? groupNames[static_cast<std::size_t>(traffic.traffic)]
                                     : traffic.traffic == Traffic::send ? "send"
                                                                        : "receive",
                                     traffic.microBatch),
                         typeOfTraffic(traffic.traffic),
                         traffic.start,
                         traffic.end,
                         {},
                         &traffic};
        const auto begin = nodes.begin();
        const auto end = begin + static_cast<std::ptrdiff_t>(work);
        // Work is in the order of time: what ended before the transfer, and what begins after it.
        const auto after =
            std::upper_bound(begin, end, traffic.start, [](Ticks at, const WrittenNode &one) { return at < one.end; });
        if (after != begin && traffic.traffic != Traffic::receive)
            node.needs.push_back(static_cast<std::uint64_t>(after - begin - 1));
        const auto next =
            std::lower_bound(begin, end, traffic.end, [](const WrittenNode &one, Ticks at) { return one.start < at; });
        if (next != end && traffic.traffic == Traffic::receive)
            next->needs.push_back(nodes.size());
        nodes.push_back(std::move(node));
    }
    return nodes;
}

} // namespace

std::vector<std::size_t> lanesOfRanks(const StepResult &result)
{
    std::vector<std::size_t> lanes;
    for (std::size_t i = 0; i < result.lanes.size(); ++i)
        lanes.insert(lanes.end(), result.lanes[i].devices.size(), i);
    return lanes;
}

std::string chakraTrace(const StepResult &result, std::size_t rank)
{
    const std::vector<std::size_t> lanes = lanesOfRanks(result);
    const std::vector<std::size_t> first = firstRanks(result);
    const Lane &lane = result.lanes[lanes[rank]];
    const std::size_t place = rank - first[lanes[rank]];
    WireWriter metadata;
    metadata.bytes(chakra::metadataVersion, "0.0.4");
    std::string text = metadata.delimited();
    const std::vector<WrittenNode> nodes = nodesOfLane(lane);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const WrittenNode &one = nodes[i];
        WireWriter node;
        node.number(chakra::nodeId, i);
        node.bytes(chakra::nodeName, one.name);
        node.number(chakra::nodeType, static_cast<std::uint64_t>(one.type));
        node.packed(chakra::nodeData, one.needs);
        const std::uint64_t start = wholeMicroseconds(one.start);
        node.number(chakra::nodeStart, start);
        node.number(chakra::nodeDuration, wholeMicroseconds(one.end) - start);
        addNumber(node, "is_cpu_op", chakra::attributeBool, 0);
        if (one.traffic) {
            const auto bytes = static_cast<std::uint64_t>(std::max(0.0, one.traffic->bytes.value));
            addNumber(node, "comm_size", chakra::attributeInt64, bytes);
            if (one.type == NodeType::collective) {
                const Collective kind =
                    one.traffic->traffic == Traffic::ep ? Collective::allToAll : Collective::allReduce;
                addNumber(node, "comm_type", chakra::attributeInt64, static_cast<std::uint64_t>(kind));
                WireWriter group;
                group.bytes(chakra::attributeName, chakra::groupAttribute);
                group.bytes(chakra::attributeText, groupNames[static_cast<std::size_t>(one.traffic->traffic)]);
                node.bytes(chakra::nodeAttribute, group.text());
            } else if (one.traffic->peerLane >= 0) {
                const auto peer = static_cast<std::size_t>(one.traffic->peerLane);
                const std::uint64_t other =
                    first[peer] + place % std::max<std::size_t>(1, result.lanes[peer].devices.size());
                const bool isSend = one.type == NodeType::send;
                addNumber(node, "comm_src", chakra::attributeInt32, isSend ? rank : other);
                addNumber(node, "comm_dst", chakra::attributeInt32, isSend ? other : rank);
                addNumber(node, "comm_tag", chakra::attributeInt32, tagOf(*one.traffic));
            }
        }
        text += node.delimited();
    }
    return text;
}

} // namespace heteroscope
