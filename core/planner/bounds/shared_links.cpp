// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which pipelines of a layout move in step with another one, and what that makes of the links they share.
//
// Swapping pipelines pairwise changes nothing if their groups are alike and the links can be renamed along with them so
// that every flow of a pipeline becomes the same flow of its partner, over links as wide. The simulated step is unique,
// so partners do everything at the same instants and get equal shares of the links between them: a send of one is never
// faster than the same sends of all of them together, nor is an exchange in its passes. What all replicas of a stage
// average, and gathers of their weights, must load renamed links alike. Swaps tried: i and i xor k for each power k of
// two that divides the pipelines into such pairs; else single pairs.
#include "planner/bounds/layout_model.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace heteroscope {

namespace {

/// With more pipelines than this the comparison costs more than it helps.
constexpr int maxReplicas = 256;
constexpr int maxPairs = 24;

using EdgeShares = std::vector<EdgeTraffic>;

/// Whether a renaming of links in pairs turns all flows that were added into their partners.
class Renaming
{
public:
    explicit Renaming(PriceBook &book) : m_book(book) {}

    bool add(const EdgeShares &one, const EdgeShares &other)
    {
        if (one.size() != other.size())
            return false;
        // Both are in the order of edges: what they share stays what it is, the rest is paired in order.
        m_left.clear();
        m_right.clear();
        std::size_t i = 0, j = 0;
        while (i < one.size() || j < other.size()) {
            if (j == other.size() || (i < one.size() && one[i].edge < other[j].edge))
                m_left.push_back(one[i++]);
            else if (i == one.size() || other[j].edge < one[i].edge)
                m_right.push_back(other[j++]);
            else if (!pair(one[i++], other[j++]))
                return false;
        }
        for (std::size_t k = 0; k < m_left.size(); ++k) {
            if (!pair(m_left[k], m_right[k]))
                return false;
        }
        return true;
    }

    /// True if renamed links carry as much of this as those whose names they have now.
    bool keeps(const EdgeShares &traffic) const
    {
        return std::all_of(traffic.begin(), traffic.end(), [&](const EdgeTraffic &each) {
            const auto partner = m_pairs.find(each.edge.value);
            if (partner == m_pairs.end())
                return true;
            const auto found =
                std::lower_bound(traffic.begin(), traffic.end(), partner->second,
                                 [](const EdgeTraffic &known, std::int32_t edge) { return known.edge.value < edge; });
            return found != traffic.end() && found->edge.value == partner->second && found->perByte == each.perByte;
        });
    }

private:
    bool pair(const EdgeTraffic &one, const EdgeTraffic &other)
    {
        const auto &topology = m_book.pricer().topology();
        return one.perByte == other.perByte && m_book.maxCapacity(one.edge) == m_book.maxCapacity(other.edge) &&
               topology.edge(one.edge).rate == topology.edge(other.edge).rate &&
               m_pairs.try_emplace(one.edge.value, other.edge.value).first->second == other.edge.value &&
               m_pairs.try_emplace(other.edge.value, one.edge.value).first->second == one.edge.value;
    }

    PriceBook &m_book;
    EdgeShares m_left, m_right;
    std::unordered_map<std::int32_t, std::int32_t> m_pairs;
};

/// Partner by replica.
std::vector<std::vector<int>> swapsToTry(int dp)
{
    std::vector<std::vector<int>> swaps;
    std::vector<int> same(static_cast<std::size_t>(dp));
    std::iota(same.begin(), same.end(), 0);
    int paired = 1;
    for (; dp % (2 * paired) == 0; paired *= 2) {
        auto swap = same;
        for (int &partner : swap)
            partner ^= paired;
        swaps.push_back(std::move(swap));
    }
    for (int other = paired; other < dp && dp <= maxPairs; ++other) {
        auto swap = same;
        std::swap(swap[0], swap[static_cast<std::size_t>(other)]);
        swaps.push_back(std::move(swap));
    }
    return swaps;
}

} // namespace

std::vector<LayoutModel::PipelineFlows> LayoutModel::flowsOf(PriceBook &book) const
{
    std::vector<PipelineFlows> flows(static_cast<std::size_t>(m_family->dp));
    const bool wraps = m_family->chunks > 1 && !m_family->isVee();
    for (int d = 0; d < m_family->dp && !m_stop.stop_requested(); ++d) {
        auto &[traffic, latencies] = flows[static_cast<std::size_t>(d)];
        for (int s = 0; s < stages(); ++s) {
            for (const int to : {s + 1, s - 1}) {
                if (stages() == 1 || (!wraps && (to < 0 || to >= stages())))
                    continue;
                const int sender = groupAt(s, d), receiver = groupAt((to + stages()) % stages(), d);
                const auto price = book.send(sender, receiver);
                latencies.push_back(price ? price->latency : infinity);
                traffic.push_back(&book.trafficOf(sender, receiver));
            }
            const auto &own = book.flowsOf(*m_family, groupAt(s, d));
            traffic.insert(traffic.end(), {&own.tensor.traffic, &own.context.traffic, &own.expert.traffic});
        }
    }
    return flows;
}

