// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/megatron/arguments.h"

#include "exchange/launch/import_plan.h"
#include "exchange/megatron/command_line.h"
#include "exchange/megatron/import_options.h"
#include "exchange/megatron/plan_options.h"
#include "exchange/megatron/read_model.h"
#include "exchange/megatron/shell_files.h"
#include "exchange/model_size.h"
#include "strategy/expert_layout.h"
#include "json/object_reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdlib>

namespace heteroscope {

namespace {

using megatron::CommandLine;
using megatron::OptionsSource;
using Notes = std::vector<std::string>;

constexpr int maxDegree = 262'144;
constexpr int maxLayers = 10'000;

struct Degrees
{
    int tp = 1;
    int pp = 1;
    int cp = 1;
    int ep = 1;
    int expertTp = 0; // as stated; 0: not stated
    int dp = 1;
    int chunks = 1; // virtual stages of a stage
    int microBatch = 1;
};

/// Blocks of each virtual stage in the order of the pipeline; embedding and head come on top.
std::vector<int> splitBlocks(CommandLine &line, const Model &model, const Degrees &degrees, Notes &notes)
{
    const int parts = degrees.pp * degrees.chunks;
    if (line.has("pipeline-model-parallel-layout"))
        return {};
    std::vector<int> blocks(static_cast<std::size_t>(parts), 0);
    const bool first = line.has("decoder-first-pipeline-num-layers");
    const bool last = line.has("decoder-last-pipeline-num-layers");
    int left = model.layers;
    int middle = parts;
    if (first || last) {
        if (degrees.chunks > 1)
            notes.emplace_back("first and last stage: their layers are those of the first and last virtual stage");
        if (first && parts > 1) {
            blocks.front() = line.number("decoder-first-pipeline-num-layers", 1, model.layers);
            left -= blocks.front();
            --middle;
        }
        if (last && parts > 1) {
            blocks.back() = line.number("decoder-last-pipeline-num-layers", 1, model.layers);
            left -= blocks.back();
            --middle;
        }
    }
    // Megatron-DeepSpeed: --pp-partition-method 'type:transformer|embedding' counts both ends.
    const bool ends = line.text("pp-partition-method").find("embedding") != std::string::npos;
    const bool embedding = ends || line.has("account-for-embedding-in-pipeline-split");
    const bool loss = ends || line.has("account-for-loss-in-pipeline-split");
    const int counted = left + (embedding ? 1 : 0) + (loss ? 1 : 0);
    if (left < 0 || (middle > 0 ? counted % middle != 0 : counted != 0)) {
        line.fail("num-layers", std::to_string(model.layers),
                  fmt::format("layers that divide over {} stages x {} virtual stages", degrees.pp, degrees.chunks),
                  "uneven stages need --decoder-first-pipeline-num-layers or --pipeline-model-parallel-layout");
        return blocks;
    }
    for (std::size_t i = first && parts > 1 ? 1 : 0; i < blocks.size() - (last && parts > 1 ? 1 : 0); ++i)
        blocks[i] = counted / middle;
    blocks.front() -= embedding ? 1 : 0;
    blocks.back() -= loss ? 1 : 0;
    return blocks;
}

/// Layers of each virtual stage in the order of the pipeline.
std::vector<int> layersOf(CommandLine &line, const std::string &file, const Model &model, const Degrees &degrees,
                          Notes &notes)
{
    std::vector<int> layers = splitBlocks(line, model, degrees, notes);
    if (!layers.empty()) {
        ++layers.front();
        ++layers.back();
        return layers;
    }
    const auto layout = megatron::readLayout(line.text("pipeline-model-parallel-layout"), file);
    if (!layout) {
        line.fail("pipeline-model-parallel-layout", layout.error().found, layout.error().expected, layout.error().hint);
        return {};
    }
    int blocks = 0;
    for (const megatron::LayoutStage &stage : *layout) {
        blocks += stage.blocks;
        layers.push_back(stage.blocks + (stage.embedding ? 1 : 0) + (stage.loss ? 1 : 0));
        if (stage.predictors > 0 && model.predictionModules == 0)
            notes.emplace_back("multi-token prediction layers are left out");
    }
    if (blocks != model.layers || layers.size() % static_cast<std::size_t>(degrees.pp) != 0 ||
        !layout->front().embedding || !layout->back().loss ||
        std::find(layers.begin(), layers.end(), 0) != layers.end())
        line.fail("pipeline-model-parallel-layout", fmt::format("{} blocks in {} stages", blocks, layers.size()),
                  fmt::format("{} blocks in a multiple of {} stages, E in the first, L in the last, none empty",
                              model.layers, degrees.pp));
    return layers;
}

launch::StageRecompute readRecompute(CommandLine &line, Notes &notes)
{
    const std::string granularity = line.text("recompute-granularity");
    if (line.has("recompute-activations") || granularity == "selective") {
        launch::StageRecompute selective(Recompute::selective);
        selective.modules =
            megatron::readModules(fmt::format("{}", fmt::join(line.texts("recompute-modules"), " ")), notes);
        return selective;
    }
    if (line.has("checkpoint-activations")) // of Megatron-DeepSpeed
        return Recompute::full;
    if (granularity != "full")
        return Recompute::none;
    if (line.text("recompute-method") == "block" && line.has("recompute-num-layers"))
        return {Recompute::full, line.number("recompute-num-layers", 0, maxLayers)};
    return Recompute::full;
}

Plan makePlan(CommandLine &line, const Workload &workload, const Topology &topology, const Degrees &degrees,
              const std::vector<int> &layers, const std::vector<std::string> &listed, const OverlapOptions &usual,
              Notes &notes)
{
    if (const int taken = expertLayout(degrees.ep, degrees.tp, degrees.cp, degrees.dp).expertTp;
        degrees.expertTp > 0 && degrees.ep > 1 && degrees.expertTp != taken)
        notes.push_back(fmt::format("expert tensor parallelism {}: taken as {}, the largest that these degrees leave",
                                    degrees.expertTp, taken));
    Plan shell;
    shell.sequenceParallel = line.has("sequence-parallel");
    shell.zeroStage = megatron::readZeroStage(line);
    shell.expertParallel = degrees.ep;
    megatron::readSharing(line, degrees.dp * degrees.cp, workload.job, topology, shell, notes);
    shell.overlap.dp = line.has("overlap-grad-reduce");
    // Without TP there is nothing to overlap, and no option for it.
    shell.overlap.tp = line.has("tp-comm-overlap") || (degrees.tp == 1 && usual.tp);
    launch::RankPlan all;
    all.tp = degrees.tp;
    all.cp = degrees.cp;
    all.ep = degrees.ep;
    all.dp = degrees.dp;
    all.pp = degrees.pp;
    all.microBatch = degrees.microBatch;
    all.microBatches = workload.job.globalBatch / (degrees.dp * degrees.microBatch);
    all.layers = layers;
    all.stages.assign(static_cast<std::size_t>(degrees.pp), readRecompute(line, notes));
    all.ranks = launch::devicesOfRanks(listed, all.world(), topology, notes);
    if (all.chunks() > 1)
        shell.schedule = ScheduleKind::interleaved;
    return launch::planOnRanks(all, shell);
}

/// The fewest devices that hold all degrees and divide the batch, in whole nodes of eight if that is possible.
std::int64_t fewestDevices(CommandLine &line, const Degrees &degrees)
{
    const std::int64_t replica = static_cast<std::int64_t>(degrees.tp) * degrees.pp * degrees.cp;
    const std::int64_t inner = static_cast<std::int64_t>(degrees.tp) * degrees.cp;
    const std::int64_t batch = line.number("global-batch-size", 1, 10'000'000, 0);
    std::int64_t fewest = 0;
    for (std::int64_t dp = 1; dp <= 4096 && replica * dp <= maxDegree; ++dp) {
        const bool holds = inner * dp % degrees.ep == 0 && batch % (dp * degrees.microBatch) == 0;
        if (holds && replica * dp % 8 == 0)
            return replica * dp;
        if (holds && fewest == 0)
            fewest = replica * dp;
    }
    return std::max<std::int64_t>(fewest, 1);
}

/// Ranks that the options ask for; 0 if they do not say.
std::int64_t statedRanks(CommandLine &line, Notes &notes)
{
    if (line.has("world-size"))
        return line.number("world-size", 1, maxDegree);
    if (line.has("nproc-per-node"))
        return static_cast<std::int64_t>(line.number("nproc-per-node", 1, 1024)) *
               line.number("nnodes", 1, maxDegree, 1);
    const int nodes = std::atoi(line.variable("SLURM_NNODES").c_str());
    const int each = std::max(std::atoi(line.variable("SLURM_GPUS_PER_NODE").c_str()),
                              std::atoi(line.variable("SLURM_NTASKS_PER_NODE").c_str()));
    if (nodes <= 0 || each <= 0 || nodes > maxDegree || each > 1024)
        return 0;
    notes.push_back(fmt::format("{} nodes of {} devices, as the lines #SBATCH say", nodes, each));
    return std::int64_t{nodes} * each;
}

Degrees readDegrees(CommandLine &line)
{
    Degrees degrees;
    degrees.tp = line.number("tensor-model-parallel-size", 1, maxDegree, 1);
    degrees.pp = line.number("pipeline-model-parallel-size", 1, maxDegree, 1);
    degrees.cp = line.number("context-parallel-size", 1, maxDegree, 1);
    degrees.ep = line.number("expert-model-parallel-size", 1, maxDegree, 1);
    degrees.expertTp = line.number("expert-tensor-parallel-size", 1, maxDegree, 0);
    degrees.microBatch = line.number("micro-batch-size", 1, 1'000'000, 1);
    if (static_cast<std::int64_t>(degrees.tp) * degrees.pp > maxDegree ||
        static_cast<std::int64_t>(degrees.tp) * degrees.pp * degrees.cp > maxDegree)
        line.fail("tensor-model-parallel-size",
                  fmt::format("TP {} x CP {} x PP {}", degrees.tp, degrees.cp, degrees.pp),
                  fmt::format("at most {} ranks", maxDegree));
    return degrees;
}

/// The project's devices, or as many as are asked for where it has none.
Result<Topology> devicesOf(Project &project, CommandLine &line, const Degrees &degrees, const OptionsSource &source,
                           const ImportOptions &options, Notes &notes, std::int64_t &world)
{
    auto topology = Topology::build(project.cluster);
    if (!topology)
        return topology;
    auto present = static_cast<std::int64_t>(topology->devices().size());
    world = statedRanks(line, notes);
    if (present == 0 && !line.error()) {
        const bool stated = world > 0;
        if (!stated) {
            world = fewestDevices(line, degrees);
            notes.push_back(fmt::format("{} devices are assumed: the file does not say how many", world));
        }
        const int each = line.number("nproc-per-node", 1, 1024, 8);
        topology =
            launch::devicesFor(project, {{static_cast<int>(world), source.device, each}}, source.file, options, notes);
        if (!topology)
            return topology;
        present = static_cast<std::int64_t>(topology->devices().size());
    }
    if (world == 0)
        world = source.ranks.empty() ? present : std::min(static_cast<std::int64_t>(source.ranks.size()), present);
    if (world > present)
        line.fail(line.has("world-size") ? "world-size" : "nnodes", std::to_string(world) + " ranks",
                  fmt::format("at most the {} devices of the project's cluster", present),
                  "import into a project that has the cluster");
    return topology;
}

void readReplicas(CommandLine &line, std::int64_t world, Degrees &degrees, TrainingJob &job)
{
    const std::int64_t replica = static_cast<std::int64_t>(degrees.tp) * degrees.pp;
    if (world % (replica * degrees.cp) != 0) {
        line.fail("tensor-model-parallel-size",
                  fmt::format("TP {} x CP {} x PP {}", degrees.tp, degrees.cp, degrees.pp),
                  fmt::format("a divisor of the {} ranks", world));
        return;
    }
    degrees.dp = static_cast<int>(world / (replica * degrees.cp));
    const std::int64_t together = static_cast<std::int64_t>(degrees.dp) * degrees.microBatch;
    const auto usual = static_cast<int>(std::min<std::int64_t>(together, 10'000'000)); // Megatron-LM's own default
    job.globalBatch = line.number("global-batch-size", 1, 10'000'000, usual);
    if (job.globalBatch % together != 0)
        line.fail("global-batch-size", std::to_string(job.globalBatch),
                  fmt::format("a multiple of DP {} x micro-batch size {}", degrees.dp, degrees.microBatch));
}

/// Virtual stages of a stage, by either option.
int readChunks(CommandLine &line, const Model &model, const Degrees &degrees)
{
    if (line.has("num-virtual-stages-per-pipeline-rank"))
        return line.number("num-virtual-stages-per-pipeline-rank", 1, maxLayers);
    if (!line.has("num-layers-per-virtual-pipeline-stage"))
        return 1;
    const int own = line.number("num-layers-per-virtual-pipeline-stage", 1, maxLayers);
    if (static_cast<std::int64_t>(own) * degrees.pp > model.layers || model.layers % (own * degrees.pp) != 0) {
        line.fail("num-layers-per-virtual-pipeline-stage", std::to_string(own),
                  fmt::format("a divisor of the {} blocks of a stage", model.layers / std::max(1, degrees.pp)));
        return 1;
    }
    return model.layers / (own * degrees.pp);
}

/// What no plain decoder has, refused by name.
std::optional<Error> otherThanDecoder(const CommandLine &line, const std::string &file)
{
    struct Sign
    {
        const char *option;
        const char *what;
    };
    constexpr std::array signs = {
        Sign{"encoder-num-layers", "an encoder and a decoder (T5)"},
        Sign{"encoder-seq-length", "an encoder and a decoder (T5)"},
        Sign{"hybrid-layer-pattern", "state-space layers"},
        Sign{"hybrid-override-pattern", "state-space layers"},
        Sign{"is-hybrid-model", "state-space layers"},
        Sign{"heterogeneous-layers-config-path", "blocks that a further file describes"},
        Sign{"heterogeneous-layers-config-encoded-json", "blocks of a shape of their own each"},
        Sign{"retro-project-dir", "retrieval (RETRO)"},
    };
    for (const Sign &sign : signs) {
        // Megatron-LM itself takes --encoder-seq-length for --seq-length.
        if (!line.has(sign.option) || (line.has("num-layers") && std::string_view(sign.option) == "encoder-seq-length"))
            continue;
        return Error{Error::Code::invalid,
                     file,
                     std::string("--") + sign.option,
                     sign.what,
                     "a decoder of attention blocks",
                     "import the model's config.json, or describe the model in the project"};
    }
    const std::string program = line.program();
    for (const char *part : {"t5", "bert", "vision", "mamba", "hybrid", "retro"}) {
        if (program.find(part) == std::string::npos)
            continue;
        return Error{Error::Code::invalid,
                     file,
                     {},
                     "the program " + program,
                     "a decoder of attention blocks",
                     "other models are described in the project"};
    }
    return std::nullopt;
}

} // namespace

Result<Imported> megatron::importOptions(const Project &into, CommandLine line, const OptionsSource &source,
                                         const ImportOptions &options)
{
    const std::string &file = source.file;
    const auto inThisFile = [&file](Error error) {
        error.file = file;
        return error;
    };
    if (auto other = otherThanDecoder(line, file))
        return *other;
    Imported result{into, {}, {}};
    Workload &workload = result.project.workload;
    constexpr std::array<const char *, 3> shape = {"num-layers", "hidden-size", "num-attention-heads"};
    const auto stated = std::count_if(shape.begin(), shape.end(), [&line](const char *key) { return line.has(key); });
    if (stated == 3) {
        workload.model = megatron::readModel(line, into.workload.model, result.notes);
        if (auto warning = sizeWarning(workload.model, source.sizes); !warning.empty())
            result.notes.push_back(std::move(warning));
    } else if (!source.modelIsBroughtAlong && stated == 2) {
        const auto missing =
            std::find_if(shape.begin(), shape.end(), [&line](const char *key) { return !line.has(key); });
        line.fail(*missing, "nothing", "its value, as the other two of layers, width and heads are stated",
                  "add the option");
        return inThisFile(*line.error());
    } else if (!source.modelIsBroughtAlong) {
        result.notes.push_back("the arguments do not name a model: " + into.workload.model.name + " stays");
    }
    workload.job = megatron::readJob(line, into.workload.job, workload.model);
    Degrees degrees = readDegrees(line);
    if (line.error())
        return inThisFile(*line.error());
    std::int64_t world = 0;
    const auto topology = devicesOf(result.project, line, degrees, source, options, result.notes, world);
    if (!topology)
        return topology.error();
    if (!line.error())
        readReplicas(line, world, degrees, workload.job);
    if (!line.error())
        degrees.chunks = readChunks(line, workload.model, degrees);
    // More virtual stages than blocks can only be a mistake, and would be a long list.
    if (!line.error() && static_cast<std::int64_t>(degrees.pp) * degrees.chunks > workload.model.layers + 2)
        line.fail("pipeline-model-parallel-size", fmt::format("{} stages x {}", degrees.pp, degrees.chunks),
                  fmt::format("at most the {} layers", workload.model.layers + 2));
    std::vector<int> layers;
    if (!line.error())
        layers = layersOf(line, file, workload.model, degrees, result.notes);
    if (line.error())
        return inThisFile(*line.error());

    const Plan plan = makePlan(line, workload, *topology, degrees, layers, source.ranks,
                               launch::usualOverlap(into.workload.job), result.notes);
    return launch::finishImport(std::move(result), plan, source.tool, *topology, file, options);
}

Result<Imported> importMegatron(const Project &into, const std::vector<ImportFile> &files, const ImportOptions &options)
{
    constexpr std::size_t longest = 1 << 20;
    const ImportFile *script = megatron::mainScript(files);
    const std::string file = script ? script->name : std::string();
    for (const ImportFile &one : files) {
        if (one.text.size() > longest)
            return Error{Error::Code::invalid,
                         one.name,
                         {},
                         std::to_string(one.text.size()) + " bytes",
                         "a script of at most 1 MiB",
                         "give the script that starts pretrain_gpt.py"};
    }
    CommandLine line(files, file);
    if (line.empty())
        return Error{Error::Code::syntax,
                     file,
                     {},
                     "no option",
                     "options like --tensor-model-parallel-size 4",
                     "give the arguments or the script that starts pretrain_gpt.py"};
    const auto notes = line.notes();
    OptionsSource source{.file = file, .ranks = launch::readRanks(script->text)};
    source.sizes = {std::string(megatron::baseName(file))};
    auto result = megatron::importOptions(into, std::move(line), source, options);
    if (result)
        result->notes.insert(result->notes.begin(), notes.begin(), notes.end());
    return result;
}

} // namespace heteroscope
