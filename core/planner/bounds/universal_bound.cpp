// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/bounds/universal_bound.h"

#include "cost/group_cost.h"
#include "planner/rounding.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace heteroscope {

namespace {

using TimeByKind = std::array<double, layerKindCount>;

/// Alike devices that may work.
struct Workers
{
    const DeviceType *type = nullptr;
    double speed = 1; ///< max factor of the rate curve from the start on
    double count = 0;
    TimeByKind seconds{}; ///< device-seconds per sample
};

/// The product of the factors that no shape can exceed.
double bestShare(const Efficiency &efficiency)
{
    double share = 1;
    for (const auto &factor : efficiency) {
        const bool dependsOnSharding = factor.cause == EfficiencyCause::waves ||
                                       factor.cause == EfficiencyCause::grouped ||
                                       factor.cause == EfficiencyCause::misaligned;
        share *= dependsOnSharding ? 1 : factor.value;
    }
    return share;
}

double leastSeconds(const KernelTime &kernel)
{
    const double computing =
        kernel.flops.value > 0 ? (kernel.flops / (kernel.peak * bestShare(kernel.efficiency))).value : 0.0;
    return std::max(computing, kernel.streaming().value) + kernel.casting().value;
}

bool hasProfile(const DeviceType &type, const Workload &workload, const LayerProfiles *profiles)
{
    return profiles && std::any_of(profiles->all().begin(), profiles->all().end(), [&](const LayerProfile &profile) {
               return profiles->find(type, workload, profile.tp, profile.microBatch) != nullptr;
           });
}

/// Number of layers of each kind, and one of them.
struct LayerKinds
{
    std::array<int, layerKindCount> layers{};
    std::array<int, layerKindCount> example{};
    explicit LayerKinds(const Model &model)
    {
        for (int layer = 0; layer < model.planLayers(); ++layer) {
            const auto kind = static_cast<std::size_t>(layerKind(model, layer));
            ++layers[kind];
            example[kind] = layer;
        }
    }
    bool has(std::size_t kind) const { return layers[kind] > 0; }
    double valueOf(const TimeByKind &prices) const
    {
        return std::inner_product(layers.begin(), layers.end(), prices.begin(), 0.0);
    }
    static bool isBlock(std::size_t kind)
    {
        return kind != static_cast<std::size_t>(LayerKind::embedding) &&
               kind != static_cast<std::size_t>(LayerKind::head);
    }
};

/// Device-seconds per sample at nominal speed. nullopt: it cannot run the job.
std::optional<TimeByKind> secondsOf(const DeviceType &type, const Workload &workload,
                                    const CalibrationValues &calibration, const SoftwareStack &stack,
                                    const LayerKinds &kinds)
{
    const auto context = computeContext(type, workload, calibration, stack);
    if (!context)
        return {};
    TimeByKind seconds{};
    for (std::size_t kind = 0; kind < layerKindCount; ++kind) {
        if (kinds.has(kind))
            seconds[kind] = leastDeviceTime(workload, kinds.example[kind], *context, calibration.profiles.get()).value *
                            stack.scale;
    }
    return seconds;
}

std::vector<Workers> workersOf(const Topology &topology, const Workload &workload, const CalibrationValues &calibration,
                               const SoftwareStack &stack, Seconds start, const LayerKinds &kinds)
{
    std::vector<Workers> result;
    for (const auto &device : topology.devices()) {
        if (!(device.speed.factorAt(start) > 0))
            continue;
        const double speed = device.speed.maxFactorFrom(start);
        const DeviceType *type = &topology.deviceTypes()[device.type];
        const auto known = std::find_if(result.begin(), result.end(), [&](const Workers &workers) {
            return workers.type == type && workers.speed == speed;
        });
        if (known != result.end()) {
            ++known->count;
            continue;
        }
        const auto seconds = secondsOf(*type, workload, calibration, stack, kinds);
        if (!seconds)
            continue;
        Workers workers{type, speed, 1, *seconds};
        for (double &each : workers.seconds)
            each /= speed;
        result.push_back(workers);
    }
    return result;
}

/// The bound of the dual with these prices, where groups of unlike types take as long as each type.
double boundOf(const std::vector<Workers> &all, const TimeByKind &prices, const LayerKinds &kinds, double samples)
{
    double made = 0; // in a second
    for (const auto &workers : all) {
        double rate = 0;
        for (std::size_t kind = 0; kind < layerKindCount; ++kind) {
            if (prices[kind] > 0)
                rate = std::max(rate, prices[kind] / workers.seconds[kind]);
        }
        made += workers.count * rate;
    }
    return made > 0 && made < infinity ? kinds.valueOf(prices) * samples / made : 0;
}

TimeByKind leastOf(const std::vector<Workers> &all)
{
    TimeByKind least = all.front().seconds;
    for (const auto &workers : all) {
        for (std::size_t kind = 0; kind < layerKindCount; ++kind)
            least[kind] = std::min(least[kind], workers.seconds[kind]);
    }
    return least;
}

/// Prices by the only kind of block (see the header).
TimeByKind pricesByBlock(const std::vector<Workers> &all, std::size_t block)
{
    double slowest = infinity; // blocks that the slowest device makes in a second
    for (const auto &workers : all)
        slowest = std::min(slowest, 1 / workers.seconds[block]);
    auto prices = leastOf(all);
    for (std::size_t kind = 0; kind < layerKindCount; ++kind)
        prices[kind] = kind == block ? 1 : LayerKinds::isBlock(kind) ? 0 : prices[kind] * slowest;
    return prices;
}

/// isFaster: some device is above its nominal speed at the start.
Seconds boundOf(const std::vector<Workers> &all, const LayerKinds &kinds, const Workload &workload,
                const CalibrationValues &calibration, const SoftwareStack &stack, bool isFaster)
{
    if (all.empty())
        return Seconds(0);
    const double samples = workload.job.globalBatch;
    const double devices = std::accumulate(all.begin(), all.end(), 0.0,
                                           [](double sum, const Workers &workers) { return sum + workers.count; });
    double bound = kinds.valueOf(leastOf(all)) * samples / devices; // every device as good as the best
    const bool oneType =
        std::all_of(all.begin(), all.end(), [&](const Workers &workers) { return workers.type == all.front().type; });
    std::vector<std::size_t> blocks;
    for (std::size_t kind = 0; kind < layerKindCount; ++kind) {
        if (kinds.has(kind) && LayerKinds::isBlock(kind))
            blocks.push_back(kind);
    }
    const bool groupsTakeAsLongAsEachType =
        blocks.size() == 1 && !isFaster && std::none_of(all.begin(), all.end(), [&](const Workers &workers) {
            return hasProfile(*workers.type, workload, calibration.profiles.get());
        });
    if (oneType)
        bound = std::max(bound, boundOf(all, all.front().seconds, kinds, samples));
    else if (groupsTakeAsLongAsEachType)
        bound = std::max(bound, boundOf(all, pricesByBlock(all, blocks.front()), kinds, samples));
    return Seconds((bound + (stack.hostStep + stack.hostMicroBatch).value * stack.scale) * (1 - boundRounding));
}

} // namespace

