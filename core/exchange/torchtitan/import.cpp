// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/torchtitan/config.h"

#include "base/text.h"
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

void readTorchtitanModel(const Settings &file, Workload &workload, std::vector<std::string> &notes)
{
    const std::string name = file.text("model.name");
    const std::string flavor = file.text("model.flavor");
    const TorchtitanModel *known = findTorchtitanModel(name, flavor);
    const Model *model = known ? findModel(known->model) : nullptr;
    if (!model) {
        notes.push_back(fmt::format("the file names the model {} {}, not its layers: {} stays", quoteText(name),
                                    quoteText(flavor), workload.model.name));
        return;
    }
    if (!launch::haveEqualShape(workload.model, *model))
        workload.model = *model;
    notes.push_back(fmt::format("the model {} {} of torchtitan is {}", name, flavor, workload.model.name));
}

void readTorchtitanJob(Settings &file, TrainingJob &job, std::vector<std::string> &notes)
{
    job.softwareStack = "torchtitan";
    job.sequenceLength = file.number("training.seq_len", 1, launch::maxSequence, 2048);
    const bool whole = file.text("training.mixed_precision_param") == "float32";
    job.precision = whole ? Precision::fp32 : Precision::bf16;
    job.gradientPrecision = Precision::fp32; // the only mixed_precision_reduce there is
    job.optimizer = Optimizer::adam;
    job.flashAttention = true; // scaled_dot_product_attention
    for (const std::string &converter : file.texts("model.converters")) {
        if (converter == "float8" || converter.starts_with("quantize.linear.float8"))
            job.precision = Precision::fp8;
        else if (converter == "mx" || converter.starts_with("quantize.linear.mx"))
            job.precision = Precision::fp8;
        else
            notes.push_back("the converter " + quoteText(converter) + " is left out");
    }
}

/// Layers of the stages that module_fqns_per_model_part or the older split points list; empty if neither is there.
std::vector<int> readCuts(Settings &file, const Model &model)
{
    constexpr const char *modules = "parallelism.module_fqns_per_model_part";
    constexpr const char *points = "parallelism.pipeline_parallel_split_points";
    std::vector<int> firsts; // first layer of each part
    const auto layerOf = [&](const std::string &name, const char *path) {
        int block = -1;
        if (name == "tok_embeddings")
            return 0;
        if (name == "norm" || name == "output")
            return model.layers + 1;
        if (name.starts_with("layers.") && name.size() <= 12 &&
            std::all_of(name.begin() + 7, name.end(), [](char c) { return c >= '0' && c <= '9'; }) && name.size() > 7)
            block = std::stoi(name.substr(7));
        if (block < 0 || block >= model.layers)
            file.fail(path, quoteText(name), fmt::format("layers.0 to layers.{}", model.layers - 1));
        return block + 1;
    };
    if (const Json *parts = file.find(modules); parts && parts->is_array() && !parts->empty()) {
        int next = 0;
        for (const Json &part : *parts) {
            firsts.push_back(next);
            if (!part.is_array() || part.empty()) {
                file.fail(modules, describe(part), "a list of module names for each stage");
                return {};
            }
            for (const Json &name : part) {
                const std::string module = name.is_string() ? name.get<std::string>() : std::string();
                const int layer = layerOf(module, modules);
                if (module != "output" && layer != next) {
                    file.fail(modules, quoteText(module), "every layer once and in order");
                    return {};
                }
                next = layer + 1;
            }
        }
        if (next != model.planLayers())
            file.fail(modules, fmt::format("{} layers", next), fmt::format("{} layers", model.planLayers()));
    } else if (const auto names = file.texts(points); !names.empty()) {
        firsts.push_back(0);
        for (const std::string &name : names)
            firsts.push_back(layerOf(name, points));
    }
    std::vector<int> layers;
    for (std::size_t i = 0; i < firsts.size(); ++i)
        layers.push_back((i + 1 < firsts.size() ? firsts[i + 1] : model.planLayers()) - firsts[i]);
    if (std::any_of(layers.begin(), layers.end(), [](int count) { return count < 1; }))
        file.refuse(file.has(modules) ? modules : points, "stages that each have a layer, in order");
    return layers;
}

