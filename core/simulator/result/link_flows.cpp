// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulator/result/link_flows.h"

#include "simulator/program/rate_steps.h"
#include "simulator/result/link_load.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace heteroscope {

namespace {

/// What communicates at one place of a lane's work: its forward passes, its (input) gradients, its weight gradients.
enum class PassKind : std::uint8_t { forward, gradient, weights };
constexpr std::size_t passKinds = 3;

PassKind kindOf(Activity compute)
{
    if (compute == Activity::forward)
        return PassKind::forward;
    return compute == Activity::weightGradient ? PassKind::weights : PassKind::gradient;
}

/// Calls visit(interval, kind of the pass it belongs to) for the work of a lane's passes: computation and the exposed
/// communication after it.
template<class Visit>
void forEachPassPart(const Lane &lane, Visit visit)
{
    // A row that was laid into a period may begin with the rest of what stands at its end.
    PassKind kind = PassKind::forward;
    for (auto last = lane.intervals.rbegin(); last != lane.intervals.rend(); ++last) {
        if (isCompute(last->activity)) {
            kind = kindOf(last->activity);
            break;
        }
    }
    for (const auto &interval : lane.intervals) {
        if (interval.microBatch < 0 || interval.peerLane >= 0 || interval.end <= interval.start)
            continue;
        if (isCompute(interval.activity))
            kind = kindOf(interval.activity);
        else if (!isExposed(interval.activity))
            continue;
        visit(interval, kind);
    }
}

/// How long the passes of a lane compute and how long each kind of their communication is exposed.
class PassLengths
{
public:
    PassLengths(const Lane &lane, std::size_t chunks, std::size_t microBatches)
        : m_chunks(chunks), m_microBatches(microBatches), m_lengths(passKinds * chunks * microBatches)
    {
        forEachPassPart(lane, [this](const LaneInterval &interval, PassKind kind) {
            auto &length = m_lengths[index(interval, kind)];
            (isCompute(interval.activity) ? length.compute : length.exposed[row(interval.activity)]) +=
                interval.end - interval.start;
        });
    }
    Ticks compute(const LaneInterval &of, PassKind kind) const { return m_lengths[index(of, kind)].compute; }
    Ticks exposed(const LaneInterval &of, PassKind kind, Activity activity) const
    {
        return m_lengths[index(of, kind)].exposed[row(activity)];
    }

private:
    struct Length
    {
        Ticks compute;
        std::array<Ticks, 5> exposed{};
    };
    static std::size_t row(Activity activity)
    {
        return static_cast<std::size_t>(activity) - static_cast<std::size_t>(Activity::exposedTp);
    }
    std::size_t index(const LaneInterval &interval, PassKind kind) const
    {
        return (static_cast<std::size_t>(kind) * m_chunks + static_cast<std::size_t>(interval.chunk)) * m_microBatches +
               static_cast<std::size_t>(interval.microBatch);
    }

    std::size_t m_chunks;
    std::size_t m_microBatches;
    std::vector<Length> m_lengths;
};

void append(LinkFlow &flow, Ticks start, Ticks end, double rate)
{
    if (end <= start)
        return;
    auto &pieces = flow.pieces;
    if (!pieces.empty() && pieces.back().end == start && pieces.back().rate == rate)
        pieces.back().end = end;
    else
        pieces.push_back({start, end, rate});
}

double perSecond(Bytes bytes, Ticks length) { return bytes.value / toSeconds(length).value; }

class FlowCollector
{
public:
    FlowCollector(StepResult &result, const BuiltStep &built, const std::vector<FlowRate> &rates,
                  const std::vector<std::size_t> &shownBy)
        : m_result(result), m_built(built), m_shownBy(shownBy), m_lengths(built.lanes.size())
    {
        m_ratesOf.resize(built.program.routes.size());
        for (const auto &rate : rates)
            m_ratesOf[static_cast<std::size_t>(rate.route)].push_back({rate.start, rate.end, rate.rate});
        for (std::size_t i = 0; i < built.users.size(); ++i)
            m_users.emplace(keyOf(built.users[i], [](std::int32_t lane) { return lane; }), i);
    }

