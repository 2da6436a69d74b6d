// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/nanotron/config.h"

#include "exchange/launch/line_writer.h"
#include "exchange/launch/rank_plan.h"
#include "strategy/expert_layout.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace heteroscope {

namespace {

using launch::RankPlan;

constexpr const char *nanotronName = "nanotron";

class NanotronWriter : private launch::LineWriter
{
public:
    NanotronWriter(const Plan &plan, const Workload &workload, RankPlan degrees, std::vector<std::string> changes)
        : LineWriter(std::move(changes)), m_plan(plan), m_workload(workload), m_degrees(std::move(degrees))
    {}

    LaunchFile write()
    {
        // nanotron refuses a file without these; they are no part of a plan.
        line("# Data, tokenizer and learning rate are examples.");
        line("checkpoints:\n  checkpoint_interval: 1000\n  checkpoints_path: checkpoints");
        line("data_stages:\n- data:\n    dataset: null\n    num_loading_workers: 1\n    seed: 42");
        line("  name: Stable Training Stage\n  start_training_step: 1");
        line("general:\n  project: heteroscope\n  run: plan\n  seed: 42");
        line("logging:\n  iteration_step_info_interval: 1\n  log_level: info\n  log_level_replica: info");
        model();
        optimizer();
        parallelism();
        line("tokenizer:\n  tokenizer_name_or_path: null");
        line("tokens:\n  micro_batch_size: {}\n  batch_accumulation_per_replica: {}\n  sequence_length: {}\n"
             "  train_steps: 100\n  val_check_interval: -1",
             m_degrees.microBatch, m_degrees.microBatches, m_workload.job.sequenceLength);
        return file(nanotronName, m_degrees.ranks);
    }

private:
    std::string_view typeName()
    {
        switch (m_workload.job.precision) {
        case Precision::bf16:
            return "bfloat16";
        case Precision::fp16:
            return "float16";
        case Precision::fp32:
            return "float32";
        default:
            change(fmt::format("nanotron does not train in {}: bf16 is written",
                               precisionNames[static_cast<std::size_t>(m_workload.job.precision)]));
            return "bfloat16";
        }
    }

    void model()
    {
        const Model &m = m_workload.model;
        line("model:\n  ddp_bucket_cap_mb: 25\n  dtype: {}", typeName());
        line("  init_method:\n    std: 0.02\n  make_vocab_size_divisible_by: 1\n  model_config:");
        line("    {}: true", m.moe ? "is_qwen2_config" : "is_llama_config");
        line("    hidden_act: silu\n    hidden_size: {}\n    intermediate_size: {}", m.hidden, m.ffn);
        line("    max_position_embeddings: {}", std::max(m.maxSequence, m_workload.job.sequenceLength));
        line("    num_attention_heads: {}\n    num_hidden_layers: {}\n    num_key_value_heads: {}", m.heads, m.layers,
             m.kvHeads);
        line("    rms_norm_eps: 1.0e-05\n    tie_word_embeddings: {}\n    vocab_size: {}", m.tiedEmbeddings, m.vocab);
        if (m.moe) {
            line("    moe_config:\n      num_experts: {}\n      top_k: {}\n      moe_intermediate_size: {}",
                 m.moe->experts, m.moe->topK, m.moe->expertFfn);
            line("      enable_shared_expert: {}\n      token_dispatcher_type: alltoall", m.moe->sharedExperts > 0);
            if (m.moe->sharedExperts > 0)
                line("      shared_expert_intermediate_size: {}", m.moe->sharedExperts * m.moe->expertFfn);
            if (m.moe->denseLayers > 0) {
                std::vector<int> sparse;
                for (int layer = m.moe->denseLayers; layer < m.layers; ++layer)
                    sparse.push_back(layer);
                line("      layers: [{}]", fmt::join(sparse, ", "));
            }
        }
        if (!m.gatedMlp || m.learnedPositions || m.biases || m.mla || !m.blocks.empty() ||
            m.headDim * m.heads != m.hidden)
            change(fmt::format("nanotron has no model like {}: its {} of this size is written", m.name,
                               m.moe ? "Qwen2 with experts" : "Llama"));
    }

