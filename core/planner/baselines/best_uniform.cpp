// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/baselines/best_uniform.h"

#include "planner/prices/step_options.h"
#include "strategy/expert_layout.h"
#include "strategy/schedule.h"

#include <algorithm>
#include <deque>
#include <numeric>
#include <set>

namespace heteroscope {

namespace {

constexpr int largestUniformMicroBatch = 16;
constexpr int largestUniformGroup = 64; // TP x CP

// A simulated step counts 1, and more by its passes.
constexpr double uniformEffort = 150;
constexpr double intervalsOfEffort = 8'000;
/// Plans of the grid that are looked at whether they fit, before it is given up.
constexpr std::size_t mostMisfits = 20'000;

/// Numbers of stages for so many groups.
std::set<int> stagesFor(int groups, int layers)
{
    const int most = std::min(groups, layers);
    std::set<int> stages;
    if (most < 1)
        return stages;
    int dividing = most;
    while (layers % dividing != 0)
        --dividing;
    int power = 1;
    while (2 * power <= most)
        power *= 2;
    return {most, dividing, power};
}

} // namespace

UniformGrid::UniformGrid(PriceBook &book, std::optional<std::size_t> type) : m_book(book)
{
    const auto &job = workload().job;
    const auto &model = workload().model;
    std::vector<std::pair<std::size_t, double>> kinds;
    std::map<std::size_t, int> nodes;
    for (std::size_t i = 0; i < topology().devices().size(); ++i) {
        const auto &device = topology().devices()[i];
        const std::pair kind(device.type, device.speed.factorAt(book.pricer().startTime()));
        if (!computes(topology().deviceTypes()[device.type], job) || !(kind.second > 0) ||
            device.type != type.value_or(device.type))
            continue;
        const auto known = std::find(kinds.begin(), kinds.end(), kind);
        m_kinds.push_back(static_cast<int>(known - kinds.begin()));
        if (known == kinds.end())
            kinds.push_back(kind);
        m_devices.emplace_back(i);
        m_largestNode = std::max(m_largestNode, ++nodes[device.node]);
    }
    m_nodes = static_cast<int>(nodes.size());
    m_recomputes = {{Recompute::none, {}}, {Recompute::full, {}}};
    for (const RecomputeModules modules : m_book.ladder())
        m_recomputes.emplace_back(Recompute::selective, modules);
    m_parameters.emplace_back();
    for (int layer = 0; layer < model.planLayers(); ++layer) {
        const auto own = layerParameters(model, layer);
        const auto &before = m_parameters.back();
        m_parameters.push_back({before.dense + own.dense, before.experts + own.experts});
        m_layerKinds.push_back(static_cast<std::size_t>(layerKind(model, layer)));
    }
}

std::vector<UniformDegrees> UniformGrid::all()
{
    const auto &job = workload().job;
    const auto &moe = workload().model.moe;
    const auto devices = static_cast<int>(m_devices.size());
    const auto &has = m_book.stack().degrees;
    const int mostTensor = has.tp ? m_largestNode : 1;
    const int mostContext = has.cp ? devices : 1;
    const int mostExperts = moe && has.ep ? moe->experts : 1;
    std::vector<UniformDegrees> found;
    UniformDegrees degrees;
    for (degrees.tp = 1; degrees.tp <= mostTensor; degrees.tp *= 2) {
        if (findDegreeMistake(workload(), degrees.tp))
            continue;
        for (degrees.cp = 1;
             degrees.cp <= mostContext && degrees.tp * degrees.cp <= std::min(devices, largestUniformGroup);
             degrees.cp *= 2) {
            if (job.sequenceLength % degrees.cp != 0 || job.sequenceLength / degrees.cp % degrees.tp != 0)
                continue;
            for (degrees.dp = 1; degrees.dp * degrees.tp * degrees.cp <= devices; ++degrees.dp) {
                if (job.globalBatch % degrees.dp != 0)
                    continue;
                for (degrees.ep = 1; degrees.ep <= mostExperts; degrees.ep *= 2) {
                    if (degrees.ep == 1 || (moe->experts % degrees.ep == 0 &&
                                            expertLayout(degrees.ep, degrees.tp, degrees.cp, degrees.dp).isWhole))
                        addStages(degrees, found);
                }
                if (m_book.pricer().stop().stop_requested())
                    return found;
            }
        }
    }
    return found;
}

void UniformGrid::addStages(UniformDegrees degrees, std::vector<UniformDegrees> &found)
{
    const auto &schedules = m_book.stack().schedules;
    const bool pipelines = std::any_of(schedules.begin(), schedules.end(),
                                       [](ScheduleKind kind) { return !scheduleOf(kind).facts().isWritten; });
    const int groups = static_cast<int>(m_devices.size()) / (degrees.tp * degrees.cp * degrees.dp);
    for (const int stages : stagesFor(pipelines ? groups : 1, workload().model.layers)) {
        degrees.stages = stages;
        addMicroBatches(degrees, found);
    }
}

void UniformGrid::addMicroBatches(UniformDegrees degrees, std::vector<UniformDegrees> &found)
{
    const int samples = workload().job.globalBatch / degrees.dp;
    for (int size = 1; size <= largestUniformMicroBatch && samples % size == 0; size *= 2) {
        degrees.microBatchSize = size;
        degrees.microBatches = samples / size;
        for (const auto &[recompute, modules] : m_recomputes) {
            degrees.recompute = recompute;
            degrees.modules = modules;
            if (const auto times = timesOf(degrees))
                addSchedules(degrees, *times, found);
        }
    }
}

std::vector<std::pair<ScheduleKind, int>> UniformGrid::schedulesOf(int stages) const
{
    if (stages == 1)
        return {{ScheduleKind::oneFOneB, 1}};
    std::vector<std::pair<ScheduleKind, int>> result;
    for (const ScheduleKind kind : m_book.stack().schedules) {
        const auto &schedule = scheduleOf(kind);
        const auto &facts = schedule.facts();
        if (facts.isWritten || schedule.usesTimes())
            continue;
        if (facts.maxChunks <= 2) {
            result.emplace_back(kind, facts.minChunks);
            continue;
        }
        for (const int chunks : {2, 4})
            result.emplace_back(kind, chunks);
    }
    return result;
}

void UniformGrid::addSchedules(UniformDegrees degrees, const LayerTimes &times, std::vector<UniformDegrees> &found)
{
    for (const auto &[schedule, chunks] : schedulesOf(degrees.stages)) {
        if (degrees.stages * chunks > workload().model.layers ||
            scheduleOf(schedule).refusal(degrees.stages, degrees.microBatches))
            continue;
        degrees.schedule = schedule;
        degrees.chunks = chunks;
        for (const int zero : m_book.stack().zeroStages) {
            if ((zero > 0 && degrees.dp * degrees.cp == 1) ||
                (degrees.stages > 1 && zero > m_book.stack().zeroWithStages))
                continue;
            degrees.zeroStage = zero;
            estimate(degrees, times);
            if (degrees.estimate < infinity)
                found.push_back(degrees);
        }
    }
}

LayerRange UniformGrid::layersOf(const UniformDegrees &degrees, int virtualStage) const
{
    const int blocks = workload().model.layers, all = degrees.stages * degrees.chunks;
    const auto before = [&](int stage) { return static_cast<int>(static_cast<std::int64_t>(blocks) * stage / all); };
    const int first = virtualStage == 0 ? 0 : 1 + before(virtualStage);
    const int last = virtualStage + 1 == all ? blocks + 2 : 1 + before(virtualStage + 1);
    return {first, last - first};
}

std::vector<std::vector<LayerRange>> UniformGrid::chunksOf(const UniformDegrees &degrees) const
{
    std::vector<std::vector<LayerRange>> chunks(static_cast<std::size_t>(degrees.stages));
    int next = 0;
    for (const auto &at : virtualStageOrder(degrees.schedule, degrees.stages, degrees.chunks))
        chunks[static_cast<std::size_t>(at.stage)].push_back(layersOf(degrees, next++));
    return chunks;
}

std::vector<DeviceId> UniformGrid::devicesOf(int size, int group) const
{
    const auto first = m_devices.begin() + static_cast<std::ptrdiff_t>(group) * size;
    return {first, first + size};
}

bool UniformGrid::fits(const UniformDegrees &degrees)
{
    const auto &costs = costsOf(degrees);
    if (costs.empty())
        return false;
    Bytes smallest = costs.front()->smallestMemory;
    for (const auto *cost : costs)
        smallest = std::min(smallest, cost->smallestMemory);
    const auto layout = expertLayout(degrees.ep, degrees.tp, degrees.cp, degrees.dp);
    const std::array several = {degrees.tp > 1, degrees.cp > 1, degrees.ep > 1, degrees.stages > 1, degrees.dp > 1};
    const StateSharding sharding{degrees.tp,        degrees.ep,
                                 degrees.zeroStage, degrees.dp * degrees.cp,
                                 layout.expertTp,   static_cast<int>(std::count(several.begin(), several.end(), true))};
    const auto chunks = chunksOf(degrees);
    const auto &schedule = scheduleOf(degrees.schedule);
    for (int s = 0; s < degrees.stages; ++s) {
        const auto &own = chunks[static_cast<std::size_t>(s)];
        const auto held = schedule.activationsHeld({degrees.stages, degrees.microBatches, degrees.chunks}, s)
                              .value_or(degrees.microBatches * degrees.chunks);
        Bytes fewest(infinity), working; // activations of a chunk, at least
        for (const auto &chunk : own) {
            Bytes activations;
            for (int layer = chunk.first; layer < chunk.first + chunk.count; ++layer) {
                const auto &cost = costs.front()->layers[m_layerKinds[static_cast<std::size_t>(layer)]];
                activations += cost.activations;
                working = std::max(working, cost.working);
            }
            fewest = std::min(fewest, activations);
        }
        const auto states = stateMemory(workload(), m_book.stack(), own, sharding,
                                        static_cast<double>(degrees.microBatchSize) / degrees.cp);
        if (states.total() + working + fewest * held > smallest)
            return false;
    }
    return true;
}

Plan UniformGrid::plan(const UniformDegrees &degrees) const
{
    Plan plan;
    plan.schedule = degrees.schedule;
    plan.microBatchSize = degrees.microBatchSize;
    plan.zeroStage = degrees.zeroStage;
    plan.sequenceParallel = degrees.tp > 1;
    plan.contextParallel = degrees.cp;
    plan.expertParallel = degrees.ep;
    plan.overlap = stackOverlap(m_book.stack());
    std::vector<bool> used(topology().devices().size());
    const auto chunks = chunksOf(degrees);
    for (int d = 0; d < degrees.dp; ++d) {
        Pipeline pipeline;
        pipeline.microBatches = degrees.microBatches;
        for (int s = 0; s < degrees.stages; ++s) {
            TensorGroup group;
            group.tp = degrees.tp;
            group.cp = degrees.cp;
            group.ep = degrees.ep;
            group.samples = degrees.microBatchSize;
            for (const DeviceId id : devicesOf(degrees.tp * degrees.cp, s * degrees.dp + d)) {
                group.devices.push_back(topology().device(id).name);
                used[id.index()] = true;
            }
            Stage stage;
            stage.recompute = degrees.recompute;
            stage.recomputeModules = degrees.modules;
            stage.chunks = chunks[static_cast<std::size_t>(s)];
            stage.groups.push_back(std::move(group));
            pipeline.stages.push_back(std::move(stage));
        }
        plan.pipelines.push_back(std::move(pipeline));
    }
    for (std::size_t i = 0; i < used.size(); ++i) {
        if (!used[i])
            plan.unusedDevices.push_back(topology().devices()[i].name);
    }
    return plan;
}

UniformGrids::UniformGrids(PriceBook &book) : m_book(book)
{
    m_grids.emplace_back(book);
    for (std::size_t type = 0; type < book.pricer().topology().deviceTypes().size(); ++type) {
        UniformGrid alone(book, type);
        if (alone.devices() > 0 && alone.devices() < m_grids.front().devices())
            m_grids.push_back(std::move(alone));
    }
}

std::vector<UniformDegrees> UniformGrids::all()
{
    std::vector<UniformDegrees> found;
    for (std::size_t grid = 0; grid < m_grids.size(); ++grid) {
        for (UniformDegrees degrees : m_grids[grid].all()) {
            degrees.grid = grid;
            found.push_back(degrees);
        }
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const UniformDegrees &a, const UniformDegrees &b) { return a.estimate < b.estimate; });
    return found;
}