    void collect()
    {
        m_channels.resize(m_built.lanes.size());
        for (const auto *users : {&m_built.users, &m_built.hiddenUsers}) {
            for (const auto &user : *users) {
                LinkFlow flow;
                flow.alone = 1 / (user.secondsPerByte * m_built.scale);
                std::visit([&](const auto &what) { addUser(std::move(flow), what, user); }, user.what);
            }
        }
        sendOnChannels();
        for (const auto &gather : m_built.gathers)
            addGathers(gather);
        for (auto &flow : m_result.flows)
            std::stable_sort(flow.pieces.begin(), flow.pieces.end(),
                             [](const RatePiece &a, const RatePiece &b) { return a.start < b.start; });
        for (auto &link : m_result.links) {
            if (const auto uses = m_uses.find(link.edge.value); uses != m_uses.end())
                link.uses = std::move(uses->second);
        }
    }

private:
    /// Finds a user again in another pipeline that is alike.
    using Key = std::variant<ChannelUser, SynchronizationUser, CollectiveUser>;
    template<class LaneOf>
    static Key keyOf(const LinkUser &user, const LaneOf &laneOf)
    {
        Key key = user.what;
        if (auto *channel = std::get_if<ChannelUser>(&key)) {
            channel->lane = laneOf(channel->lane);
            channel->toLane = laneOf(channel->toLane);
        } else if (auto *collective = std::get_if<CollectiveUser>(&key)) {
            collective->lane = laneOf(collective->lane);
            collective->together = -1;
        }
        return key;
    }

    const Lane &lane(std::int32_t index) const { return m_result.lanes[static_cast<std::size_t>(index)]; }
    const LaneProgram &program(std::int32_t index) const
    {
        return m_built.program.lanes[static_cast<std::size_t>(index)];
    }
    const PassLengths &lengths(std::int32_t index)
    {
        auto &lengths = m_lengths[static_cast<std::size_t>(index)];
        if (!lengths)
            lengths.emplace(lane(index), program(index).chunks.size(),
                            static_cast<std::size_t>(program(index).microBatches));
        return *lengths;
    }

    /// Takes the flow in, with what the network saw of it.
    std::size_t add(LinkFlow flow, const std::vector<EdgeTraffic> &traffic, int route)
    {
        if (route >= 0) {
            const auto &pieces = m_ratesOf[static_cast<std::size_t>(route)];
            flow.pieces.insert(flow.pieces.end(), pieces.begin(), pieces.end());
        }
        for (const auto &share : traffic)
            m_uses[share.edge.value].push_back({static_cast<std::int32_t>(m_result.flows.size()), share.perByte});
        m_result.flows.push_back(std::move(flow));
        return m_result.flows.size() - 1;
    }

    /// The route in the network of the user that was simulated for this one.
    int routeOf(const LinkUser &user) const
    {
        if (user.route < 0)
            return user.route;
        const auto shown = [this](std::int32_t lane) {
            return static_cast<std::int32_t>(m_shownBy[static_cast<std::size_t>(lane)]);
        };
        const auto found = m_users.find(keyOf(user, shown));
        return found == m_users.end() ? -1 : m_built.users[found->second].route;
    }

    void addUser(LinkFlow flow, const ChannelUser &channel, const LinkUser &user)
    {
        flow.traffic = Traffic::send;
        flow.backward = channel.backward;
        flow.chunk = static_cast<std::int16_t>(channel.chunk);
        flow.lane = channel.lane;
        flow.toLane = channel.toLane;
        const auto index = add(std::move(flow), user.traffic, routeOf(user));
        if (user.route < 0)
            m_channels[static_cast<std::size_t>(channel.lane)][{channel.backward, channel.chunk, channel.toLane}] = {
                index, static_cast<std::size_t>(channel.index)};
    }

