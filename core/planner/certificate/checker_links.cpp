// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/certificate/checker_links.h"

#include <algorithm>
#include <numeric>

namespace heteroscope {

namespace {

/// Layouts with more pipelines are not looked at.
constexpr int maxSwapped = 256;
/// With more pipelines only swaps of all of them are tried, no single pairs.
constexpr int maxSinglePairs = 16;

using FlowEdges = std::vector<EdgeTraffic>;
/// Partner by pipeline.
using Swap = std::vector<int>;

/// True if the last stage sends to the first.
bool isRound(const Family &family) { return family.chunks > 1 && !family.isVee(); }

/// The flows of a layout, by pipeline, each pipeline's in the same order.
class LayoutFlows
{
public:
    LayoutFlows(CheckerPrices &prices, const Family &family, const PricedLayout &layout)
        : m_flows(static_cast<std::size_t>(family.dp))
    {
        for (int d = 0; d < family.dp; ++d) {
            auto &own = m_flows[static_cast<std::size_t>(d)];
            for (int s = 0; s < layout.stages; ++s) {
                const int group = layout.groupAt(s, d, family.dp);
                for (const int to : receivers(family, layout.stages, s)) {
                    own.traffic.push_back(&prices.trafficOf(group, layout.groupAt(to, d, family.dp)));
                    own.latencies.push_back(prices.latencyOf(group, layout.groupAt(to, d, family.dp)));
                }
                if (const auto *cost = prices.flowsOf(family, group))
                    own.traffic.insert(own.traffic.end(), {&cost->tensorTraffic.traffic, &cost->contextTraffic.traffic,
                                                           &cost->expertTraffic.traffic});
            }
        }
        for (int s = 0; s < layout.stages; ++s)
            addAveraged(prices, family, groupsOf(layout, family, {s}));
        if (layout.stages == 1 || !prices.workload().model.sharesEmbedding())
            return;
        Family table = family; // which has no experts
        table.ep = 1;
        addAveraged(prices, table, groupsOf(layout, family, {0, layout.stages - 1}));
    }

    /// The stages that a stage sends to.
    static std::vector<int> receivers(const Family &family, int stages, int stage)
    {
        std::vector<int> receivers;
        const bool round = isRound(family);
        if (stage + 1 < stages || round)
            receivers.push_back((stage + 1) % stages);
        if (stage > 0 || round)
            receivers.push_back((stage + stages - 1) % stages);
        return receivers;
    }

    struct OfPipeline
    {
        std::vector<const FlowEdges *> traffic;
        std::vector<double> latencies; ///< of its sends
    };
    const OfPipeline &of(int pipeline) const { return m_flows[static_cast<std::size_t>(pipeline)]; }
    /// What all pipelines average together.
    const std::vector<FlowEdges> &averaged() const { return m_averaged; }

private:
    /// By replica, the groups of these stages.
    static std::vector<int> groupsOf(const PricedLayout &layout, const Family &family,
                                     std::initializer_list<int> stages)
    {
        std::vector<int> groups;
        for (int d = 0; d < family.dp; ++d) {
            for (const int stage : stages)
                groups.push_back(layout.groupAt(stage, d, family.dp));
        }
        return groups;
    }
    void addAveraged(CheckerPrices &prices, const Family &family, const std::vector<int> &groups)
    {
        for (auto &traffic : prices.averagedTraffic(family, groups))
            m_averaged.push_back(std::move(traffic));
    }

    std::vector<OfPipeline> m_flows;
    std::vector<FlowEdges> m_averaged;
};

/// Tries to rename links so that all flows of pipelines become those of their partners.
class PartnerLinks
{
public:
    explicit PartnerLinks(const CheckerPrices &prices) : m_prices(prices), m_names(prices.topology().edges().size(), -1)
    {}

    bool rename(const FlowEdges &from, const FlowEdges &to)
    {
        if (from.size() != to.size())
            return false;
        // Links of both keep their names, the others are paired in their order.
        FlowEdges left, right;
        const auto byEdge = [](const EdgeTraffic &one, const EdgeTraffic &other) { return one.edge < other.edge; };
        std::set_difference(from.begin(), from.end(), to.begin(), to.end(), std::back_inserter(left), byEdge);
        std::set_difference(to.begin(), to.end(), from.begin(), from.end(), std::back_inserter(right), byEdge);
        for (const auto &one : from) {
            const auto same = std::lower_bound(to.begin(), to.end(), one, byEdge);
            if (same != to.end() && same->edge == one.edge && !name(one, *same))
                return false;
        }
        for (std::size_t i = 0; i < left.size(); ++i) {
            if (!name(left[i], right[i]) || !name(right[i], left[i]))
                return false;
        }
        return true;
    }

