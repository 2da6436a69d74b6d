// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/overtime/state_move.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace heteroscope {

namespace {

struct RowHolder
{
    HeldRange range;
    DeviceId device;
};

/// Who holds the rows of a layer.
class RowHolders
{
public:
    RowHolders(const HeldState &held, const std::vector<bool> &gone)
    {
        for (std::size_t d = 0; d < held.size(); ++d) {
            if (gone[d])
                continue;
            for (const HeldRange &range : held[d])
                m_rows[{range.layer, range.row}].push_back({range, DeviceId(d)});
        }
        for (auto &[row, holders] : m_rows) {
            std::sort(holders.begin(), holders.end(), [](const RowHolder &a, const RowHolder &b) {
                return std::tuple(a.range.begin, a.device) < std::tuple(b.range.begin, b.device);
            });
        }
    }

    /// Calls visit for each holder of the byte.
    template<class Visit>
    void forEach(const HeldRange &wanted, const Visit &visit) const
    {
        const auto row = m_rows.find({wanted.layer, wanted.row});
        if (row == m_rows.end())
            return;
        for (const RowHolder &holder : row->second) {
            if (holder.range.begin > wanted.begin)
                break;
            if (holder.range.end > wanted.begin)
                visit(holder);
        }
    }
    /// The first byte after that of `wanted` which somebody holds; its end if nobody does.
    std::uint64_t nextHeld(const HeldRange &wanted) const
    {
        std::uint64_t next = wanted.end;
        if (const auto row = m_rows.find({wanted.layer, wanted.row}); row != m_rows.end()) {
            for (const RowHolder &holder : row->second) {
                if (holder.range.begin > wanted.begin)
                    next = std::min(next, holder.range.begin);
            }
        }
        return next;
    }

private:
    std::map<std::pair<int, StateRow>, std::vector<RowHolder>> m_rows;
};

} // namespace

StateMove stateMove(const HeldState &held, const HeldState &wanted, const std::vector<bool> &gone, Network &network)
{
    const Topology &topology = network.topology();
    const RowHolders holders(held, gone);
    StateMove move;
    std::vector<std::uint64_t> sent(held.size());
    std::map<std::pair<DeviceId, DeviceId>, std::uint64_t> flows;
    const std::vector<HeldRange> nothing;
    for (std::size_t d = 0; d < wanted.size(); ++d) {
        const auto node = topology.device(DeviceId(d)).node;
        for (HeldRange left : missingRanges(gone[d] ? nothing : held[d], wanted[d])) {
            move.missing += left.bytes();
            while (left.begin < left.end) {
                const RowHolder *best = nullptr;
                const auto rank = [&](const RowHolder &one) {
                    return std::tuple(topology.device(one.device).node != node, sent[one.device.index()], one.device);
                };
                holders.forEach(left, [&](const RowHolder &one) {
                    if (!best || rank(one) < rank(*best))
                        best = &one;
                });
                if (!best) {
                    move.isLost = true;
                    left.begin = holders.nextHeld(left);
                    continue;
                }
                const std::uint64_t end = std::min(left.end, best->range.end);
                const std::uint64_t bytes = end - left.begin;
                sent[best->device.index()] += bytes;
                flows[{best->device, DeviceId(d)}] += bytes;
                move.moved += bytes;
                left.begin = end;
            }
        }
    }
    std::map<EdgeId, double> load;
    for (const auto &[ends, bytes] : flows) {
        const auto route = network.route(ends.first, ends.second);
        if (!route) {
            move.isCut = true;
            continue;
        }
        move.latency = std::max(move.latency, (*route)->latency);
        for (const EdgeId edge : (*route)->edges)
            load[edge] += static_cast<double>(bytes);
    }
    move.load.assign(load.begin(), load.end());
    return move;
}

Seconds moveTime(const StateMove &move, const Network &network, const std::vector<double> &factors)
{
    if (move.isLost || move.isCut)
        return Seconds(infinity);
    double longest = 0;
    for (const auto &[edge, bytes] : move.load)
        longest = std::max(longest, bytes / (network.fullCapacity(edge) * factors[edge.index()]));
    return move.latency + Seconds(longest);
}

} // namespace heteroscope