    /// The transfers that kept their closed form, from what the senders' rows tell.
    void sendOnChannels()
    {
        for (std::size_t from = 0; from < m_channels.size(); ++from) {
            if (m_channels[from].empty())
                continue;
            const auto &lane = m_built.program.lanes[from];
            for (const auto &sent : m_result.lanes[from].traffic) {
                const auto found = m_channels[from].find({sent.backward, sent.chunk, sent.peerLane});
                if (sent.traffic != Traffic::send || found == m_channels[from].end())
                    continue;
                const auto &lists = sent.backward ? lane.backwardTo : lane.forwardTo;
                const auto &channel = lists[static_cast<std::size_t>(sent.chunk)][found->second.second];
                send(m_result.flows[found->second.first], channel, sent);
            }
        }
    }

    /// It arrives a latency after the last byte has left. Of a transfer that reaches over the end of a period the rest
    /// stands at its begin.
    void send(LinkFlow &flow, const Channel &channel, const TrafficInterval &sent) const
    {
        if (channel.occupancy <= Ticks(0))
            return;
        const bool begun = sent.end - sent.start < channel.occupancy + channel.latency && sent.start == Ticks(0);
        const Ticks end = begun ? sent.end - channel.latency : std::min(sent.end, sent.start + channel.occupancy);
        append(flow, sent.start, end, perSecond(channel.bytes, channel.occupancy));
    }

    void addUser(LinkFlow flow, const CollectiveUser &collective, const LinkUser &user)
    {
        flow.traffic = trafficOf(collective.activity);
        flow.lane = collective.lane;
        const int route = routeOf(user);
        const auto &passes = lengths(collective.lane);
        const double secondsPerByte = user.secondsPerByte * m_built.scale;
        forEachPassPart(lane(collective.lane), [&](const LaneInterval &interval, PassKind kind) {
            if (kind == PassKind::weights ||
                (!isCompute(interval.activity) && interval.activity != collective.activity))
                return;
            const auto &sent =
                m_built.communication[static_cast<std::size_t>(collective.lane)]
                                     [static_cast<std::size_t>(interval.chunk)][kind == PassKind::forward ? 0 : 1];
            const auto [all, moving] =
                collective.activity == Activity::exposedTp   ? std::pair(sent.tpBytes, sent.tpMoving)
                : collective.activity == Activity::exposedCp ? std::pair(sent.cpBytes, sent.cpMoving)
                                                             : std::pair(sent.epBytes, sent.epMoving);
            const Ticks compute = passes.compute(interval, kind);
            const Ticks shown = passes.exposed(interval, kind, collective.activity);
            Bytes exposed = std::min(all, Bytes(moving.value / secondsPerByte));
            if (route < 0 && (compute <= Ticks(0) || shown <= Ticks(0)))
                exposed = shown > Ticks(0) ? all : Bytes(0);
            if (!isCompute(interval.activity)) {
                if (route < 0)
                    append(flow, interval.start, interval.end, perSecond(exposed, shown));
            } else if (all > exposed) {
                append(flow, interval.start, interval.end, perSecond(all - exposed, compute));
            }
        });
        add(std::move(flow), user.traffic, route);
    }

    void addUser(LinkFlow flow, const SynchronizationUser &own, const LinkUser &user)
    {
        const auto &synchronization = m_built.program.synchronizations[static_cast<std::size_t>(own.index)];
        const auto &first = synchronization.holders.front();
        flow.traffic = Traffic::dp;
        flow.chunk = static_cast<std::int16_t>(first.chunk);
        flow.lane = first.lane;
        flow.lanes = 0;
        for (std::size_t i = 0; i < synchronization.holders.size(); ++i)
            flow.lanes += i == 0 || synchronization.holders[i].lane != synchronization.holders[i - 1].lane ? 1 : 0;
        if (user.route < 0) {
            for (const auto &each : lane(first.lane).traffic) {
                if (each.synchronization == own.index && each.end > each.start &&
                    (synchronization.buckets == 0 || each.chunk == first.chunk))
                    append(flow, each.start, each.end, perSecond(each.bytes, each.end - each.start));
            }
        }
        add(std::move(flow), user.traffic, user.route);
    }