    void optimizer()
    {
        const TrainingJob &job = m_workload.job;
        line("optimizer:\n  accumulate_grad_in_fp32: {}\n  clip_grad: 1.0", job.gradientPrecision == Precision::fp32);
        line("  learning_rate_scheduler:\n    learning_rate: 0.0003\n    lr_decay_style: cosine\n"
             "    lr_decay_steps: 98\n    lr_warmup_steps: 2\n    lr_warmup_style: linear\n    min_decay_lr: 1.0e-05");
        if (job.optimizer == Optimizer::adam)
            line("  optimizer_factory:\n    adam_beta1: 0.9\n    adam_beta2: 0.95\n    adam_eps: 1.0e-08\n"
                 "    name: adamW\n    torch_adam_is_fused: true");
        else
            line("  optimizer_factory:\n    name: sgd");
        line("  weight_decay: 0.01\n  zero_stage: {}", std::min(m_plan.zeroStage, 1));
        if (m_plan.zeroStage > 1)
            change(fmt::format("nanotron has no ZeRO-{}: ZeRO-1 is written", m_plan.zeroStage));
        if (m_degrees.dp * m_degrees.cp > 1 && !m_plan.overlap.dp)
            change("nanotron reduces gradients while it computes; the plan does not");
    }

    void parallelism()
    {
        line("parallelism:\n  dp: {}\n  pp: {}\n  tp: {}", m_degrees.dp, m_degrees.pp, m_degrees.tp);
        line("  context_parallel_size: {}\n  expert_parallel_size: {}", m_degrees.cp, m_degrees.ep);
        if (m_degrees.ep > 1) {
            const auto layout = expertLayout(m_degrees.ep, m_degrees.tp, m_degrees.cp, m_degrees.dp);
            const int rest = m_degrees.dp * m_degrees.cp * m_degrees.tp / (m_degrees.ep * layout.expertTp);
            line("  expert_tensor_parallel_size: {}\n  expert_data_parallel_size: {}\n  enabled_moe: true",
                 layout.expertTp, std::max(1, rest));
        }
        line("  pp_engine: {}", m_plan.schedule == ScheduleKind::gpipe ? "afab" : "1f1b");
        if (m_plan.schedule != ScheduleKind::gpipe && m_plan.schedule != ScheduleKind::oneFOneB)
            change(fmt::format("nanotron has no schedule {}: 1F1B is written", displayName(m_plan.schedule)));
        line("  tp_mode: {}", m_plan.sequenceParallel ? "REDUCE_SCATTER" : "ALL_REDUCE");
        line("  tp_linear_async_communication: {}", m_plan.overlap.tp);
        launch::addSharingChanges(m_plan, nanotronName, {}, changes());
        const Recompute recompute = launch::oneRecompute(m_degrees, nanotronName, changes());
        line("  recompute_layer: {}", recompute == Recompute::full);
        if (recompute == Recompute::selective)
            change("nanotron recomputes whole layers or none, not selectively: none is written");
        cuts();
    }

    void cuts()
    {
        if (m_degrees.chunks() > 1) {
            change(fmt::format("nanotron has one part of the model on each stage, not {}", m_degrees.chunks()));
            return;
        }
        const auto own = nanotronLayers(m_workload.model, m_degrees.pp);
        if (m_degrees.pp > 1 && m_degrees.layers != own)
            change(
                fmt::format("nanotron cuts the stages by the cost of their blocks, into {} layers with embedding and "
                            "head, not {}: change get_block_compute_costs of its model",
                            fmt::join(own, ", "), fmt::join(m_degrees.layers, ", ")));
    }

    const Plan &m_plan;
    const Workload &m_workload;
    RankPlan m_degrees;
};

} // namespace

std::vector<int> nanotronLayers(const Model &model, int stages)
{
    const double hidden = model.hidden;
    const double block = 4 * hidden * hidden + (model.gatedMlp ? 3.0 : 2.0) * model.ffn * hidden;
    const double all = model.layers * block + model.vocab * hidden;
    std::vector<int> layers(static_cast<std::size_t>(std::max(1, stages)), 0);
    std::size_t stage = 0;
    double cost = 0;
    for (int layer = 0; layer < model.planLayers(); ++layer) {
        if (layer > 0)
            cost += layer <= model.layers ? block : model.vocab * hidden;
        ++layers[stage];
        if (stage + 1 < layers.size() && cost > all * (static_cast<double>(stage + 1) / stages))
            ++stage;
    }
    return layers;
}

Result<LaunchFile> nanotronConfig(const Plan &plan, const Workload &workload, const Topology &topology)
{
    std::vector<std::string> changes;
    auto degrees = launch::rankPlanOf(plan, topology, nanotronName, changes, plan.expertParallel > 1);
    if (!degrees)
        return degrees.error();
    const auto own = nanotronLayers(workload.model, degrees->pp);
    if (std::find(own.begin(), own.end(), 0) != own.end())
        return Error{Error::Code::invalid,
                     {},
                     "/pipelines/0/stages",
                     fmt::format("{} stages", degrees->pp),
                     "stages that nanotron gives a layer each",
                     "choose a plan with fewer stages"};
    return NanotronWriter(plan, workload, std::move(*degrees), std::move(changes)).write();
}

} // namespace heteroscope