/// By stage; of a tied table too.
std::vector<std::vector<EdgeTraffic>> LayoutModel::averagedTraffic(PriceBook &book) const
{
    std::vector<std::vector<EdgeTraffic>> all;
    const auto add = [&](const Family &family, const std::vector<int> &averageOf) {
        std::vector<int> groups; // in the order of replicas
        for (int d = 0; d < family.dp; ++d) {
            for (const int stage : averageOf)
                groups.push_back(groupAt(stage, d));
        }
        auto own = book.averagedTraffic(family, groups);
        std::move(own.begin(), own.end(), std::back_inserter(all));
    };
    for (int s = 0; s < stages() && !m_stop.stop_requested(); ++s)
        add(*m_family, {s});
    if (!book.workload().model.sharesEmbedding() || stages() == 1)
        return all;
    auto table = *m_family; // which has no experts
    table.ep = 1;
    add(table, {0, stages() - 1});
    return all;
}

bool LayoutModel::isSymmetry(const std::vector<int> &swap, const std::vector<PipelineFlows> &flows,
                             const std::vector<std::vector<EdgeTraffic>> &averaged, PriceBook &book) const
{
    Renaming renaming(book);
    for (int d = 0; d < m_family->dp && !m_stop.stop_requested(); ++d) {
        const int partner = swap[static_cast<std::size_t>(d)];
        const auto &own = flows[static_cast<std::size_t>(d)], &other = flows[static_cast<std::size_t>(partner)];
        if (own.latencies != other.latencies)
            return false;
        for (int s = 0; s < stages(); ++s) {
            if (!book.areAlike(*m_family, groupAt(s, d), groupAt(s, partner)))
                return false;
        }
        for (std::size_t i = 0; i < own.traffic.size(); ++i) {
            if (!renaming.add(*own.traffic[i], *other.traffic[i]))
                return false;
        }
    }
    return !m_stop.stop_requested() &&
           std::all_of(averaged.begin(), averaged.end(), [&](const auto &traffic) { return renaming.keeps(traffic); });
}

void LayoutModel::shareLinks(PriceBook &book)
{
    const int dp = m_family->dp;
    if (dp == 1 || dp > maxReplicas || m_family->others.replicas > 0 ||
        !book.pricer().topology().conflictSets().empty())
        return;
    const auto flows = flowsOf(book);
    const auto averaged = averagedTraffic(book);
    std::vector<int> leader(static_cast<std::size_t>(dp)); // the first of the pipelines that move in step
    std::iota(leader.begin(), leader.end(), 0);
    for (const auto &swap : swapsToTry(dp)) {
        if (!isSymmetry(swap, flows, averaged, book))
            continue;
        for (std::size_t d = 0; d < leader.size(); ++d) {
            const int from = leader[d], to = leader[static_cast<std::size_t>(swap[d])];
            std::replace(leader.begin(), leader.end(), std::max(from, to), std::min(from, to));
        }
    }
    for (std::size_t p = 0; p < m_pipelines.size() && !m_stop.stop_requested(); ++p) {
        std::vector<int> together;
        for (int d = 0; d < dp; ++d) {
            if (leader[static_cast<std::size_t>(d)] == leader[static_cast<std::size_t>(m_pipelines[p])])
                together.push_back(d);
        }
        if (together.size() == 1)
            continue;
        for (int s = 0; s < stages(); ++s)
            shareLinksOf(p, s, together, book);
        priceSends(p, book.stack().scale);
        m_minRound.clear();
    }
}

/// Of a stage, in pipelines that move in step.
void LayoutModel::shareLinksOf(std::size_t pipeline, int stage, const std::vector<int> &together, PriceBook &book)
{
    auto &place = m_stages[static_cast<std::size_t>(stage)];
    const bool wraps = m_family->chunks > 1 && !m_family->isVee();
    std::vector<std::pair<int, int>> sends(together.size());
    for (const int to : {stage + 1, stage - 1}) {
        if (stages() == 1 || (!wraps && (to < 0 || to >= stages())))
            continue;
        for (std::size_t k = 0; k < together.size(); ++k)
            sends[k] = {groupAt(stage, together[k]), groupAt((to + stages()) % stages(), together[k])};
        auto &price = (to > stage ? place.forwardPrice : place.backwardPrice)[pipeline];
        price.secondsPerByte = std::max(price.secondsPerByte, book.sharedSecondsPerByte(sends));
    }
    std::vector<int> groups;
    for (const int d : together)
        groups.push_back(groupAt(stage, d));
    auto &known = place.exchanges[pipeline];
    const auto shares = book.sharesOf(*m_family, groups);
    const PriceBook::SoonestShares least{std::max(known.tp, shares.tp), std::max(known.cp, shares.cp),
                                         std::max(known.ep, shares.ep)};
    if (least == known)
        return;
    auto prices = book.unitsWith(*m_family, groupAt(stage, m_pipelines[pipeline]), m_nodes, least);
    if (!prices)
        return;
    known = least;
    place.together.push_back(std::move(*prices));
    place.prices[pipeline] = place.together.back().get();
}

} // namespace heteroscope