    void addGathers(const GatherPrice &gather)
    {
        Bytes weights, gradients;
        for (const auto &each : gather.parameters) {
            weights += gather.weightBytes(each);
            gradients += gather.gradientBytes(each);
        }
        std::int32_t lanes = 0;
        for (std::size_t i = 0; i < gather.holders.size(); ++i)
            lanes += i == 0 || gather.holders[i].lane != gather.holders[i - 1].lane ? 1 : 0;
        for (const auto &holder : gather.holders) {
            LinkFlow flow;
            flow.traffic = Traffic::dp;
            flow.lane = holder.lane;
            flow.chunk = static_cast<std::int16_t>(holder.chunk);
            flow.lanes = lanes;
            flow.alone = 1 / (gather.call.transfer.secondsPerByte * gather.call.scale);
            const auto &order = program(holder.lane).order;
            const bool split = std::any_of(order.begin(), order.end(),
                                           [](const WorkItem &item) { return item.pass == Pass::weightGradient; });
            const auto &passes = lengths(holder.lane);
            const auto lengthOf = [&passes](const LaneInterval &interval, PassKind kind) {
                return passes.compute(interval, kind) + passes.exposed(interval, kind, Activity::exposedDp);
            };
            const auto bytesOf = [&](const LaneInterval &interval, PassKind kind) {
                Bytes bytes = kind == PassKind::weights ? Bytes(0) : weights;
                // A weight gradient that takes no time has what it sends counted to the pass before it.
                const bool scatters =
                    kind == PassKind::weights ||
                    (kind == PassKind::gradient && (!split || lengthOf(interval, PassKind::weights) <= Ticks(0)));
                bytes += scatters ? gradients : Bytes(0);
                return bytes * (1.0 / lanes);
            };
            forEachPassPart(lane(holder.lane), [&](const LaneInterval &interval, PassKind kind) {
                if (interval.chunk != flow.chunk ||
                    !(isCompute(interval.activity) || interval.activity == Activity::exposedDp))
                    return;
                append(flow, interval.start, interval.end,
                       perSecond(bytesOf(interval, kind), lengthOf(interval, kind)));
            });
            add(std::move(flow), gather.call.transfer.traffic, -1);
        }
    }

    using ChannelKey = std::tuple<bool, std::int32_t, std::int32_t>;              // backward, chunk, to lane
    using ChannelsOf = std::map<ChannelKey, std::pair<std::size_t, std::size_t>>; // flow, index in its list

    StepResult &m_result;
    const BuiltStep &m_built;
    const std::vector<std::size_t> &m_shownBy;
    std::vector<std::vector<RatePiece>> m_ratesOf; // by route
    std::map<Key, std::size_t> m_users;
    std::vector<std::optional<PassLengths>> m_lengths;   // by lane, when needed
    std::vector<ChannelsOf> m_channels;                  // by sender
    std::map<std::int32_t, std::vector<LinkUse>> m_uses; // by edge
};

} // namespace

void addLinkFlows(StepResult &result, const GroupPricer &pricer, const BuiltStep &built,
                  const std::vector<FlowRate> &rates, const std::vector<std::size_t> &shownBy)
{
    FlowCollector(result, built, rates, shownBy).collect();
    for (auto &link : result.links) {
        const double full = pricer.network().fullCapacity(link.edge) / built.scale;
        const auto steps = stepsOf(pricer.topology().edge(link.edge).rate, pricer.startTime());
        if (steps.at.empty())
            link.capacity.push_back({Ticks(0), full});
        for (std::size_t i = 0; i < steps.at.size(); ++i)
            link.capacity.push_back({steps.at[i], full * steps.factor[i]});
    }
    findSharing(result);
}

} // namespace heteroscope
