// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/calculon/files.h"

#include "base/numbers.h"
#include "exchange/launch/import_parts.h"
#include "exchange/megatron/import_options.h"
#include "exchange/megatron/shell_files.h"
#include "exchange/model_size.h"
#include "exchange/network/described_system.h"
#include "exchange/primus/config.h"
#include "exchange/settings/settings.h"

#include <fmt/format.h>

#include <algorithm>

namespace heteroscope {

namespace {

using settings::Settings;

bool isExecution(const Json &json) { return json.contains("num_procs") && json.contains("tensor_par"); }

bool isApplication(const Json &json) { return json.contains("num_blocks") && json.contains("attn_heads"); }

bool isSystem(const Json &json) { return json.contains("matrix") && json.contains("networks"); }

std::string stemOf(const std::string &file)
{
    const std::string name(megatron::baseName(file));
    return name.substr(0, name.rfind('.'));
}

Result<Imported> addCalculonSystem(const Project &into, Settings &file, const ImportOptions &options)
{
    network::DescribedSystem system;
    system.name = stemOf(file.file());
    const Json *networks = file.find("networks");
    const std::string inside = "networks.0";
    const std::string between = fmt::format(
        "networks.{}", networks && networks->is_array() ? std::max<std::size_t>(1, networks->size()) - 1 : 0);
    system.peak = FlopPerSecond(file.positive("matrix.float16.tflops") * 1e12);
    system.memory = Bytes(file.positive("mem1.GiB") * 1024 * 1024 * 1024);
    system.memoryBandwidth = BytesPerSecond(file.positive("mem1.GBps") * 1e9);
    system.devicesPerNode = static_cast<int>(std::min(1e6, file.positive(inside + ".size")));
    system.inside = BytesPerSecond(file.positive(inside + ".bandwidth") * 1e9);
    system.insideLatency = Seconds(file.positive(inside + ".latency"));
    system.between = BytesPerSecond(file.positive(between + ".bandwidth") * 1e9);
    system.betweenLatency = Seconds(file.positive(between + ".latency"));
    if (file.error())
        return *file.error();
    return network::addSystem(into, system, file.file(), options);
}

/// A GPT of Calculon: plain MLP, biases, learned positions, tied embeddings; its files state no vocabulary.
Result<Imported> readApplication(const Project &into, Settings &file)
{
    Imported result{into, {}, {}};
    Model model;
    model.name = stemOf(file.file());
    model.layers = file.number("num_blocks", 1, 10'000);
    model.hidden = file.number("hidden", 1, 1'000'000);
    model.heads = model.kvHeads = file.number("attn_heads", 1, 16'384);
    model.headDim = file.number("attn_size", 1, 16'384, std::max(1, model.hidden / model.heads));
    model.ffn = file.number("feedforward", 1, 10'000'000);
    model.maxSequence = file.number("seq_size", 1, 10'000'000);
    model.vocab = 51'200;
    model.learnedPositions = model.biases = model.tiedEmbeddings = true;
    model.source = "application of Calculon";
    if (file.error())
        return *file.error();
    result.notes.push_back("Calculon states no vocabulary: 51200 is taken, with tied embeddings and learned positions");
    if (const auto warning = sizeWarning(model, {model.name}); !warning.empty())
        result.notes.push_back(warning);
    result.project.workload.model = model;
    result.project.workload.job.sequenceLength = model.maxSequence;
    result.what = fmt::format("model {}: {} layers, hidden {}, {} parameters", model.name, model.layers, model.hidden,
                              largeCountText(totalParameters(model)));
    return result;
}

const Model *modelOfExecution(const std::string &stem)
{
    const auto has = [&stem](const char *name) { return stem.find(name) != std::string::npos; };
    return has("megatron-1T")   ? findModel("GPT 1T (Megatron)")
           : has("turing-530B") ? findModel("GPT 530B (MT-NLG)")
           : has("gpt3-175B")   ? findModel("GPT-3 175B")
                                : modelWrittenAs(stem);
}

Result<Imported> addExecution(const Project &into, Settings &file, bool hasApplication, const ImportOptions &options)
{
    megatron::CommandLine line;
    const auto hand = [&](const char *key, const char *option) {
        if (file.has(key))
            line.set(option, std::to_string(file.number(key, 1, 100'000'000)));
    };
    hand("num_procs", "world-size");
    hand("tensor_par", "tensor-model-parallel-size");
    hand("pipeline_par", "pipeline-model-parallel-size");
    hand("batch_size", "global-batch-size");
    hand("microbatch_size", "micro-batch-size");
    if (file.number("pipeline_interleaving", 1, 10'000, 1) > 1)
        hand("pipeline_interleaving", "num-virtual-stages-per-pipeline-rank");
    const std::string recompute = file.text("activation_recompute");
    if (recompute == "full" || !(recompute.empty() || recompute == "none"))
        line.set("recompute-granularity", recompute == "full" ? "full" : "selective");
    line.set(file.text("datatype") == "bfloat16" ? "bf16" : "fp16", "true");
    if (file.flag("optimizer_sharding", false))
        line.set("use-distributed-optimizer", "true");
    if (file.flag("data_par_overlap", false))
        line.set("overlap-grad-reduce", "true");
    if (file.text("tensor_par_comm_type").starts_with("rs_ag") || file.flag("seq_par_ag_redo", false))
        line.set("sequence-parallel", "true");
    if (file.error())
        return *file.error();
    Project project = into;
    std::vector<std::string> notes;
    if (const Model *model = hasApplication ? nullptr : modelOfExecution(stemOf(file.file()))) {
        project.workload.model = *model;
        project.workload.job.sequenceLength = std::max(1, model->maxSequence);
        notes.push_back("the application is not given: " + model->name + " is taken, after the name of the file");
    } else if (!hasApplication) {
        notes.push_back("the application is not given: " + into.workload.model.name + " stays; give its file too");
    }
    for (const char *key : {"weight_offload", "activations_offload", "optimizer_offload"}) {
        if (file.flag(key, false))
            notes.push_back(std::string(key) + " is left out");
    }
    megatron::OptionsSource source{.file = file.file(), .tool = "Calculon", .ranks = {}};
    source.modelIsBroughtAlong = true;
    auto result = megatron::importOptions(project, std::move(line), source, options);
    if (result)
        result->notes.insert(result->notes.begin(), notes.begin(), notes.end());
    return result;
}

} // namespace

Result<Imported> importCalculon(const Project &into, const std::vector<ImportFile> &files, const ImportOptions &options)
{
    bool hasApplication = false;
    return launch::importParts(
        into, files,
        {{isSystem,
          [&options](const Project &project, Settings &file) { return addCalculonSystem(project, file, options); }},
         {isApplication,
          [&hasApplication](const Project &project, Settings &file) {
              hasApplication = true;
              return readApplication(project, file);
          }},
         {isExecution,
          [&options, &hasApplication](const Project &project, Settings &file) {
              return addExecution(project, file, hasApplication, options);
          }}},
        "a system, an application or an execution of Calculon",
        "give a file of systems, models or examples of that project");
}

} // namespace heteroscope