struct TorchtitanSchedule
{
    std::string_view name;
    ScheduleKind kind;
    int chunks; // by default
};
constexpr TorchtitanSchedule torchtitanSchedules[] = {
    {"1f1b", ScheduleKind::oneFOneB, 1},
    {"gpipe", ScheduleKind::gpipe, 1},
    {"interleaved1f1b", ScheduleKind::interleaved, 2},
    {"zbvzerobubble", ScheduleKind::zbV, 2},
    {"dualpipev", ScheduleKind::dualPipeV, 2},
};

void readPipeline(Settings &file, const Model &model, RankPlan &degrees, Plan &shell, std::vector<std::string> &notes)
{
    degrees.pp = file.number("parallelism.pipeline_parallel_degree", 1, launch::maxDegree, 1);
    if (degrees.pp == 1) {
        degrees.layers = {model.planLayers()};
        return;
    }
    std::string wanted = lowerCase(file.text("parallelism.pipeline_parallel_schedule"));
    if (!file.text("parallelism.pipeline_parallel_schedule_csv").empty())
        notes.emplace_back("the order of work of pipeline_parallel_schedule_csv is not read");
    const auto *known = std::find_if(
        std::begin(torchtitanSchedules), std::end(torchtitanSchedules),
        [&wanted](const TorchtitanSchedule &one) { return one.name == (wanted.empty() ? "1f1b" : wanted); });
    if (known == std::end(torchtitanSchedules)) {
        file.refuse("parallelism.pipeline_parallel_schedule",
                    "1F1B, GPipe, Interleaved1F1B, ZBVZeroBubble or DualPipeV");
        return;
    }
    shell.schedule = known->kind;
    degrees.turns = known->kind == ScheduleKind::zbV || known->kind == ScheduleKind::dualPipeV;
    degrees.layers = readCuts(file, model);
    if (!degrees.layers.empty()) {
        if (degrees.layers.size() % static_cast<std::size_t>(degrees.pp) != 0)
            file.fail("parallelism.pipeline_parallel_degree", std::to_string(degrees.pp),
                      fmt::format("a divisor of the {} stages listed", degrees.layers.size()));
        return;
    }
    const int firstLess = file.number("parallelism.pipeline_parallel_first_stage_less_layers", 0, limits::layers, 1);
    const int lastLess = file.number("parallelism.pipeline_parallel_last_stage_less_layers", 0, limits::layers, 1);
    const int counted = model.layers + firstLess + lastLess;
    std::int64_t parts = std::int64_t{degrees.pp} * known->chunks;
    if (file.has("parallelism.pipeline_parallel_layers_per_stage")) {
        const int own = file.number("parallelism.pipeline_parallel_layers_per_stage", 1, limits::layers);
        parts = (counted + own - 1) / own;
        if (parts % degrees.pp != 0)
            file.refuse("parallelism.pipeline_parallel_layers_per_stage",
                        fmt::format("a number that makes a multiple of {} stages of {} layers", degrees.pp, counted));
    }
    if (parts > model.planLayers() || parts < 1 || counted / parts < std::max(firstLess, lastLess)) {
        file.fail("parallelism.pipeline_parallel_degree", fmt::format("{} stages", parts),
                  fmt::format("at most the {} layers, with some left for each stage", model.planLayers()));
        return;
    }
    degrees.layers = launch::evenLayers(counted, static_cast<int>(parts));
    degrees.layers.front() += 1 - firstLess;
    degrees.layers.back() += 1 - lastLess;
}

