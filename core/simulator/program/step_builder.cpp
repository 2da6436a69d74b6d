// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/send_mode.h"
#include "simulator/program/step_assembly.h"

#include <algorithm>
#include <limits>

namespace heteroscope {

void StepBuilder::countTraffic(const TransferCost &cost, double bytes)
{
    for (const auto &edge : cost.traffic)
        m_step.linkBytes.add(edge.edge, edge.perByte * bytes);
}

StateSharding StepBuilder::stateSharding(const PlanLane &lane) const
{
    const auto &group = *lane.planGroup;
    const auto stages = m_plan.pipelines[static_cast<std::size_t>(lane.pipeline)].stages.size();
    const std::array several = {group.tp > 1, group.cp > 1, group.ep > 1, stages > 1, lane.replicas > group.cp};
    StateSharding sharding{group.tp,
                           std::max(1, group.ep),
                           m_plan.zeroStage,
                           lane.replicas,
                           expertLayoutOf(lane).expertTp,
                           static_cast<int>(std::count(several.begin(), several.end(), true))};
    const auto &sharing = m_plan.sharing;
    sharding.group = sharing.group;
    if (sharing.group > 1 && sharing.group < lane.replicas)
        ++sharding.communicators; // of a shard group, and between them
    sharding.reshards = sharing.reshards;
    sharding.gatheredLayers = sharing.prefetch ? 1 + std::min(*sharing.prefetch, m_workload.model.planLayers()) : 2;
    sharding.hostOptimizer = m_plan.offload.optimizer;
    sharding.hostParameters = m_plan.offload.parameters;
    if (sharing.group == 0)
        sharding.expertCopies = lane.expertCopies;
    return sharding;
}

ExpertLayout StepBuilder::expertLayoutOf(const PlanLane &lane) const
{
    return expertLayout(*lane.planGroup, alikeOf(lane));
}

std::vector<std::vector<DeviceId>> StepBuilder::expertGroups(const PlanLane &lane, const ExpertLayout &layout) const
{
    std::vector<std::vector<DeviceId>> groups;
    const int first = alikeOf(lane).firstSharing(layout, lane.pipeline);
    for (int pipeline = first; pipeline < first + layout.pipelines; ++pipeline) {
        const auto peers = lanesOf(static_cast<std::size_t>(pipeline), lane.stage);
        if (static_cast<std::size_t>(lane.group) < peers.size())
            groups.push_back(m_step.lanes[peers[static_cast<std::size_t>(lane.group)]].devices);
    }
    return heteroscope::expertGroups(layout, lane.planGroup->tp, lane.planGroup->cp, groups);
}

bool isKept(const PlanLane &lane, const LayerRange &chunk, int layer, const Model &model)
{
    return lane.keptCost && layer > 0 && layer <= model.layers &&
           recomputeOf(*lane.planStage, chunk, layer) == Recompute::none;
}

const LayerCost &layerCost(const PlanLane &lane, const LayerRange &chunk, int layer, const Model &model)
{
    return (isKept(lane, chunk, layer, model) ? lane.keptCost : lane.cost)->layer(layerKind(model, layer));
}

Status StepBuilder::collectLanes()
{
    std::map<int, int> holdersOfLayer;
    std::map<int, int> expertSlices; // by layer; EP of them hold each expert once
    for (std::size_t p = 0; p < m_plan.pipelines.size(); ++p) {
        const auto &pipeline = m_plan.pipelines[p];
        auto &firstLane = m_firstLane.emplace_back();
        for (std::size_t s = 0; s < pipeline.stages.size(); ++s) {
            const auto &stage = pipeline.stages[s];
            firstLane.push_back(m_step.lanes.size());
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
                lane.microBatches = pipeline.microBatches;
                const int slices = group.ep > 1 ? group.cp * expertLayout(group, m_alike[p]).tensors : 0;
                lane.planStage = &stage;
                lane.planGroup = &group;
                firstSample += group.samples;
                for (const auto &name : group.devices)
                    lane.devices.push_back(*m_pricer.topology().findDevice(name));
                for (const auto &chunk : stage.chunks) {
                    for (int layer = chunk.first; layer < chunk.first + chunk.count; ++layer) {
                        holdersOfLayer[layer] += group.cp;
                        if (slices > 0)
                            expertSlices[layer] += slices;
                    }
                    if (m_meter.stopAfter(static_cast<std::size_t>(chunk.count)))
                        return cancelledError();
                }
                m_step.lanes.push_back(std::move(lane));
            }
        }
        firstLane.push_back(m_step.lanes.size());
    }
    for (auto &lane : m_step.lanes) {
        for (const auto &chunk : lane.planStage->chunks) {
            if (chunk.count == 0)
                continue;
            lane.replicas = std::max(lane.replicas, holdersOfLayer[chunk.first]);
            if (const auto slices = expertSlices.find(chunk.first); slices != expertSlices.end())
                lane.expertCopies =
                    std::max(lane.expertCopies, static_cast<double>(slices->second) / lane.planGroup->ep);
        }
    }
    return {};
}

