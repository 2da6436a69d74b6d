// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/candidate.h"

#include "planner/node_classes.h"

#include <fmt/format.h>

#include <algorithm>

namespace heteroscope {

namespace {

class CandidateBuilder
{
public:
    CandidateBuilder(const Family &family, StepPredictor &predictor, const std::vector<std::size_t> &classes)
        : m_family(family),
          m_classes(classes),
          m_predictor(predictor),
          m_workload(predictor.workload()),
          m_microBatches(m_workload.job.globalBatch / family.dp / family.microBatchSize)
    {}

    Candidate build();

private:
    Result<StageLoad> stageLoad(int stage);
    /// One of each kind of the stage's replicas.
    std::vector<std::vector<DeviceId>> unlikeReplicas(int stage) const;
    Seconds bound(const std::vector<LayerRange> &cut) const;

    const Family &m_family;
    const std::vector<std::size_t> &m_classes;
    StepPredictor &m_predictor;
    const Workload &m_workload;
    int m_microBatches;
    std::vector<StageLoad> m_loads;
    std::vector<std::vector<double>> m_leastTime; // by stage: sums as StageLoad::time, of the fastest replica
    std::vector<double> m_optimizer;              // seconds per owned parameter, by stage
    double m_hostMicroBatch = 0;
    double m_hostStep = 0;
};

std::vector<std::vector<DeviceId>> CandidateBuilder::unlikeReplicas(int stage) const
{
    std::vector<std::vector<DeviceId>> result;
    for (int d = 0; d < m_family.dp; ++d) {
        const auto &group = m_family.groups[static_cast<std::size_t>(stage * m_family.dp + d)];
        const bool known = std::any_of(result.begin(), result.end(), [&](const auto &other) {
            return areAlike(m_predictor.topology(), m_classes, group, other);
        });
        if (!known)
            result.push_back(group);
    }
    return result;
}

Result<StageLoad> CandidateBuilder::stageLoad(int stage)
{
    const auto &model = m_workload.model;
    const auto layers = static_cast<std::size_t>(model.planLayers());
    const auto stack = findSoftwareStack(m_predictor.calibration(), m_workload.job);
    if (!stack)
        return stack.error();
    const StateSharding sharding{m_family.tp, 1, m_family.zeroStage, m_family.dp};
    const double inFlight = std::min(m_microBatches, m_family.stages() - stage);
    m_hostMicroBatch = (*stack)->hostMicroBatch.value;
    m_hostStep = (*stack)->hostStep.value;

    StageLoad load;
    // By layer over unlike replicas: the most for the cut, the least for the bound.
    std::vector<double> most(layers, 0), least(layers, std::numeric_limits<double>::max()), memory(layers, 0),
        working(layers, 0);
    load.capacity = std::numeric_limits<double>::max();
    double optimizer = 0;
    for (const auto &devices : unlikeReplicas(stage)) {
        GroupOptions options;
        options.sharding = {m_family.tp, 1, 1, m_family.tp > 1};
        options.samples = m_family.microBatchSize;
        options.recompute = m_family.recompute;
        const auto priced = m_predictor.groupCost(devices, options);
        if (!priced)
            return priced.error();
        const auto &cost = **priced;
        for (std::size_t l = 0; l < layers; ++l) {
            const int layer = static_cast<int>(l);
            const auto &price = cost.layer(layerKind(model, layer));
            const auto states = stateMemory(m_workload, **stack, {{layer, 1}}, sharding, m_family.microBatchSize);
            const double stateTotal = (states.weights + states.gradients + states.optimizerState).value;
            const double time = price.forwardTotal().value + price.backwardTotal().value;
            most[l] = std::max(most[l], time);
            least[l] = std::min(least[l], time);
            memory[l] = std::max(memory[l], stateTotal + inFlight * price.activations.value);
            working[l] = std::max(working[l], (states.reserve + states.buffers + price.working).value);
            load.headMemory = std::max(load.headMemory, states.logits.value);
            if (model.tiedEmbeddings && layer == 0)
                load.tiedMemory = stateTotal;
        }
        load.capacity = std::min(load.capacity, cost.smallestMemory.value);
        optimizer = std::max(optimizer, cost.optimizerSecondsPerParameter);
    }
    m_optimizer.push_back(optimizer);
    load.setOnce(working);
    load.time.push_back(0);
    load.memory.push_back(0);
    std::vector<double> leastTime = {0};
    for (std::size_t l = 0; l < layers; ++l) {
        load.time.push_back(load.time.back() + most[l]);
        load.memory.push_back(load.memory.back() + memory[l]);
        leastTime.push_back(leastTime.back() + least[l]);
    }
    m_leastTime.push_back(std::move(leastTime));
    return load;
}

Seconds CandidateBuilder::bound(const std::vector<LayerRange> &cut) const
{
    double before = 0;
    double longest = 0;
    double optimizer = 0;
    for (std::size_t s = 0; s < cut.size(); ++s) {
        const auto &time = m_leastTime[s];
        const double work =
            time[static_cast<std::size_t>(cut[s].first + cut[s].count)] - time[static_cast<std::size_t>(cut[s].first)];
        longest = std::max(longest, before + m_microBatches * (work + m_hostMicroBatch));
        before += work;
        const StateSharding sharding{m_family.tp, 1, m_family.zeroStage, m_family.dp};
        const double owned =
            deviceParameters(m_workload.model, {cut[s]}, sharding) / (m_family.zeroStage >= 1 ? m_family.dp : 1);
        optimizer = std::max(optimizer, owned * m_optimizer[s]);
    }
    // A hair less than computed: sums of doubles and the simulator's whole picoseconds round apart.
    return Seconds((longest + optimizer + m_hostStep) * (1 - 1e-12));
}

Candidate CandidateBuilder::build()
{
    Candidate candidate;
    for (int s = 0; s < m_family.stages(); ++s) {
        auto load = stageLoad(s);
        if (!load) {
            candidate.failure = toString(load.error());
            return candidate;
        }
        m_loads.push_back(std::move(*load));
    }
    std::vector<const StageLoad *> stages;
    for (const auto &load : m_loads)
        stages.push_back(&load);
    const int layers = m_workload.model.planLayers();
    auto cut = splitLayers(stages, layers);
    candidate.fits = cut.has_value();
    if (!cut)
        cut = splitLayers(stages, layers, false);
    if (!cut) {
        candidate.failure = fmt::format("{} stages for {} layers", stages.size(), layers);
        return candidate;
    }
    candidate.cut = *cut;
    candidate.bound = bound(*cut);
    if (!candidate.fits) {
        double worst = 0;
        for (std::size_t s = 0; s < stages.size(); ++s) {
            const double needed = stages[s]->memoryOf((*cut)[s].first, (*cut)[s].first + (*cut)[s].count);
            if (needed - stages[s]->capacity > worst) {
                worst = needed - stages[s]->capacity;
                candidate.peakMemory = Bytes(needed);
                candidate.memoryCapacity = Bytes(stages[s]->capacity);
                const auto device = m_family.groups[s * static_cast<std::size_t>(m_family.dp)].front();
                candidate.overflow =
                    fmt::format("needs {:.3g} GB more on {}", worst / 1e9, m_predictor.topology().device(device).name);
            }
        }
        if (candidate.overflow.empty())
            candidate.overflow = "no cut of the layers fits every device";
    }
    return candidate;
}

} // namespace

Candidate prepareCandidate(const Family &family, StepPredictor &predictor, const std::vector<std::size_t> &nodeClasses)
{
    return CandidateBuilder(family, predictor, nodeClasses).build();
}

} // namespace heteroscope