    /// True if links that were renamed carry as much of this as those whose names they have now.
    bool leaveAlike(const FlowEdges &traffic) const
    {
        for (const auto &each : traffic) {
            const auto named = m_names[each.edge.index()];
            const auto has = [&](const EdgeTraffic &other) {
                return static_cast<std::int64_t>(other.edge.index()) == named && other.perByte == each.perByte;
            };
            if (named >= 0 && std::none_of(traffic.begin(), traffic.end(), has))
                return false;
        }
        return true;
    }

private:
    bool name(const EdgeTraffic &from, const EdgeTraffic &to)
    {
        const auto &topology = m_prices.topology();
        if (from.perByte != to.perByte || m_prices.capacityOf(from.edge) != m_prices.capacityOf(to.edge) ||
            topology.edge(from.edge).rate != topology.edge(to.edge).rate)
            return false;
        auto &known = m_names[from.edge.index()];
        if (known < 0)
            known = static_cast<std::int64_t>(to.edge.index());
        return known == static_cast<std::int64_t>(to.edge.index());
    }

    const CheckerPrices &m_prices;
    std::vector<std::int64_t> m_names;
};

bool isSymmetry(CheckerPrices &prices, const Family &family, const PricedLayout &layout, const LayoutFlows &flows,
                const Swap &swap)
{
    PartnerLinks names(prices);
    for (int d = 0; d < family.dp; ++d) {
        const int partner = swap[static_cast<std::size_t>(d)];
        for (int s = 0; s < layout.stages; ++s) {
            if (!prices.areAlike(family, layout.groupAt(s, d, family.dp), layout.groupAt(s, partner, family.dp)))
                return false;
        }
        const auto &own = flows.of(d), &other = flows.of(partner);
        if (own.traffic.size() != other.traffic.size() || own.latencies != other.latencies)
            return false;
        for (std::size_t i = 0; i < own.traffic.size(); ++i) {
            if (!names.rename(*own.traffic[i], *other.traffic[i]))
                return false;
        }
    }
    return std::all_of(flows.averaged().begin(), flows.averaged().end(),
                       [&](const FlowEdges &traffic) { return names.leaveAlike(traffic); });
}

std::vector<Swap> swapsOf(int dp)
{
    std::vector<Swap> swaps;
    Swap none(static_cast<std::size_t>(dp));
    std::iota(none.begin(), none.end(), 0);
    int distance = 1;
    for (; dp % (2 * distance) == 0; distance *= 2) {
        swaps.push_back(none);
        for (int &partner : swaps.back())
            partner ^= distance;
    }
    for (int other = distance; other < dp && dp <= maxSinglePairs; ++other) {
        swaps.push_back(none);
        std::swap(swaps.back().front(), swaps.back()[static_cast<std::size_t>(other)]);
    }
    return swaps;
}

/// A stage of one of the pipelines of a priced layout.
struct StageOfPipeline
{
    int pipeline = 0;
    int stage = 0;
};

/// Adds up traffic by link.
class SummedTraffic
{
public:
    explicit SummedTraffic(const CheckerPrices &prices) : m_prices(prices), m_load(prices.topology().edges().size()) {}

