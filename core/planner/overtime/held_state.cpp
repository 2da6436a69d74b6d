// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/overtime/held_state.h"

#include "cost/group_cost.h"
#include "strategy/expert_layout.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace heteroscope {

namespace {

/// Where the first `part` of so many equal pieces of a length end.
std::uint64_t cutAt(std::uint64_t length, std::uint64_t part, std::uint64_t pieces)
{
    return length / pieces * part + length % pieces * part / pieces;
}

HeldRange pieceOf(HeldRange range, std::uint64_t part, std::uint64_t pieces)
{
    const std::uint64_t length = range.bytes();
    return {range.layer, range.row, range.begin + cutAt(length, part, pieces),
            range.begin + cutAt(length, part + 1, pieces)};
}

std::uint64_t roundedBytes(double bytes) { return bytes > 0 ? static_cast<std::uint64_t>(std::llround(bytes)) : 0; }

/// The place of a device among those that share the parameters of a layer.
struct ShardPlace
{
    std::uint64_t tensor = 0;
    std::uint64_t tensors = 1;
    std::uint64_t replica = 0; ///< among those with the same piece
    std::uint64_t replicas = 1;
    std::uint64_t expert = 0;
    std::uint64_t experts = 1; ///< devices that hold all experts once
    std::uint64_t copy = 0;
    std::uint64_t copies = 1; ///< of each expert's piece
};

void addLayer(std::vector<HeldRange> &held, int layer, const std::array<std::uint64_t, stateRowCount> &rows,
              const ShardPlace &place, int zeroStage)
{
    const auto add = [&](StateRow row, std::uint64_t part, std::uint64_t parts, std::uint64_t share,
                         std::uint64_t shares, bool sharded) {
        HeldRange range = pieceOf({layer, row, 0, rows[static_cast<std::size_t>(row)]}, part, parts);
        if (sharded)
            range = pieceOf(range, share, shares);
        if (range.bytes() > 0)
            held.push_back(range);
    };
    add(StateRow::weights, place.tensor, place.tensors, place.replica, place.replicas, zeroStage >= 3);
    add(StateRow::optimizer, place.tensor, place.tensors, place.replica, place.replicas, zeroStage >= 1);
    add(StateRow::expertWeights, place.expert, place.experts, place.copy, place.copies, zeroStage >= 3);
    add(StateRow::expertOptimizer, place.expert, place.experts, place.copy, place.copies, zeroStage >= 1);
}

} // namespace

std::vector<std::array<std::uint64_t, stateRowCount>> stateRows(const Workload &workload)
{
    const StateBytes bytes = stateBytes(workload.job);
    std::vector<std::array<std::uint64_t, stateRowCount>> rows;
    for (int layer = 0; layer < workload.model.planLayers(); ++layer) {
        const LayerParameters parameters = layerParameters(workload.model, layer);
        rows.push_back({roundedBytes(parameters.dense * bytes.weight), roundedBytes(parameters.dense * bytes.optimizer),
                        roundedBytes(parameters.experts * bytes.weight),
                        roundedBytes(parameters.experts * bytes.optimizer)});
    }
    return rows;
}

Bytes stateBytesOf(const Workload &workload)
{
    double sum = 0;
    for (const auto &rows : stateRows(workload)) {
        for (const std::uint64_t length : rows)
            sum += static_cast<double>(length);
    }
    return Bytes(sum);
}

