// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulator/step_builder.h"

#include "simulator/rate_steps.h"
#include "strategy/custom_schedule.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

namespace heteroscope {

namespace {

class StepBuilder
{
public:
    StepBuilder(StepPredictor &predictor, const Plan &plan, const SoftwareStack &stack, Seconds startTime)
        : m_predictor(predictor), m_plan(plan), m_workload(predictor.workload()), m_stack(stack), m_startTime(startTime)
    {}

    Result<BuiltStep> build();

private:
    Status collectLanes();
    Status priceLanes();
    void fillWork(std::size_t index);
    RateSteps speedOf(const PlanLane &lane) const;
    Status orderWork();
    ScheduleShape shapeOf(std::size_t pipeline, const std::vector<VirtualStage> &way) const;
    void fillMemory(std::size_t index);
    Status connect(std::size_t from, std::int16_t fromChunk, std::size_t to, std::int16_t toChunk, Bytes output);
    Status connectPipelines();
    void routeChannels();
    Status addSynchronizations();
    Status addSynchronization(const std::vector<GradientHolder> &holders, double denseParameters,
                              double expertParameters);
    /// ZeRO-3: gathers and scatters of these layers in every pass; hideGathers then leaves what computation does not
    /// cover.
    Status addGathers(const std::vector<GradientHolder> &holders, const std::vector<int> &layers);
    void hideGathers();
    int nodesAtWork() const;

    std::vector<std::size_t> lanesOf(int pipeline, int stage) const;
    static std::vector<int> lanesOf(const std::vector<GradientHolder> &holders);
    /// Rings that average the gradients of these lanes: one for each tensor rank of the widest lane.
    std::vector<std::vector<DeviceId>> gradientRings(const std::vector<int> &lanes, int &widest) const;
    void countTraffic(const TransferCost &cost, double bytes);
    StateSharding stateSharding(const PlanLane &lane) const;
    SendMode sendMode() const;

    StepPredictor &m_predictor;
    const Plan &m_plan;
    const Workload &m_workload;
    const SoftwareStack &m_stack;
    Seconds m_startTime;
    BuiltStep m_step;

