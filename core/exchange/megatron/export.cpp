// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/launch/rank_plan.h"
#include "exchange/megatron/arguments.h"
#include "exchange/megatron/plan_options.h"
#include "strategy/expert_layout.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace heteroscope {

namespace {

/// One recompute for all stages.
struct RecomputeOfAll
{
    Recompute kind = Recompute::none;
    std::optional<int> layers{};
    std::vector<std::string> unlike{}; ///< "stage 0 has none": the stages that have another
};

/// The one that all stages have, else the one that needs the least memory.
RecomputeOfAll recomputeOfAll(const Plan &plan, int planLayers)
{
    std::set<Recompute> kinds;
    std::set<std::optional<int>> numbers;
    int most = 0;
    bool all = true;
    for (const Pipeline &pipeline : plan.pipelines) {
        for (const Stage &stage : pipeline.stages) {
            kinds.insert(stage.recompute);
            numbers.insert(stage.recomputeLayers);
            for (const LayerRange &chunk : stage.chunks) {
                most = std::max(most, blocksRecomputed(stage, chunk, planLayers));
                all = all && blocksRecomputed(stage, chunk, planLayers) == blocksOf(chunk, planLayers);
            }
        }
    }
    RecomputeOfAll result{*kinds.rbegin(), *numbers.begin()};
    if (kinds.size() == 1 && numbers.size() == 1)
        return result;
    result.layers = all || *numbers.rbegin() == std::nullopt ? std::nullopt : std::optional(most);
    const auto isSame = [&](const Stage &stage) {
        if (result.kind != Recompute::full || stage.recompute == Recompute::selective)
            return stage.recompute == result.kind;
        return std::all_of(stage.chunks.begin(), stage.chunks.end(), [&](const LayerRange &chunk) {
            const int blocks = blocksOf(chunk, planLayers);
            return blocksRecomputed(stage, chunk, planLayers) == std::min(blocks, result.layers.value_or(blocks));
        });
    };
    std::map<std::string, std::set<std::size_t>> unlike;
    for (const Pipeline &pipeline : plan.pipelines) {
        for (std::size_t s = 0; s < pipeline.stages.size(); ++s) {
            if (const Stage &stage = pipeline.stages[s]; !isSame(stage))
                unlike[recomputeText(stage.recompute, stage.recomputeLayers)].insert(s);
        }
    }
    for (const auto &[text, stages] : unlike)
        result.unlike.push_back(fmt::format("{} {}", launch::stagesHave({stages.begin(), stages.end()}), text));
    return result;
}

class Writer
{
public:
    Writer(const Plan &plan, const Workload &workload) : m_plan(plan), m_workload(workload) {}

    MegatronArguments write()
    {
        if (m_plan.pipelines.empty() || m_plan.pipelines.front().stages.empty() ||
            m_plan.pipelines.front().stages.front().groups.empty()) {
            warn("the plan has no stage");
            return std::move(m_result);
        }
        degrees();
        layers();
        model();
        job();
        recompute();
        options();
        ranks();
        return std::move(m_result);
    }
    MegatronArguments writeRun()
    {
        model();
        job();
        options();
        return std::move(m_result);
    }

private:
    void warn(std::string text) { m_result.warnings.push_back(std::move(text)); }
    void add(std::string text) { m_result.arguments.push_back("--" + std::move(text)); }
    template<class T>
    void add(const char *key, const T &value)
    {
        m_result.arguments.push_back(fmt::format("--{} {}", key, value));
    }
    const Pipeline &first() const { return m_plan.pipelines.front(); }

    void degrees()
    {
        const TensorGroup &group = first().stages.front().groups.front();
        add("tensor-model-parallel-size", group.tp);
        add("pipeline-model-parallel-size", first().stages.size());
        if (group.cp > 1)
            add("context-parallel-size", group.cp);
        if (m_plan.expertParallel > 1) {
            add("expert-model-parallel-size", m_plan.expertParallel);
            if (group.tp > 1)
                add("expert-tensor-parallel-size", expertLayout(group, alikePipelines(m_plan).front()).expertTp);
        }
        if (m_plan.sequenceParallel)
            add("sequence-parallel");
        else if (group.tp > 1 && m_workload.model.moe)
            warn("Megatron-LM trains experts with TP only with --sequence-parallel, which the plan has not");
    }

