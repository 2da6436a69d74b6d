// SPDX-License-Identifier: GPL-3.0-or-later
//
// The estimate by which the plans of the grid are ordered.
#include "planner/baselines/best_uniform.h"

#include "cost/send_mode.h"
#include "strategy/expert_layout.h"
#include "strategy/schedule.h"

#include <algorithm>
#include <set>

namespace heteroscope {

namespace {

constexpr int mostSendsTimed = 64; // of one choice of degrees

} // namespace

/// The first group of each composition of device types and nodes.
const std::vector<int> &UniformGrid::unlikeGroups(int size)
{
    if (const auto found = m_unlike.find(size); found != m_unlike.end())
        return found->second;
    std::set<std::vector<int>> known;
    std::vector<int> groups;
    for (int group = 0; (group + 1) * size <= static_cast<int>(m_devices.size()); ++group) {
        const auto devices = devicesOf(size, group);
        std::set<int> kinds;
        std::set<std::size_t> nodes;
        for (int i = 0; i < size; ++i) {
            kinds.insert(m_kinds[static_cast<std::size_t>(group * size + i)]);
            nodes.insert(topology().device(devices[static_cast<std::size_t>(i)]).node);
        }
        std::vector<int> composition(kinds.begin(), kinds.end());
        composition.push_back(-static_cast<int>(nodes.size()));
        if (known.insert(composition).second)
            groups.push_back(group);
    }
    return m_unlike.emplace(size, std::move(groups)).first->second;
}

const std::vector<const GroupCost *> &UniformGrid::costsOf(const UniformDegrees &degrees)
{
    const std::tuple key(degrees.tp, degrees.cp, degrees.ep, degrees.dp, degrees.stages, degrees.microBatchSize,
                         degrees.recompute, degrees.modules);
    const auto found = m_costs.find(key);
    return found != m_costs.end() ? found->second : m_costs.emplace(key, pricedCosts(degrees)).first->second;
}

std::vector<const GroupCost *> UniformGrid::pricedCosts(const UniformDegrees &degrees)
{
    const int size = degrees.tp * degrees.cp;
    GroupOptions options;
    options.sharding = {degrees.tp, degrees.cp, degrees.ep, degrees.tp > 1};
    options.samples = degrees.microBatchSize;
    options.recompute = degrees.recompute;
    options.modules = degrees.modules;
    options.overlapTp = stackOverlap(m_book.stack()).tp;
    options.nodes = m_nodes;
    std::vector<const GroupCost *> costs;
    for (const int group : unlikeGroups(size)) {
        if (group >= degrees.stages * degrees.dp)
            break;
        if (degrees.ep > 1) {
            const auto layout = expertLayout(degrees.ep, degrees.tp, degrees.cp, degrees.dp);
            options.sharding.expertTp = layout.expertTp;
            options.expertDevices = layout.inGroup();
            // All devices are taken for alike: the first groups stand for the others.
            const int most = static_cast<int>(m_devices.size()) / size - layout.pipelines;
            const int first = std::min(group / layout.pipelines * layout.pipelines, most);
            if (group >= first + layout.pipelines)
                continue;
            std::vector<std::vector<DeviceId>> sharing;
            for (int other = first; other < first + layout.pipelines; ++other)
                sharing.push_back(devicesOf(size, other));
            options.expertGroups = expertGroups(layout, degrees.tp, degrees.cp, sharing);
        }
        const auto cost = m_book.pricer().groupCost(devicesOf(size, group), options);
        if (!cost)
            return {};
        costs.push_back(*cost);
    }
    return costs;
}

std::optional<UniformGrid::LayerTimes> UniformGrid::timesOf(const UniformDegrees &degrees)
{
    const auto &costs = costsOf(degrees);
    if (costs.empty())
        return std::nullopt;
    LayerTimes times;
    for (const auto *cost : costs) {
        for (std::size_t kind = 0; kind < layerKindCount; ++kind) {
            const auto &layer = cost->layers[kind];
            const auto most = [](double &value, Seconds time) { value = std::max(value, time.value); };
            most(times.forward[kind], layer.forwardTotal());
            most(times.inputGradient[kind], layer.backwardTotal() - layer.weightGradient);
            most(times.weightGradient[kind], layer.weightGradient);
        }
        times.activation = cost->layer(LayerKind::embedding).output.value * degrees.cp;
    }
    return times;
}

void UniformGrid::addSends(Sends &sends, std::vector<double> &load, const UniformDegrees &degrees, int from, int to)
{
    auto &network = m_book.pricer().network();
    const int size = degrees.tp * degrees.cp;
    std::map<std::size_t, double> own; // seconds per byte of each link, of this boundary
    double single = 0, latency = 0;
    for (int d = 0; d < std::min(degrees.dp, mostSendsTimed); ++d) {
        const int here = from * degrees.dp + d, next = to * degrees.dp + d;
        double there = 0, both = 0;
        for (const bool forward : {true, false}) {
            const auto cost =
                network.transfer(devicesOf(size, forward ? here : next), devicesOf(size, forward ? next : here));
            if (!cost) {
                sends.latency = infinity;
                return;
            }
            both += cost->latency.value;
            there += cost->secondsPerByte;
            for (const auto &share : cost->traffic)
                own[share.edge.index()] += share.perByte / m_book.maxCapacity(share.edge);
        }
        single = std::max(single, there);
        latency = std::max(latency, both);
    }
    double shared = 0;
    for (const auto &[edge, seconds] : own) {
        shared = std::max(shared, seconds);
        load[edge] += seconds;
    }
    sends.latency = std::max(sends.latency, latency);
    sends.secondsPerByte = std::max({sends.secondsPerByte, single, 2 * shared});
}

const UniformGrid::Sends &UniformGrid::sendsOf(const UniformDegrees &degrees)
{
    const bool loops = degrees.chunks > 1 && scheduleOf(degrees.schedule).facts().path == ChunkPath::loop;
    const std::tuple key(degrees.tp * degrees.cp, degrees.dp, degrees.stages, loops);
    if (const auto found = m_sends.find(key); found != m_sends.end())
        return found->second;
    Sends sends;
    std::vector<double> load(topology().edges().size());
    const int boundaries = degrees.stages - 1;
    const int timed = std::clamp(mostSendsTimed / degrees.dp, 1, boundaries);
    for (int i = 0; i < timed; ++i) {
        const int stage = timed == 1 ? 0 : i * (boundaries - 1) / (timed - 1);
        addSends(sends, load, degrees, stage, stage + 1);
    }
    if (loops)
        addSends(sends, load, degrees, boundaries, 0);
    sends.busiestLink = load.empty() ? 0 : *std::max_element(load.begin(), load.end());
    return m_sends.emplace(key, sends).first->second;
}

SendPrice UniformGrid::collective(const UniformDegrees &degrees, bool gather)
{
    const std::tuple key(degrees.tp, degrees.cp, degrees.dp, degrees.stages, gather);
    if (const auto found = m_collectives.find(key); found != m_collectives.end())
        return found->second;
    SendPrice price;
    for (const int stage : {0, degrees.stages - 1}) {
        std::vector<std::vector<DeviceId>> rings(static_cast<std::size_t>(degrees.tp));
        for (int d = 0; d < degrees.dp; ++d) {
            const auto devices = devicesOf(degrees.tp * degrees.cp, stage * degrees.dp + d);
            for (std::size_t i = 0; i < devices.size(); ++i)
                rings[i % rings.size()].push_back(devices[i]);
        }
        auto &network = m_book.pricer().network();
        const auto cost = gather ? network.allGather(rings) : network.allReduce(rings);
        price.latency = std::max(price.latency, cost ? cost->shortestLatency().value : infinity);
        price.secondsPerByte = std::max(price.secondsPerByte, cost ? cost->secondsPerByte : infinity);
    }
    return m_collectives.emplace(key, price).first->second;
}

/// Of the gradients, and of the weights with sharded states; `pass` grows by what ZeRO-3 gathers in each micro-batch.
double UniformGrid::synchronization(const UniformDegrees &degrees, double &pass)
{
    const int replicas = degrees.dp * degrees.cp;
    const auto &stack = m_book.stack();
    if (replicas == 1 || workload().job.frozenBase)
        return 0;
    const auto layout = expertLayout(degrees.ep, degrees.tp, degrees.cp, degrees.dp);
    double most = 0; // parameters on a device
    for (int k = 0; k < degrees.stages; ++k) {
        const auto layers = layersOf(degrees, k * degrees.chunks);
        const auto &before = m_parameters[static_cast<std::size_t>(layers.first)];
        const auto &after = m_parameters[static_cast<std::size_t>(layers.first + layers.count)];
        most = std::max(most, (after.dense - before.dense) / degrees.tp +
                                  (after.experts - before.experts) / (degrees.ep * layout.expertTp));
    }
    most *= degrees.chunks;
    const auto bytes = stateBytes(workload().job);
    const bool sharded = degrees.zeroStage > 0;
    const auto price = collective(degrees, sharded);
    const double perByte = price.secondsPerByte * stack.scale;
    if (degrees.zeroStage >= 3) {
        const double gathered = most * perByte * (2 * bytes.weight + bytes.gradient);
        pass += exposedBeside(Seconds(pass), Seconds(gathered), stack.gatherContention).value;
        return 0;
    }
    const double time = most * perByte * (bytes.gradient + (sharded ? bytes.weight : 0.0)) +
                        (sharded ? 2 : 1) * price.latency * stack.scale;
    return stackOverlap(stack).dp ? std::max(0.0, time - pass) : time;
}

void UniformGrid::estimate(UniformDegrees &degrees, const LayerTimes &times)
{
    const auto &stack = m_book.stack();
    double slowest = 0, F = 0, D = 0, W = 0;
    const auto order = virtualStageOrder(degrees.schedule, degrees.stages, degrees.chunks);
    std::vector<std::array<double, 3>> stages(static_cast<std::size_t>(degrees.stages));
    for (std::size_t k = 0; k < order.size(); ++k) {
        const auto layers = layersOf(degrees, static_cast<int>(k));
        auto &stage = stages[static_cast<std::size_t>(order[k].stage)];
        for (int layer = layers.first; layer < layers.first + layers.count; ++layer) {
            const auto kind = m_layerKinds[static_cast<std::size_t>(layer)];
            stage[0] += times.forward[kind];
            stage[1] += times.inputGradient[kind];
            stage[2] += times.weightGradient[kind];
        }
    }
    for (const auto &stage : stages) {
        const double time = stage[0] + stage[1] + stage[2];
        if (time > slowest) {
            slowest = time;
            F = stage[0];
            D = stage[1];
            W = stage[2];
        }
    }
    double pass = slowest + stack.hostMicroBatch.value * stack.scale;
    degrees.computing = degrees.microBatches * pass;
    double fill = 0;
    if (degrees.stages > 1) {
        const auto &sends = sendsOf(degrees);
        const double trip = (sends.latency + times.activation * sends.secondsPerByte) * stack.scale;
        const auto idle = scheduleOf(degrees.schedule)
                              .idle({degrees.stages, degrees.microBatches, degrees.chunks}, F, D, W)
                              .value_or((degrees.stages - 1) * slowest / degrees.chunks);
        fill = idle + (degrees.stages - 1) * trip;
        if (sendsBlock(stack, degrees.schedule, stackOverlap(stack).pp))
            pass += trip * degrees.chunks;
        pass = std::max(pass, times.activation * sends.busiestLink * degrees.chunks * stack.scale);
    }
    const double after = synchronization(degrees, pass);
    degrees.estimate = degrees.microBatches * pass + fill + after + stack.hostStep.value * stack.scale;
}

} // namespace heteroscope