    /// A channel with its traffic: [chunk][index] of a lane's forwardTo or backwardTo.
    struct Wire
    {
        std::size_t lane = 0;
        std::size_t chunk = 0;
        std::size_t index = 0;
        bool backward = false;
        std::vector<EdgeTraffic> traffic;
        double weight = 1;
    };
    std::vector<Wire> m_wires;
};

/// The edges of each conflict set, both directions of its links.
std::vector<std::vector<std::int32_t>> conflictEdges(const Topology &topology)
{
    std::vector<std::vector<std::int32_t>> sets;
    for (const auto &names : topology.conflictSets()) {
        std::vector<std::int32_t> edges;
        for (std::size_t i = 0; i < topology.edges().size(); ++i) {
            if (std::find(names.begin(), names.end(), topology.edges()[i].link) != names.end())
                edges.push_back(static_cast<std::int32_t>(i));
        }
        sets.push_back(std::move(edges));
    }
    return sets;
}

void StepBuilder::countTraffic(const TransferCost &cost, double bytes)
{
    for (const auto &edge : cost.traffic)
        m_step.linkBytes[edge.edge.value] += edge.perByte * bytes;
}

StateSharding StepBuilder::stateSharding(const PlanLane &lane) const
{
    return {lane.planGroup->tp, std::max(1, lane.planGroup->ep), m_plan.zeroStage, lane.replicas};
}

Status StepBuilder::collectLanes()
{
    std::map<int, int> holdersOfLayer;
    for (std::size_t p = 0; p < m_plan.pipelines.size(); ++p) {
        const auto &pipeline = m_plan.pipelines[p];
        for (std::size_t s = 0; s < pipeline.stages.size(); ++s) {
            const auto &stage = pipeline.stages[s];
            if (stage.microBatchSize != 0 && stage.microBatchSize != m_plan.microBatchSize)
                return Error{Error::Code::invalid,
                             {},
                             "/pipelines/" + std::to_string(p) + "/stages/" + std::to_string(s) + "/microBatchSize",
                             std::to_string(stage.microBatchSize),
                             "the plan's micro-batch size",
                             "stages with micro-batches of their own are not simulated yet"};
            int firstSample = 0;
            for (std::size_t g = 0; g < stage.groups.size(); ++g) {
                const auto &group = stage.groups[g];
                PlanLane lane;
                lane.pipeline = static_cast<int>(p);
                lane.stage = static_cast<int>(s);
                lane.group = static_cast<int>(g);
                lane.firstSample = firstSample;
                lane.planStage = &stage;
                lane.planGroup = &group;
                firstSample += group.samples;
                for (const auto &name : group.devices)
                    lane.devices.push_back(*m_predictor.topology().findDevice(name));
                for (const auto &chunk : stage.chunks) {
                    for (int layer = chunk.first; layer < chunk.first + chunk.count; ++layer)
                        holdersOfLayer[layer] += group.cp;
                }
                m_step.lanes.push_back(std::move(lane));
            }
        }
    }
    for (auto &lane : m_step.lanes) {
        for (const auto &chunk : lane.planStage->chunks) {
            if (chunk.count > 0)
                lane.replicas = std::max(lane.replicas, holdersOfLayer[chunk.first]);
        }
    }
    return {};
}

std::vector<std::size_t> StepBuilder::lanesOf(int pipeline, int stage) const
{
    std::vector<std::size_t> result;
    for (std::size_t i = 0; i < m_step.lanes.size(); ++i) {
        if (m_step.lanes[i].pipeline == pipeline && m_step.lanes[i].stage == stage)
            result.push_back(i);
    }
    return result;
}

int StepBuilder::nodesAtWork() const
{
    std::vector<bool> used(m_predictor.topology().nodes().size());
    for (const auto &lane : m_step.lanes) {
        for (const DeviceId device : lane.devices)
            used[m_predictor.topology().device(device).node] = true;
    }
    return static_cast<int>(std::count(used.begin(), used.end(), true));
}

Status StepBuilder::priceLanes()
{
    const int nodes = nodesAtWork();
    for (auto &lane : m_step.lanes) {
        GroupOptions options;
        options.nodes = nodes;
        options.sharding = {lane.planGroup->tp, lane.planGroup->cp, std::max(1, lane.planGroup->ep),
                            m_plan.sequenceParallel};
        options.samples = lane.planGroup->samples;
        options.recompute = lane.planStage->recompute;
        options.overlapTp = m_plan.overlap.tp;
        options.startTime = m_startTime;
        if (options.sharding.ep > 1) {
            // The EP group: the same lane of neighbouring pipelines.
            const int first = lane.pipeline / options.sharding.ep * options.sharding.ep;
            options.expertPeers.push_back(lane.devices.front());
            for (const auto &other : m_step.lanes) {
                if (other.stage == lane.stage && other.group == lane.group && other.pipeline != lane.pipeline &&
                    other.pipeline >= first && other.pipeline < first + options.sharding.ep)
                    options.expertPeers.push_back(other.devices.front());
            }
        }
        const auto cost = m_predictor.groupCost(lane.devices, options);
        if (!cost)
            return cost.error();
        lane.cost = *cost;
    }
    return {};
}

void StepBuilder::fillWork(std::size_t index)
{
    const auto &lane = m_step.lanes[index];
    auto &program = m_step.program.lanes[index];
    const auto &pipeline = m_plan.pipelines[static_cast<std::size_t>(lane.pipeline)];
    program.microBatches = pipeline.microBatches;
    program.overheadPerMicroBatch = toTicks(m_stack.hostMicroBatch * m_stack.scale);
    program.stepOverhead = toTicks(m_stack.hostStep * m_stack.scale);
    program.speed = speedOf(lane);
    const double slowed = 1 - lane.cost->speed;
    double tensorBytes = 0;
    for (const auto &chunk : lane.planStage->chunks) {
        Seconds forward, recompute, inputGradient, weightGradient;
        LayerCommunication forwardComm, backwardComm;
        Bytes activations;
        for (int layer = chunk.first; layer < chunk.first + chunk.count; ++layer) {
            const auto &cost = lane.cost->layer(layerKind(m_workload.model, layer));
            forward += cost.forward;
            recompute += cost.recompute;
            inputGradient += cost.inputGradient;
            weightGradient += cost.weightGradient;
            for (auto [sum, part] : {std::pair{&forwardComm, &cost.forwardCommunication},
                                     std::pair{&backwardComm, &cost.backwardCommunication}}) {
                sum->tp += part->tp;
                sum->cp += part->cp;
                sum->ep += part->ep;
                sum->tpBytes += part->tpBytes;
            }
            activations += cost.activations;
            m_step.executedFlops += cost.executed.value * pipeline.microBatches;
        }
        ChunkWork work;
        auto &forwardPass = work[Pass::forward];
        auto &backwardPass = work[Pass::backward];
        auto &inputPass = work[Pass::inputGradient];
        auto &weightPass = work[Pass::weightGradient];
        forwardPass.compute = toTicks(forward);
        forwardPass.slowdown = toTicks(forward * slowed);
        inputPass.recompute = backwardPass.recompute = toTicks(recompute);
        backwardPass.compute = toTicks(inputGradient + weightGradient);
        backwardPass.slowdown = toTicks((recompute + inputGradient + weightGradient) * slowed);
        inputPass.compute = toTicks(inputGradient);
        inputPass.slowdown = toTicks((recompute + inputGradient) * slowed);
        weightPass.compute = toTicks(weightGradient);
        weightPass.slowdown = toTicks(weightGradient * slowed);
        for (auto [pass, comm] : {std::pair{&forwardPass, &forwardComm}, std::pair{&backwardPass, &backwardComm},
                                  std::pair{&inputPass, &backwardComm}}) {
            pass->tp = toTicks(comm->tp);
            pass->cp = toTicks(comm->cp);
            pass->ep = toTicks(comm->ep);
            pass->tpBytes = comm->tpBytes;
        }
        work.activationBytes = static_cast<std::int64_t>(std::min(activations.value, 1e17));
        tensorBytes += (forwardComm.tpBytes + backwardComm.tpBytes).value * pipeline.microBatches;
        program.chunks.push_back(work);
    }
    countTraffic(lane.cost->tensorTraffic, tensorBytes);
    const auto chunks = program.chunks.size();
    program.forwardTo.resize(chunks);
    program.backwardTo.resize(chunks);
    program.forwardInputs.assign(chunks, 0);
    program.backwardInputs.assign(chunks, 0);
    const double owned = ownedParameters(m_workload.model, lane.planStage->chunks, stateSharding(lane));
    program.optimizer = toTicks(Seconds(owned * lane.cost->optimizerSecondsPerParameter));
}

/// The lane's pace from the step's start on, over that at the start: its slowest device's. Unlike devices are compared
/// by how much each has changed, so a device that did not hold the others back at the start may be taken for one that
/// does.
RateSteps StepBuilder::speedOf(const PlanLane &lane) const
{
    const auto &topology = m_predictor.topology();
    std::vector<RateSteps> curves;
    std::vector<Ticks> times = {Ticks(0)};
    bool alike = true;
    double slowest = std::numeric_limits<double>::infinity();
    for (const DeviceId id : lane.devices) {
        const auto &device = topology.device(id);
        alike = alike && device.type == topology.device(lane.devices.front()).type;
        slowest = std::min(slowest, device.speed.factorAt(m_startTime));
        auto steps = stepsOf(device.speed, m_startTime);
        if (steps.at.empty())
            steps = {{Ticks(0)}, {1.0}};
        times.insert(times.end(), steps.at.begin(), steps.at.end());
        curves.push_back(std::move(steps));
    }
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    if (times.size() == 1)
        return {};
    RateSteps speed;
    for (const Ticks time : times) {
        double factor = std::numeric_limits<double>::infinity();
        for (const auto &curve : curves) {
            const auto next = std::upper_bound(curve.at.begin(), curve.at.end(), time);
            const double now = curve.factor[static_cast<std::size_t>(next - curve.at.begin()) - 1];
            factor = std::min(factor, now / (alike ? slowest : curve.factor.front()));
        }
        speed.at.push_back(time);
        speed.factor.push_back(factor);
    }
    return speed;
}

void StepBuilder::fillMemory(std::size_t index)
{
    const auto &lane = m_step.lanes[index];
    m_step.memory.push_back(stateMemory(m_workload, m_stack, lane.planStage->chunks, stateSharding(lane),
                                        static_cast<double>(lane.planGroup->samples) / lane.planGroup->cp));
    Bytes working;
    for (const auto &chunk : lane.planStage->chunks) {
        for (int layer = chunk.first; layer < chunk.first + chunk.count; ++layer)
            working = std::max(working, lane.cost->layer(layerKind(m_workload.model, layer)).working);
    }
    m_step.working.push_back(working);
}

Status StepBuilder::connect(std::size_t from, std::int16_t fromChunk, std::size_t to, std::int16_t toChunk,
                            Bytes output)
{
    const auto &sender = m_step.lanes[from];
    const auto &receiver = m_step.lanes[to];
    const int first = std::max(sender.firstSample, receiver.firstSample);
    const int last =
        std::min(sender.firstSample + sender.planGroup->samples, receiver.firstSample + receiver.planGroup->samples);
    if (first >= last)
        return {};
    if (from == to) {
        // The way down and the way up of a V meet on this lane: nothing is sent.
        auto &program = m_step.program.lanes[from];
        program.forwardTo[static_cast<std::size_t>(fromChunk)].push_back(
            {static_cast<int>(to), toChunk, {}, {}, {}, -1});
        program.forwardInputs[static_cast<std::size_t>(toChunk)] += 1;
        program.backwardTo[static_cast<std::size_t>(toChunk)].push_back(
            {static_cast<int>(from), fromChunk, {}, {}, {}, -1});
        program.backwardInputs[static_cast<std::size_t>(fromChunk)] += 1;
        return {};
    }
    const Bytes bytes = output * (static_cast<double>(last - first) / sender.planGroup->samples);
    auto &network = m_predictor.network();
    const auto forward = network.transfer(sender.devices, receiver.devices);
    const auto backward = network.transfer(receiver.devices, sender.devices);
    if (!forward || !backward)
        return forward ? backward.error() : forward.error();
    const auto channel = [bytes, scale = m_stack.scale](const TransferCost &cost, std::size_t lane,
                                                        std::int16_t chunk) {
        return Channel{static_cast<int>(lane),        chunk, toTicks(cost.occupancy(bytes) * scale),
                       toTicks(cost.latency * scale), bytes, -1};
    };
    auto &sends = m_step.program.lanes[from];
    auto &receives = m_step.program.lanes[to];
    const auto f = static_cast<std::size_t>(fromChunk);
    const auto t = static_cast<std::size_t>(toChunk);
    const auto weight = static_cast<double>(std::max(sender.devices.size(), receiver.devices.size()));
    m_wires.push_back({from, f, sends.forwardTo[f].size(), false, forward->traffic, weight});
    m_wires.push_back({to, t, receives.backwardTo[t].size(), true, backward->traffic, weight});
    sends.forwardTo[f].push_back(channel(*forward, to, toChunk));
    receives.forwardInputs[t] += 1;
    receives.backwardTo[t].push_back(channel(*backward, from, fromChunk));
    sends.backwardInputs[f] += 1;
    const double all = bytes.value * sends.microBatches;
    countTraffic(*forward, all);
    countTraffic(*backward, all);
    return {};
}

Status StepBuilder::connectPipelines()
{
    for (std::size_t p = 0; p < m_plan.pipelines.size(); ++p) {
        const auto way = virtualStageOrder(m_plan.pipelines[p]);
        for (std::size_t k = 0; k + 1 < way.size(); ++k) {
            for (const auto from : lanesOf(static_cast<int>(p), way[k].stage)) {
                // What crosses a boundary is the hidden state, whatever layer made it.
                const auto &sender = m_step.lanes[from];
                const Bytes output = sender.cost->layer(LayerKind::embedding).output * sender.planGroup->cp;
                for (const auto to : lanesOf(static_cast<int>(p), way[k + 1].stage)) {
                    if (auto status = connect(from, static_cast<std::int16_t>(way[k].chunk), to,
                                              static_cast<std::int16_t>(way[k + 1].chunk), output);
                        !status)
                        return status;
                }
            }
        }
    }
    return {};
}

/// Channels that share an edge or a conflict set with another one, or whose edges change during the step, become flows.
void StepBuilder::routeChannels()
{
    struct Use
    {
        int channels = 0;
        int local = -1; // index into StepProgram::edges
        bool changes = false;
    };
    const auto &topology = m_predictor.topology();
    std::unordered_map<std::int32_t, Use> uses;
    for (const auto &wire : m_wires) {
        for (const auto &share : wire.traffic)
            ++uses[share.edge.value].channels;
    }
    for (auto &[edge, use] : uses) {
        const auto steps = stepsOf(topology.edge(EdgeId(static_cast<std::size_t>(edge))).rate, m_startTime);
        use.changes = steps.at.size() > 1;
    }
    const auto conflicts = conflictEdges(topology);
    for (const auto &set : conflicts) {
        int channels = 0;
        for (const auto edge : set) {
            if (const auto found = uses.find(edge); found != uses.end())
                channels += found->second.channels;
        }
        for (const auto edge : set) {
            if (const auto found = uses.find(edge); found != uses.end() && channels > 1)
                found->second.changes = true;
        }
    }
    auto &program = m_step.program;
    for (const auto &wire : m_wires) {
        const bool flows = std::any_of(wire.traffic.begin(), wire.traffic.end(), [&](const EdgeTraffic &share) {
            const auto &use = uses[share.edge.value];
            return use.changes || use.channels > 1;
        });
        if (!flows)
            continue;
        auto &lane = program.lanes[wire.lane];
        auto &channel = (wire.backward ? lane.backwardTo : lane.forwardTo)[wire.chunk][wire.index];
        channel.route = static_cast<int>(program.routes.size());
        FlowRoute route;
        route.weight = wire.weight;
        for (const auto &share : wire.traffic) {
            auto &use = uses[share.edge.value];
            if (use.local < 0) {
                use.local = static_cast<int>(program.edges.size());
                program.edges.push_back({m_predictor.network().fullCapacity(share.edge),
                                         stepsOf(topology.edge(share.edge).rate, m_startTime)});
                m_step.edges.push_back(share.edge);
            }
            route.shares.push_back({use.local, share.perByte});
        }
        program.routes.push_back(std::move(route));
    }
    for (const auto &set : conflicts) {
        SharedCapacity shared;
        for (const auto edge : set) {
            if (const auto found = uses.find(edge); found != uses.end() && found->second.local >= 0)
                shared.edges.push_back(found->second.local);
        }
        if (shared.edges.size() > 1)
            program.conflicts.push_back(std::move(shared));
    }
}

/// What schedules that look at times see: the slowest group of each stage, the slowest channel of each boundary.
ScheduleShape StepBuilder::shapeOf(std::size_t pipeline, const std::vector<VirtualStage> &way) const
{
    const auto &plan = m_plan.pipelines[pipeline];
    const auto chunks = plan.stages.front().chunks.size();
    ScheduleShape shape{static_cast<int>(plan.stages.size()), plan.microBatches, static_cast<int>(chunks),
                        m_plan.scheduleOptions};
    shape.times.resize(plan.stages.size() * chunks);
    for (std::size_t s = 0; s < plan.stages.size(); ++s) {
        for (const auto lane : lanesOf(static_cast<int>(pipeline), static_cast<int>(s))) {
            const auto &program = m_step.program.lanes[lane];
            for (std::size_t c = 0; c < chunks; ++c) {
                auto &times = shape.times[s * chunks + c];
                const auto &work = program.chunks[c];
                times.forward = std::max(times.forward, work[Pass::forward].total() +
                                                            (c == 0 ? program.overheadPerMicroBatch : Ticks(0)));
                times.inputGradient = std::max(times.inputGradient, work[Pass::inputGradient].total());
                times.weightGradient = std::max(times.weightGradient, work[Pass::weightGradient].total());
            }
        }
    }
    for (std::size_t k = 0; k + 1 < way.size(); ++k) {
        Ticks slowest;
        for (const auto lane : lanesOf(static_cast<int>(pipeline), way[k].stage)) {
            for (const auto &channel : m_step.program.lanes[lane].forwardTo[static_cast<std::size_t>(way[k].chunk)])
                slowest = std::max(slowest, channel.occupancy + channel.latency);
        }
        shape.sendTimes.push_back(slowest);
    }
    return shape;
}

Status StepBuilder::orderWork()
{
    for (std::size_t p = 0; p < m_plan.pipelines.size(); ++p) {
        const auto way = virtualStageOrder(m_plan.pipelines[p]);
        std::vector<WorkOrder> orders;
        if (m_plan.schedule == ScheduleKind::custom) {
            auto read = customOrders(m_plan.scheduleOptions.actions, way, m_plan.pipelines[p].microBatches);
            if (!read)
                return read.error();
            orders = std::move(*read);
        } else {
            orders = scheduleOf(m_plan.schedule).orders(shapeOf(p, way));
        }
        for (std::size_t s = 0; s < orders.size(); ++s) {
            for (const auto lane : lanesOf(static_cast<int>(p), static_cast<int>(s)))
                m_step.program.lanes[lane].order = orders[s];
        }
    }
    return {};
}

std::vector<std::vector<DeviceId>> StepBuilder::gradientRings(const std::vector<int> &lanes, int &widest) const
{
    widest = 1;
    for (const int lane : lanes)
        widest = std::max(widest, m_step.lanes[static_cast<std::size_t>(lane)].planGroup->tp);
    std::vector<std::vector<DeviceId>> rings(static_cast<std::size_t>(widest));
    for (int rank = 0; rank < widest; ++rank) {
        for (const int index : lanes) {
            const auto &lane = m_step.lanes[static_cast<std::size_t>(index)];
            const int tp = lane.planGroup->tp;
            for (int slice = 0; slice < lane.planGroup->cp; ++slice)
                rings[static_cast<std::size_t>(rank)].push_back(
                    lane.devices[static_cast<std::size_t>(slice * tp + rank * tp / widest)]);
        }
    }
    return rings;
}

std::vector<int> StepBuilder::lanesOf(const std::vector<GradientHolder> &holders)
{
    std::vector<int> lanes;
    for (const auto &holder : holders) {
        if (lanes.empty() || lanes.back() != holder.lane)
            lanes.push_back(holder.lane);
    }
    return lanes;
}

Status StepBuilder::addSynchronization(const std::vector<GradientHolder> &holders, double denseParameters,
                                       double expertParameters)
{
    const auto lanes = lanesOf(holders);
    int widest = 1;
    const auto rings = gradientRings(lanes, widest);
    if (rings.front().size() < 2 || m_workload.job.frozenBase)
        return {};
    int experts = 1;
    for (const int lane : lanes)
        experts = std::max(experts, m_step.lanes[static_cast<std::size_t>(lane)].planGroup->ep);
    const auto state = stateBytes(m_workload.job);
    const double parameters = (denseParameters + expertParameters / experts) / widest;
    const Bytes gradients(parameters * state.gradient);
    const Bytes weights(parameters * state.weight);
    const bool sharded = m_plan.zeroStage >= 1;
    auto &network = m_predictor.network();
    const auto collective = sharded ? network.allGather(rings) : network.allReduce(rings);
    if (!collective)
        return collective.error();
    const Seconds reduction = m_stack.collectiveBase + collective->time(gradients);
    const Seconds update = sharded ? m_stack.collectiveBase + collective->time(weights) : Seconds(0);
    Synchronization sync;
    sync.holders = holders;
    if (m_plan.overlap.dp)
        sync.buckets = static_cast<int>(std::clamp(gradients / m_stack.gradientBucket, 1.0, 64.0));
    sync.bytes = gradients;
    sync.beforeOptimizer = toTicks(reduction * m_stack.scale);
    sync.afterOptimizer = toTicks(update * m_stack.scale);
    countTraffic(*collective, gradients.value + (sharded ? weights.value : 0));
    m_step.program.synchronizations.push_back(std::move(sync));
    return {};
}

Status StepBuilder::addGathers(const std::vector<GradientHolder> &holders, const std::vector<int> &layers)
{
    const auto lanes = lanesOf(holders);
    int widest = 1;
    const auto rings = gradientRings(lanes, widest);
    if (rings.front().size() < 2)
        return {};
    const auto gather = m_predictor.network().allGather(rings);
    if (!gather)
        return gather.error();
    const auto state = stateBytes(m_workload.job);
    const Seconds base = m_stack.collectiveBase;
    for (const auto &holder : holders) {
        const auto lane = static_cast<std::size_t>(holder.lane);
        auto &program = m_step.program.lanes[lane];
        auto &chunk = program.chunks[static_cast<std::size_t>(holder.chunk)];
        const int experts = std::max(1, m_step.lanes[lane].planGroup->ep);
        for (const int layer : layers) {
            const auto parameters = layerParameters(m_workload.model, layer);
            const double own = (parameters.dense + parameters.experts / experts) / widest;
            const Ticks weights = toTicks((base + gather->time(Bytes(own * state.weight))) * m_stack.scale);
            const Ticks gradients = state.gradient > 0
                                        ? toTicks((base + gather->time(Bytes(own * state.gradient))) * m_stack.scale)
                                        : Ticks(0);
            chunk[Pass::forward].dp += weights;
            chunk[Pass::backward].dp += weights + gradients;
            chunk[Pass::inputGradient].dp += weights;
            chunk[Pass::weightGradient].dp += gradients;
            countTraffic(*gather, own * (2 * state.weight + state.gradient) * program.microBatches /
                                      static_cast<double>(lanes.size()));
        }
    }
    return {};
}

void StepBuilder::hideGathers()
{
    for (auto &program : m_step.program.lanes) {
        for (auto &chunk : program.chunks) {
            for (auto &pass : chunk.passes)
                pass.dp = toTicks(exposedBeside(toSeconds(pass.recompute + pass.compute), toSeconds(pass.dp),
                                                m_stack.gatherContention));
        }
    }
}

Status StepBuilder::addSynchronizations()
{
    const auto &model = m_workload.model;
    std::map<int, std::vector<GradientHolder>> holders; // layer -> who holds it
    for (std::size_t i = 0; i < m_step.lanes.size(); ++i) {
        const auto &chunks = m_step.lanes[i].planStage->chunks;
        for (std::size_t c = 0; c < chunks.size(); ++c) {
            for (int layer = chunks[c].first; layer < chunks[c].first + chunks[c].count; ++layer)
                holders[layer].push_back({static_cast<int>(i), static_cast<int>(c)});
        }
    }
    struct Set
    {
        std::vector<int> layers;
        double dense = 0, experts = 0;
    };
    std::map<std::vector<GradientHolder>, Set> bySet;
    for (const auto &[layer, who] : holders) {
        const auto parameters = layerParameters(model, layer);
        auto &set = bySet[who];
        set.layers.push_back(layer);
        set.dense += parameters.dense;
        set.experts += parameters.experts;
    }
    for (const auto &[who, set] : bySet) {
        if (auto status =
                m_plan.zeroStage >= 3 ? addGathers(who, set.layers) : addSynchronization(who, set.dense, set.experts);
            !status)
            return status;
    }
    if (m_plan.zeroStage >= 3)
        hideGathers();
    // A tied table lives on the first and the last stage, which average its gradient.
    if (model.tiedEmbeddings && holders.contains(0) && holders[0] != holders[model.layers + 1] &&
        m_plan.zeroStage < 3) {
        auto set = holders[0];
        set.insert(set.end(), holders[model.layers + 1].begin(), holders[model.layers + 1].end());
        std::sort(set.begin(), set.end());
        if (auto status = addSynchronization(set, static_cast<double>(model.vocab) * model.hidden, 0); !status)
            return status;
    }
    return {};
}

SendMode StepBuilder::sendMode() const
{
    const bool pairs = m_plan.schedule == ScheduleKind::gpipe || m_plan.schedule == ScheduleKind::oneFOneB ||
                       m_plan.schedule == ScheduleKind::eager;
    if (m_stack.sendMode == SendMode::blocking && (m_plan.overlap.pp || !pairs))
        return SendMode::receivePrefetched;
    return m_stack.sendMode;
}

Result<BuiltStep> StepBuilder::build()
{
    if (auto status = collectLanes(); !status)
        return status.error();
    if (auto status = priceLanes(); !status)
        return status.error();
    auto &program = m_step.program;
    program.sends = sendMode();
    program.postValidation = m_plan.scheduleOptions.postValidation;
    program.computeSlowdown = m_stack.overlapComputeSlowdown;
    program.bucketSlowdown = m_stack.overlapTransferSlowdown;
    m_step.program.lanes.resize(m_step.lanes.size());
    for (std::size_t i = 0; i < m_step.lanes.size(); ++i) {
        fillWork(i);
        fillMemory(i);
    }
    if (auto status = connectPipelines(); !status)
        return status.error();
    if (auto status = addSynchronizations(); !status)
        return status.error();
    routeChannels();
    if (auto status = orderWork(); !status)
        return status.error();
    return std::move(m_step);
}

} // namespace

Result<BuiltStep> buildStep(StepPredictor &predictor, const Plan &plan, Seconds startTime)
{
    const auto stack = findSoftwareStack(predictor.calibration(), predictor.workload().job);
    if (!stack)
        return stack.error();
    return StepBuilder(predictor, plan, **stack, startTime).build();
}

} // namespace heteroscope
