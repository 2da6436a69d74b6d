// SPDX-License-Identifier: GPL-3.0-or-later
//
// Who becomes a flow, and over which edges.
#include "simulator/program/step_assembly.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

namespace heteroscope {

/// Which users are on which edge: those of edge e are at [first[e], first[e + 1]).
struct UsersOfEdges
{
    struct Use
    {
        std::size_t user = 0;
        double perByte = 0;
    };
    std::vector<std::size_t> first;
    std::vector<Use> uses;

    /// Not to be used after a stop.
    UsersOfEdges(const std::vector<LinkUser> &users, std::size_t edges, StopMeter &meter) : first(edges + 1)
    {
        for (const auto &user : users) {
            if (meter.stopAfter(1 + user.traffic.size()))
                return;
            for (const auto &share : user.traffic)
                ++first[share.edge.index() + 1];
        }
        for (std::size_t e = 0; e < edges; ++e)
            first[e + 1] += first[e];
        uses.resize(first[edges]);
        auto next = first;
        for (std::size_t u = 0; u < users.size(); ++u) {
            if (meter.stopAfter(1 + users[u].traffic.size()))
                return;
            for (const auto &share : users[u].traffic)
                uses[next[share.edge.index()]++] = {u, share.perByte};
        }
    }
    std::span<const Use> of(std::size_t edge) const
    {
        return std::span(uses).subspan(first[edge], first[edge + 1] - first[edge]);
    }
};

/// Of the edges of the topology.
struct EdgeRates
{
    std::vector<RateSteps> rates; ///< of those with users
    std::vector<bool> apart;      ///< the edge changes, is in a conflict set or is another job's too: it stays as it is
};

namespace {

/// Finds edges that limit nothing: another one has the same flows, and each byte of each flow takes it longer.
class TightestEdges
{
public:
    /// Replaces or keeps what is known of the edge's flows; capacity in bytes/s.
    void add(std::size_t edge, std::vector<UsersOfEdges::Use> flows, double capacity)
    {
        std::uint64_t key = 14695981039346656037ULL;
        for (const auto &flow : flows)
            key = (key ^ flow.user) * 1099511628211ULL;
        auto &known = m_known[key];
        for (auto &other : known) {
            if (dominates(other.flows, other.capacity, flows, capacity))
                return;
            if (dominates(flows, capacity, other.flows, other.capacity)) {
                other = {edge, std::move(flows), capacity};
                return;
            }
        }
        known.push_back({edge, std::move(flows), capacity});
    }
    std::vector<std::size_t> edges() const
    {
        std::vector<std::size_t> result;
        for (const auto &[key, known] : m_known) {
            for (const auto &each : known)
                result.push_back(each.edge);
        }
        std::sort(result.begin(), result.end());
        return result;
    }

private:
    struct Known
    {
        std::size_t edge = 0;
        std::vector<UsersOfEdges::Use> flows;
        double capacity = 0;
    };
    static bool dominates(const std::vector<UsersOfEdges::Use> &a, double capacityA,
                          const std::vector<UsersOfEdges::Use> &b, double capacityB)
    {
        return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](const auto &x, const auto &y) {
            return x.user == y.user && x.perByte / capacityA >= y.perByte / capacityB;
        });
    }
    std::unordered_map<std::uint64_t, std::vector<Known>> m_known;
};

} // namespace

void StepBuilder::addCollectiveUsers()
{
    const auto add = [this](std::size_t index, Activity activity, const TransferCost &cost, Seconds moving,
                            std::int32_t together = -1) {
        if (cost.traffic.empty())
            return;
        auto &users = moving > Seconds(0) ? m_step.users : m_step.hiddenUsers;
        users.push_back(LinkUser::of(CollectiveUser{activity, static_cast<std::int32_t>(index), together}, cost));
    };
    for (std::size_t i = 0; i < m_step.lanes.size(); ++i) {
        const auto &lane = m_step.lanes[i];
        LayerCommunication sent;
        for (const auto &chunk : m_step.communication[i]) {
            sent += chunk[0];
            sent += chunk[1];
        }
        if (sent.tpBytes > Bytes(0))
            add(i, Activity::exposedTp, lane.cost->tensorTraffic, sent.tpMoving);
        if (sent.cpBytes > Bytes(0))
            add(i, Activity::exposedCp, lane.cost->contextTraffic, sent.cpMoving);
        if (sent.epBytes > Bytes(0)) {
            // Its first lane names an exchange.
            const int first = alikeOf(lane).firstSharing(expertLayoutOf(lane), lane.pipeline);
            const auto lanes = lanesOf(static_cast<std::size_t>(first), lane.stage);
            const auto group = static_cast<std::size_t>(lane.group);
            add(i, Activity::exposedEp, lane.cost->expertTraffic, sent.epMoving,
                static_cast<std::int32_t>(group < lanes.size() ? lanes[group] : i));
        }
    }
}