namespace {

/// Degrees of the grid, in its order.
struct UniformCandidate
{
    const UniformDegrees *degrees = nullptr;
    std::optional<Plan> plan{}; ///< nullopt: it does not fit
    std::optional<Result<StepResult>> result{};
    double passes = 0; ///< rows of the simulated step
};

} // namespace

Baseline makeBestUniform(UniformGrids &grids, const std::vector<UniformDegrees> &all, const BaselineCheck &check,
                         unsigned threads, const PricedLoop &loop)
{
    Baseline baseline;
    baseline.kind = BaselineKind::bestUniform;
    baseline.reason = PlainReason::noPlanOfTheRulesFits;
    auto &pricer = grids.book().pricer();
    const auto stopped = [&] { return pricer.stop().stop_requested(); };
    double effort = 0;
    std::size_t counted = 0, misfits = 0; // plans that took the effort
    const auto isTooSlow = [&](const UniformDegrees &degrees) {
        return baseline.result && degrees.computing >= toSeconds(baseline.result->stepTime).value;
    };
    const auto isSpent = [&] { return stopped() || effort >= uniformEffort || misfits >= mostMisfits; };
    // Several are simulated at a time, more of them where about that many are left: threads wait for each other at the
    // end of each time. They count one after the other, as if each were simulated when its turn comes.
    const std::size_t fewest = threads > 1 ? 2 * static_cast<std::size_t>(threads) : 1;
    for (std::size_t next = 0; next < all.size() && !isSpent();) {
        const double left = counted > 0 ? (uniformEffort - effort) * static_cast<double>(counted) / effort : 0;
        const std::size_t together =
            threads > 1 ? std::clamp(static_cast<std::size_t>(left), fewest, 4 * fewest) : fewest;
        std::deque<UniformCandidate> candidates; // places in it stay
        std::vector<UniformCandidate *> fitting;
        while (next < all.size() && fitting.size() < together && candidates.size() < mostMisfits && !stopped()) {
            const auto &degrees = all[next++];
            if (isTooSlow(degrees))
                continue;
            candidates.push_back({&degrees});
            if (!grids.fits(degrees))
                continue;
            candidates.back().plan = grids.plan(degrees);
            fitting.push_back(&candidates.back());
        }
        const auto simulate = [&](std::size_t i, GroupPricer &with) {
            auto &candidate = *fitting[i];
            candidate.result = predictStep(with, *candidate.plan, timedStep(with));
            if (*candidate.result)
                candidate.passes = static_cast<double>(dropLongRows(**candidate.result));
        };
        if (together > 1 && loop) {
            loop(fitting.size(), simulate);
        } else {
            for (std::size_t i = 0; i < fitting.size(); ++i)
                simulate(i, pricer);
        }
        for (auto &candidate : candidates) {
            if (isSpent())
                break;
            if (isTooSlow(*candidate.degrees))
                continue;
            if (!candidate.plan) {
                ++misfits;
                continue;
            }
            effort += 1 + candidate.passes / intervalsOfEffort;
            ++counted;
            auto &result = *candidate.result;
            if (!result || !result->feasible || (baseline.result && result->stepTime >= baseline.result->stepTime))
                continue;
            baseline.plan = std::move(candidate.plan);
            baseline.result = std::make_shared<const StepResult>(std::move(*result));
        }
    }
    if (stopped())
        baseline.reason = PlainReason::searchStopped;
    else if (baseline.result)
        baseline.reason = check ? check(*baseline.plan, *baseline.result) : Reason();
    return baseline;
}

} // namespace heteroscope