/// Replicas and how their states are shared. -1 takes the devices that are left. FSDP shards over the devices of
/// context parallelism too.
void readData(Settings &file, const Topology &cluster, RankPlan &degrees, Plan &shell, std::vector<std::string> &notes)
{
    const auto devices = static_cast<std::int64_t>(cluster.devices().size());
    constexpr const char *shardKey = "parallelism.data_parallel_shard_degree";
    const int replicas = file.number("parallelism.data_parallel_replicate_degree", 1, launch::maxDegree, 1);
    int shards = file.number(shardKey, -1, launch::maxDegree, -1);
    const std::int64_t model = std::int64_t{degrees.tp} * degrees.cp * degrees.pp;
    if (file.error())
        return;
    if (shards < 1) {
        if (devices == 0)
            return file.fail(shardKey, std::to_string(shards), "a project with the cluster to train on",
                             "import into a project that has the cluster: -1 takes all devices that are left");
        if (model > devices || devices % (model * replicas) != 0)
            return file.fail(
                shardKey,
                fmt::format("TP {} x CP {} x PP {} x {} replicas", degrees.tp, degrees.cp, degrees.pp, replicas),
                fmt::format("a divisor of the {} devices", devices));
        shards = static_cast<int>(devices / (model * replicas));
    }
    const std::int64_t all = std::int64_t{replicas} * shards;
    if (all * model > launch::maxDegree)
        return file.fail(shardKey, fmt::format("{} ranks", all * model), fmt::format("at most {}", launch::maxDegree));
    degrees.dp = static_cast<int>(all);
    const std::string reshard = file.text("parallelism.fsdp_reshard_after_forward");
    const bool keeps = reshard == "never" || (reshard != "always" && degrees.pp > 1);
    const std::int64_t group = std::int64_t{shards} * degrees.cp;
    shell.zeroStage = group == 1 ? 0 : keeps ? 2 : 3;
    if (group > 1 && replicas > 1 && degrees.ep == 1)
        shell.sharing.group = static_cast<int>(group);
    else if (group > 1 && replicas > 1)
        notes.push_back(
            fmt::format("data_parallel_replicate_degree {} is left out: states are shared by all replicas", replicas));
    if (!file.flag("training.enable_cpu_offload", false))
        return;
    if (shell.zeroStage < 3)
        notes.emplace_back("weights and optimizer states in host memory (enable_cpu_offload) are left out");
    else if (launch::mayOffload(cluster, "enable_cpu_offload", notes))
        shell.offload = {.optimizer = true, .parameters = true};
}

void readBatches(Settings &file, RankPlan &degrees, TrainingJob &job, std::vector<std::string> &notes)
{
    const bool older = !file.has("training.local_batch_size") && file.has("training.batch_size");
    const int local =
        file.number(older ? "training.batch_size" : "training.local_batch_size", 1, launch::maxSamples, 8);
    degrees.microBatch = local;
    if (degrees.pp > 1) {
        constexpr const char *count = "parallelism.pipeline_parallel_microbatches"; // until 2025
        constexpr const char *size = "parallelism.pipeline_parallel_microbatch_size";
        const int parts = file.number(count, 1, launch::maxSamples, 0);
        degrees.microBatch =
            parts > 0 && local % parts == 0 ? local / parts : file.number(size, 1, launch::maxSamples, 1);
        if (local % degrees.microBatch != 0)
            return file.fail(size, std::to_string(degrees.microBatch),
                             fmt::format("a divisor of the local batch of {}", local));
    }
    const std::int64_t together = std::int64_t{local} * degrees.dp;
    int whole = file.number("training.global_batch_size", -1, launch::maxBatch, -1);
    if (whole < 1)
        whole = static_cast<int>(std::min<std::int64_t>(together, launch::maxBatch));
    if (whole % together != 0)
        return file.fail("training.global_batch_size", std::to_string(whole),
                         fmt::format("a multiple of local batch {} x {} replicas", local, degrees.dp));
    job.globalBatch = whole;
    const auto rounds = static_cast<int>(whole / together);
    if (rounds > 1 && degrees.pp > 1)
        notes.push_back(fmt::format("the {} rounds of gradient accumulation, between which the pipeline empties, are "
                                    "taken as one",
                                    rounds));
    degrees.microBatches = rounds * (local / degrees.microBatch);
}

