// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulator/array/array_pass.h"

#include <algorithm>

namespace heteroscope {

namespace {

/// Some tenths of a millisecond.
constexpr std::size_t stepsBetweenLooks = 16'384;

bool isPlain(const StepProgram &program)
{
    return program.routes.empty() && !program.postValidation &&
           std::all_of(program.lanes.begin(), program.lanes.end(),
                       [](const LaneProgram &lane) { return lane.speed.at.empty(); }) &&
           std::all_of(program.synchronizations.begin(), program.synchronizations.end(),
                       [](const Synchronization &s) { return s.buckets == 0; });
}

const Channel &channelAt(const LaneProgram &lane, bool backward, std::int16_t chunk, std::int32_t index)
{
    return (backward ? lane.backwardTo
                     : lane.forwardTo)[static_cast<std::size_t>(chunk)][static_cast<std::size_t>(index)];
}

/// The item of a lane that posts the receive of another one: the one before it, and, as a prefetch skips weight
/// gradients (they receive nothing), the last other one. -1: posted from the beginning.
std::int32_t postingItem(const WorkOrder &order, std::int32_t receiver, SendMode sends)
{
    auto item = receiver - 1;
    while (sends == SendMode::receivePrefetched && item >= 0 &&
           order[static_cast<std::size_t>(item)].pass == Pass::weightGradient)
        --item;
    return item;
}

/// Finds the order: Kahn's algorithm over passes and transfers.
class Sorter
{
public:
    Sorter(const StepProgram &program, const StopToken &stop) : m_program(program), m_meter(stop) {}

    /// Passes as (lane, item); transfers as (sender's lane, sender's item, channel) with the receiver's item.
    struct Node
    {
        std::int32_t lane = 0;
        std::int32_t item = 0;
        std::int32_t channel = -1;
        std::int32_t target = -1;  // item of the receiver, over all lanes
        std::int32_t posting = -1; // item that posts the receive, over all lanes
        std::int32_t missing = 0;
        std::vector<std::int32_t> next;
    };

    std::vector<Node> nodes;
    std::vector<std::size_t> firstItem;

    struct ChannelPlace
    {
        std::int32_t lane = 0;
        bool backward = false;
        std::int16_t chunk = 0;
        std::int32_t index = 0;
    };
    std::vector<ChannelPlace> channels;

    std::vector<std::int32_t> sort()
    {
        addPasses();
        addTransfers();
        std::vector<std::int32_t> order;
        order.reserve(nodes.size());
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            if (nodes[i].missing == 0)
                order.push_back(static_cast<std::int32_t>(i));
        }
        for (std::size_t i = 0; i < order.size() && !m_meter.stopAfter(2); ++i) {
            for (const auto next : nodes[static_cast<std::size_t>(order[i])].next) {
                if (--nodes[static_cast<std::size_t>(next)].missing == 0)
                    order.push_back(next);
            }
        }
        return order;
    }

private:
    void edge(std::size_t from, std::size_t to)
    {
        nodes[from].next.push_back(static_cast<std::int32_t>(to));
        ++nodes[to].missing;
    }

    void addPasses()
    {
        for (std::size_t l = 0; l < m_program.lanes.size(); ++l) {
            firstItem.push_back(nodes.size());
            const auto &order = m_program.lanes[l].order;
            for (std::size_t i = 0; i < order.size() && !m_meter.stopAfter(4); ++i) {
                Node node;
                node.lane = static_cast<std::int32_t>(l);
                node.item = static_cast<std::int32_t>(i);
                nodes.push_back(std::move(node));
                if (i > 0)
                    edge(nodes.size() - 2, nodes.size() - 1);
            }
        }
        firstItem.push_back(nodes.size());
    }

    /// Where a lane does a forward, or the gradient that is sent on, of a chunk and micro-batch.
    std::vector<std::int32_t> places(const LaneProgram &lane, bool backward) const
    {
        std::vector<std::int32_t> places(lane.chunks.size() * static_cast<std::size_t>(lane.microBatches), -1);
        for (std::size_t i = 0; i < lane.order.size(); ++i) {
            const auto &item = lane.order[i];
            if (item.pass == Pass::weightGradient || (item.pass != Pass::forward) != backward)
                continue;
            places[static_cast<std::size_t>(item.chunk) * static_cast<std::size_t>(lane.microBatches) +
                   static_cast<std::size_t>(item.microBatch)] = static_cast<std::int32_t>(i);
        }
        return places;
    }

