// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/beyond/variations.h"

#include "strategy/change_schedule.h"
#include "strategy/expert_layout.h"
#include "strategy/plan_edits.h"
#include "strategy/schedule.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace heteroscope {

namespace {

constexpr int largestSharedMicroBatch = 32; ///< of a stage that unlike groups share

double peakOf(const TensorGroup &group, const Topology &topology, Precision precision)
{
    double peak = 0;
    for (const auto &name : group.devices) {
        if (const auto id = topology.findDevice(name))
            peak += topology.typeOf(*id).peakAt(precision).value_or(FlopPerSecond(0)).value;
    }
    return peak;
}

class Variations
{
public:
    Variations(const VariedPlan &from, const Topology &topology, const Workload &workload, const SoftwareStack &stack,
               const StopToken &stop)
        : m_from(from), m_topology(topology), m_workload(workload), m_stack(stack), m_stop(stop)
    {}

    std::vector<VariedPlan> all()
    {
        using Change = void (Variations::*)();
        for (const Change change :
             {&Variations::changeSchedule, &Variations::changeZero, &Variations::addExpertParallel,
              &Variations::addContextParallel, &Variations::sharePipelines, &Variations::shareStages,
              &Variations::joinTensorGroups, &Variations::splitTensorGroups, &Variations::varyInside}) {
            if (!m_stop.stop_requested())
                (this->*change)();
        }
        return std::move(m_plans);
    }

private:
    const Plan &plan() const { return m_from.plan; }
    std::size_t stageCount() const { return plan().pipelines.front().stages.size(); }

    void add(const PlanChange &change, Plan plan)
    {
        // Shard groups are of the replicas there were.
        if (change.kind != VariationKind::schedule && change.kind != VariationKind::zero)
            plan.sharing.group = 0;
        m_plans.push_back({withChange(m_from.changes, change), std::move(plan)});
    }

    /// What plans of the space differ in; beyond it the best may be another one.
    void varyInside()
    {
        if (m_from.changes.empty())
            return;
        for (const bool larger : {true, false}) {
            Plan changed = plan();
            bool possible = changed.microBatchSize % 2 == 0 || larger;
            changed.microBatchSize = larger ? 2 * changed.microBatchSize : changed.microBatchSize / 2;
            for (auto &pipeline : changed.pipelines) {
                possible = possible && (pipeline.microBatches % 2 == 0 || !larger);
                pipeline.microBatches = larger ? pipeline.microBatches / 2 : 2 * pipeline.microBatches;
                for (auto &stage : pipeline.stages) {
                    stage.microBatchSize = 0;
                    possible =
                        possible && shareBySpeed(stage, changed.microBatchSize, m_topology, m_workload.job.precision);
                }
            }
            if (possible && changed.microBatchSize <= largestSharedMicroBatch)
                m_plans.push_back({m_from.changes, std::move(changed)});
        }
        for (const auto recompute : {Recompute::none, Recompute::selective, Recompute::full}) {
            Plan changed = plan();
            for (auto &pipeline : changed.pipelines) {
                for (auto &stage : pipeline.stages) {
                    stage.recompute = recompute;
                    stage.recomputeLayers.reset();
                }
            }
            if (changed != plan() && (recompute != Recompute::selective || !m_workload.job.flashAttention))
                m_plans.push_back({m_from.changes, std::move(changed)});
        }
    }

    /// The type of a group; none where its devices differ.
    std::optional<std::size_t> typeOf(const TensorGroup &group) const
    {
        std::optional<std::size_t> type;
        for (const auto &name : group.devices) {
            const auto id = m_topology.findDevice(name);
            if (!id || (type && *type != m_topology.device(*id).type))
                return std::nullopt;
            type = m_topology.device(*id).type;
        }
        return type;
    }

