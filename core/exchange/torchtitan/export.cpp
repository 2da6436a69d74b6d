// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/torchtitan/config.h"

#include "exchange/launch/line_writer.h"
#include "exchange/launch/rank_plan.h"
#include "strategy/expert_layout.h"

#include <fmt/format.h>

#include <algorithm>

namespace heteroscope {

namespace {

using launch::RankPlan;

constexpr const char *tool = "torchtitan";

class TorchtitanWriter : private launch::LineWriter
{
public:
    TorchtitanWriter(const Plan &plan, const Workload &workload, RankPlan degrees, std::vector<std::string> changes)
        : LineWriter(std::move(changes)), m_plan(plan), m_workload(workload), m_degrees(std::move(degrees))
    {}

    LaunchFile write()
    {
        model();
        training();
        parallelism();
        line("\n[activation_checkpoint]");
        const Recompute recompute = launch::oneRecompute(m_degrees, tool, changes());
        line("mode = \"{}\"", recomputeNames[static_cast<std::size_t>(recompute)]);
        if (recompute == Recompute::selective) {
            line("selective_ac_option = \"op\"");
            if (const PlanName name = planName(m_plan); namesModules(name))
                change(fmt::format("torchtitan's selective recompute chooses single operations; the plan repeats {}",
                                   toString(name.recomputeModules)));
        }
        // Asynchronous TP works on compiled code only.
        line("\n[compile]\nenable = {}", m_plan.overlap.tp && m_degrees.tp > 1);
        return file(tool, m_degrees.ranks);
    }

private:
    void model()
    {
        const Model &model = m_workload.model;
        line("\n[model]");
        if (const TorchtitanModel *known = findTorchtitanModel(model)) {
            line("name = \"{}\"\nflavor = \"{}\"", known->name, known->flavor);
        } else {
            line("name = {}\nflavor = \"\"", launch::quoted(model.name));
            change(
                fmt::format("torchtitan has no flavor of {}: add one of {} layers, hidden size {}, and name it under "
                            "[model]",
                            model.name, model.layers, model.hidden));
        }
        if (m_workload.job.precision == Precision::fp8)
            line("converters = [\"float8\"]");
        line("\n[optimizer]\nname = \"AdamW\"");
        if (m_workload.job.optimizer != Optimizer::adam)
            change("torchtitan has no SGD: AdamW is written");
    }

    void training()
    {
        const TrainingJob &job = m_workload.job;
        line("\n[training]");
        line("local_batch_size = {}", m_degrees.microBatch * (m_degrees.pp > 1 ? m_degrees.microBatches : 1));
        line("global_batch_size = {}", job.globalBatch);
        line("seq_len = {}", job.sequenceLength);
        if (offloads())
            line("enable_cpu_offload = true");
        switch (job.precision) {
        case Precision::fp32:
            line("mixed_precision_param = \"float32\"");
            break;
        case Precision::bf16:
        case Precision::fp8:
            line("mixed_precision_param = \"bfloat16\"");
            break;
        default:
            line("mixed_precision_param = \"bfloat16\"");
            change(fmt::format("torchtitan does not train in {}: bf16 is written",
                               precisionNames[static_cast<std::size_t>(job.precision)]));
        }
        line("mixed_precision_reduce = \"float32\"");
        if (job.gradientPrecision != Precision::fp32)
            change(fmt::format("torchtitan reduces gradients in fp32, not in {}",
                               precisionNames[static_cast<std::size_t>(job.gradientPrecision)]));
    }

    void parallelism()
    {
        line("\n[parallelism]");
        const int replicas = m_degrees.dp * m_degrees.cp;
        const bool shards = m_plan.zeroStage > 0 && replicas > 1;
        const int group = m_plan.sharing.group > 0 ? std::min(m_plan.sharing.group, replicas) : replicas;
        // Its shard groups are whole context-parallel groups.
        const bool says = group % m_degrees.cp == 0;
        const int shardDegree = shards ? (says ? group / m_degrees.cp : m_degrees.dp) : 1;
        line("data_parallel_replicate_degree = {}", m_degrees.dp / shardDegree);
        line("data_parallel_shard_degree = {}", shardDegree);
        if (shards)
            line("fsdp_reshard_after_forward = \"{}\"",
                 m_plan.zeroStage == 3 && m_plan.sharing.reshards ? "always" : "never");
        launch::addSharingChanges(m_plan, tool,
                                  {.group = says,
                                   .keptWeights = true,
                                   .optimizer = offloads(),
                                   .parameters = offloads(),
                                   .contextExchange = rotation() != nullptr,
                                   .sends = true},
                                  changes());
        if (m_plan.zeroStage == 1 && shards)
            change("torchtitan has no ZeRO-1: FSDP that keeps the gathered weights (ZeRO-2) is written");
        if (!m_plan.sharing.reshards)
            change("torchtitan's FSDP that keeps the gathered weights scatters gradients with every micro-batch "
                   "(ZeRO-2); the plan scatters them once a step");
        if (!shards && m_degrees.cp > 1)
            change(fmt::format("torchtitan always shards over the {} devices of a context-parallel group: the plan "
                               "(ZeRO-0) does not",
                               m_degrees.cp));
        else if (!shards && m_degrees.dp > 1 && (m_degrees.tp > 1 || m_degrees.pp > 1))
            change("torchtitan replicates (ZeRO-0) only without TP, CP and PP: set data_parallel_shard_degree instead");
        if (replicas > 1 && !m_plan.overlap.dp)
            change("torchtitan's data parallelism overlaps with computing; the plan's does not");
        line("tensor_parallel_degree = {}", m_degrees.tp);
        line("enable_async_tensor_parallel = {}", m_plan.overlap.tp);
        if (m_degrees.tp > 1 && !m_plan.sequenceParallel)
            change("torchtitan's TP is always sequence parallel; the plan's is not");
        line("context_parallel_degree = {}", m_degrees.cp);
        if (m_degrees.cp > 1 && rotation())
            line("context_parallel_rotate_method = \"{}\"", rotation());
        experts();
        line("pipeline_parallel_degree = {}", m_degrees.pp);
        if (m_degrees.pp > 1)
            pipeline();
    }