const Synchronization &StepBuilder::synchronizationOf(const SynchronizationUser &user) const
{
    return m_step.program.synchronizations[static_cast<std::size_t>(user.index)];
}

bool StepBuilder::holds(const SynchronizationUser &synchronization, std::int32_t lane) const
{
    const auto &holders = synchronizationOf(synchronization).holders;
    const auto found =
        std::lower_bound(holders.begin(), holders.end(), GradientHolder{lane, std::numeric_limits<int>::min()});
    return found != holders.end() && found->lane == lane;
}

/// After its last pass a lane only has gradients under way that it has not waited for.
bool StepBuilder::mayMeet(const ChannelUser &channel, const SynchronizationUser &synchronization) const
{
    if (synchronizationOf(synchronization).buckets > 0)
        return true;
    const bool waited = m_step.program.sends == SendMode::blocking || !channel.backward;
    return !holds(synchronization, channel.toLane) && !(holds(synchronization, channel.lane) && waited);
}

bool StepBuilder::mayMeet(const LinkUser &a, const LinkUser &b) const
{
    if (a.what.index() > b.what.index())
        return mayMeet(b, a);
    const auto *channel = std::get_if<ChannelUser>(&a.what);
    const auto *synchronization = std::get_if<SynchronizationUser>(&a.what);
    if (std::holds_alternative<ChannelUser>(b.what))
        return true;
    if (const auto *other = std::get_if<SynchronizationUser>(&b.what)) {
        if (channel)
            return mayMeet(*channel, *other);
        const auto &holders = synchronizationOf(*synchronization).holders;
        return std::none_of(holders.begin(), holders.end(),
                            [&](const GradientHolder &holder) { return holds(*other, holder.lane); });
    }
    const auto &other = std::get<CollectiveUser>(b.what);
    if (channel)
        return m_step.program.sends != SendMode::blocking ||
               (channel->lane != other.lane && channel->toLane != other.lane);
    if (synchronization)
        return synchronizationOf(*synchronization).buckets > 0 || !holds(*synchronization, other.lane);
    const auto &own = std::get<CollectiveUser>(a.what);
    return own.lane != other.lane && (own.together < 0 || own.together != other.together);
}

/// Of users that share an edge or a conflict set.
void StepBuilder::findMeetings(const std::vector<std::size_t> &users)
{
    for (std::size_t i = 0; i < users.size(); ++i) {
        auto &user = m_step.users[users[i]];
        for (std::size_t k = 0; k < users.size() && !user.flows; ++k) {
            auto &other = m_step.users[users[k]];
            if (k != i && mayMeet(user, other))
                user.flows = other.flows = true;
        }
        if (m_meter.stopAfter(users.size())) // the caller looks for it
            return;
    }
}

void StepBuilder::routeFlows()
{
    const auto &topology = m_pricer.topology();
    const UsersOfEdges usersOf(m_step.users, topology.edges().size(), m_meter);
    if (m_meter.isStopped())
        return;
    EdgeRates edges{std::vector<RateSteps>(topology.edges().size()), std::vector<bool>(topology.edges().size())};
    findFlows(usersOf, edges);
    if (isStopped())
        return;
    const auto &users = m_step.users;
    if (std::none_of(users.begin(), users.end(), [](const LinkUser &user) { return user.flows; }))
        return;
    layRoutes(usersOf, edges);
    useRoutes();
}

/// Whose links change, and who may meet whom.
void StepBuilder::findFlows(const UsersOfEdges &usersOf, EdgeRates &edges)
{
    const auto &topology = m_pricer.topology();
    auto &users = m_step.users;
    std::vector<std::size_t> together;
    for (std::size_t e = 0; e < topology.edges().size(); ++e) {
        const auto uses = usersOf.of(e);
        if (m_meter.stopAfter(1 + uses.size()))
            return;
        if (uses.empty())
            continue;
        edges.rates[e] = stepsOf(topology.edges()[e].rate, m_startTime);
        edges.apart[e] = edges.rates[e].at.size() > 1 || (e < m_othersUse.size() && m_othersUse[e]);
        together.clear();
        for (const auto &use : uses) {
            together.push_back(use.user);
            users[use.user].flows = users[use.user].flows || edges.apart[e];
        }
        findMeetings(together);
    }
    for (const auto &set : topology.conflictSets()) {
        together.clear();
        for (const auto edge : set) {
            edges.apart[edge.index()] = true;
            for (const auto &use : usersOf.of(edge.index()))
                together.push_back(use.user);
        }
        std::sort(together.begin(), together.end());
        // A user of several links of a set holds itself back.
        for (std::size_t i = 1; i < together.size(); ++i)
            users[together[i]].flows = users[together[i]].flows || together[i] == together[i - 1];
        together.erase(std::unique(together.begin(), together.end()), together.end());
        findMeetings(together);
    }
    const auto togetherOf = [](const LinkUser &user) {
        const auto *collective = std::get_if<CollectiveUser>(&user.what);
        return collective ? collective->together : -1;
    };
    std::unordered_map<std::int32_t, bool> flowTogether;
    for (const auto &user : users)
        flowTogether[togetherOf(user)] = flowTogether[togetherOf(user)] || user.flows;
    for (auto &user : users)
        user.flows = user.flows || (togetherOf(user) >= 0 && flowTogether[togetherOf(user)]);
}