    /// Blocks of each virtual stage in the order of the pipeline, and whether the embedding and the head stand at the
    /// ends.
    void layers()
    {
        const int last = m_workload.model.layers + 1;
        const std::size_t stages = first().stages.size();
        const std::size_t chunks = first().stages.front().chunks.size();
        std::vector<int> blocks;
        for (std::size_t c = 0; c < chunks; ++c) {
            for (const Stage &stage : first().stages) {
                if (c >= stage.chunks.size()) {
                    warn("stages with unlike numbers of virtual stages cannot be said");
                    return;
                }
                const LayerRange &range = stage.chunks[c];
                const bool embedding = range.first == 0 && range.count > 0;
                const bool head = range.first <= last && range.first + range.count > last;
                blocks.push_back(range.count - (embedding ? 1 : 0) - (head ? 1 : 0));
            }
        }
        const auto even = [&blocks](std::size_t from, std::size_t to) {
            return from >= to || std::all_of(blocks.begin() + static_cast<std::ptrdiff_t>(from),
                                             blocks.begin() + static_cast<std::ptrdiff_t>(to),
                                             [&](int count) { return count == blocks[from] && count > 0; });
        };
        const std::size_t parts = blocks.size();
        if (even(0, parts)) {
            if (chunks > 1)
                add("num-layers-per-virtual-pipeline-stage", blocks.front());
            return;
        }
        if (chunks == 1 && parts > 1 && even(1, parts - 1) && blocks.front() > 0 && blocks.back() > 0) {
            const int middle = parts > 2 ? blocks[1] : 0;
            if (blocks.front() != middle || parts == 2)
                add("decoder-first-pipeline-num-layers", blocks.front());
            if (blocks.back() != middle || parts == 2)
                add("decoder-last-pipeline-num-layers", blocks.back());
            return;
        }
        std::string layout;
        for (std::size_t i = 0; i < parts; ++i) {
            layout += i > 0 ? "|" : "";
            layout += i == 0 ? "E" : "";
            layout += blocks[i] > 1 ? fmt::format("t*{}", blocks[i]) : blocks[i] == 1 ? "t" : "";
        }
        layout += blocks.back() > 1 ? "," : "";
        layout += std::string(static_cast<std::size_t>(m_workload.model.predictionModules), 'm') + "L";
        if (parts % stages != 0)
            warn("the virtual stages do not go round the stages evenly");
        add("pipeline-model-parallel-layout", "\"" + layout + "\"");
        m_result.arguments.emplace_back("# the layout above needs Megatron Core 0.13 or newer");
    }

    void model()
    {
        const Model &m = m_workload.model;
        add("num-layers", m.layers);
        add("hidden-size", m.hidden);
        add("num-attention-heads", m.heads);
        if (m.kvHeads != m.heads && !m.mla) {
            add("group-query-attention");
            add("num-query-groups", m.kvHeads);
        }
        if (m.heads * m.headDim != m.hidden && !m.mla)
            add("kv-channels", m.headDim);
        add("ffn-hidden-size", m.ffn);
        add("vocab-size", m.vocab);
        add("max-position-embeddings", m.maxSequence > 0 ? m.maxSequence : m_workload.job.sequenceLength);
        if (m.gatedMlp)
            add("swiglu");
        if (!m.tiedEmbeddings)
            add("untie-embeddings-and-output-weights");
        add("position-embedding-type", m.learnedPositions ? "learned_absolute" : "rope");
        if (!m.biases) {
            add("disable-bias-linear");
            add("normalization", "RMSNorm");
        }
        if (m.moe) {
            add("num-experts", m.moe->experts);
            add("moe-router-topk", m.moe->topK);
            add("moe-ffn-hidden-size", m.moe->expertFfn);
            if (m.moe->sharedExperts > 0)
                add("moe-shared-expert-intermediate-size", m.moe->sharedExperts * m.moe->expertFfn);
            if (m.moe->groupLimit > 0) {
                add("moe-router-num-groups", m.moe->groups);
                add("moe-router-group-topk", m.moe->groupLimit);
            }
            if (m.moe->denseLayers > 0)
                add("moe-layer-freq",
                    fmt::format("\"([0]*{}+[1]*{})\"", m.moe->denseLayers, m.layers - m.moe->denseLayers));
        }
        if (m.predictionModules > 0)
            add("mtp-num-layers", m.predictionModules);
        if (m.encoder || m.vision)
            warn("the model has an encoder or a vision tower, which the line does not say: use the script of such "
                 "models");
        if (!m.blocks.empty())
            warn("the model's blocks are not all alike: give its sliding windows, linear attention, state-space layers "
                 "and blocks "
                 "without experts by hand");
        if (m.mla) {
            add("multi-latent-attention");
            if (m.mla->queryRank > 0)
                add("q-lora-rank", m.mla->queryRank);
            add("kv-lora-rank", m.mla->kvRank);
            add("qk-head-dim", m.mla->nopeDim);
            add("qk-pos-emb-head-dim", m.mla->ropeDim);
            add("v-head-dim", m.mla->valueDim);
        }
    }