    /// Stages of one group each, in all pipelines as many and with the same layers.
    bool isPlain() const
    {
        const auto &front = plan().pipelines.front();
        return std::all_of(plan().pipelines.begin(), plan().pipelines.end(), [&](const Pipeline &pipeline) {
            if (pipeline.stages.size() != front.stages.size() || pipeline.microBatches != front.microBatches)
                return false;
            for (std::size_t s = 0; s < front.stages.size(); ++s) {
                if (pipeline.stages[s].groups.size() != 1 || pipeline.stages[s].chunks != front.stages[s].chunks)
                    return false;
            }
            return true;
        });
    }

    void changeSchedule()
    {
        if (pipelineDegree(plan()) == 1)
            return; // they are all the same then
        for (const auto kind : changeableSchedules()) {
            if (kind == plan().schedule || !scheduleOf(kind).facts().isTriedBeyond)
                continue;
            if (auto changed = withSchedule(plan(), kind, m_workload.model))
                add({VariationKind::schedule, 0, kind}, std::move(*changed));
        }
    }

    void changeZero()
    {
        for (const int zero : {2, 3}) {
            const bool known = std::count(m_stack.zeroStages.begin(), m_stack.zeroStages.end(), zero) > 0;
            if (!known || plan().zeroStage == zero || plan().pipelines.size() < 2)
                continue;
            Plan changed = plan();
            changed.zeroStage = zero;
            add({VariationKind::zero, zero}, std::move(changed));
        }
    }

    void addExpertParallel()
    {
        const auto replicas = static_cast<int>(plan().pipelines.size());
        const auto alike = [this](const Pipeline &other) { return canShareExperts(plan().pipelines.front(), other); };
        if (!m_workload.model.moe || !std::all_of(plan().pipelines.begin(), plan().pipelines.end(), alike))
            return;
        for (int ep = 2; ep <= replicas; ep *= 2) {
            if (replicas % ep != 0 || m_workload.model.moe->experts % ep != 0 || ep == plan().expertParallel)
                continue;
            Plan changed = plan();
            changed.expertParallel = ep;
            for (auto &pipeline : changed.pipelines) {
                for (auto &stage : pipeline.stages) {
                    for (auto &group : stage.groups)
                        group.ep = ep;
                }
            }
            add({VariationKind::expertParallel, ep}, std::move(changed));
        }
    }

    void addContextParallel()
    {
        if (!isPlain() || plan().contextParallel > 1)
            return;
        for (const std::size_t cp : {2U, 4U, 8U}) {
            contextFromReplicas(cp);
            contextFromTensor(static_cast<int>(cp));
        }
    }

    /// Neighbouring replicas work on slices of one sequence instead of on sequences of their own.
    void contextFromReplicas(std::size_t cp)
    {
        if (plan().pipelines.size() % cp != 0)
            return;
        Plan changed = plan();
        changed.contextParallel = static_cast<int>(cp);
        changed.pipelines.clear();
        for (std::size_t d = 0; d < plan().pipelines.size(); d += cp) {
            Pipeline joined = plan().pipelines[d];
            joined.microBatches *= static_cast<int>(cp);
            for (std::size_t s = 0; s < joined.stages.size(); ++s) {
                auto &group = joined.stages[s].groups.front();
                group.cp = static_cast<int>(cp);
                for (std::size_t k = 1; k < cp; ++k) {
                    const auto &other = plan().pipelines[d + k].stages[s].groups.front();
                    if (other.tp != group.tp || typeOf(other) != typeOf(group))
                        return;
                    group.devices.insert(group.devices.end(), other.devices.begin(), other.devices.end());
                }
            }
            changed.pipelines.push_back(std::move(joined));
        }
        add({VariationKind::contextParallel, static_cast<int>(cp)}, std::move(changed));
    }

    /// The devices of each TP group share the sequence instead of the tensors.
    void contextFromTensor(int cp)
    {
        Plan changed = plan();
        changed.contextParallel = cp;
        changed.sequenceParallel = false;
        for (auto &pipeline : changed.pipelines) {
            for (auto &stage : pipeline.stages) {
                auto &group = stage.groups.front();
                if (group.tp % cp != 0)
                    return;
                group.tp /= cp;
                group.cp = cp;
                changed.sequenceParallel = changed.sequenceParallel || (plan().sequenceParallel && group.tp > 1);
            }
        }
        add({VariationKind::contextParallel, cp}, std::move(changed));
    }