/// The edges that limit flows, and the way of each flow over them.
void StepBuilder::layRoutes(const UsersOfEdges &usersOf, const EdgeRates &edges)
{
    const auto &topology = m_pricer.topology();
    auto &users = m_step.users;
    TightestEdges tightest;
    std::vector<int> local(topology.edges().size(), -1); // index into StepProgram::edges
    auto &program = m_step.program;
    const auto take = [&](std::size_t e) {
        local[e] = static_cast<int>(program.edges.size());
        // As the lengths of channels, by the scale of a user's own calibration.
        program.edges.push_back({m_pricer.network().fullCapacity(EdgeId(e)) / m_stack.scale, edges.rates[e]});
        m_step.edges.emplace_back(e);
    };
    for (std::size_t e = 0; e < topology.edges().size(); ++e) {
        std::vector<UsersOfEdges::Use> flows;
        if (m_meter.stopAfter(1 + usersOf.of(e).size()))
            return;
        for (const auto &use : usersOf.of(e)) {
            if (users[use.user].flows)
                flows.push_back(use);
        }
        if (flows.empty())
            continue;
        if (edges.apart[e])
            take(e);
        else
            tightest.add(e, std::move(flows),
                         m_pricer.network().fullCapacity(EdgeId(e)) *
                             (edges.rates[e].factor.empty() ? 1.0 : edges.rates[e].factor.front()));
    }
    for (const auto e : tightest.edges())
        take(e);
    for (auto &user : users) {
        if (!user.flows)
            continue;
        FlowRoute route;
        route.weight = user.weight;
        for (const auto &share : user.traffic) {
            if (local[share.edge.index()] >= 0)
                route.shares.push_back({local[share.edge.index()], share.perByte});
        }
        user.route = static_cast<int>(program.routes.size());
        program.routes.push_back(std::move(route));
    }
    for (const auto &set : topology.conflictSets()) {
        SharedCapacity shared;
        for (const auto edge : set) {
            if (local[edge.index()] >= 0)
                shared.edges.push_back(local[edge.index()]);
        }
        if (shared.edges.size() > 1)
            program.conflicts.push_back(std::move(shared));
    }
}

/// Tells channels, synchronizations and passes their routes.
void StepBuilder::useRoutes()
{
    auto &program = m_step.program;
    for (const auto &user : m_step.users) {
        if (user.route < 0)
            continue;
        if (const auto *channel = std::get_if<ChannelUser>(&user.what)) {
            auto &lane = program.lanes[static_cast<std::size_t>(channel->lane)];
            auto &to = channel->backward ? lane.backwardTo : lane.forwardTo;
            to[static_cast<std::size_t>(channel->chunk)][static_cast<std::size_t>(channel->index)].route = user.route;
        } else if (const auto *own = std::get_if<SynchronizationUser>(&user.what)) {
            auto &synchronization = program.synchronizations[static_cast<std::size_t>(own->index)];
            synchronization.reduction.route = synchronization.gathering.route = user.route;
        } else {
            useRoute(std::get<CollectiveUser>(user.what), user);
        }
    }
}

void StepBuilder::useRoute(const CollectiveUser &collective, const LinkUser &user)
{
    const auto lane = static_cast<std::size_t>(collective.lane);
    auto &chunks = m_step.program.lanes[lane].chunks;
    for (std::size_t c = 0; c < chunks.size(); ++c) {
        for (const Pass pass : {Pass::forward, Pass::backward, Pass::inputGradient}) {
            const auto &sent = m_step.communication[lane][c][pass == Pass::forward ? 0 : 1];
            const auto [all, moving] = collective.activity == Activity::exposedTp   ? std::pair(sent.tp, sent.tpMoving)
                                       : collective.activity == Activity::exposedCp ? std::pair(sent.cp, sent.cpMoving)
                                                                                    : std::pair(sent.ep, sent.epMoving);
            if (moving > Seconds(0))
                chunks[c][pass].flows.push_back(
                    {collective.activity,
                     {user.route, toTicks(all - moving), Bytes(moving.value / (user.secondsPerByte * m_stack.scale))}});
        }
    }
}

} // namespace heteroscope
