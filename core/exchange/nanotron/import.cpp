// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/nanotron/config.h"

#include "base/text.h"
#include "exchange/huggingface/config.h"
#include "exchange/launch/import_plan.h"
#include "exchange/settings/settings.h"
#include "json/object_reader.h"

#include <fmt/format.h>

#include <algorithm>

namespace heteroscope {

namespace {

using launch::RankPlan;
using settings::Settings;

/// Experts in the keys of a config.json. nanotron lists the blocks that have them.
void addExperts(Settings &file, const std::string &path, Json &config, std::vector<std::string> &notes)
{
    const int layers = file.number(path + ".num_hidden_layers", 1, 10'000);
    const std::string experts = path + ".moe_config.";
    config["num_experts"] = file.number(experts + "num_experts", 1, 16'384, 8);
    config["num_experts_per_tok"] = file.number(experts + "top_k", 1, 16'384, 2);
    const int width = file.number(experts + "moe_intermediate_size", 1, 10'000'000,
                                  file.number(path + ".intermediate_size", 1, 10'000'000));
    config["moe_intermediate_size"] = width;
    if (file.flag(experts + "enable_shared_expert", false))
        config["shared_expert_intermediate_size"] =
            file.number(experts + "shared_expert_intermediate_size", 1, 10'000'000, width);
    const auto listed = file.numbers(experts + "layers", -1, 10'000);
    if (listed.empty() || listed == std::vector<int>{-1})
        return;
    for (std::size_t i = 0; i < listed.size(); ++i) {
        if (listed[i] != layers - static_cast<int>(listed.size() - i)) {
            notes.emplace_back("experts in some blocks only: taken as all blocks");
            return;
        }
    }
    config["first_k_dense_replace"] = listed.front();
}

/// The model under model.model_config, whose keys are those of Hugging Face's config.json.
void readNanotronModel(Settings &file, Workload &workload, std::vector<std::string> &notes)
{
    const std::string path = "model.model_config";
    const Json *known = file.find(path);
    if (!known || !known->is_object()) {
        notes.push_back("the file has no model.model_config: " + workload.model.name + " stays");
        return;
    }
    Json config = *known;
    const bool starcoder = config.contains("is_starcoder2_config");
    const bool experts = file.has(path + ".moe_config");
    config["model_type"] = starcoder ? "starcoder2" : experts ? "qwen2_moe" : "llama";
    for (const char *key : {"moe_config", "sliding_window_size", "text_config", "is_encoder_decoder"})
        config.erase(key);
    if (experts)
        addExperts(file, path, config, notes);
    if (file.has(path + ".sliding_window_size"))
        notes.emplace_back("the sliding window is left out");
    if (!config.contains("tie_word_embeddings"))
        config["tie_word_embeddings"] = starcoder;
    if (file.error())
        return;
    auto read = readHuggingFaceConfig(config.dump(-1, ' ', false, Json::error_handler_t::replace), file.file());
    if (!read) {
        const Error &error = read.error();
        file.fail(path, error.found, error.expected, error.hint);
        return;
    }
    notes.insert(notes.end(), read->notes.begin(), read->notes.end());
    read->model.name = "nanotron model";
    read->model.source = "nanotron configuration";
    if (!launch::haveEqualShape(read->model, workload.model))
        workload.model = std::move(read->model);
}

void readNanotronJob(Settings &file, TrainingJob &job, std::vector<std::string> &notes)
{
    job.softwareStack = "nanotron";
    job.sequenceLength = file.number("tokens.sequence_length", 1, launch::maxSequence);
    const std::string type = lowerCase(file.text("model.dtype"));
    if (type == "float16")
        job.precision = Precision::fp16;
    else if (type == "float32" || type == "double")
        job.precision = Precision::fp32;
    else
        job.precision = Precision::bf16;
    if (!type.empty() && type != "float16" && type != "float32" && type != "bfloat16")
        notes.push_back("the type " + quoteText(type) + " is taken as " +
                        std::string(precisionNames[static_cast<std::size_t>(job.precision)]));
    const bool whole = file.flag("optimizer.accumulate_grad_in_fp32", true);
    job.gradientPrecision = whole ? Precision::fp32 : job.precision;
    job.optimizer =
        lowerCase(file.text("optimizer.optimizer_factory.name")) == "sgd" ? Optimizer::sgd : Optimizer::adam;
    job.flashAttention = true;
}

void readNanotronDegrees(Settings &file, RankPlan &degrees, Plan &shell, TrainingJob &job)
{
    degrees.tp = file.number("parallelism.tp", 1, launch::maxDegree);
    degrees.pp = file.number("parallelism.pp", 1, launch::maxDegree);
    degrees.dp = file.number("parallelism.dp", 1, launch::maxDegree);
    degrees.cp = file.number("parallelism.context_parallel_size", 1, launch::maxDegree, 1);
    degrees.ep = file.number("parallelism.expert_parallel_size", 1, launch::maxDegree, 1);
    degrees.dataOutermost = file.flag("parallelism.enabled_moe", false);
    degrees.microBatch = file.number("tokens.micro_batch_size", 1, launch::maxSamples);
    degrees.microBatches = file.number("tokens.batch_accumulation_per_replica", 1, launch::maxSamples);
    if (std::int64_t{degrees.tp} * degrees.pp > launch::maxDegree ||
        std::int64_t{degrees.dp} * degrees.cp > launch::maxDegree ||
        std::int64_t{degrees.tp} * degrees.pp * degrees.dp * degrees.cp > launch::maxDegree)
        file.refuse("parallelism.dp", fmt::format("at most {} ranks", launch::maxDegree));
    const std::int64_t samples = std::int64_t{degrees.microBatch} * degrees.microBatches;
    if (samples > launch::maxBatch || samples * degrees.dp > launch::maxBatch)
        file.refuse("tokens.batch_accumulation_per_replica", fmt::format("a batch of at most {}", launch::maxBatch));
    else
        job.globalBatch = static_cast<int>(samples * degrees.dp);
    const std::string engine = lowerCase(file.text("parallelism.pp_engine"));
    if (engine == "1f1b")
        shell.schedule = ScheduleKind::oneFOneB;
    else if (engine == "afab" || engine.empty()) // the default
        shell.schedule = degrees.pp > 1 ? ScheduleKind::gpipe : ScheduleKind::oneFOneB;
    else
        file.refuse("parallelism.pp_engine", "1f1b or afab");
    shell.sequenceParallel = degrees.tp > 1 && lowerCase(file.text("parallelism.tp_mode")) == "reduce_scatter";
    shell.overlap.tp = file.flag("parallelism.tp_linear_async_communication", false);
    shell.overlap.dp = true; // gradients are reduced in buckets
    shell.zeroStage = file.number("optimizer.zero_stage", 0, 1, 0);
    const bool recompute = file.flag("parallelism.recompute_layer", false);
    if (!file.error())
        degrees.stages.assign(static_cast<std::size_t>(degrees.pp), recompute ? Recompute::full : Recompute::none);
}

} // namespace

Result<Imported> importNanotron(const Project &into, const std::vector<ImportFile> &files, const ImportOptions &options)
{
    auto read = launch::onlyYaml(files);
    if (!read)
        return read.error();
    Settings &file = *read;
    for (const char *section : {"parallelism", "tokens"}) {
        if (!file.has(section))
            return Error{Error::Code::schema,
                         file.file(),
                         std::string("/") + section,
                         "nothing",
                         "the sections parallelism and tokens of nanotron",
                         "give the file that run_train.py --config-file takes"};
    }
    Imported result{into, {}, {}};
    Workload &workload = result.project.workload;
    readNanotronModel(file, workload, result.notes);
    readNanotronJob(file, workload.job, result.notes);
    RankPlan degrees;
    Plan shell;
    readNanotronDegrees(file, degrees, shell, workload.job);
    if (!file.error() && degrees.pp > workload.model.planLayers())
        file.refuse("parallelism.pp", fmt::format("at most the {} layers", workload.model.planLayers()));
    if (!file.error()) {
        degrees.layers = nanotronLayers(workload.model, degrees.pp);
        if (std::find(degrees.layers.begin(), degrees.layers.end(), 0) != degrees.layers.end())
            file.refuse("parallelism.pp", "stages that nanotron gives a layer each");
    }
    if (file.error())
        return *file.error();
    const auto topology =
        launch::devicesFor(result.project, {{degrees.world(), {}}}, file.file(), options, result.notes);
    if (!topology)
        return topology.error();
    degrees.ranks =
        launch::devicesOfRanks(launch::readRanks(files.front().text), degrees.world(), *topology, result.notes);
    return launch::finishImport(std::move(result), launch::planOnRanks(degrees, shell), "nanotron", *topology,
                                file.file(), options);
}

} // namespace heteroscope