    void job()
    {
        const TrainingJob &j = m_workload.job;
        add("seq-length", j.sequenceLength);
        add("micro-batch-size", m_plan.microBatchSize);
        add("global-batch-size", j.globalBatch);
        switch (j.precision) {
        case Precision::bf16:
            add("bf16");
            break;
        case Precision::fp16:
            add("fp16");
            if (j.gradientPrecision == Precision::fp32)
                add("accumulate-allreduce-grads-in-fp32");
            break;
        case Precision::fp8:
            add("bf16");
            add("fp8-format", "hybrid");
            if (j.narrowWeights)
                add("fp8-param-gather");
            break;
        case Precision::fp4:
            warn("fp4 is not written: the precision is left to you");
            break;
        default:
            break;
        }
        if (m_workload.model.moe && j.expertDispatch == ExpertDispatch::nodes) {
            add("moe-token-dispatcher-type", "flex");
            add("moe-enable-deepep");
        } else if (m_workload.model.moe && m_plan.expertParallel > 1) {
            add("moe-token-dispatcher-type", "alltoall"); // without it all tokens go to all devices
        }
        if (m_workload.model.moe && j.expertOverlap == ExpertOverlap::sharedExperts)
            add("moe-shared-expert-overlap");
        if (m_workload.model.moe && j.expertOverlap == ExpertOverlap::passes)
            add("overlap-moe-expert-parallel-comm");
        if (j.optimizer == Optimizer::sgd)
            add("optimizer", "sgd");
        if (j.flashAttention)
            add("use-flash-attn");
    }

    void recompute()
    {
        const RecomputeOfAll all = recomputeOfAll(m_plan, m_workload.model.planLayers());
        if (!all.unlike.empty())
            warn(fmt::format("recompute differs between stages; {} for all is written: {}",
                             recomputeText(all.kind, all.layers), fmt::join(all.unlike, ", ")));
        if (all.kind == Recompute::selective) {
            add("recompute-granularity", "selective");
            const RecomputeModules modules = megatron::modulesToName(m_plan, m_result.warnings);
            if (!modules.isEmpty())
                add("recompute-modules", fmt::format("{}", fmt::join(modules.names(), " ")));
        }
        if (all.kind == Recompute::full) {
            add("recompute-granularity", "full");
            add("recompute-method", all.layers ? "block" : "uniform");
            add("recompute-num-layers", all.layers.value_or(1));
        }
    }

    /// Devices that hold the parameters of a stage; 0 if stages differ in it, as those of FlagScale may.
    int holders() const
    {
        std::set<int> numbers;
        for (const Stage &stage : first().stages)
            numbers.insert(static_cast<int>(m_plan.pipelines.size() * stage.groups.size()) * stage.groups.front().cp);
        return numbers.size() == 1 ? *numbers.begin() : 0;
    }
    /// Megatron-FSDP shards gradients, with ZeRO-3 weights too.
    bool isFullySharded() const { return m_plan.zeroStage > 1 && pipelineDegree(m_plan) == 1; }

