// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/flagscale/config.h"

#include "exchange/launch/line_writer.h"
#include "exchange/launch/rank_plan.h"
#include "exchange/megatron/arguments.h"
#include "exchange/megatron/plan_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace heteroscope {

namespace {

constexpr const char *flagscaleName = "FlagScale";

/// Stages of equal degrees on one device type.
struct WrittenMesh
{
    int tp = 1;
    int cp = 1;
    int dp = 1;
    std::string type;
    int stages = 0;
};

Error refusedByMeshes(std::string path, std::string found, const char *expected, const char *hint)
{
    return {Error::Code::invalid, {}, std::move(path), std::move(found), expected, hint};
}

std::optional<Error> whyNotMeshes(const Plan &plan)
{
    if (plan.pipelines.empty() || plan.pipelines.front().stages.empty())
        return refusedByMeshes("/pipelines", "no stage", "a plan with stages", "apply a plan first");
    const Pipeline &first = plan.pipelines.front();
    for (std::size_t p = 0; p < plan.pipelines.size(); ++p) {
        const Pipeline &one = plan.pipelines[p];
        const std::string path = fmt::format("/pipelines/{}", p);
        constexpr const char *alike = "choose a plan whose pipelines are alike";
        if (one.stages.size() != first.stages.size() || one.microBatches != first.microBatches)
            return refusedByMeshes(path, "stages or micro-batches unlike those of the first pipeline",
                                   "pipelines that are alike: FlagScale's meshes differ by stage only", alike);
        for (std::size_t s = 0; s < one.stages.size(); ++s) {
            const Stage &stage = one.stages[s];
            const std::string place = fmt::format("{}/stages/{}", path, s);
            if (stage.chunks.size() != 1)
                return refusedByMeshes(place, fmt::format("{} parts of the model", stage.chunks.size()),
                                       "one part of the model on each stage: FlagScale's meshes have no virtual stages",
                                       "choose a plan with one chunk a stage, such as 1F1B");
            if (stage.chunks != first.stages[s].chunks || stage.groups.size() != first.stages[s].groups.size() ||
                (stage.microBatchSize != 0 && stage.microBatchSize != plan.microBatchSize))
                return refusedByMeshes(place, "layers, groups or a micro-batch size of its own",
                                       "pipelines that are alike: FlagScale's meshes differ by stage only", alike);
            for (const TensorGroup &group : stage.groups) {
                const int cp = first.stages.front().groups.front().cp;
                if (group.cp != cp)
                    return refusedByMeshes(place, fmt::format("CP {} beside CP {}", group.cp, cp),
                                           "one CP degree in all stages as FlagScale runs it",
                                           "choose a plan with one CP degree");
                const TensorGroup &same = first.stages[s].groups.front();
                if (group.tp != same.tp || group.samples != same.samples)
                    return refusedByMeshes(place, "TP groups of unlike degrees or samples",
                                           "equal groups in a stage: a mesh has one TP and shares samples evenly",
                                           "choose a plan with equal groups");
            }
        }
    }
    return {};
}

class FlagscaleWriter : private launch::LineWriter
{
public:
    FlagscaleWriter(const Plan &plan, const Workload &workload, const Topology &topology)
        : m_plan(plan), m_workload(workload), m_topology(topology)
    {}

    LaunchFile write()
    {
        findMeshes();
        line("system:");
        line("  tensor_model_parallel_size: {}\n  pipeline_model_parallel_size: {}", m_meshes.front().tp,
             stages().size());
        line("  context_parallel_size: {}\n  expert_model_parallel_size: {}", m_meshes.front().cp,
             m_plan.expertParallel);
        line("  sequence_parallel: {}", m_plan.sequenceParallel);
        hetero();
        recompute();
        run();
        if (m_plan.schedule != ScheduleKind::oneFOneB)
            change(fmt::format("FlagScale's meshes run 1F1B, not {}", displayName(m_plan.schedule)));
        return file(flagscaleName, m_ranks);
    }

private:
    const std::vector<Stage> &stages() const { return m_plan.pipelines.front().stages; }

    std::string typeOf(const std::string &device) const
    {
        const auto id = m_topology.findDevice(device);
        return id ? m_topology.typeOf(*id).name : std::string();
    }

    void findMeshes()
    {
        for (std::size_t s = 0; s < stages().size(); ++s) {
            WrittenMesh mesh;
            std::set<std::string> types;
            for (const Pipeline &pipeline : m_plan.pipelines) {
                for (const TensorGroup &group : pipeline.stages[s].groups) {
                    m_ranks.insert(m_ranks.end(), group.devices.begin(), group.devices.end());
                    for (const std::string &device : group.devices) {
                        types.insert(typeOf(device));
                        if (mesh.type.empty())
                            mesh.type = typeOf(device);
                    }
                }
            }
            if (types.size() > 1)
                change(fmt::format("a mesh of FlagScale has one device type: stage {} has {}", s,
                                   fmt::join(types, " and ")));
            const TensorGroup &group = stages()[s].groups.front();
            mesh.tp = group.tp;
            mesh.cp = group.cp;
            mesh.dp = static_cast<int>(m_plan.pipelines.size() * stages()[s].groups.size());
            const WrittenMesh *last = m_meshes.empty() ? nullptr : &m_meshes.back();
            if (!last || last->tp != mesh.tp || last->cp != mesh.cp || last->dp != mesh.dp || last->type != mesh.type)
                m_meshes.push_back(mesh);
            ++m_meshes.back().stages;
        }
        launch::addRankChanges(m_ranks, m_topology, flagscaleName, changes());
    }

