// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/flagscale/config.h"

#include "base/files.h"
#include "cost/job_software.h"
#include "exchange/launch/import_plan.h"
#include "exchange/megatron/plan_options.h"
#include "exchange/megatron/read_model.h"
#include "exchange/settings/read_settings.h"
#include "exchange/settings/settings.h"
#include "json/object_reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace heteroscope {

namespace {

using settings::Settings;

struct Mesh
{
    int tp = 1;
    int cp = 1;
    int ep = 1;
    int dp = 1;
    int pp = 1;
    std::string device;

    int devices() const { return tp * cp * dp * pp; }
};

/// Every setting below a section as an option of Megatron-LM, however deep it stands.
void addOptions(const Json &section, std::string &line)
{
    for (const auto &[key, value] : section.items()) {
        const auto isPlain = [](const std::string &text) {
            return !text.empty() && text.find_first_of(" \t\r\n\"'$#\\") == std::string::npos;
        };
        if (!isPlain(key))
            continue;
        if (value.is_object())
            addOptions(value, line);
        else if (value.is_boolean() && value.get<bool>())
            line += " --" + key;
        else if (value.is_number())
            line += " --" + key + " " + value.dump();
        else if (value.is_string() && isPlain(value.get_ref<const std::string &>()) && key != "vocab_size")
            line += " --" + key + " " + value.get<std::string>();
    }
}

/// --multiple-of of FlagScale: the width of a gated MLP is 8/3 of the hidden size, rounded up.
std::string widthOption(Settings &file)
{
    if (file.has("model.ffn_hidden_size") || !file.has("model.multiple_of") || !file.flag("model.swiglu", false))
        return {};
    const std::int64_t multiple = file.number("model.multiple_of", 1, 1'000'000);
    double width = file.number("model.hidden_size", 1, 1'000'000) * 8.0 / 3;
    const Json *factor = file.find("model.hidden_dim_multiplier");
    if (factor && factor->is_number() && factor->get<double>() > 0 && factor->get<double>() < 100)
        width *= factor->get<double>();
    const auto whole = static_cast<std::int64_t>(width);
    return fmt::format(" --ffn-hidden-size {}", multiple * ((whole + multiple - 1) / multiple));
}

Error noTraining(const std::string &file, std::string path, std::string found, std::string hint)
{
    return {Error::Code::reference,        file,           std::move(path), std::move(found),
            "a training with its degrees", std::move(hint)};
}

/// The name under defaults: [train: NAME].
std::string trainingName(const Json &experiment)
{
    const auto defaults = experiment.find("defaults");
    if (defaults == experiment.end() || !defaults->is_array())
        return {};
    for (const Json &item : *defaults) {
        if (item.is_object() && item.contains("train") && item["train"].is_string())
            return item["train"].get<std::string>();
    }
    return {};
}

struct Training
{
    Json json;
    ImportFile file;
};

/// The file with the sections system and model, of those given or beside them.
Result<Training> findTraining(const std::vector<ImportFile> &files)
{
    const ImportFile *experiment = nullptr;
    std::string name;
    for (const ImportFile &file : files) {
        auto json = settings::readYaml(file.text, file.name);
        if (!json)
            return json.error();
        if (json->is_object() && json->contains("train") && (*json)["train"].is_object())
            *json = Json((*json)["train"]);
        if (!json->is_object())
            continue;
        if (json->contains("system"))
            return Training{std::move(*json), file};
        const auto action = json->find("action");
        if (action != json->end() && *action == "auto_tune")
            return Error{Error::Code::invalid,
                         file.name,
                         "/action",
                         "\"auto_tune\", with lists and \"auto\" to try",
                         "a training with one value for each degree",
                         "this is a search space of the auto-tuner; give the training that it chose"};
        experiment = &file;
        name = trainingName(*json);
    }
    if (!experiment || name.empty())
        return noTraining(files.empty() ? "" : files.front().name, "/system", "nothing",
                          "give a file with the sections system and model, such as conf/train/NAME.yaml");
    const auto slash = experiment->name.find_last_of('/');
    const std::string folder = slash == std::string::npos ? "." : experiment->name.substr(0, slash);
    const std::string place = "train/" + name + ".yaml";
    auto text = readFileBelow(folder, place, settings::maxBytes);
    if (!text)
        return noTraining(experiment->name, "/defaults", "train: " + quoteText(name) + ", but no " + quoteText(place),
                          "give that file together with this one");
    const std::string whole = slash == std::string::npos ? place : folder + "/" + place;
    auto json = settings::readYaml(*text, whole);
    if (!json)
        return json.error();
    if (!json->is_object() || !json->contains("system"))
        return noTraining(whole, "/system", "nothing", "give a file with the sections system and model");
    return Training{std::move(*json), {whole, std::move(*text)}};
}

/// Reads hetero_process_meshes; without heterogeneous training the one mesh of Megatron-LM's degrees.
std::vector<Mesh> readMeshes(Settings &file, std::int64_t present)
{
    constexpr const char *key = "system.hetero.hetero_process_meshes";
    std::vector<Mesh> meshes;
    if (!file.flag("system.hetero.enable_hetero", false)) {
        Mesh mesh;
        mesh.tp = file.number("system.tensor_model_parallel_size", 1, launch::maxDegree, 1);
        mesh.pp = file.number("system.pipeline_model_parallel_size", 1, launch::maxDegree, 1);
        mesh.cp = file.number("system.context_parallel_size", 1, launch::maxDegree, 1);
        mesh.ep = file.number("system.expert_model_parallel_size", 1, launch::maxDegree, 1);
        const std::int64_t replica = std::int64_t{mesh.tp} * mesh.cp;
        if (present == 0 || replica > launch::maxDegree || present % (replica * mesh.pp) != 0)
            file.refuse("system.tensor_model_parallel_size",
                        fmt::format("degrees that divide the {} devices of the project's cluster", present),
                        "without enable_hetero the cluster says how many ranks there are");
        else
            mesh.dp = static_cast<int>(present / (replica * mesh.pp));
        return {mesh};
    }
    const auto numbers = file.numbers(key, 1, launch::maxDegree);
    if (numbers.empty() || numbers.size() % 5 != 0) {
        file.refuse(key, "five numbers a mesh: tp, cp, ep, dp, pp");
        return {};
    }
    std::int64_t stages = 0;
    std::int64_t devices = 0;
    for (std::size_t i = 0; i < numbers.size(); i += 5) {
        const Mesh mesh{numbers[i], numbers[i + 1], numbers[i + 2], numbers[i + 3], numbers[i + 4], {}};
        stages += mesh.pp;
        const double own = double(mesh.tp) * mesh.cp * mesh.dp * mesh.pp;
        devices = own > launch::maxDegree ? launch::maxDegree + 1 : devices + static_cast<std::int64_t>(own);
        if (devices > launch::maxDegree) {
            file.fail(key, "a mesh of very many devices", fmt::format("at most {} ranks", launch::maxDegree));
            return {};
        }
        meshes.push_back(mesh);
    }
    if (file.number("system.pipeline_model_parallel_size", 1, launch::maxDegree, static_cast<int>(stages)) != stages)
        file.refuse("system.pipeline_model_parallel_size", fmt::format("the {} stages of the meshes", stages));
    const auto types = file.texts("system.hetero.hetero_device_types");
    if (!types.empty() && types.size() != meshes.size())
        file.fail("system.hetero.hetero_device_types", fmt::format("{} types", types.size()),
                  fmt::format("one for each of the {} meshes", meshes.size()));
    for (std::size_t i = 0; i < meshes.size(); ++i) {
        if (i < types.size()) {
            meshes[i].device = types[i];
            std::replace(meshes[i].device.begin(), meshes[i].device.end(), '_', ' ');
        }
        if (meshes[i].cp != meshes.front().cp || meshes[i].ep != meshes.front().ep)
            file.fail(key,
                      fmt::format("CP {} and EP {} beside CP {} and EP {}", meshes[i].cp, meshes[i].ep,
                                  meshes.front().cp, meshes.front().ep),
                      "one CP and one EP for all meshes",
                      "FlagScale has one CP too; unlike EP cannot be expressed in a plan");
    }
    return meshes;
}

/// Blocks of each stage, with embedding and head on top.
std::vector<int> readSplit(Settings &file, const Model &model, int stages)
{
    constexpr const char *key = "system.hetero.hetero_pipeline_layer_split";
    if (file.has("system.num_layers_per_virtual_pipeline_stage"))
        file.refuse("system.num_layers_per_virtual_pipeline_stage", "one part of the model on each stage");
    std::vector<int> layers = file.numbers(key, 0, model.layers);
    if (layers.empty()) {
        if (stages > model.layers || model.layers % stages != 0) {
            file.fail(key, "nothing",
                      fmt::format("the blocks of each of the {} stages: {} do not divide", stages, model.layers));
            return {};
        }
        return launch::evenBlocks(model.layers, stages);
    }
    if (layers.size() != static_cast<std::size_t>(stages) ||
        std::accumulate(layers.begin(), layers.end(), std::int64_t{0}) != model.layers) {
        file.fail(key, fmt::format("{}", fmt::join(layers, ", ")),
                  fmt::format("{} blocks in {} stages", model.layers, stages));
        return {};
    }
    ++layers.front();
    ++layers.back();
    return layers;
}

/// The numbers of each stage of a list of rows [stages, n, number, n, number ...], for n micro-batches each; nothing
/// without the list.
std::vector<std::set<int>> readRowsOfStages(Settings &file, const char *key, int stages)
{
    std::vector<std::set<int>> result;
    const Json *rows = file.find(key);
    if (!rows || !rows->is_array())
        return result;
    for (const Json &row : *rows) {
        // A row may be a list, or a text of one.
        Settings one(Json{{"row", row.is_string() ? Json::parse(row.get<std::string>(), nullptr, false) : row}}, "");
        const auto numbers = one.numbers("row", 0, 10'000'000);
        if (numbers.size() < 3 || numbers.size() % 2 == 0) {
            file.fail(key, describe(row), "rows of stages, then micro-batches and a number in turn");
            return {};
        }
        std::set<int> values;
        for (std::size_t i = 2; i < numbers.size(); i += 2)
            values.insert(numbers[i]);
        for (int i = 0; i < numbers.front() && std::ssize(result) < stages; ++i)
            result.push_back(values);
    }
    if (std::ssize(result) == stages)
        return result;
    file.fail(key, fmt::format("{} stages", result.size()), fmt::format("rows for all {} stages", stages));
    return {};
}

std::vector<launch::StageRecompute> readRecomputes(Settings &file, int stages, std::vector<std::string> &notes)
{
    const auto text = [&file](const std::string &key) {
        const std::string own = file.text(("system.recompute." + key).c_str());
        return own.empty() ? file.text(("system." + key).c_str()) : own;
    };
    const std::string kind = text("recompute_granularity");
    const char *number = file.find("system.recompute.recompute_num_layers") ? "system.recompute.recompute_num_layers"
                                                                            : "system.recompute_num_layers";
    launch::StageRecompute all = kind == "full"        ? Recompute::full
                                 : kind == "selective" ? Recompute::selective
                                                       : Recompute::none;
    if (kind == "full" && text("recompute_method") == "block" && file.find(number))
        all.layers = file.number(number, 0, 20'000, 1);
    if (kind == "selective") {
        const char *modules = file.find("system.recompute.recompute_modules") ? "system.recompute.recompute_modules"
                                                                              : "system.recompute_modules";
        all.modules = megatron::readModules(fmt::format("{}", fmt::join(file.texts(modules), " ")), notes);
    }
    std::vector<launch::StageRecompute> result(static_cast<std::size_t>(stages), all);
    if (kind != "full")
        return result;
    const auto flags = readRowsOfStages(file, "system.recompute.recompute_granularity_per_stage_micro_batch", stages);
    const auto methods = readRowsOfStages(file, "system.recompute.recompute_method_per_stage_micro_batch", stages);
    const auto layers = readRowsOfStages(file, "system.recompute.recompute_num_layers_per_stage_micro_batch", stages);
    bool mixed = false;
    for (std::size_t s = 0; s < flags.size(); ++s) {
        const bool byNumber = s < methods.size() && s < layers.size() && methods[s].contains(1);
        mixed = mixed || flags[s].size() > 1 || (byNumber && (methods[s].size() > 1 || layers[s].size() > 1));
        result[s] = flags[s].contains(1) ? Recompute::full : Recompute::none;
        if (flags[s].contains(1) && byNumber && !methods[s].contains(0))
            result[s].layers = std::min(*layers[s].rbegin(), 20'000);
    }
    if (mixed)
        notes.emplace_back("recompute of some micro-batches only: taken as all of the stage's");
    return result;
}

/// Pipelines of the meshes; devices in the order of the ranks.
Plan planOfMeshes(const std::vector<Mesh> &meshes, Plan shell, const std::vector<int> &layers,
                  const std::vector<launch::StageRecompute> &recomputes, int samples, int microBatches,
                  const std::vector<std::string> &devices)
{
    int pipelines = 0;
    for (const Mesh &mesh : meshes)
        pipelines = std::gcd(pipelines, mesh.dp);
    Plan plan = std::move(shell);
    plan.contextParallel = meshes.front().cp;
    plan.expertParallel = meshes.front().ep;
    plan.microBatchSize = samples / pipelines;
    plan.pipelines.resize(static_cast<std::size_t>(pipelines));
    std::size_t next = 0;
    std::size_t stageIndex = 0;
    int firstLayer = 0;
    for (const Mesh &mesh : meshes) {
        for (int p = 0; p < mesh.pp; ++p, ++stageIndex) {
            Stage stage;
            stage.recompute = recomputes[stageIndex].kind;
            stage.recomputeLayers = recomputes[stageIndex].layers;
            stage.recomputeModules = recomputes[stageIndex].modules;
            stage.chunks = {{firstLayer, layers[stageIndex]}};
            firstLayer += layers[stageIndex];
            for (Pipeline &pipeline : plan.pipelines) {
                pipeline.microBatches = microBatches;
                stage.groups.clear();
                for (int g = 0; g < mesh.dp / pipelines; ++g) {
                    TensorGroup group;
                    group.tp = mesh.tp;
                    group.cp = mesh.cp;
                    group.ep = mesh.ep;
                    group.samples = samples / mesh.dp;
                    for (int i = 0; i < mesh.tp * mesh.cp; ++i)
                        group.devices.push_back(devices[next++]);
                    stage.groups.push_back(std::move(group));
                }
                pipeline.stages.push_back(stage);
            }
        }
    }
    return plan;
}

} // namespace

Result<Imported> importFlagscale(const Project &into, const std::vector<ImportFile> &files,
                                 const ImportOptions &options)
{
    auto training = findTraining(files);
    if (!training)
        return training.error();
    const std::string name = training->file.name;
    Settings file(std::move(training->json), name);
    const auto present = Topology::build(into.cluster);
    if (!present)
        return present.error();
    Imported result{into, {}, {}};
    Workload &workload = result.project.workload;

    std::string text;
    addOptions(file.json(), text);
    text += widthOption(file);
    megatron::CommandLine line(text, name);
    if (line.has("num-layers") && line.has("hidden-size") && line.has("num-attention-heads"))
        workload.model = megatron::readModel(line, into.workload.model, result.notes);
    else
        result.notes.push_back("the file does not name a model: " + into.workload.model.name + " stays");
    workload.job = megatron::readJob(line, into.workload.job, workload.model);
    if (const auto software = jobSoftware(builtinCalibration(), workload.job)) {
        auto &degrees = workload.job.runs.degrees.emplace(software->degrees);
        degrees.tpByStage = degrees.recomputeByStage = true; // what FlagScale has beside Megatron-LM
    }

    const auto meshes = readMeshes(file, static_cast<std::int64_t>(present->devices().size()));
    int stages = 0;
    for (const Mesh &mesh : meshes)
        stages += mesh.pp;
    if (!file.error() && stages > workload.model.planLayers())
        file.refuse("system.pipeline_model_parallel_size",
                    fmt::format("at most the {} layers", workload.model.planLayers()));
    if (file.error())
        return *file.error();
    const auto layers = readSplit(file, workload.model, stages);
    const int microBatch = line.number("micro-batch-size", 1, launch::maxSamples, 1);
    const std::int64_t together = std::int64_t{meshes.front().dp} * microBatch;
    workload.job.globalBatch = line.number("global-batch-size", 1, launch::maxBatch,
                                           static_cast<int>(std::min<std::int64_t>(together, launch::maxBatch)));
    if (workload.job.globalBatch % together != 0)
        line.fail("global-batch-size", std::to_string(workload.job.globalBatch),
                  fmt::format("a multiple of DP {} x micro-batch size {}", meshes.front().dp, microBatch));
    for (const Mesh &mesh : meshes) {
        if (together % mesh.dp != 0)
            file.fail("system.hetero.hetero_process_meshes", fmt::format("DP {}", mesh.dp),
                      fmt::format("a divisor of the {} samples of a micro-batch on the first mesh", together));
    }
    const auto recomputes = readRecomputes(file, stages, result.notes);
    if (line.error())
        return *line.error();
    if (file.error())
        return *file.error();

    std::vector<launch::DevicesOfType> wanted;
    std::int64_t world = 0;
    for (const Mesh &mesh : meshes) {
        wanted.push_back({mesh.devices(), mesh.device});
        world += mesh.devices();
    }
    const auto topology = launch::devicesFor(result.project, wanted, name, options, result.notes);
    if (!topology)
        return topology.error();
    const auto ranks = launch::devicesOfRanks(launch::readRanks(training->file.text), static_cast<int>(world),
                                              *topology, result.notes);
    Plan shell;
    shell.zeroStage = megatron::readZeroStage(line);
    shell.expertParallel = meshes.front().ep;
    const auto holders = [](const Mesh &mesh) { return mesh.dp * mesh.cp; };
    const int replicas = holders(meshes.front());
    const bool alike =
        std::all_of(meshes.begin(), meshes.end(), [&](const Mesh &mesh) { return holders(mesh) == replicas; });
    megatron::readSharing(line, alike ? replicas : 0, workload.job, *topology, shell, result.notes);
    shell.sequenceParallel = line.has("sequence-parallel");
    shell.overlap.dp = line.has("overlap-grad-reduce");
    // Without TP there is nothing to overlap, and no option for it.
    const bool alone = std::all_of(meshes.begin(), meshes.end(), [](const Mesh &mesh) { return mesh.tp == 1; });
    shell.overlap.tp = line.has("tp-comm-overlap") || (alone && launch::usualOverlap(into.workload.job).tp);
    const Plan plan = planOfMeshes(meshes, shell, layers, recomputes, static_cast<int>(together),
                                   static_cast<int>(workload.job.globalBatch / together), ranks);
    return launch::finishImport(std::move(result), plan, "FlagScale", *topology, name, options);
}

} // namespace heteroscope
