// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/deepspeed/config.h"

#include "exchange/launch/import_plan.h"
#include "exchange/settings/read_settings.h"
#include "exchange/settings/settings.h"
#include "strategy/limits.h"
#include "json/object_reader.h"

#include <fmt/format.h>

#include <algorithm>

namespace heteroscope {

namespace {

using launch::RankPlan;
using settings::Settings;

constexpr const char *batchKey = "train_batch_size";
constexpr const char *microKey = "train_micro_batch_size_per_gpu";
constexpr const char *stepsKey = "gradient_accumulation_steps";

/// A setting that another part of the program fills in.
bool isAuto(const Settings &file, std::string_view path) { return file.text(path) == "auto"; }

void readDeepspeedPrecision(Settings &file, TrainingJob &job, std::vector<std::string> &notes)
{
    if (isAuto(file, "bf16.enabled") || isAuto(file, "fp16.enabled") || isAuto(file, "bfloat16.enabled")) {
        notes.push_back(fmt::format("the precision is \"auto\": {} stays",
                                    precisionNames[static_cast<std::size_t>(job.precision)]));
        return;
    }
    const bool brain = file.flag("bf16.enabled", file.flag("bfloat16.enabled", false));
    const bool half = file.flag("fp16.enabled", false);
    job.precision = brain ? Precision::bf16 : half ? Precision::fp16 : Precision::fp32;
    // DeepSpeed's fp16 engine accumulates in fp16, its bf16 engine in fp32.
    job.gradientPrecision = job.precision == Precision::fp16 ? Precision::fp16 : Precision::fp32;
    const std::string type = file.text("data_types.grad_accum_dtype");
    if (type == "fp32" || type == "float32")
        job.gradientPrecision = Precision::fp32;
    else if (type == "fp16" || type == "bf16")
        job.gradientPrecision = type == "fp16" ? Precision::fp16 : Precision::bf16;
}

void readDeepspeedOptions(Settings &file, const Topology &cluster, const TrainingJob &job, RankPlan &degrees,
                          Plan &shell, std::vector<std::string> &notes)
{
    shell.overlap.tp = degrees.tp == 1 && launch::usualOverlap(job).tp; // nothing to overlap
    shell.zeroStage = file.number("zero_optimization.stage", 0, 3, 0);
    if (!isAuto(file, "zero_optimization.overlap_comm"))
        shell.overlap.dp = file.flag("zero_optimization.overlap_comm", shell.zeroStage == 3);
    const auto offloads = [&](const char *key, int least) {
        const std::string device = file.text(std::string("zero_optimization.") + key + ".device");
        if (device.empty() || device == "none")
            return false;
        const std::string what = std::string(key) + " to " + quoteText(device);
        if (device != "cpu" || shell.zeroStage < least) {
            notes.push_back(what + " is left out");
            return false;
        }
        return launch::mayOffload(cluster, what, notes);
    };
    shell.offload = {offloads("offload_optimizer", 1), offloads("offload_param", 3)};
    constexpr const char *group = "zero_optimization.mics_shard_size";
    const int sharing = isAuto(file, group) ? 0 : std::max(0, file.number(group, -1, launch::maxDegree, 0));
    if (shell.zeroStage == 3)
        shell.sharing.group = sharing;
    else if (sharing > 0)
        notes.push_back(fmt::format("mics_shard_size {} is left out: it is of ZeRO-3", sharing));
    const Json *bucket = file.find("zero_optimization.reduce_bucket_size"); // in elements
    if (bucket && bucket->is_number())
        shell.gradientBucket = Bytes(
            std::clamp(bucket->get<double>() * elementSize(job.gradientPrecision).value, 0.0, limits::bucketBytes));
    if (file.number("zero_optimization.zero_hpz_partition_size", 1, launch::maxDegree, 1) > 1)
        notes.emplace_back("zero_hpz_partition_size is left out: weights of ZeRO-3 are gathered over all replicas");
    const bool checkpoints = file.number("activation_checkpointing.number_checkpoints", 0, 1'000'000, 0) > 0 ||
                             file.flag("activation_checkpointing.partition_activations", false) ||
                             file.number("pipeline.activation_checkpoint_interval", 0, 1'000'000, 0) > 0;
    degrees.stages.assign(static_cast<std::size_t>(degrees.pp), checkpoints ? Recompute::full : Recompute::none);
}

/// Replicas and batches; each may follow from the others. world: devices of the project.
void readDeepspeedBatches(Settings &file, std::int64_t world, RankPlan &degrees, TrainingJob &job)
{
    const auto read = [&file](const char *key, int maximum) {
        return isAuto(file, key) ? 0 : file.number(key, 1, maximum, 0);
    };
    std::int64_t batch = read(batchKey, launch::maxBatch);
    std::int64_t micro = read(microKey, launch::maxSamples);
    std::int64_t steps = read(stepsKey, launch::maxSamples);
    if (file.error())
        return;
    if (batch == 0 && micro == 0)
        return file.fail(isAuto(file, batchKey) ? batchKey : microKey,
                         isAuto(file, microKey) || isAuto(file, batchKey) ? "\"auto\"" : "nothing",
                         fmt::format("numbers for {} and {}", microKey, stepsKey),
                         "\"auto\" is filled in by the Hugging Face Trainer; write its numbers in");
    const std::int64_t model = std::int64_t{degrees.tp} * degrees.cp * degrees.pp;
    std::int64_t replicas = 0;
    if (batch > 0 && micro > 0 && steps > 0) {
        if (batch % (micro * steps) != 0)
            return file.fail(batchKey, std::to_string(batch),
                             fmt::format("a multiple of micro-batch {} x {} accumulation steps", micro, steps));
        replicas = batch / (micro * steps);
    } else {
        if (world == 0)
            return file.fail(batch > 0 ? batchKey : microKey, "batch sizes that leave the number of devices open",
                             "a project with the cluster to train on", "import into a project that has the cluster");
        if (model > world || world % model != 0)
            return file.fail("tensor_parallel.autotp_size", fmt::format("{} devices a replica of the model", model),
                             fmt::format("a divisor of the {} devices", world));
        replicas = world / model;
        if (batch == 0)
            batch = micro * std::max<std::int64_t>(1, steps) * replicas;
        if (batch % (replicas * std::max<std::int64_t>(1, micro) * std::max<std::int64_t>(1, steps)) != 0)
            return file.fail(batchKey, std::to_string(batch),
                             fmt::format("a multiple of what {} replicas compute at once", replicas));
        if (micro == 0)
            micro = batch / (replicas * std::max<std::int64_t>(1, steps));
        steps = batch / (replicas * micro);
    }
    if (batch > launch::maxBatch || model * replicas > launch::maxDegree || micro > launch::maxSamples ||
        steps > launch::maxSamples)
        return file.fail(batchKey, std::to_string(batch),
                         fmt::format("at most {} samples on at most {} ranks", launch::maxBatch, launch::maxDegree));
    degrees.dp = static_cast<int>(replicas);
    degrees.microBatch = static_cast<int>(micro);
    degrees.microBatches = static_cast<int>(steps);
    job.globalBatch = static_cast<int>(batch);
}

} // namespace

Result<Imported> importDeepspeed(const Project &into, const std::vector<ImportFile> &files,
                                 const ImportOptions &options)
{
    const auto only = launch::onlyFile(files, "one JSON file");
    if (!only)
        return only.error();
    auto json = parseJson(only->text, only->name, settings::maxValues);
    if (!json)
        return json.error();
    if (!json->is_object())
        return Error{Error::Code::schema,
                     only->name,
                     "/",
                     describe(*json),
                     "the object of a DeepSpeed configuration",
                     "give the file that deepspeed --deepspeed_config takes"};
    Settings file(std::move(*json), only->name);
    Imported result{into, {}, {}};
    Workload &workload = result.project.workload;
    result.notes.push_back(fmt::format("model and sequence length are the training script's: {} and {} tokens stay",
                                       workload.model.name, workload.job.sequenceLength));
    workload.job.softwareStack = "DeepSpeed";
    workload.job.optimizer = file.text("optimizer.type") == "SGD" ? Optimizer::sgd : Optimizer::adam;
    readDeepspeedPrecision(file, workload.job, result.notes);

    RankPlan degrees;
    Plan shell;
    degrees.tp = file.number("tensor_parallel.autotp_size", 1, launch::maxDegree, 1);
    degrees.cp = file.number("sequence_parallel_size", 1, launch::maxDegree, 1);
    if (!isAuto(file, "pipeline.stages"))
        degrees.pp = file.number("pipeline.stages", 1, launch::maxDegree, 1);
    if (std::int64_t{degrees.tp} * degrees.cp > launch::maxDegree)
        file.refuse("tensor_parallel.autotp_size", fmt::format("at most {} ranks", launch::maxDegree));
    if (degrees.pp > workload.model.planLayers())
        file.refuse("pipeline.stages", fmt::format("at most the {} layers", workload.model.planLayers()));
    if (degrees.cp > 1)
        result.notes.emplace_back("sequence parallelism by all-to-all (Ulysses) is taken as context parallelism");
    const auto present = Topology::build(into.cluster);
    if (!present)
        return present.error();
    if (!file.error()) {
        readDeepspeedOptions(file, *present, workload.job, degrees, shell, result.notes);
        readDeepspeedBatches(file, static_cast<std::int64_t>(present->devices().size()), degrees, workload.job);
    }
    if (file.error())
        return *file.error();
    degrees.layers = launch::evenLayers(workload.model.planLayers(), degrees.pp);
    const auto topology =
        launch::devicesFor(result.project, {{degrees.world(), {}}}, only->name, options, result.notes);
    if (!topology)
        return topology.error();
    degrees.ranks = launch::devicesOfRanks(file.texts(deepspeedRanksKey), degrees.world(), *topology, result.notes);
    return launch::finishImport(std::move(result), launch::planOnRanks(degrees, shell), "DeepSpeed", *topology,
                                only->name, options);
}

} // namespace heteroscope