    void hetero()
    {
        std::vector<int> blocks;
        for (const Stage &stage : stages())
            blocks.push_back(stage.chunks.front().count);
        --blocks.front(); // embedding
        --blocks.back();  // head
        if (std::any_of(blocks.begin(), blocks.end(), [](int count) { return count < 1; }))
            change("FlagScale's stages each need a block: a stage with the embedding or the head alone cannot run");
        std::vector<int> numbers;
        std::vector<std::string> types;
        for (const WrittenMesh &mesh : m_meshes) {
            numbers.insert(numbers.end(), {mesh.tp, mesh.cp, m_plan.expertParallel, mesh.dp, mesh.stages});
            std::string type = mesh.type;
            std::replace(type.begin(), type.end(), ' ', '_'); // a word of the host file
            types.push_back(launch::quoted(type));
        }
        line("  hetero:\n    enable_hetero: True");
        line("    # tp, cp, ep, dp, pp of each mesh");
        line("    hetero_process_meshes: [{}]", fmt::join(numbers, ", "));
        line("    hetero_device_types: [{}]", fmt::join(types, ", "));
        line("    hetero_current_device_type: {}", types.front());
        line("    hetero_pipeline_layer_split: [{}]\n    standalone_embedding_stage: False", fmt::join(blocks, ", "));
        if (m_workload.model.tiedEmbeddings && m_meshes.front().tp != m_meshes.back().tp)
            change("FlagScale shares tied embeddings only between a first and a last mesh of equal TP");
    }

    void recompute()
    {
        using launch::StageRecompute;
        auto kinds = launch::recomputesOfStages(m_plan, m_workload.model.planLayers(), flagscaleName, changes());
        const auto isSelective = [](const StageRecompute &one) { return one.kind == Recompute::selective; };
        if (std::any_of(kinds.begin(), kinds.end(), isSelective)) {
            launch::RankPlan degrees;
            degrees.stages = kinds;
            const Recompute most = launch::oneRecompute(degrees, flagscaleName, changes());
            kinds.assign(kinds.size(), most);
        }
        const StageRecompute &first = kinds.front();
        const bool alike = std::count(kinds.begin(), kinds.end(), first) == std::ssize(kinds);
        if (alike && first.kind == Recompute::none)
            return;
        if (isSelective(first)) {
            line("  recompute:\n    recompute_granularity: \"selective\"");
            const RecomputeModules modules = megatron::modulesToName(m_plan, changes());
            if (!modules.isEmpty())
                line("    recompute_modules: [{}]", fmt::join(modules.names(), ", "));
            return;
        }
        line("  recompute:\n    recompute_granularity: \"full\"\n    recompute_method: \"{}\"",
             alike && first.layers ? "block" : "uniform");
        line("    recompute_num_layers: {}", alike ? first.layers.value_or(1) : 1);
        if (alike)
            return;
        const int microBatches = m_plan.pipelines.front().microBatches;
        const auto rows = [&](const char *key, auto value) {
            line("    {}_per_stage_micro_batch:", key);
            for (const StageRecompute &one : kinds)
                line("      - [1, {}, {}]", microBatches, value(one));
        };
        rows("recompute_granularity", [](const StageRecompute &one) { return one.kind == Recompute::full ? 1 : 0; });
        rows("recompute_method", [](const StageRecompute &one) { return one.layers ? 1 : 0; }); // block, uniform
        rows("recompute_num_layers", [](const StageRecompute &one) { return one.layers.value_or(1); });
    }

    /// Model and job, by the names of Megatron-LM's options.
    void run()
    {
        Plan first = m_plan;
        first.microBatchSize = stages().front().groups.front().samples;
        const MegatronArguments arguments = megatronRunArguments(first, m_workload);
        for (const std::string &warning : arguments.warnings)
            change(warning);
        line("model:");
        for (std::string argument : arguments.arguments) {
            argument = argument.substr(argument.starts_with("--") ? 2 : 0);
            const auto blank = std::min(argument.find(' '), argument.size());
            std::string key = argument.substr(0, blank);
            std::replace(key.begin(), key.end(), '-', '_');
            const std::string value = blank < argument.size() ? argument.substr(blank + 1) : "True";
            if (key == "vocab_size")
                m_vocabulary = value;
            else
                line("  {}: {}", key, value);
        }
        line("data:\n  data_path: \"\" # an example\n  tokenizer:\n    vocab_size: {}", m_vocabulary);
    }

    const Plan &m_plan;
    const Workload &m_workload;
    const Topology &m_topology;
    std::vector<WrittenMesh> m_meshes;
    std::vector<std::string> m_ranks;
    std::string m_vocabulary;
};

} // namespace

Result<LaunchFile> flagscaleConfig(const Plan &plan, const Workload &workload, const Topology &topology)
{
    if (auto error = whyNotMeshes(plan))
        return *error;
    return FlagscaleWriter(plan, workload, topology).write();
}

} // namespace heteroscope