    void addTransfers()
    {
        std::vector<std::array<std::vector<std::int32_t>, 2>> where;
        for (const auto &lane : m_program.lanes)
            where.push_back({places(lane, false), places(lane, true)});
        for (std::size_t l = 0; l < m_program.lanes.size(); ++l) {
            const auto &lane = m_program.lanes[l];
            for (const bool backward : {false, true}) {
                const auto &directions = backward ? lane.backwardTo : lane.forwardTo;
                for (std::size_t chunk = 0; chunk < directions.size(); ++chunk) {
                    for (std::size_t index = 0; index < directions[chunk].size(); ++index) {
                        channels.push_back({static_cast<std::int32_t>(l), backward, static_cast<std::int16_t>(chunk),
                                            static_cast<std::int32_t>(index)});
                        addChannel(l, backward, chunk, directions[chunk][index], where);
                    }
                }
            }
        }
    }

    void addChannel(std::size_t l, bool backward, std::size_t chunk, const Channel &channel,
                    const std::vector<std::array<std::vector<std::int32_t>, 2>> &where)
    {
        const auto &lane = m_program.lanes[l];
        const auto to = static_cast<std::size_t>(channel.toLane);
        std::size_t before = nodes.size(); // the transfer before it on the channel
        bool first = true;
        for (std::size_t i = 0; i < lane.order.size() && !m_meter.stopAfter(4); ++i) {
            const auto &item = lane.order[i];
            if (item.pass == Pass::weightGradient || (item.pass != Pass::forward) != backward ||
                static_cast<std::size_t>(item.chunk) != chunk)
                continue;
            const auto receiver =
                where[to][backward ? 1 : 0][static_cast<std::size_t>(channel.toChunk) *
                                                static_cast<std::size_t>(m_program.lanes[to].microBatches) +
                                            static_cast<std::size_t>(item.microBatch)];
            // What a paired item sends leaves at the end of the next one.
            const auto done = item.paired && i + 1 < lane.order.size() ? i + 1 : i;
            Node node;
            node.lane = static_cast<std::int32_t>(l);
            node.item = static_cast<std::int32_t>(done);
            node.channel = static_cast<std::int32_t>(channels.size()) - 1;
            node.target = static_cast<std::int32_t>(firstItem[to]) + receiver;
            nodes.push_back(std::move(node));
            const auto self = nodes.size() - 1;
            edge(firstItem[l] + done, self);
            edge(self, firstItem[to] + static_cast<std::size_t>(receiver));
            if (!first)
                edge(before, self);
            const auto posting = postingItem(m_program.lanes[to].order, receiver, m_program.sends);
            if (m_program.sends != SendMode::asynchronous && posting >= 0) {
                nodes[self].posting = static_cast<std::int32_t>(firstItem[to]) + posting;
                edge(static_cast<std::size_t>(nodes[self].posting), self);
            }
            if (m_program.sends == SendMode::blocking && done + 1 < lane.order.size())
                edge(self, firstItem[l] + done + 1);
            before = self;
            first = false;
        }
    }

    const StepProgram &m_program;
    StopMeter m_meter;
};

} // namespace

Result<ArrayPass> ArrayPass::prepare(const StepProgram &program, const StopToken &stop)
{
    if (!isPlain(program))
        return Error{Error::Code::invalid,
                     {},
                     {},
                     "shared links, rate curves, gradient buckets or overlapping steps",
                     "a step that the array pass can time",
                     "the full engine does"};
    Sorter sorter(program, stop);
    const auto order = sorter.sort();
    if (stop.stop_requested())
        return cancelledError();
    if (order.size() != sorter.nodes.size())
        return Error{Error::Code::internal,
                     {},
                     {},
                     "passes that wait for each other",
                     "a schedule whose order can be carried out with these sends",
                     "choose another schedule or software stack"};
    ArrayPass pass;
    pass.m_firstItem = sorter.firstItem;
    for (const auto &place : sorter.channels)
        pass.m_channels.push_back({place.lane, place.backward, place.chunk, place.index});
    std::vector<std::int32_t> firstLength; // by lane
    std::int32_t lengths = 0;
    for (const auto &lane : program.lanes) {
        firstLength.push_back(lengths);
        lengths += static_cast<std::int32_t>(lane.chunks.size() * passCount);
    }
    pass.m_steps.reserve(order.size());
    for (const auto index : order) {
        const auto &node = sorter.nodes[static_cast<std::size_t>(index)];
        const auto lane = static_cast<std::size_t>(node.lane);
        Step step{static_cast<std::int32_t>(pass.m_firstItem[lane]) + node.item, node.channel, node.target,
                  node.posting};
        if (node.channel < 0) {
            const auto &item = program.lanes[lane].order[static_cast<std::size_t>(node.item)];
            step.lengthOrTarget =
                firstLength[lane] + item.chunk * static_cast<int>(passCount) + static_cast<int>(item.pass);
            step.postingOrBefore = node.item > 0 ? step.item - 1 : -1;
        }
        pass.m_steps.push_back(step);
    }
    const auto items = pass.m_firstItem.back();
    pass.m_start.resize(items);
    pass.m_end.resize(items);
    pass.m_ready.resize(items);
    pass.m_sent.resize(items);
    pass.m_channelFree.resize(pass.m_channels.size());
    return pass;
}