LaneRange StepBuilder::lanesOf(std::size_t pipeline, int stage) const
{
    const auto s = static_cast<std::size_t>(stage);
    if (pipeline >= m_firstLane.size() || s + 1 >= m_firstLane[pipeline].size())
        return {};
    return {m_firstLane[pipeline][s], m_firstLane[pipeline][s + 1]};
}

int StepBuilder::nodesAtWork() const
{
    std::vector<bool> used(m_pricer.topology().nodes().size());
    for (const auto &lane : m_step.lanes) {
        for (const DeviceId device : lane.devices)
            used[m_pricer.topology().device(device).node] = true;
    }
    return static_cast<int>(std::count(used.begin(), used.end(), true));
}

Status StepBuilder::priceLanes()
{
    const int nodes = nodesAtWork();
    for (auto &lane : m_step.lanes) {
        if (m_meter.stopAfter(lane.devices.size()))
            return cancelledError();
        GroupOptions options;
        options.nodes = nodes;
        options.sharding = {lane.planGroup->tp, lane.planGroup->cp, std::max(1, lane.planGroup->ep),
                            m_plan.sequenceParallel};
        options.sharding.context = m_plan.contextExchange;
        options.samples = lane.planGroup->samples;
        const Stage &stage = *lane.planStage;
        options.recompute = stage.recomputeLayers == 0 ? Recompute::none : stage.recompute;
        options.modules = stage.recomputeModules;
        options.overlapTp = m_plan.overlap.tp;
        options.startTime = m_startTime;
        if (options.sharding.ep > 1) {
            const auto layout = expertLayoutOf(lane);
            options.sharding.expertTp = layout.expertTp;
            options.expertGroups = expertGroups(lane, layout);
            options.expertDevices = layout.inGroup();
        }
        const auto cost = m_pricer.groupCost(lane.devices, options);
        if (!cost)
            return cost.error();
        lane.cost = *cost;
        if (!recomputesAlike(stage, m_workload.model.planLayers())) {
            auto keeping = options;
            keeping.recompute = Recompute::none;
            const auto kept = m_pricer.groupCost(lane.devices, keeping);
            if (!kept)
                return kept.error();
            lane.keptCost = *kept;
        }
        lane.options = std::move(options);
    }
    return {};
}

void StepBuilder::fillWork(std::size_t index)
{
    const auto &lane = m_step.lanes[index];
    auto &program = m_step.program.lanes[index];
    const auto &pipeline = m_plan.pipelines[static_cast<std::size_t>(lane.pipeline)];
    program.microBatches = m_simulated[static_cast<std::size_t>(lane.pipeline)];
    program.overheadPerMicroBatch = toTicks(m_stack.hostMicroBatch * m_stack.scale);
    program.stepOverhead = toTicks(m_stack.hostStep * m_stack.scale);
    program.speed = speedOf(lane);
    const double slowed = 1 - lane.cost->speed;
    LayerCommunication sent;
    m_step.communication.emplace_back();
    for (const auto &chunk : lane.planStage->chunks) {
        Seconds forward, recompute, inputGradient, weightGradient;
        LayerCommunication forwardComm, backwardComm;
        Bytes activations;
        for (int layer = chunk.first; layer < chunk.first + chunk.count; ++layer) {
            const auto &cost = layerCost(lane, chunk, layer, m_workload.model);
            forward += cost.forward;
            recompute += cost.recompute;
            inputGradient += cost.inputGradient;
            weightGradient += cost.weightGradient;
            forwardComm += cost.forwardCommunication;
            backwardComm += cost.backwardCommunication;
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
            pass->cpBytes = comm->cpBytes;
            pass->epBytes = comm->epBytes;
        }
        work.activationBytes = static_cast<std::int64_t>(std::min(activations.value, 1e17));
        sent += forwardComm;
        sent += backwardComm;
        m_step.communication.back().push_back({forwardComm, backwardComm});
        program.chunks.push_back(work);
    }
    countTraffic(lane.cost->tensorTraffic, sent.tpBytes.value * pipeline.microBatches);
    countTraffic(lane.cost->contextTraffic, sent.cpBytes.value * pipeline.microBatches);
    countTraffic(lane.cost->expertTraffic, sent.epBytes.value * pipeline.microBatches);
    const auto chunks = program.chunks.size();
    program.forwardTo.resize(chunks);
    program.backwardTo.resize(chunks);
    program.forwardInputs.assign(chunks, 0);
    program.backwardInputs.assign(chunks, 0);
    const auto sharding = stateSharding(lane);
    const double owned = ownedParameters(m_workload.model, lane.planStage->chunks, sharding);
    const double adapters = adaptersOf(m_workload, lane.planStage->chunks, sharding).owned;
    program.optimizer =
        toTicks(m_plan.offload.optimizer ? hostOptimizer(lane, m_workload.job.frozenBase ? adapters : owned)
                                         : Seconds(owned * lane.cost->optimizerSecondsPerParameter +
                                                   adapters * lane.cost->adapterSecondsPerParameter));
}

