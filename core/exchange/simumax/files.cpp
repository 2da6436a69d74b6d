// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/simumax/files.h"

#include "base/numbers.h"
#include "exchange/launch/import_parts.h"
#include "exchange/megatron/import_options.h"
#include "exchange/model_size.h"
#include "exchange/network/described_system.h"
#include "exchange/settings/settings.h"

#include <fmt/format.h>

#include <algorithm>

namespace heteroscope {

namespace {

using settings::Settings;

bool isSimumaxSystem(const Json &json) { return json.contains("accelerator") && json.contains("networks"); }

bool isSimumaxModel(const Json &json) { return json.contains("layer_num") && json.contains("head_num"); }

bool isStrategy(const Json &json) { return json.contains("tp_size") && json.contains("micro_batch_num"); }

/// The bandwidth of a network: gbps are 10^9 bytes a second (base_struct.py of SimuMax).
void readLink(Settings &file, const std::string &path, BytesPerSecond &bandwidth, Seconds &latency)
{
    bandwidth = BytesPerSecond(file.positive(path + ".bandwidth.gbps") * 1e9);
    latency = Seconds(file.positive(path + ".bandwidth.latency_us") * 1e-6);
}

Result<Imported> addSimumaxSystem(const Project &into, Settings &file, const ImportOptions &options)
{
    network::DescribedSystem system;
    system.name = file.text("sys_name");
    system.devicesPerNode = file.number("num_per_node", 1, 1024, 8);
    const char *peak =
        file.has("accelerator.op.matmul.tflops") ? "accelerator.op.matmul.tflops" : "accelerator.op.default.tflops";
    system.peak = FlopPerSecond(file.positive(peak) * 1e12);
    system.memory = Bytes(file.positive("accelerator.mem_gbs") * 1024 * 1024 * 1024);
    if (file.has("accelerator.bandwidth.default.gbps"))
        system.memoryBandwidth = BytesPerSecond(file.positive("accelerator.bandwidth.default.gbps") * 1e9);
    std::string inside;
    const Json *found = file.find("networks");
    const Json networks = found && found->is_object() ? *found : Json::object();
    for (const auto &[key, value] : networks.items()) {
        if ((value.is_object() && inside.empty() && key != "inter_node") || key == "high_intra_node")
            inside = key;
    }
    // intra_node_pcie_8x is the one over the whole node.
    if (file.has("networks.intra_node_pcie_8x"))
        inside = "intra_node_pcie_8x";
    readLink(file, "networks." + inside, system.inside, system.insideLatency);
    readLink(file, "networks.inter_node", system.between, system.betweenLatency);
    if (file.error())
        return *file.error();
    return network::addSystem(into, system, file.file(), options);
}

Result<Imported> readSimumaxModel(const Project &into, Settings &file)
{
    Imported result{into, {}, {}};
    Model model;
    model.name = file.text("model_name").empty() ? "SimuMax model" : file.text("model_name");
    model.layers = file.number("layer_num", 1, 10'000);
    model.hidden = file.number("hidden_size", 1, 1'000'000);
    model.heads = file.number("head_num", 1, 16'384);
    model.kvHeads = file.number("kv_head_num", 1, 16'384, model.heads);
    model.headDim = file.number("head_size", 1, 16'384, std::max(1, model.hidden / model.heads));
    model.ffn = file.number("intermediate_size", 1, 10'000'000);
    model.vocab = file.number("vocab_size", 1, 10'000'000);
    model.gatedMlp = file.flag("use_swiglu", true);
    model.source = "model of SimuMax";
    if (file.number("expert_num", 1, 16'384, 1) > 1) {
        MixtureOfExperts moe;
        moe.experts = file.number("expert_num", 1, 16'384);
        moe.topK = file.number("topk", 1, 16'384);
        moe.expertFfn = file.number("moe_ffn_hidden_size", 1, 10'000'000, model.ffn);
        moe.denseLayers = file.number("dense_layers", 0, 10'000, 0);
        if (const int shared = file.number("moe_shared_expert_intermediate_size", 0, 10'000'000, 0); shared > 0)
            moe.sharedExperts = std::max(1, (shared + moe.expertFfn / 2) / moe.expertFfn);
        model.moe = moe;
    }
    if (file.text("attention_type") == "mla") {
        LatentAttention mla;
        mla.queryRank = file.number("q_lora_rank", 0, 1'000'000, 0);
        mla.kvRank = file.number("kv_lora_rank", 1, 1'000'000);
        mla.nopeDim = file.number("qk_head_dim", 0, 16'384);
        mla.ropeDim = file.number("qk_pos_emb_head_dim", 0, 16'384);
        mla.valueDim = file.number("v_head_dim", 1, 16'384);
        model.mla = mla;
        model.headDim = mla.valueDim;
        model.kvHeads = model.heads;
    }
    if (file.error())
        return *file.error();
    result.notes.emplace_back("embeddings are taken as not tied, positions as rotary");
    if (const auto warning = sizeWarning(model, {model.name}); !warning.empty())
        result.notes.push_back(warning);
    result.project.workload.model = model;
    result.what = fmt::format("model {}: {} layers, hidden {}, {} parameters", model.name, model.layers, model.hidden,
                              largeCountText(totalParameters(model)));
    return result;
}

Result<Imported> addStrategy(const Project &into, Settings &file, bool hasModel, const ImportOptions &options)
{
    megatron::CommandLine line;
    const auto hand = [&](const char *key, const char *option) {
        if (file.has(key))
            line.set(option, std::to_string(file.number(key, 1, 1'000'000)));
    };
    hand("world_size", "world-size");
    hand("tp_size", "tensor-model-parallel-size");
    hand("pp_size", "pipeline-model-parallel-size");
    hand("cp_size", "context-parallel-size");
    hand("ep_size", "expert-model-parallel-size");
    hand("etp_size", "expert-tensor-parallel-size");
    hand("micro_batch_size", "micro-batch-size");
    hand("seq_len", "seq-length");
    if (file.number("interleaving_size", 1, 10'000, 1) > 1)
        hand("interleaving_size", "num-virtual-stages-per-pipeline-rank");
    const std::int64_t world = file.number("world_size", 1, 262'144);
    const std::int64_t replica = std::int64_t{file.number("tp_size", 1, 262'144, 1)} *
                                 file.number("pp_size", 1, 262'144, 1) * file.number("cp_size", 1, 1024, 1);
    const std::int64_t samples =
        std::int64_t{file.number("micro_batch_size", 1, 100'000, 1)} * file.number("micro_batch_num", 1, 100'000);
    line.set("global-batch-size", std::to_string(std::max<std::int64_t>(1, world / replica) * samples));
    line.set(file.text("dtype") == "fp16" ? "fp16" : "bf16", "true");
    if (file.flag("enable_sequence_parallel", false) && file.number("tp_size", 1, 262'144, 1) > 1)
        line.set("sequence-parallel", "true");
    line.set("zero-stage", std::to_string(file.number("zero_state", 0, 3, 0)));
    const std::string granularity = file.text("recompute_granularity");
    if (file.flag("enable_recompute", false) && !granularity.empty())
        line.set("recompute-granularity", granularity == "full_block" ? "full" : "selective");
    if (file.error())
        return *file.error();
    Project project = into;
    std::vector<std::string> notes;
    if (!hasModel) {
        const bool needsExperts = file.number("ep_size", 1, 262'144, 1) > 1 && !into.workload.model.moe;
        const Model *stand = needsExperts && into.cluster.nodes.empty() ? findModel("Mixtral 8x7B") : nullptr;
        if (stand)
            project.workload.model = *stand;
        notes.push_back("the strategy names no model: " + project.workload.model.name +
                        (stand ? " is taken, because it needs experts" : " stays") + "; give the model's file too");
    }
    megatron::OptionsSource source{.file = file.file(), .tool = "SimuMax", .ranks = {}};
    source.modelIsBroughtAlong = true;
    auto result = megatron::importOptions(project, std::move(line), source, options);
    if (result)
        result->notes.insert(result->notes.begin(), notes.begin(), notes.end());
    return result;
}

} // namespace

Result<Imported> importSimumax(const Project &into, const std::vector<ImportFile> &files, const ImportOptions &options)
{
    bool hasModel = false;
    return launch::importParts(
        into, files,
        {{isSimumaxSystem,
          [&options](const Project &project, Settings &file) { return addSimumaxSystem(project, file, options); }},
         {isSimumaxModel,
          [&hasModel](const Project &project, Settings &file) {
              hasModel = true;
              return readSimumaxModel(project, file);
          }},
         {isStrategy, [&options, &hasModel](const Project &project,
                                            Settings &file) { return addStrategy(project, file, hasModel, options); }}},
        "a system, a model or a strategy of SimuMax",
        "give a file of configs/system, configs/models or configs/strategy");
}

} // namespace heteroscope