void ArrayPass::readDurations(const StepProgram &program)
{
    m_lengths.clear();
    for (const auto &lane : program.lanes) {
        const auto first = m_lengths.size();
        for (const auto &chunk : lane.chunks) {
            for (const auto &pass : chunk.passes)
                m_lengths.push_back(pass.total());
        }
        if (!lane.chunks.empty())
            m_lengths[first + static_cast<std::size_t>(Pass::forward)] += lane.overheadPerMicroBatch;
    }
    m_occupancyAndLatency.clear();
    for (const auto &place : m_channels) {
        const auto &channel =
            channelAt(program.lanes[static_cast<std::size_t>(place.lane)], place.backward, place.chunk, place.index);
        m_occupancyAndLatency.emplace_back(channel.occupancy, channel.latency);
    }
}

std::vector<Ticks> ArrayPass::ends(const StepProgram &program, const StopToken &stop)
{
    StopMeter meter(stop, stepsBetweenLooks);
    const bool blocking = program.sends == SendMode::blocking;
    readDurations(program);
    std::fill(m_ready.begin(), m_ready.end(), Ticks(0));
    std::fill(m_sent.begin(), m_sent.end(), Ticks(0));
    std::fill(m_channelFree.begin(), m_channelFree.end(), Ticks(0));
    for (std::size_t s = 0; s < m_steps.size() && !meter.stopAfter(); ++s) {
        const auto &step = m_steps[s];
        const auto item = static_cast<std::size_t>(step.item);
        if (step.channel < 0) {
            Ticks start = m_ready[item];
            if (step.postingOrBefore >= 0)
                start = std::max({start, m_end[item - 1], m_sent[item - 1]});
            m_start[item] = start;
            m_end[item] = start + m_lengths[static_cast<std::size_t>(step.lengthOrTarget)];
            continue;
        }
        const auto &[occupancy, latency] = m_occupancyAndLatency[static_cast<std::size_t>(step.channel)];
        auto &free = m_channelFree[static_cast<std::size_t>(step.channel)];
        const auto target = static_cast<std::size_t>(step.lengthOrTarget);
        Ticks begin = std::max(m_end[item], free);
        if (step.postingOrBefore >= 0)
            begin = std::max(begin, (blocking ? m_end : m_start)[static_cast<std::size_t>(step.postingOrBefore)]);
        free = begin + occupancy;
        const Ticks arrival = free + latency;
        m_ready[target] = std::max(m_ready[target], arrival);
        if (blocking)
            m_sent[item] = std::max(m_sent[item], arrival);
    }
    std::vector<Ticks> ends;
    for (std::size_t l = 0; l + 1 < m_firstItem.size(); ++l)
        ends.push_back(m_firstItem[l] < m_firstItem[l + 1] ? m_end[m_firstItem[l + 1] - 1] : Ticks(0));
    return ends;
}

Ticks closeStep(const StepProgram &program, std::vector<Ticks> ends)
{
    const auto synchronize = [&](bool beforeOptimizer) {
        for (const auto &synchronization : program.synchronizations) {
            const Ticks length = beforeOptimizer ? synchronization.beforeOptimizer : synchronization.afterOptimizer;
            if (length <= Ticks(0))
                continue;
            Ticks last;
            for (const auto &holder : synchronization.holders)
                last = std::max(last, ends[static_cast<std::size_t>(holder.lane)]);
            for (const auto &holder : synchronization.holders)
                ends[static_cast<std::size_t>(holder.lane)] = last + length;
        }
    };
    synchronize(true);
    const Ticks all = ends.empty() ? Ticks(0) : *std::max_element(ends.begin(), ends.end());
    for (std::size_t l = 0; l < ends.size(); ++l) {
        ends[l] = all + program.lanes[l].optimizer;
    }
    synchronize(false);
    Ticks step = all;
    for (std::size_t l = 0; l < ends.size(); ++l)
        step = std::max(step, ends[l] + program.lanes[l].stepOverhead);
    return step;
}

} // namespace heteroscope