Recompute readTorchtitanRecompute(Settings &file, std::vector<std::string> &notes)
{
    const std::string mode = file.text("activation_checkpoint.mode");
    if (mode == "full")
        return Recompute::full;
    if (mode == "none")
        return Recompute::none;
    if (!mode.empty() && mode != "selective")
        notes.push_back("the activation checkpointing " + quoteText(mode) + " is taken as selective");
    const std::string option = file.text("activation_checkpoint.selective_ac_option");
    if (!option.empty() && option != "op")
        notes.push_back("recompute of every layer number " + quoteText(option) + " is taken as selective");
    return Recompute::selective; // the default
}

} // namespace

Result<Imported> importTorchtitan(const Project &into, const std::vector<ImportFile> &files,
                                  const ImportOptions &options)
{
    const auto only = launch::onlyFile(files, "one TOML file");
    if (!only)
        return only.error();
    auto toml = settings::readToml(only->text, only->name);
    if (!toml)
        return toml.error();
    Settings file(std::move(*toml), only->name);
    if (!file.has("parallelism") && !file.has("training"))
        return Error{Error::Code::schema,
                     only->name,
                     "/parallelism",
                     "nothing",
                     "the sections [parallelism] and [training] of torchtitan",
                     "give a train_configs/*.toml"};

    Imported result{into, {}, {}};
    Workload &workload = result.project.workload;
    readTorchtitanModel(file, workload, result.notes);
    readTorchtitanJob(file, workload.job, result.notes);
    RankPlan degrees;
    Plan shell;
    degrees.tp = file.number("parallelism.tensor_parallel_degree", 1, launch::maxDegree, 1);
    degrees.cp = file.number("parallelism.context_parallel_degree", 1, launch::maxDegree, 1);
    degrees.ep = file.number("parallelism.expert_parallel_degree", 1, launch::maxDegree, 1);
    readPipeline(file, workload.model, degrees, shell, result.notes);
    const auto present = Topology::build(into.cluster);
    if (!present)
        return present.error();
    if (!file.error())
        readData(file, *present, degrees, shell, result.notes);
    if (!file.error())
        readBatches(file, degrees, workload.job, result.notes);
    shell.sequenceParallel = degrees.tp > 1;
    shell.overlap.tp = file.flag("parallelism.enable_async_tensor_parallel", false);
    shell.overlap.dp = true;
    shell.overlap.pp = launch::usualOverlap(workload.job).pp;
    const std::string rotation = file.text("parallelism.context_parallel_rotate_method");
    if (degrees.cp > 1 && !rotation.empty())
        shell.contextExchange = rotation == "alltoall" ? ContextExchange::ring : ContextExchange::allGather;
    const Recompute recompute = readTorchtitanRecompute(file, result.notes);
    if (file.error())
        return *file.error();
    degrees.stages.assign(static_cast<std::size_t>(degrees.pp), recompute);
    const auto topology =
        launch::devicesFor(result.project, {{degrees.world(), {}}}, only->name, options, result.notes);
    if (!topology)
        return topology.error();
    const auto &types = topology->deviceTypes();
    if (workload.job.precision == Precision::fp8 &&
        !std::all_of(types.begin(), types.end(), [](const DeviceType &type) { return type.peakAt(Precision::fp8); })) {
        workload.job.precision = Precision::bf16;
        result.notes.emplace_back("bf16: torchtitan leaves the float8 converter out on devices without fp8");
    }
    degrees.ranks = launch::devicesOfRanks(launch::readRanks(only->text), degrees.world(), *topology, result.notes);
    return launch::finishImport(std::move(result), launch::planOnRanks(degrees, shell), "torchtitan", *topology,
                                only->name, options);
}

} // namespace heteroscope
