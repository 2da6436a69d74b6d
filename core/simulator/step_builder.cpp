// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulator/step_builder.h"

#include <algorithm>
#include <limits>

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
    void fillMemory(std::size_t index);
    Status connect(std::size_t from, std::int16_t fromChunk, std::size_t to, std::int16_t toChunk, Bytes output);
    Status connectPipelines();
    Status addSynchronizations();
    Status addSynchronization(const std::vector<int> &lanes, double denseParameters, double expertParameters);
    /// ZeRO-3: gathers and scatters of these layers in every pass; hideGathers then leaves what computation does not
    /// cover.
    Status addGathers(const std::vector<int> &lanes, const std::vector<int> &layers);
    void hideGathers();
    int nodesAtWork() const;

    std::vector<std::size_t> lanesOf(int pipeline, int stage) const;
    /// Rings that average the gradients of these lanes: one for each tensor rank of the widest lane.
    std::vector<std::vector<DeviceId>> gradientRings(const std::vector<int> &lanes, int &widest) const;
    void countTraffic(const TransferCost &cost, double bytes);
    StateSharding stateSharding(const PlanLane &lane) const;

    StepPredictor &m_predictor;
    const Plan &m_plan;
    const Workload &m_workload;
    const SoftwareStack &m_stack;
    Seconds m_startTime;
    BuiltStep m_step;
};

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
    const ScheduleShape shape{static_cast<int>(pipeline.stages.size()), pipeline.microBatches,
                              static_cast<int>(lane.planStage->chunks.size())};
    program.order = scheduleOf(m_plan.schedule).order(shape, lane.stage);
    program.microBatches = pipeline.microBatches;
    program.overheadPerMicroBatch = toTicks(m_stack.hostMicroBatch * m_stack.scale);
    program.stepOverhead = toTicks(m_stack.hostStep * m_stack.scale);
    const double slowed = 1 - lane.cost->speed;
    double tensorBytes = 0;
    for (const auto &chunk : lane.planStage->chunks) {
        Seconds forward, backward, recompute;
        LayerCommunication forwardComm, backwardComm;
        Bytes activations;
        for (int layer = chunk.first; layer < chunk.first + chunk.count; ++layer) {
            const auto &cost = lane.cost->layer(layerKind(m_workload.model, layer));
            forward += cost.forward;
            recompute += cost.recompute;
            backward += cost.inputGradient + cost.weightGradient;
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
        work.forward.compute = toTicks(forward);
        work.forward.slowdown = toTicks(forward * slowed);
        work.backward.recompute = toTicks(recompute);
        work.backward.compute = toTicks(backward);
        work.backward.slowdown = toTicks((recompute + backward) * slowed);
        for (auto [pass, comm] : {std::pair{&work.forward, &forwardComm}, std::pair{&work.backward, &backwardComm}}) {
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
    const Bytes bytes = output * (static_cast<double>(last - first) / sender.planGroup->samples);
    auto &network = m_predictor.network();
    const auto forward = network.transfer(sender.devices, receiver.devices);
    const auto backward = network.transfer(receiver.devices, sender.devices);
    if (!forward || !backward)
        return forward ? backward.error() : forward.error();
    const auto channel = [bytes, scale = m_stack.scale](const TransferCost &cost, std::size_t lane, std::int16_t chunk) {
        return Channel{static_cast<int>(lane), chunk, toTicks(cost.occupancy(bytes) * scale),
                       toTicks(cost.latency * scale), bytes};
    };
    auto &sends = m_step.program.lanes[from];
    auto &receives = m_step.program.lanes[to];
    const auto f = static_cast<std::size_t>(fromChunk);
    const auto t = static_cast<std::size_t>(toChunk);
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
        const auto &stages = m_plan.pipelines[p].stages;
        const auto chunks = stages.front().chunks.size();
        for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
            for (std::size_t s = 0; s < stages.size(); ++s) {
                const bool lastStage = s + 1 == stages.size();
                if (lastStage && chunk + 1 == chunks)
                    continue;
                const std::size_t nextStage = lastStage ? 0 : s + 1;
                const std::size_t nextChunk = lastStage ? chunk + 1 : chunk;
                for (const auto from : lanesOf(static_cast<int>(p), static_cast<int>(s))) {
                    // What crosses a boundary is the hidden state, whatever layer made it.
                    const auto &sender = m_step.lanes[from];
                    const Bytes output = sender.cost->layer(LayerKind::embedding).output * sender.planGroup->cp;
                    for (const auto to : lanesOf(static_cast<int>(p), static_cast<int>(nextStage))) {
                        if (auto status = connect(from, static_cast<std::int16_t>(chunk), to,
                                                  static_cast<std::int16_t>(nextChunk), output);
                            !status)
                            return status;
                    }
                }
            }
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

Status StepBuilder::addSynchronization(const std::vector<int> &lanes, double denseParameters, double expertParameters)
{
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
    double visible = 1;
    if (m_plan.overlap.dp) {
        // Buckets are reduced beside the last backward passes and gathered beside the first forward passes.
        Seconds backward(std::numeric_limits<double>::max());
        for (const int lane : lanes) {
            Ticks pass;
            for (const auto &chunk : m_step.program.lanes[static_cast<std::size_t>(lane)].chunks)
                pass += chunk.backward.recompute + chunk.backward.compute;
            backward = std::min(backward, toSeconds(pass));
        }
        const Seconds all = reduction + update;
        visible = exposedReduction(all, backward * m_stack.gradientWindow, m_stack.gradientExposed) / all;
    }
    Synchronization sync;
    sync.lanes = lanes;
    sync.bytes = gradients;
    sync.beforeOptimizer = toTicks(reduction * (visible * m_stack.scale));
    sync.afterOptimizer = toTicks(update * (visible * m_stack.scale));
    countTraffic(*collective, gradients.value + (sharded ? weights.value : 0));
    m_step.program.synchronizations.push_back(std::move(sync));
    return {};
}

Status StepBuilder::addGathers(const std::vector<int> &lanes, const std::vector<int> &layers)
{
    int widest = 1;
    const auto rings = gradientRings(lanes, widest);
    if (rings.front().size() < 2)
        return {};
    const auto gather = m_predictor.network().allGather(rings);
    if (!gather)
        return gather.error();
    const auto state = stateBytes(m_workload.job);
    const Seconds base = m_stack.collectiveBase;
    for (const int index : lanes) {
        const auto lane = static_cast<std::size_t>(index);
        auto &program = m_step.program.lanes[lane];
        const auto &ranges = m_step.lanes[lane].planStage->chunks;
        const int experts = std::max(1, m_step.lanes[lane].planGroup->ep);
        for (std::size_t c = 0; c < ranges.size(); ++c) {
            for (const int layer : layers) {
                if (layer < ranges[c].first || layer >= ranges[c].first + ranges[c].count)
                    continue;
                const auto parameters = layerParameters(m_workload.model, layer);
                const double own = (parameters.dense + parameters.experts / experts) / widest;
                const Seconds weights = (base + gather->time(Bytes(own * state.weight))) * m_stack.scale;
                program.chunks[c].forward.dp += toTicks(weights);
                program.chunks[c].backward.dp += toTicks(weights);
                if (state.gradient > 0)
                    program.chunks[c].backward.dp += toTicks((base + gather->time(Bytes(own * state.gradient))) * m_stack.scale);
                countTraffic(*gather, own * (2 * state.weight + state.gradient) * program.microBatches /
                                          static_cast<double>(lanes.size()));
            }
        }
    }
    return {};
}

void StepBuilder::hideGathers()
{
    for (auto &program : m_step.program.lanes) {
        for (auto &chunk : program.chunks) {
            for (auto *pass : {&chunk.forward, &chunk.backward})
                pass->dp = toTicks(exposedBeside(toSeconds(pass->recompute + pass->compute), toSeconds(pass->dp),
                                                 m_stack.gatherContention));
        }
    }
}

Status StepBuilder::addSynchronizations()
{
    const auto &model = m_workload.model;
    std::map<int, std::vector<int>> holders; // layer -> lanes
    for (std::size_t i = 0; i < m_step.lanes.size(); ++i) {
        for (const auto &chunk : m_step.lanes[i].planStage->chunks) {
            for (int layer = chunk.first; layer < chunk.first + chunk.count; ++layer)
                holders[layer].push_back(static_cast<int>(i));
        }
    }
    struct Set
    {
        std::vector<int> layers;
        double dense = 0, experts = 0;
    };
    std::map<std::vector<int>, Set> bySet;
    for (const auto &[layer, lanes] : holders) {
        const auto parameters = layerParameters(model, layer);
        auto &set = bySet[lanes];
        set.layers.push_back(layer);
        set.dense += parameters.dense;
        set.experts += parameters.experts;
    }
    for (const auto &[lanes, set] : bySet) {
        if (auto status = m_plan.zeroStage >= 3 ? addGathers(lanes, set.layers)
                                                : addSynchronization(lanes, set.dense, set.experts);
            !status)
            return status;
    }
    if (m_plan.zeroStage >= 3)
        hideGathers();
    // A tied table lives on the first and the last stage, which average its gradient.
    if (model.tiedEmbeddings && holders.contains(0) && holders[0] != holders[model.layers + 1] &&
        m_plan.zeroStage < 3) {
        std::vector<int> lanes = holders[0];
        lanes.insert(lanes.end(), holders[model.layers + 1].begin(), holders[model.layers + 1].end());
        if (auto status = addSynchronization(lanes, static_cast<double>(model.vocab) * model.hidden, 0); !status)
            return status;
    }
    return {};
}

Result<BuiltStep> StepBuilder::build()
{
    if (auto status = collectLanes(); !status)
        return status.error();
    if (auto status = priceLanes(); !status)
        return status.error();
    m_step.program.blockingSends = m_stack.sendMode == SendMode::blocking && !m_plan.overlap.pp;
    m_step.program.lanes.resize(m_step.lanes.size());
    for (std::size_t i = 0; i < m_step.lanes.size(); ++i) {
        fillWork(i);
        fillMemory(i);
    }
    if (auto status = connectPipelines(); !status)
        return status.error();
    if (auto status = addSynchronizations(); !status)
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
