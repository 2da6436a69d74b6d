// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/recognise.h"

#include "exchange/astra_sim/packet_network.h"
#include "exchange/availability_csv/availability.h"
#include "exchange/bandwidth_csv/curve.h"
#include "exchange/chakra/trace.h"
#include "exchange/huggingface/python_json.h"
#include "exchange/kineto/trace.h"
#include "exchange/megatron_log/log.h"
#include "exchange/nvidia_smi/query.h"
#include "exchange/sailor/files.h"
#include "exchange/simai/workload.h"
#include "exchange/trace/inflated_text.h"
#include "json/json.h"

#include <algorithm>
#include <array>

namespace heteroscope {

namespace {

bool isObject(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    return first != std::string_view::npos && text[first] == '{';
}

bool hasAnyKey(std::string_view text, std::initializer_list<const char *> keys)
{
    if (!isObject(text))
        return false;
    const auto json = parseJson(huggingface::plainJson(text));
    return json && json->is_object() &&
           std::any_of(keys.begin(), keys.end(), [&](const char *key) { return json->contains(key); });
}

bool has(std::string_view text, std::string_view word) { return text.find(word) != std::string_view::npos; }

/// A heading with GPU0 and a row of it that has the X of the diagonal.
bool isTopology(std::string_view text) { return has(text, "GPU0") && has(text, "X") && !isObject(text); }

bool isNvidiaSmi(std::string_view text) { return isTopology(text) || nvidiasmi::isQuery(text); }

bool isModelConfig(std::string_view text)
{
    return hasAnyKey(text, {"model_type", "architectures", "hidden_size", "n_embd", "d_model", "text_config"});
}

bool isMegatron(std::string_view text)
{
    return (has(text, "--num-layers") && has(text, "--hidden-size")) ||
           ((has(text, "--tensor-model-parallel-size") || has(text, "--pipeline-model-parallel-size")) &&
            (has(text, "--micro-batch-size") || has(text, "--hidden-size") || has(text, "--global-batch-size")));
}

/// Sections of a TOML file that torchtitan alone has together.
bool isTorchtitan(std::string_view text)
{
    return has(text, "[parallelism]") && (has(text, "_parallel_degree") || has(text, "data_parallel_shard")) &&
           has(text, "[training]");
}

bool isDeepspeed(std::string_view text)
{
    return hasAnyKey(text, {"train_micro_batch_size_per_gpu", "zero_optimization", "train_batch_size"});
}

bool isFlagscale(std::string_view text)
{
    return !isObject(text) &&
           (has(text, "hetero_process_meshes:") || (has(text, "tensor_model_parallel_size:") && has(text, "system:")) ||
            (has(text, "flagscale/") && has(text, "experiment:")));
}

bool isNanotron(std::string_view text)
{
    return has(text, "batch_accumulation_per_replica") && has(text, "parallelism:");
}

bool isMegatronYaml(std::string_view text)
{
    return !isObject(text) &&
           (has(text, "MODEL_ARGS:") || (has(text, "language_model:") && has(text, "model_parallel:")));
}
bool isNemo(std::string_view text)
{
    return !isObject(text) && has(text, "\nmodel:") && has(text, "tensor_model_parallel_size:") &&
           (has(text, "trainer:") || has(text, "train:"));
}
bool isPrimus(std::string_view text) { return !isObject(text) && has(text, "pre_trainer:") && has(text, "modules:"); }

bool isCalculon(std::string_view text)
{
    return (hasAnyKey(text, {"attn_heads"}) && hasAnyKey(text, {"num_blocks"})) ||
           (hasAnyKey(text, {"tensor_par"}) && hasAnyKey(text, {"num_procs"})) ||
           (hasAnyKey(text, {"matrix"}) && hasAnyKey(text, {"networks"}));
}

bool isSimumax(std::string_view text)
{
    return (hasAnyKey(text, {"layer_num"}) && hasAnyKey(text, {"head_num"})) ||
           (hasAnyKey(text, {"tp_size"}) && hasAnyKey(text, {"micro_batch_num"})) ||
           (hasAnyKey(text, {"accelerator"}) && hasAnyKey(text, {"networks"}));
}

bool isVtrain(std::string_view text)
{
    return hasAnyKey(text, {"num_layers"}) && hasAnyKey(text, {"max_length"}) &&
           hasAnyKey(text, {"tensor_parallel_size", "pipeline_parallel_size"});
}

bool isSlurm(std::string_view text)
{
    return has(text, "SwitchName=") || has(text, "BlockName=") || (has(text, "NodeName=") && has(text, "CPUTot="));
}
bool isTopograph(std::string_view text)
{
    return !isObject(text) && (text.starts_with("switches:") || has(text, "\nswitches:")) &&
           (has(text, "\nblocks:") || has(text, "capacity_blocks:"));
}
bool isIbnetdiscover(std::string_view text)
{
    return (has(text, "caguid=") || has(text, "switchguid=")) && (has(text, "\nCa\t") || has(text, "\nSwitch\t"));
}
/// A first line of five numbers and a word, and rates further down.
bool isSimaiTopology(std::string_view text)
{
    const auto line = text.substr(0, std::min<std::size_t>(text.find('\n'), 200));
    const auto blanks = std::count(line.begin(), line.end(), ' ');
    return !line.empty() && line[0] >= '0' && line[0] <= '9' && blanks >= 5 && has(text, "bps ");
}

/// A network of the analytical backend, YAML or JSON, or a file that stands beside one.
bool isAstraSim(std::string_view text)
{
    return (!isObject(text) && has(text, "npus_count:") && has(text, "topology:")) || isPacketNetwork(text) ||
           hasAnyKey(text, {"npus_count", "logical-dims", "local-mem-bw", "all-reduce-implementation"}) ||
           (hasAnyKey(text, {"memory-type"}) && has(text, "MEMORY_EXPANSION"));
}

/// The clusterfile, or a layer profile, which is refused with the command that takes it.
bool isMetis(std::string_view text)
{
    return isObject(text) && ((has(text, "\"instance_type\"") && has(text, "\"inter_bandwidth\"")) ||
                              (has(text, "\"execution_time\"") && has(text, "\"layer_compute_total_ms\"")));
}
bool isZorse(std::string_view text)
{
    return hasAnyKey(text, {"machines"}) && hasAnyKey(text, {"gpu_list", "global_rank_map"});
}

bool startsElement(std::string_view text, std::string_view element)
{
    return has(text.substr(0, 4096), element) && !isObject(text);
}
bool isNcclTopology(std::string_view text)
{
    return (startsElement(text, "<system") && has(text, "<cpu") && has(text, "<pci")) ||
           (startsElement(text, "<graphs") && has(text, "<channel"));
}
bool isHwloc(std::string_view text) { return startsElement(text, "<topology") && has(text, "<object"); }
bool isRocmSmi(std::string_view text) { return has(text, "Link Type between two GPUs"); }

/// By its beginning alone, because traces are large.
bool isKineto(std::string_view text)
{
    constexpr std::size_t headBytes = 1 << 16;
    return isKinetoHead(inflatedHead(text, headBytes));
}
bool isChakra(std::string_view text)
{
    return isChakraBinary(text) || (isObject(text) && has(text.substr(0, 4096), "\"workload_graph\"")) ||
           (isObject(text) && has(text, "\"ctrl_deps\"") && has(text, "\"data_deps\""));
}
bool isPrimusTrace(std::string_view text)
{
    return isObject(text) && ((has(text, "\"pp_size\"") && has(text, "\"num_mbs\"")) ||
                              (has(text, "\"fwd_start\"") && has(text, "\"bwd_end\"")));
}

bool isNcclTests(std::string_view text) { return has(text, "nThread") && has(text, "busbw"); }

} // namespace

bool looksLikeProject(std::string_view text) { return hasAnyKey(text, {"cluster", "workload"}); }

const ImportFormat *recogniseFormat(const std::vector<ImportFile> &files)
{
    using Test = bool (*)(std::string_view);
    constexpr std::array<std::pair<std::string_view, Test>, 32> formats = {{{"kineto", isKineto},
                                                                            {"chakra", isChakra},
                                                                            {"primus-trace", isPrimusTrace},
                                                                            {"megatron-log", isMegatronLog},
                                                                            {"simai-workload", isSimaiWorkload},
                                                                            {"availability-csv", isAvailabilityCsv},
                                                                            {"bandwidth-csv", isBandwidthCsv},
                                                                            {"sailor", isSailor},
                                                                            {"simumax", isSimumax},
                                                                            {"vtrain", isVtrain},
                                                                            {"huggingface", isModelConfig},
                                                                            {"calculon", isCalculon},
                                                                            {"primus", isPrimus},
                                                                            {"megatron-yaml", isMegatronYaml},
                                                                            {"flagscale", isFlagscale},
                                                                            {"nemo", isNemo},
                                                                            {"slurm", isSlurm},
                                                                            {"topograph", isTopograph},
                                                                            {"ibnetdiscover", isIbnetdiscover},
                                                                            {"simai-topology", isSimaiTopology},
                                                                            {"astra-sim", isAstraSim},
                                                                            {"metis", isMetis},
                                                                            {"zorse", isZorse},
                                                                            {"rocm-smi", isRocmSmi},
                                                                            {"nccl-topology", isNcclTopology},
                                                                            {"hwloc", isHwloc},
                                                                            {"nvidia-smi", isNvidiaSmi},
                                                                            {"torchtitan", isTorchtitan},
                                                                            {"deepspeed", isDeepspeed},
                                                                            {"nanotron", isNanotron},
                                                                            {"megatron", isMegatron},
                                                                            {"nccl-tests", isNcclTests}}};
    for (const auto &[name, test] : formats) {
        if (std::any_of(files.begin(), files.end(), [test = test](const ImportFile &file) { return test(file.text); }))
            return findImportFormat(name);
    }
    return nullptr;
}

std::optional<Error> brokenJson(const std::vector<ImportFile> &files)
{
    for (const ImportFile &file : files) {
        if (!isObject(file.text))
            continue;
        auto json = parseJson(huggingface::plainJson(file.text));
        if (json)
            continue;
        Error error = json.error();
        error.file = file.name;
        return error;
    }
    return std::nullopt;
}

} // namespace heteroscope