void StepBuilder::copyActivations()
{
    for (std::size_t i = 0; i < m_step.lanes.size(); ++i) {
        const auto &lane = m_step.lanes[i];
        for (std::size_t c = 0; c < lane.planStage->chunks.size(); ++c) {
            const auto &range = lane.planStage->chunks[c];
            Bytes copied;
            for (int layer = std::max(1, range.first);
                 layer < std::min(range.first + range.count, m_workload.model.layers + 1); ++layer)
                copied += layerCost(lane, range, layer, m_workload.model).activations;
            const Ticks copy = toTicks(copied / hostBandwidth(lane) * m_stack.scale);
            auto &chunk = m_step.program.lanes[i].chunks[c];
            for (const Pass pass : {Pass::forward, Pass::backward, Pass::inputGradient})
                chunk[pass].dp += std::max(copy - chunk[pass].recompute - chunk[pass].compute, Ticks(0));
            chunk.hostBytes = std::min(chunk.activationBytes, static_cast<std::int64_t>(copied.value));
            chunk.activationBytes -= chunk.hostBytes;
        }
    }
}

BytesPerSecond StepBuilder::hostBandwidth(const PlanLane &lane) const
{
    const auto &topology = m_pricer.topology();
    BytesPerSecond least(std::numeric_limits<double>::infinity());
    for (const DeviceId device : lane.devices)
        least = std::min(least, topology.nodes()[topology.device(device).node].hostBandwidth);
    return least;
}

/// The slowest of the hosts that the lane's devices are in.
Seconds StepBuilder::hostOptimizer(const PlanLane &lane, double owned)
{
    const auto &topology = m_pricer.topology();
    if (m_devicesOfNode.empty()) {
        m_devicesOfNode.resize(topology.nodes().size());
        for (const auto &each : m_step.lanes) {
            for (const DeviceId device : each.devices)
                ++m_devicesOfNode[topology.device(device).node];
        }
    }
    int devices = 0;
    for (const DeviceId device : lane.devices)
        devices = std::max(devices, m_devicesOfNode[topology.device(device).node]);
    return hostOptimizerTime(m_workload.job, owned, devices, hostBandwidth(lane), m_plan.offload.parameters) *
           m_stack.scale;
}

/// The lane's pace from the step's start on, over that at the start: its slowest device's. Unlike devices are compared
/// by how much each has changed, so a device that did not hold the others back at the start may be taken for one that
/// does.
RateSteps StepBuilder::speedOf(const PlanLane &lane) const
{
    const auto &topology = m_pricer.topology();
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
    m_step.state.push_back(stateTerms(m_workload, m_stack, lane.planStage->chunks, stateSharding(lane),
                                      static_cast<double>(lane.planGroup->samples) / lane.planGroup->cp));
    m_step.memory.push_back(m_step.state.back().parts());
    Bytes working;
    for (const auto &chunk : lane.planStage->chunks) {
        for (int layer = chunk.first; layer < chunk.first + chunk.count; ++layer) {
            const auto &cost = layerCost(lane, chunk, layer, m_workload.model);
            // Of two blocks activations are on the device: one computes, another one's are on their way.
            const bool copied = m_plan.offload.activations && layer >= 1 && layer <= m_workload.model.layers;
            working = std::max(working, cost.working + (copied ? cost.activations * 2.0 : Bytes(0)));
        }
    }
    m_step.working.push_back(working);
}

Result<BuiltStep> StepBuilder::build()
{
    if (auto status = collectLanes(); !status)
        return status.error();
    if (auto status = priceLanes(); !status)
        return status.error();
    auto &program = m_step.program;
    m_step.scale = m_stack.scale;
    program.sends = sendModeOf(m_stack, m_plan.schedule, m_plan.overlap.pp);
    program.postValidation = m_plan.scheduleOptions.postValidation;
    program.computeSlowdown = m_stack.overlapComputeSlowdown;
    program.bucketSlowdown = m_stack.overlapTransferSlowdown;
    m_step.program.lanes.resize(m_step.lanes.size());
    for (std::size_t i = 0; i < m_step.lanes.size(); ++i) {
        if (m_meter.stopAfter(2 * static_cast<std::size_t>(m_workload.model.planLayers())))
            return cancelledError();
        fillWork(i);
        fillMemory(i);
    }
    if (auto status = connectPipelines(); !status)
        return status.error();
    if (auto status = addSynchronizations(); !status)
        return status.error();
    if (m_plan.offload.activations)
        copyActivations();
    addCollectiveUsers();
    routeFlows();
    if (isStopped())
        return cancelledError();
    if (auto status = orderWork(); !status)
        return status.error();
    return std::move(m_step);
}

Result<BuiltStep> buildStep(GroupPricer &pricer, const Plan &plan, std::vector<int> simulatedMicroBatches,
                            std::vector<bool> othersUse)
{
    const auto stack = findSoftwareStack(pricer.calibration(), pricer.workload().job);
    if (!stack)
        return stack.error();
    return StepBuilder(pricer, plan, **stack, std::move(simulatedMicroBatches), std::move(othersUse)).build();
}

} // namespace heteroscope