Seconds leastDeviceTime(const Workload &workload, int layer, const ComputeContext &context,
                        const LayerProfiles *profiles)
{
    // Every expert has as many rows as it can get from all samples of a step, wherever the others are.
    const double samples =
        static_cast<double>(workload.job.globalBatch) * (workload.model.moe ? workload.model.moe->experts : 1);
    double seconds = 0;
    for (const auto &operation : layerWork(workload, layer, {}, samples).operations) {
        const auto terms = operationTerms(operation, context);
        seconds += leastSeconds(terms.forward) + leastSeconds(terms.inputGradient) + leastSeconds(terms.weightGradient);
    }
    double least = seconds / samples;
    for (const auto &each : profiles ? profiles->all() : std::vector<LayerProfile>()) {
        const auto *profile = profiles->find(*context.device, workload, each.tp, each.microBatch);
        if (!profile)
            continue;
        const auto &time = layer <= 0                      ? profile->embedding
                           : layer > workload.model.layers ? profile->head
                                                           : profile->block;
        least = std::min(least, (time.forward + time.backward).value * profile->tp / profile->microBatch);
    }
    return Seconds(least);
}

Seconds universalBound(const Topology &topology, const Workload &workload, const CalibrationValues &calibration,
                       const SoftwareStack &stack, Seconds startTime)
{
    const LayerKinds kinds(workload.model);
    const auto all = workersOf(topology, workload, calibration, stack, startTime, kinds);
    const bool isFaster =
        std::any_of(topology.devices().begin(), topology.devices().end(),
                    [&](const TopologyDevice &device) { return device.speed.factorAt(startTime) > 1; });
    return boundOf(all, kinds, workload, calibration, stack, isFaster);
}

const std::optional<std::array<double, layerKindCount>> &UniversalBounds::secondsOf(const DeviceType &type)
{
    const auto [found, isNew] = m_seconds.try_emplace(&type);
    if (isNew)
        found->second = heteroscope::secondsOf(type, m_workload, m_calibration, m_stack, LayerKinds(m_workload.model));
    return found->second;
}

Seconds UniversalBounds::of(const std::vector<DeviceCount> &devices)
{
    std::vector<Workers> all;
    for (const DeviceCount &each : devices) {
        if (const auto &seconds = secondsOf(*each.type); seconds && each.count > 0)
            all.push_back({each.type, 1, static_cast<double>(each.count), *seconds});
    }
    return boundOf(all, LayerKinds(m_workload.model), m_workload, m_calibration, m_stack, false);
}

} // namespace heteroscope
