// SPDX-License-Identifier: GPL-3.0-or-later
#include "strategy/change_schedule.h"

#include "strategy/limits.h"
#include "strategy/plan_refusal.h"
#include "strategy/schedule.h"

#include <algorithm>
#include <numeric>

namespace heteroscope {

namespace {

/// "pipeline 2", or nothing where there is only one.
std::string place(const Plan &plan, std::size_t pipeline)
{
    return plan.pipelines.size() > 1 ? " in pipeline " + std::to_string(pipeline + 1) : std::string();
}

std::optional<Error> microBatchProblem(const Plan &plan, ScheduleKind kind)
{
    for (std::size_t i = 0; i < plan.pipelines.size(); ++i) {
        const auto &pipeline = plan.pipelines[i];
        if (auto refused = scheduleOf(kind).refusal(static_cast<int>(pipeline.stages.size()), pipeline.microBatches))
            return planRefusal(refused->found + place(plan, i), std::move(refused->expected),
                               std::move(refused->reason));
    }
    return std::nullopt;
}

std::vector<int> layersByStage(const Pipeline &pipeline)
{
    std::vector<int> layers;
    layers.reserve(pipeline.stages.size());
    for (const auto &stage : pipeline.stages)
        layers.push_back(std::accumulate(stage.chunks.begin(), stage.chunks.end(), 0,
                                         [](int sum, const LayerRange &chunk) { return sum + chunk.count; }));
    return layers;
}

/// Gives each stage at least `least` layers, taking them one by one from the stage that has most.
void raise(std::vector<int> &layers, int least)
{
    for (auto &poor : layers) {
        while (poor < least) {
            auto rich = std::max_element(layers.begin(), layers.end());
            --*rich;
            ++poor;
        }
    }
}

/// The layers of each stage stay together: chunk after chunk in the order of the schedule, the sizes within a stage
/// differ by one at most.
void cutLayers(Pipeline &pipeline, const std::vector<int> &layers, ScheduleKind kind, int chunks)
{
    for (auto &stage : pipeline.stages)
        stage.chunks.assign(static_cast<std::size_t>(chunks), {});
    int next = 0;
    for (const auto &at : virtualStageOrder(kind, static_cast<int>(pipeline.stages.size()), chunks)) {
        const int whole = layers[static_cast<std::size_t>(at.stage)];
        const int count = whole / chunks + (at.chunk < whole % chunks ? 1 : 0);
        pipeline.stages[static_cast<std::size_t>(at.stage)].chunks[static_cast<std::size_t>(at.chunk)] = {next, count};
        next += count;
    }
}

/// A stage that had only the embedding or the head may get transformer blocks, which its TP degree has to divide.
std::optional<Error> tensorProblem(const Plan &plan, const Model &model)
{
    for (std::size_t i = 0; i < plan.pipelines.size(); ++i) {
        const auto &stages = plan.pipelines[i].stages;
        for (std::size_t s = 0; s < stages.size(); ++s) {
            const bool blocks =
                std::any_of(stages[s].chunks.begin(), stages[s].chunks.end(), [&model](const auto &chunk) {
                    return chunk.first <= model.layers && chunk.first + chunk.count > 1;
                });
            for (const auto &group : stages[s].groups) {
                if (!blocks || group.tp < 1)
                    continue;
                const auto divides = [&group](int whole) { return whole % group.tp == 0; };
                const auto others = mixerHeads(model);
                if (!divides(model.heads) || !std::all_of(others.begin(), others.end(), divides) ||
                    (model.uses(Feed::dense) && !divides(model.ffn)) || (model.moe && !divides(model.moe->expertFfn)))
                    return planRefusal("TP " + std::to_string(group.tp) + " of stage " + std::to_string(s + 1) +
                                           place(plan, i) + ", which would get transformer blocks",
                                       "a divisor of the attention heads and of the MLP's width");
            }
        }
    }
    return std::nullopt;
}

std::int64_t passes(const Plan &plan, int chunks)
{
    std::int64_t sum = 0;
    for (const auto &pipeline : plan.pipelines) {
        for (const auto &stage : pipeline.stages)
            sum += static_cast<std::int64_t>(std::clamp(pipeline.microBatches, 0, limits::microBatches)) *
                   static_cast<std::int64_t>(stage.groups.size()) * chunks;
    }
    return sum;
}

/// Each option belongs to the schedules that name it; post-validation to all.
void keepOwnOptions(ScheduleOptions &options, ScheduleKind kind)
{
    ScheduleOptions own;
    own.postValidation = options.postValidation;
    for (const auto &option : scheduleOf(kind).facts().options) {
        if (const auto found = options.numbers.find(option.name); found != options.numbers.end())
            own.numbers.insert(*found);
    }
    options = std::move(own);
}

/// Chunks of every stage; 0 where they differ.
std::size_t commonChunks(const Plan &plan)
{
    const auto first = static_cast<std::size_t>(virtualStages(plan));
    for (const auto &pipeline : plan.pipelines) {
        for (const auto &stage : pipeline.stages) {
            if (stage.chunks.size() != first)
                return 0;
        }
    }
    return first;
}

} // namespace

const std::vector<ScheduleKind> &changeableSchedules()
{
    static const std::vector<ScheduleKind> changeable = [] {
        auto kinds = allSchedules();
        std::erase_if(kinds, [](ScheduleKind kind) { return scheduleOf(kind).facts().isWritten; });
        return kinds;
    }();
    return changeable;
}

int chunksOf(ScheduleKind kind, const Plan &plan)
{
    return scheduleOf(kind).chunksFor(static_cast<int>(commonChunks(plan)));
}

Result<Plan> withSchedule(Plan plan, ScheduleKind kind, const Model &model)
{
    if (plan.schedule == kind)
        return plan;
    if (scheduleOf(kind).facts().isWritten)
        return planRefusal("no list of actions", "a plan with one",
                           "a custom schedule is read from a file or written into scheduleOptions/actions");
    if (auto problem = microBatchProblem(plan, kind))
        return std::move(*problem);
    const int chunks = chunksOf(kind, plan);
    if (passes(plan, chunks) > limits::tasks)
        return planRefusal(std::to_string(passes(plan, chunks)) + " passes (micro-batches x chunks x groups)",
                           "at most " + std::to_string(limits::tasks));
    for (std::size_t i = 0; i < plan.pipelines.size(); ++i) {
        auto &pipeline = plan.pipelines[i];
        auto layers = layersByStage(pipeline);
        const auto whole = std::accumulate(layers.begin(), layers.end(), std::int64_t(0));
        if (whole != model.planLayers())
            return planRefusal(std::to_string(whole) + " layers" + place(plan, i), std::to_string(model.planLayers()),
                               "the plan is for another model");
        const auto needed = static_cast<std::int64_t>(chunks) * static_cast<std::int64_t>(layers.size());
        if (whole < needed)
            return planRefusal(std::to_string(whole) + " layers" + place(plan, i),
                               "at least " + std::to_string(needed) + ": " + std::to_string(chunks) +
                                   " chunks in each of " + std::to_string(layers.size()) + " stages");
        raise(layers, chunks);
        cutLayers(pipeline, layers, kind, chunks);
    }
    if (auto problem = tensorProblem(plan, model))
        return std::move(*problem);
    plan.schedule = kind;
    keepOwnOptions(plan.scheduleOptions, kind);
    return plan;
}

} // namespace heteroscope