    void sharing()
    {
        const int replicas = holders();
        const int shard = m_plan.sharing.group;
        const bool says = shard > 0 && replicas > 0 && replicas % shard == 0;
        if (says && shard < replicas) {
            add("num-distributed-optimizer-instances", replicas / shard);
            if (isFullySharded())
                add("outer-dp-sharding-strategy", "no_shard"); // HSDP: gradients are reduced between the instances
        }
        if (m_plan.gradientBucket > Bytes(0)) // in elements
            add("ddp-bucket-size", std::llround(m_plan.gradientBucket / elementSize(m_workload.job.gradientPrecision)));
        if (m_plan.offload.optimizer) {
            add("optimizer-cpu-offload");
            add("use-precision-aware-optimizer");
        }
        if (m_plan.contextParallel > 1 && m_plan.contextExchange) {
            constexpr std::array<const char *, contextExchangeNames.size()> kinds = {"p2p", "all_gather", "a2a"};
            add("cp-comm-type", kinds[static_cast<std::size_t>(*m_plan.contextExchange)]);
        }
        launch::addSharingChanges(m_plan, "Megatron-LM",
                                  {.group = says, .optimizer = true, .bucket = true, .contextExchange = true},
                                  m_result.warnings);
    }

    void options()
    {
        if (m_plan.zeroStage > 0)
            add("use-distributed-optimizer");
        if (m_plan.zeroStage > 1 && !isFullySharded()) {
            warn(fmt::format("ZeRO-{} is not written: Megatron-LM shards gradients and weights only without pipeline, "
                             "ZeRO-1 is written",
                             m_plan.zeroStage));
        } else if (m_plan.zeroStage > 1) {
            add("use-megatron-fsdp");
            add("data-parallel-sharding-strategy", m_plan.zeroStage == 2 ? "optim_grads" : "optim_grads_params");
            add("no-gradient-accumulation-fusion");
            add("ckpt-format", "fsdp_dtensor");
        }
        if (m_plan.overlap.dp)
            add("overlap-grad-reduce");
        sharing();
        // Megatron-LM refuses it without sequence parallelism; without TP it would do nothing.
        if (m_plan.overlap.tp && m_plan.sequenceParallel)
            add("tp-comm-overlap");
        else if (m_plan.overlap.tp && largestTensorDegree(m_plan) > 1)
            warn("Megatron-LM overlaps TP with computing only with --sequence-parallel, which the plan has not");
        if (m_plan.schedule == ScheduleKind::gpipe)
            warn("GPipe is not written: Megatron-LM runs 1F1B");
        else if (m_plan.schedule != ScheduleKind::oneFOneB && m_plan.schedule != ScheduleKind::interleaved)
            warn(fmt::format("the schedule {} is not written: Megatron-LM runs 1F1B", displayName(m_plan.schedule)));
    }

    /// Stage by stage, pipeline by pipeline: the order in which Megatron-LM numbers its ranks.
    void ranks()
    {
        std::size_t stages = 0;
        for (const Pipeline &pipeline : m_plan.pipelines)
            stages = std::max(stages, pipeline.stages.size());
        for (std::size_t s = 0; s < stages; ++s) {
            for (const Pipeline &pipeline : m_plan.pipelines) {
                if (s >= pipeline.stages.size())
                    continue;
                for (const TensorGroup &group : pipeline.stages[s].groups)
                    m_result.ranks.insert(m_result.ranks.end(), group.devices.begin(), group.devices.end());
            }
        }
    }

    const Plan &m_plan;
    const Workload &m_workload;
    MegatronArguments m_result;
};

} // namespace

std::string MegatronArguments::text() const
{
    std::string result = launch::head("Megatron-LM arguments", warnings, ranks);
    for (const std::string &argument : arguments)
        result += argument + "\n";
    return result;
}

MegatronArguments megatronArguments(const Plan &plan, const Workload &workload)
{
    return Writer(plan, workload).write();
}

MegatronArguments megatronRunArguments(const Plan &plan, const Workload &workload)
{
    return Writer(plan, workload).writeRun();
}

Result<LaunchFile> megatronLaunch(const Plan &plan, const Workload &workload, const Topology &topology)
{
    std::vector<std::string> changes; // of degrees: those of the arguments say more
    const auto degrees = launch::rankPlanOf(plan, topology, "Megatron-LM", changes);
    if (!degrees)
        return degrees.error();
    if (degrees->turns)
        return Error{Error::Code::invalid,
                     {},
                     "/pipelines/0",
                     "virtual stages back and forth",
                     "virtual stages round the stages, as Megatron-LM runs them",
                     "choose a plan with another schedule"};
    MegatronArguments arguments = megatronArguments(plan, workload);
    launch::addRankChanges(arguments.ranks, topology, "Megatron-LM", arguments.warnings);
    return LaunchFile{arguments.text(), arguments.warnings};
}

} // namespace heteroscope
