// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/vtrain/config.h"

#include "base/numbers.h"
#include "exchange/launch/import_plan.h"
#include "exchange/megatron/import_options.h"
#include "exchange/megatron/shell_files.h"
#include "exchange/settings/settings.h"

#include <fmt/format.h>

#include <array>

namespace heteroscope {

namespace {

using settings::Settings;

constexpr int usualVocabulary = 50'257; // vTrainConfig

struct VtrainDegrees
{
    std::int64_t tp = 1;
    std::int64_t dp = 1;
    std::int64_t pp = 1;
};

/// The degrees; one that is left out is what num_gpus leaves.
VtrainDegrees readVtrainDegrees(Settings &file, std::vector<std::string> &notes)
{
    VtrainDegrees degrees;
    const std::array keys = {std::pair{"tensor_parallel_size", &degrees.tp},
                             std::pair{"data_parallel_size", &degrees.dp},
                             std::pair{"pipeline_parallel_size", &degrees.pp}};
    std::int64_t product = 1;
    std::int64_t *missing = nullptr;
    for (const auto &[key, degree] : keys) {
        if (!file.has(key) && !missing && file.has("num_gpus"))
            missing = degree;
        else
            *degree = file.number(key, 1, launch::maxDegree);
        product *= *degree; // at most 2^54
    }
    const std::int64_t gpus = file.number("num_gpus", 1, launch::maxDegree, 0);
    if (missing && gpus % product != 0)
        file.refuse("num_gpus", fmt::format("a multiple of the {} devices of the other degrees", product));
    else if (missing)
        *missing = gpus / product;
    else if (gpus > 0 && gpus != product)
        notes.push_back(fmt::format("num_gpus {} is not TP {} x DP {} x PP {}: the {} devices of the degrees are taken",
                                    gpus, degrees.tp, degrees.dp, degrees.pp, product));
    if (!file.error() && product > launch::maxDegree)
        file.fail("pipeline_parallel_size", fmt::format("{} devices", product),
                  fmt::format("at most {}", launch::maxDegree));
    return degrees;
}

megatron::CommandLine vtrainOptions(Settings &file, const VtrainDegrees &degrees, std::vector<std::string> &notes)
{
    megatron::CommandLine line;
    const auto hand = [&](const char *key, const char *option) {
        line.set(option, std::to_string(file.number(key, 1, launch::maxBatch)));
    };
    hand("num_layers", "num-layers");
    hand("hidden_size", "hidden-size");
    hand("num_attention_heads", "num-attention-heads");
    hand("max_length", "seq-length");
    hand("max_length", "max-position-embeddings");
    hand("global_batch_size", "global-batch-size");
    line.set("vocab-size", std::to_string(file.number("vocab_size", 1, launch::maxBatch, usualVocabulary)));
    line.set("untie-embeddings-and-output-weights", "true"); // predictor.py counts the logits' weights by themselves
    line.set("fp16", "true");
    line.set("world-size", std::to_string(degrees.tp * degrees.dp * degrees.pp));
    line.set("nproc-per-node", std::to_string(file.number("node_size", 1, 1024, 8)));
    line.set("tensor-model-parallel-size", std::to_string(degrees.tp));
    line.set("pipeline-model-parallel-size", std::to_string(degrees.pp));
    if (degrees.pp == 1)
        line.set("micro-batch-size", std::to_string(std::max<std::int64_t>(
                                         1, file.number("global_batch_size", 1, launch::maxBatch) / degrees.dp)));
    else
        hand("micro_batch_size", "micro-batch-size");
    if (file.flag("use_checkpoint", true))
        line.set("recompute-granularity", "full");
    if (file.flag("use_gradient_bucket", false))
        line.set("overlap-grad-reduce", "true");
    if (const std::string schedule = file.text("pipeline_scheduling"); !schedule.empty() && schedule != "1f1b")
        notes.push_back("pipeline_scheduling " + schedule.substr(0, 100) + " is taken as 1f1b, as vTrain does");
    if (!file.has("vocab_size"))
        notes.push_back(fmt::format("the file states no vocabulary: {} is taken, as in vTrain", usualVocabulary));
    return line;
}

/// The bandwidth between nodes as the file states it, of each link of a node.
void setLinks(Cluster &cluster, BytesPerSecond between, std::vector<std::string> &notes)
{
    for (Link &link : cluster.links) {
        if (cluster.findNode(link.from) || cluster.findNode(link.to))
            link.bandwidth = between;
    }
    notes.push_back(fmt::format("links of nodes: {}, as the file says; the inside of nodes is the catalog's",
                                bandwidthText(between)));
}

} // namespace

Result<Imported> importVtrain(const Project &into, const std::vector<ImportFile> &files, const ImportOptions &options)
{
    const auto only = launch::onlyFile(files, "one configuration of vTrain");
    if (!only)
        return only.error();
    auto json = parseJson(only->text, only->name);
    if (!json)
        return json.error();
    Settings file(std::move(*json), only->name);
    std::vector<std::string> notes;
    const VtrainDegrees degrees = readVtrainDegrees(file, notes);
    if (file.error())
        return *file.error();
    megatron::CommandLine line = vtrainOptions(file, degrees, notes);
    const BytesPerSecond between(file.has("inter_node_bandwidth") ? file.positive("inter_node_bandwidth") * 1e9 / 8
                                                                  : 0);
    if (file.has("inter_node_bandwidth") && (between.value < 1e3 || between.value > 1e14))
        file.refuse("inter_node_bandwidth", "Gbit/s of a node");
    if (file.error())
        return *file.error();
    megatron::OptionsSource source{.file = only->name, .tool = "vTrain", .ranks = {}};
    source.sizes = {std::string(megatron::baseName(only->name))};
    source.device = file.text("gpu_name");
    auto result = megatron::importOptions(into, std::move(line), source, options);
    if (!result)
        return result;
    if (into.cluster.nodes.empty() && between.value > 0)
        setLinks(result->project.cluster, between, notes);
    const std::string name(megatron::baseName(only->name));
    result->project.workload.model.name = name.substr(0, name.rfind('.'));
    result->project.workload.model.source = "configuration of vTrain";
    result->notes.insert(result->notes.begin(), notes.begin(), notes.end());
    return result;
}

} // namespace heteroscope
