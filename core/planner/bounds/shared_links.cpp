// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which pipelines of a layout move in step with another one, and what that makes of the links they share.
//
// Swapping pipelines pairwise changes nothing if their groups are alike and the links can be renamed along with them so
// that every flow of a pipeline becomes the same flow of its partner, over links as wide. The simulated step is unique,
// so partners do everything at the same instants and get equal shares of the links between them: a send of one is never
// faster than the same sends of all of them together. Swaps tried: i and i xor k for each power k of two that divides
// the pipelines into such pairs; else single pairs.
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

/// Whether a renaming of links turns all flows that were added into their partners.
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
            if (!pair(m_left[k], m_right[k]) || !pair(m_right[k], m_left[k]))
                return false;
        }
        return true;
    }

private:
    bool pair(const EdgeTraffic &from, const EdgeTraffic &to)
    {
        const auto &topology = m_book.pricer().topology();
        return from.perByte == to.perByte && m_book.maxCapacity(from.edge) == m_book.maxCapacity(to.edge) &&
               topology.edge(from.edge).rate == topology.edge(to.edge).rate &&
               m_pairs.try_emplace(from.edge.value, to.edge.value).first->second == to.edge.value;
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

void LayoutModel::shareLinks(PriceBook &book)
{
    const int dp = m_family->dp;
    // That partners exchange slices and experts alike is not looked at.
    if (m_family->cp > 1 || m_family->ep > 1 || dp == 1 || stages() == 1 || dp > maxReplicas ||
        stackOverlap(book.stack()).dp || !book.pricer().topology().conflictSets().empty())
        return;
    // All flows of a pipeline, in one order.
    std::vector<std::vector<const EdgeShares *>> flows(static_cast<std::size_t>(dp));
    const bool wraps = m_family->chunks > 1 && !m_family->isVee();
    for (int d = 0; d < dp; ++d) {
        if (m_stop.stop_requested())
            return;
        auto &own = flows[static_cast<std::size_t>(d)];
        for (int s = 0; s < stages(); ++s) {
            for (const int to : {s + 1, s - 1}) {
                if (wraps || (to >= 0 && to < stages()))
                    own.push_back(&book.trafficOf(groupAt(s, d), groupAt((to + stages()) % stages(), d)));
            }
            if (const auto cost = book.pricer().groupCost(book.groups()[groupAt(s, d)].devices,
                                                          book.optionsOf(groupAt(s, d), workOf(*m_family), 1)))
                own.push_back(&(*cost)->tensorTraffic.traffic);
        }
    }
    std::vector<int> leader(static_cast<std::size_t>(dp));
    std::iota(leader.begin(), leader.end(), 0);
    for (const auto &swap : swapsToTry(dp)) {
        Renaming renaming(book);
        bool alike = !m_stop.stop_requested();
        for (int d = 0; d < dp && alike; ++d) {
            const int partner = swap[static_cast<std::size_t>(d)];
            const auto &own = flows[static_cast<std::size_t>(d)], &other = flows[static_cast<std::size_t>(partner)];
            alike = own.size() == other.size();
            for (int s = 0; s < stages() && alike; ++s)
                alike = book.kindOf(groupAt(s, d)) == book.kindOf(groupAt(s, partner));
            for (std::size_t i = 0; i < own.size() && alike; ++i)
                alike = renaming.add(*own[i], *other[i]);
        }
        for (int d = 0; d < dp && alike; ++d) {
            const int from = leader[static_cast<std::size_t>(d)];
            const int to = leader[static_cast<std::size_t>(swap[static_cast<std::size_t>(d)])];
            std::replace(leader.begin(), leader.end(), std::max(from, to), std::min(from, to));
        }
    }
    for (std::size_t p = 0; p < m_pipelines.size(); ++p) {
        const int self = m_pipelines[p];
        std::vector<int> together;
        for (int d = 0; d < dp; ++d) {
            if (leader[static_cast<std::size_t>(d)] == leader[static_cast<std::size_t>(self)])
                together.push_back(d);
        }
        if (together.size() == 1)
            continue;
        std::vector<std::pair<int, int>> sends(together.size());
        for (int s = 0; s < stages(); ++s) {
            auto &place = m_stages[static_cast<std::size_t>(s)];
            for (const int to : {s + 1, s - 1}) {
                if (!wraps && (to < 0 || to >= stages()))
                    continue;
                for (std::size_t k = 0; k < together.size(); ++k)
                    sends[k] = {groupAt(s, together[k]), groupAt((to + stages()) % stages(), together[k])};
                auto &price = (to > s ? place.forwardPrice : place.backwardPrice)[p];
                price.secondsPerByte = std::max(price.secondsPerByte, book.sharedSecondsPerByte(sends));
            }
        }
        priceSends(p, book.stack().scale);
        m_minRound.clear();
    }
}

} // namespace heteroscope