    void add(const FlowEdges &traffic, double messages)
    {
        for (const auto &share : traffic)
            m_load[share.edge.index()] += share.perByte * messages;
    }
    /// Of the link that takes longest, per byte of a message.
    double max() const
    {
        double max = 0;
        for (std::size_t edge = 0; edge < m_load.size(); ++edge) {
            if (m_load[edge] > 0)
                max = std::max(max, m_load[edge] / m_prices.capacityOf(EdgeId(edge)));
        }
        return max;
    }

private:
    const CheckerPrices &m_prices;
    std::vector<double> m_load;
};

/// Lengthens the passes of a stage by what the exchanges of its partners leave.
void shareExchanges(CheckerPrices &prices, const Family &family, PricedLayout &layout, StageOfPipeline place,
                    const std::vector<int> &together)
{
    auto &stage = layout.pipelines[static_cast<std::size_t>(place.pipeline)][static_cast<std::size_t>(place.stage)];
    SummedTraffic tensor(prices), context(prices), expert(prices);
    for (const int d : together) {
        const auto *flows = prices.flowsOf(family, layout.groupAt(place.stage, d, family.dp));
        if (!flows)
            return;
        tensor.add(flows->tensorTraffic.traffic, 1);
        context.add(flows->contextTraffic.traffic, 1);
        expert.add(flows->expertTraffic.traffic, 1);
    }
    const auto raise = [](double &share, const SummedTraffic &load, const TransferCost &priced) {
        const double least = priced.secondsPerByte > 0 ? load.max() / priced.secondsPerByte : 0.0;
        const bool more = least > share;
        share = std::max(share, least);
        return more;
    };
    const bool tensorMore = raise(stage.exchanges.tensor, tensor, stage.cost->tensorTraffic);
    const bool contextMore = raise(stage.exchanges.context, context, stage.cost->contextTraffic);
    const bool expertMore = raise(stage.exchanges.expert, expert, stage.cost->expertTraffic);
    if (!tensorMore && !contextMore && !expertMore)
        return;
    const int group = layout.groupAt(place.stage, layout.replicas[static_cast<std::size_t>(place.pipeline)], family.dp);
    stage.together =
        std::make_unique<const UnitTimes>(prices.unitsWith(family, group, layout.nodes, *stage.cost, stage.exchanges));
    stage.units = stage.together.get();
}

} // namespace

void shareLinks(CheckerPrices &prices, const Family &family, PricedLayout &layout)
{
    const int dp = family.dp;
    // Conflict sets are not renamed.
    if (dp == 1 || dp > maxSwapped || prices.linksChange() || !prices.topology().conflictSets().empty())
        return;
    const LayoutFlows flows(prices, family, layout);
    Swap leader(static_cast<std::size_t>(dp)); // the first of the pipelines that move in step
    std::iota(leader.begin(), leader.end(), 0);
    for (const auto &swap : swapsOf(dp)) {
        if (!isSymmetry(prices, family, layout, flows, swap))
            continue;
        for (std::size_t d = 0; d < leader.size(); ++d) {
            const int one = leader[d], other = leader[static_cast<std::size_t>(swap[d])];
            std::replace(leader.begin(), leader.end(), std::max(one, other), std::min(one, other));
        }
    }
    for (std::size_t p = 0; p < layout.pipelines.size(); ++p) {
        const int self = leader[static_cast<std::size_t>(layout.replicas[p])];
        std::vector<int> together;
        for (int d = 0; d < dp; ++d) {
            if (leader[static_cast<std::size_t>(d)] == self)
                together.push_back(d);
        }
        for (int s = 0; s < layout.stages; ++s) {
            auto &stage = layout.pipelines[p][static_cast<std::size_t>(s)];
            shareExchanges(prices, family, layout, {static_cast<int>(p), s}, together);
            const double bytes =
                stage.cost->layer(LayerKind::embedding).output.value * family.cp * prices.stack().scale;
            for (const int to : LayoutFlows::receivers(family, layout.stages, s)) {
                SummedTraffic load(prices);
                for (const int d : together)
                    load.add(prices.trafficOf(layout.groupAt(s, d, dp), layout.groupAt(to, d, dp)), 1);
                const double occupancy = load.max() * bytes;
                // Of two stages both neighbours are the same stage.
                if (to == (s + 1) % layout.stages && (s + 1 < layout.stages || isRound(family)))
                    stage.forward.occupancy = std::max(stage.forward.occupancy, occupancy);
                if (to == (s + layout.stages - 1) % layout.stages && (s > 0 || isRound(family)))
                    stage.backward.occupancy = std::max(stage.backward.occupancy, occupancy);
            }
        }
    }
}

double busiestLink(CheckerPrices &prices, const Family &family, const PricedLayout &layout)
{
    if (layout.stages == 1 || prices.linksChange())
        return 0;
    SummedTraffic load(prices);
    for (int d = 0; d < family.dp; ++d) {
        const auto send = [&](int from, int to, int messages) {
            load.add(prices.trafficOf(layout.groupAt(from, d, family.dp), layout.groupAt(to, d, family.dp)), messages);
        };
        for (int s = 0; s + 1 < layout.stages; ++s) {
            send(s, s + 1, family.chunks);
            send(s + 1, s, family.chunks);
        }
        if (isRound(family)) {
            send(layout.stages - 1, 0, family.chunks - 1);
            send(0, layout.stages - 1, family.chunks - 1);
        }
    }
    const double bytes = layout.pipelines.front().front().cost->layer(LayerKind::embedding).output.value * family.cp;
    return load.max() * bytes * family.microBatches * prices.stack().scale;
}

} // namespace heteroscope