    /// FSDP moves weights, gradients and optimizer states to the hosts together.
    bool offloads() const
    {
        return m_plan.offload.parameters && m_plan.offload.optimizer && m_degrees.dp * m_degrees.cp > 1;
    }

    /// How keys and values go round, where the plan says it and torchtitan can.
    const char *rotation() const
    {
        if (m_plan.contextExchange == ContextExchange::ring)
            return "alltoall";
        return m_plan.contextExchange == ContextExchange::allGather ? "allgather" : nullptr;
    }

    void experts()
    {
        line("expert_parallel_degree = {}", m_degrees.ep);
        if (m_degrees.ep == 1)
            return;
        const auto layout = expertLayout(m_degrees.ep, m_degrees.tp, m_degrees.cp, m_degrees.dp);
        line("expert_tensor_parallel_degree = {}", layout.expertTp);
        if (layout.expertTp != 1 && layout.expertTp != m_degrees.tp)
            change(
                fmt::format("torchtitan splits an expert over all {} devices of a TP group or over none, not over {}",
                            m_degrees.tp, layout.expertTp));
    }

    void pipeline()
    {
        const auto schedule = [this]() -> std::string_view {
            switch (m_plan.schedule) {
            case ScheduleKind::oneFOneB:
                return "1F1B";
            case ScheduleKind::interleaved:
                return "Interleaved1F1B";
            case ScheduleKind::gpipe:
                return "GPipe";
            case ScheduleKind::zbV:
                return "ZBVZeroBubble";
            case ScheduleKind::dualPipeV:
                return "DualPipeV";
            default:
                return {};
            }
        }();
        const char *nearest = m_degrees.chunks() > 1 ? "Interleaved1F1B" : "1F1B";
        line("pipeline_parallel_schedule = \"{}\"", schedule.empty() ? nearest : schedule);
        if (schedule.empty())
            change(fmt::format("torchtitan has no schedule {}: {} is written", displayName(m_plan.schedule), nearest));
        if (!m_plan.overlap.pp && launch::mayWaitForSends(m_plan))
            change("torchtitan's stages compute while they send; the plan's wait");
        line("pipeline_parallel_microbatch_size = {}", m_degrees.microBatch);
        const int usual = schedule == "1F1B" || schedule == "GPipe" ? 1 : 2;
        const auto parts = static_cast<int>(m_degrees.layers.size());
        if (m_degrees.chunks() != usual || m_degrees.layers != launch::evenLayers(m_workload.model.planLayers(), parts))
            modules();
    }

    /// The modules of each stage, where they are not cut as torchtitan does by itself.
    void modules()
    {
        line("module_fqns_per_model_part = [");
        int layer = 0;
        for (const int count : m_degrees.layers) {
            std::string names;
            const auto add = [&names](std::string_view name) {
                names += fmt::format("{}\"{}\"", names.empty() ? "" : ", ", name);
            };
            for (const int end = layer + count; layer < end; ++layer) {
                if (layer == 0)
                    add("tok_embeddings");
                else if (layer <= m_workload.model.layers)
                    add(fmt::format("layers.{}", layer - 1));
                else
                    names += fmt::format("{}\"norm\", \"output\"", names.empty() ? "" : ", ");
            }
            line("    [{}],", names);
        }
        line("]");
    }

    const Plan &m_plan;
    const Workload &m_workload;
    RankPlan m_degrees;
};

} // namespace

Result<LaunchFile> torchtitanConfig(const Plan &plan, const Workload &workload, const Topology &topology)
{
    std::vector<std::string> changes;
    auto degrees = launch::rankPlanOf(plan, topology, tool, changes);
    if (!degrees)
        return degrees.error();
    return TorchtitanWriter(plan, workload, std::move(*degrees), std::move(changes)).write();
}

} // namespace heteroscope
