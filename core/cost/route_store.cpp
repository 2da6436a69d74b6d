// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/route_store.h"

#include <algorithm>
#include <utility>

namespace heteroscope {

namespace {

constexpr std::size_t smallestPiece = 64;
constexpr std::size_t largestPiece = 65'536;

/// The last piece if it has room for so many more, else a new one, twice as large.
template<class T>
std::vector<T> &pieceFor(std::vector<std::vector<T>> &pieces, std::size_t count)
{
    if (pieces.empty() || pieces.back().capacity() - pieces.back().size() < count) {
        const std::size_t size = pieces.empty() ? smallestPiece : std::min(largestPiece, 2 * pieces.back().capacity());
        pieces.emplace_back().reserve(std::max(size, count));
    }
    return pieces.back();
}

} // namespace

/// Where the pair is, or would be.
std::size_t RouteStore::slotOf(DeviceId from, DeviceId to) const
{
    const auto key = (static_cast<std::uint64_t>(static_cast<std::uint32_t>(from.value)) << 32) |
                     static_cast<std::uint32_t>(to.value);
    const std::size_t mask = m_slots.size() - 1;
    // Multiplication by 2^64 / golden ratio: its high bits depend on all bits of the key. Destinations that follow each
    // other, as the members of a group do, lie beside each other in memory.
    constexpr std::uint64_t beside = 8;
    for (std::size_t slot = (key / beside * 0x9E3779B97F4A7C15ULL >> 32) * beside + key % beside;; ++slot) {
        const auto &each = m_slots[slot & mask];
        if (!each.from.isValid() || (each.from == from && each.to == to))
            return slot & mask;
    }
}

const KnownRoute *RouteStore::find(DeviceId from, DeviceId to) const
{
    return m_slots.empty() ? nullptr : m_slots[slotOf(from, to)].route;
}

void RouteStore::grow()
{
    const auto old = std::exchange(m_slots, std::vector<Slot>(std::max<std::size_t>(64, 2 * m_slots.size())));
    for (const auto &each : old) {
        if (each.from.isValid())
            m_slots[slotOf(each.from, each.to)] = each;
    }
}

const KnownRoute *RouteStore::add(DeviceId from, DeviceId to, const Route &route)
{
    if (2 * (m_count + 1) > m_slots.size())
        grow();
    auto &edges = pieceFor(m_edges, route.edges.size());
    const std::size_t first = edges.size();
    edges.insert(edges.end(), route.edges.begin(), route.edges.end());
    auto &routes = pieceFor(m_routes, 1);
    routes.push_back({std::span<const EdgeId>(edges).subspan(first), route.latency, route.crossesNodes, route.reduces});
    m_slots[slotOf(from, to)] = {from, to, &routes.back()};
    ++m_count;
    return &routes.back();
}

} // namespace heteroscope