    double speedOf(const Pipeline &pipeline) const
    {
        double speed = 0;
        for (const auto &stage : pipeline.stages) {
            for (const auto &group : stage.groups)
                speed += peakOf(group, m_topology, m_workload.job.precision);
        }
        return speed;
    }

    /// The fast replica and the slow one become one pipeline whose stages share each micro-batch by speed.
    void sharePipelines()
    {
        const auto replicas = plan().pipelines.size();
        if (replicas % 2 != 0 || !isPlain())
            return;
        std::vector<std::size_t> order(replicas);
        std::iota(order.begin(), order.end(), 0);
        std::vector<double> speeds;
        for (const auto &pipeline : plan().pipelines)
            speeds.push_back(speedOf(pipeline));
        std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return speeds[a] > speeds[b]; });
        if (speeds[order.front()] == speeds[order.back()])
            return;
        Plan joined = plan();
        joined.pipelines.clear();
        joined.expertParallel = 1;
        for (std::size_t i = 0; i < replicas / 2; ++i) {
            Pipeline pair = plan().pipelines[order[i]];
            const auto &slow = plan().pipelines[order[replicas - 1 - i]];
            for (std::size_t s = 0; s < pair.stages.size(); ++s)
                pair.stages[s].groups.push_back(slow.stages[s].groups.front());
            joined.pipelines.push_back(std::move(pair));
        }
        addShared(joined, 2 * plan().microBatchSize);
    }

    /// Neighbouring stages of unlike types become one.
    void shareStages()
    {
        if (!isPlain())
            return;
        for (std::size_t s = 0; s + 1 < stageCount() && !m_stop.stop_requested(); ++s) {
            Plan joined = plan();
            bool unlike = false;
            for (auto &pipeline : joined.pipelines) {
                const TensorGroup behind = pipeline.stages[s + 1].groups.front();
                unlike = unlike || typeOf(behind) != typeOf(pipeline.stages[s].groups.front());
                if (!unlike || !dissolveStage(pipeline, s + 1)) {
                    unlike = false;
                    break;
                }
                pipeline.stages[s].groups.push_back(behind);
            }
            if (unlike)
                addShared(joined, plan().microBatchSize);
        }
    }

    /// With the micro-batch size and with larger ones, which can be shared more finely.
    void addShared(const Plan &joined, int size)
    {
        for (int factor = 1; size * factor <= largestSharedMicroBatch; factor *= 2) {
            Plan shared = joined;
            shared.microBatchSize = size * factor;
            bool possible = true;
            for (auto &pipeline : shared.pipelines) {
                possible = possible && pipeline.microBatches % factor == 0;
                pipeline.microBatches /= factor;
                for (auto &stage : pipeline.stages)
                    possible =
                        possible && shareBySpeed(stage, shared.microBatchSize, m_topology, m_workload.job.precision);
            }
            if (possible)
                add({VariationKind::samplesBySpeed}, std::move(shared));
        }
    }

    bool inOneNode(const TensorGroup &group) const
    {
        std::set<std::size_t> nodes;
        for (const auto &name : group.devices) {
            if (const auto id = m_topology.findDevice(name))
                nodes.insert(m_topology.device(*id).node);
        }
        return nodes.size() == 1;
    }

    /// As the plans of the space have.
    bool hasOneDegreeByType(const Plan &plan) const
    {
        std::map<std::optional<std::size_t>, int> degrees;
        for (const auto &pipeline : plan.pipelines) {
            for (const auto &stage : pipeline.stages) {
                for (const auto &group : stage.groups) {
                    if (degrees.try_emplace(typeOf(group), group.tp).first->second != group.tp)
                        return false;
                }
            }
        }
        return true;
    }

    /// Two neighbouring stages become one of twice the TP.
    void joinTensorGroups()
    {
        if (!isPlain())
            return;
        for (std::size_t s = 0; s + 1 < stageCount() && !m_stop.stop_requested(); ++s) {
            Plan joined = plan();
            bool possible = true, inside = true;
            for (auto &pipeline : joined.pipelines) {
                const TensorGroup behind = pipeline.stages[s + 1].groups.front();
                auto &group = pipeline.stages[s].groups.front();
                possible = group.tp == behind.tp && group.cp == 1 && behind.cp == 1 &&
                           typeOf(group) == typeOf(behind) && dissolveStage(pipeline, s + 1);
                if (!possible)
                    break;
                auto &whole = pipeline.stages[s].groups.front();
                whole.tp *= 2;
                whole.devices.insert(whole.devices.end(), behind.devices.begin(), behind.devices.end());
                inside = inside && inOneNode(whole);
            }
            if (!possible || (inside && hasOneDegreeByType(joined)))
                continue;
            joined.sequenceParallel = true;
            add({inside ? VariationKind::tensorByStage : VariationKind::tensorOverNodes}, std::move(joined));
        }
    }

    /// A stage becomes two of half the TP, with half the layers each.
    void splitTensorGroups()
    {
        if (!isPlain())
            return;
        for (std::size_t s = 0; s < stageCount() && !m_stop.stop_requested(); ++s) {
            Plan split = plan();
            bool possible = true;
            for (auto &pipeline : split.pipelines) {
                auto &stages = pipeline.stages;
                const auto &group = stages[s].groups.front();
                possible = possible && group.tp % 2 == 0 && group.cp == 1 && stages[s].chunks.size() == 1 &&
                           stages[s].chunks.front().count >= 2;
                if (!possible)
                    break;
                Stage behind = stages[s];
                auto &before = stages[s];
                auto &first = before.groups.front(), &second = behind.groups.front();
                first.tp = second.tp /= 2;
                const auto half = static_cast<std::ptrdiff_t>(first.devices.size() / 2);
                first.devices.erase(first.devices.begin() + half, first.devices.end());
                second.devices.erase(second.devices.begin(), second.devices.begin() + half);
                auto &own = before.chunks.front(), &rest = behind.chunks.front();
                own.count = (own.count + 1) / 2;
                rest.first += own.count;
                rest.count -= own.count;
                stages.insert(stages.begin() + static_cast<std::ptrdiff_t>(s) + 1, std::move(behind));
            }
            if (!possible || hasOneDegreeByType(split))
                continue;
            if (largestTensorDegree(split) == 1)
                split.sequenceParallel = false;
            add({VariationKind::tensorByStage}, std::move(split));
        }
    }

    const VariedPlan &m_from;
    const Topology &m_topology;
    const Workload &m_workload;
    const SoftwareStack &m_stack;
    const StopToken &m_stop; ///< a plan of a large cluster takes long to copy
    std::vector<VariedPlan> m_plans;
};

} // namespace

bool shareBySpeed(Stage &stage, int samples, const Topology &topology, Precision precision)
{
    auto &groups = stage.groups;
    int left = samples - static_cast<int>(groups.size());
    if (left < 0)
        return false;
    std::vector<double> speeds;
    for (auto &group : groups) {
        speeds.push_back(peakOf(group, topology, precision));
        group.samples = 1;
    }
    // One by one to the group that would be done with it first.
    for (; left > 0; --left) {
        std::size_t next = 0;
        for (std::size_t g = 1; g < groups.size(); ++g) {
            if ((groups[g].samples + 1) * speeds[next] < (groups[next].samples + 1) * speeds[g])
                next = g;
        }
        ++groups[next].samples;
    }
    return true;
}

std::vector<VariedPlan> variationsOf(const VariedPlan &from, const Topology &topology, const Workload &workload,
                                     const SoftwareStack &stack, const StopToken &stop)
{
    if (from.plan.pipelines.empty())
        return {};
    return Variations(from, topology, workload, stack, stop).all();
}

} // namespace heteroscope