HeldState heldState(const Plan &plan, const Topology &topology, const Workload &workload)
{
    const auto rows = stateRows(workload);
    const int layers = static_cast<int>(rows.size());
    std::vector<std::uint64_t> replicas(rows.size()), before(rows.size());
    // Of each layer, slices of devices that hold parts of its experts, EP of them a copy: of all pipelines, of those
    // that were visited, and of those before the first that is alike.
    std::vector<std::uint64_t> slices(rows.size()), visited(rows.size()), beforeAlike(rows.size());
    const auto alike = alikePipelines(plan);
    const auto forEachGroup = [&](const auto &visit) {
        for (std::size_t p = 0; p < plan.pipelines.size(); ++p) {
            for (const Stage &stage : plan.pipelines[p].stages) {
                for (const TensorGroup &group : stage.groups)
                    visit(p, stage, group);
            }
        }
    };
    const auto forEachLayer = [&](const Stage &stage, const auto &visit) {
        for (const LayerRange &chunk : stage.chunks) {
            for (int layer = std::max(0, chunk.first); layer < std::min(layers, chunk.first + chunk.count); ++layer)
                visit(layer);
        }
    };
    const auto slicesOf = [](const TensorGroup &group, const ExpertLayout &layout) {
        return static_cast<std::uint64_t>(std::max(1, group.cp) * layout.tensors);
    };
    forEachGroup([&](std::size_t pipeline, const Stage &stage, const TensorGroup &group) {
        forEachLayer(stage, [&](int layer) {
            replicas[static_cast<std::size_t>(layer)] += static_cast<std::uint64_t>(std::max(1, group.cp));
            slices[static_cast<std::size_t>(layer)] += slicesOf(group, expertLayout(group, alike[pipeline]));
        });
    });
    HeldState held(topology.devices().size());
    int firstAlike = -1;
    forEachGroup([&](std::size_t pipeline, const Stage &stage, const TensorGroup &group) {
        const int tp = std::max(1, group.tp), cp = std::max(1, group.cp);
        const auto &own = alike[pipeline];
        const auto layout = expertLayout(group, own);
        if (std::exchange(firstAlike, own.first) != own.first)
            beforeAlike = visited;
        const auto ep = static_cast<std::uint64_t>(layout.pipelines * layout.inGroup());
        for (std::size_t i = 0; i < group.devices.size(); ++i) {
            const auto device = topology.findDevice(group.devices[i]);
            if (!device)
                continue;
            const auto tensor = static_cast<std::uint64_t>(i) % static_cast<std::uint64_t>(tp);
            const auto context = static_cast<std::uint64_t>(i) / static_cast<std::uint64_t>(tp);
            const auto ownPlace = static_cast<std::uint64_t>(own.placeOf(layout, static_cast<int>(pipeline)));
            const auto groupsBefore = (pipeline - static_cast<std::uint64_t>(own.first)) /
                                      static_cast<std::uint64_t>(layout.pipelines); // expert-parallel ones
            const auto contexts = static_cast<std::uint64_t>(layout.contexts);
            forEachLayer(stage, [&](int layer) {
                const auto at = static_cast<std::size_t>(layer);
                ShardPlace place;
                place.tensor = tensor;
                place.tensors = static_cast<std::uint64_t>(tp);
                place.replica = before[at] + context;
                place.replicas = replicas[at];
                place.experts = static_cast<std::uint64_t>(std::llround(layout.holders()));
                // Of tp ranks those that share an expert's tensors and those that hold other experts.
                const std::uint64_t slice = ownPlace * contexts + context % contexts;
                place.expert = std::min(place.experts - 1, slice * place.tensors + tensor);
                place.copies = std::max<std::uint64_t>(1, slices[at] / ep);
                place.copy = std::min(place.copies - 1, beforeAlike[at] / ep +
                                                            groupsBefore * (static_cast<std::uint64_t>(cp) / contexts) +
                                                            context / contexts);
                if (const auto sharing = static_cast<std::uint64_t>(plan.sharing.group); sharing > 0) {
                    place.replicas = std::min(sharing, place.replicas); // each shard group has all of it
                    place.replica %= place.replicas;
                    place.copies = std::min(sharing, place.copies);
                    place.copy %= place.copies;
                }
                addLayer(held[device->index()], layer, rows[at], place, plan.zeroStage);
                const auto head = static_cast<int>(rows.size()) - 1;
                if (layer == head && workload.model.sharesEmbedding())
                    addLayer(held[device->index()], 0, rows[0], place, plan.zeroStage);
            });
        }
        forEachLayer(stage, [&](int layer) {
            before[static_cast<std::size_t>(layer)] += static_cast<std::uint64_t>(cp);
            visited[static_cast<std::size_t>(layer)] += slicesOf(group, layout);
        });
    });
    for (auto &ranges : held) {
        std::sort(ranges.begin(), ranges.end(), [](const HeldRange &a, const HeldRange &b) {
            return std::tuple(a.layer, a.row, a.begin, a.end) < std::tuple(b.layer, b.row, b.begin, b.end);
        });
        std::vector<HeldRange> joined;
        for (const HeldRange &range : ranges) {
            if (!joined.empty() && joined.back().layer == range.layer && joined.back().row == range.row &&
                range.begin <= joined.back().end)
                joined.back().end = std::max(joined.back().end, range.end);
            else
                joined.push_back(range);
        }
        ranges = std::move(joined);
    }
    return held;
}

std::vector<HeldRange> missingRanges(const std::vector<HeldRange> &held, const std::vector<HeldRange> &wanted)
{
    std::vector<HeldRange> missing;
    const auto isBefore = [](const HeldRange &a, const HeldRange &b) {
        return std::tuple(a.layer, a.row) < std::tuple(b.layer, b.row);
    };
    auto first = held.begin();
    for (const HeldRange &want : wanted) {
        while (first != held.end() && isBefore(*first, want))
            ++first;
        std::uint64_t at = want.begin;
        for (auto have = first; have != held.end() && !isBefore(want, *have) && at < want.end; ++have) {
            if (have->end <= at)
                continue;
            if (have->begin >= want.end)
                break;
            if (have->begin > at)
                missing.push_back({want.layer, want.row, at, have->begin});
            at = std::max(at, have->end);
        }
        if (at < want.end)
            missing.push_back({want.layer, want.row, at, want.end});
    }
    return missing;
}

} // namespace heteroscope
