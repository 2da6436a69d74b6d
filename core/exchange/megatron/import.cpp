// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/megatron/arguments.h"

#include "exchange/launch/import_plan.h"
#include "exchange/megatron/command_line.h"
#include "exchange/megatron/read_model.h"
#include "strategy/expert_layout.h"
#include "json/object_reader.h"

#include <fmt/format.h>

#include <algorithm>

namespace heteroscope {

namespace {

using megatron::CommandLine;
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
    const bool embedding = line.has("account-for-embedding-in-pipeline-split");
    const bool loss = line.has("account-for-loss-in-pipeline-split");
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
        if (stage.predictors > 0)
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

launch::StageRecompute readRecompute(CommandLine &line)
{
    const std::string granularity = line.text("recompute-granularity");
    if (line.has("recompute-activations") || granularity == "selective")
        return Recompute::selective;
    if (granularity != "full")
        return Recompute::none;
    if (line.text("recompute-method") == "block" && line.has("recompute-num-layers"))
        return {Recompute::full, line.number("recompute-num-layers", 0, maxLayers)};
    return Recompute::full;
}

Plan makePlan(CommandLine &line, const Workload &workload, const Topology &topology, const Degrees &degrees,
              const std::vector<int> &layers, const std::vector<std::string> &listed, Notes &notes)
{
    if (const int taken = expertLayout(degrees.ep, degrees.tp, degrees.cp, degrees.dp).expertTp;
        degrees.expertTp > 0 && degrees.ep > 1 && degrees.expertTp != taken)
        notes.push_back(fmt::format("expert tensor parallelism {}: taken as {}, the largest that these degrees leave",
                                    degrees.expertTp, taken));
    Plan shell;
    shell.sequenceParallel = line.has("sequence-parallel");
    shell.zeroStage = line.has("use-distributed-optimizer") ? 1 : 0;
    if (line.has("use-megatron-fsdp") || line.has("use-custom-fsdp")) {
        const std::string sharded = line.text("data-parallel-sharding-strategy");
        shell.zeroStage = sharded == "optim_grads_params" ? 3 : sharded == "optim_grads" ? 2 : shell.zeroStage;
    }
    shell.overlap.dp = line.has("overlap-grad-reduce");
    // Without TP there is nothing to overlap, and no option for it; the planner's plans say yes.
    shell.overlap.tp = line.has("tp-comm-overlap") || degrees.tp == 1;
    launch::RankPlan all;
    all.tp = degrees.tp;
    all.cp = degrees.cp;
    all.ep = degrees.ep;
    all.dp = degrees.dp;
    all.pp = degrees.pp;
    all.microBatch = degrees.microBatch;
    all.microBatches = workload.job.globalBatch / (degrees.dp * degrees.microBatch);
    all.layers = layers;
    all.stages.assign(static_cast<std::size_t>(degrees.pp), readRecompute(line));
    all.ranks = launch::devicesOfRanks(listed, all.world(), topology, notes);
    if (all.chunks() > 1)
        shell.schedule = ScheduleKind::interleaved;
    return launch::planOnRanks(all, shell);
}

Degrees readDegrees(CommandLine &line, const Topology &topology, std::size_t listed, TrainingJob &job)
{
    Degrees degrees;
    degrees.tp = line.number("tensor-model-parallel-size", 1, maxDegree, 1);
    degrees.pp = line.number("pipeline-model-parallel-size", 1, maxDegree, 1);
    degrees.cp = line.number("context-parallel-size", 1, maxDegree, 1);
    degrees.ep = line.number("expert-model-parallel-size", 1, maxDegree, 1);
    degrees.expertTp = line.number("expert-tensor-parallel-size", 1, maxDegree, 0);
    degrees.microBatch = line.number("micro-batch-size", 1, 1'000'000, 1);
    const auto present = static_cast<std::int64_t>(topology.devices().size());
    std::int64_t world = listed > 0 ? std::min(static_cast<std::int64_t>(listed), present) : present;
    if (line.has("world-size"))
        world = line.number("world-size", 1, maxDegree);
    else if (line.has("nproc-per-node"))
        world =
            static_cast<std::int64_t>(line.number("nproc-per-node", 1, 1024)) * line.number("nnodes", 1, maxDegree, 1);
    if (world > present)
        line.fail(line.has("world-size") ? "world-size" : "nnodes", std::to_string(world) + " ranks",
                  fmt::format("at most the {} devices of the project's cluster", present),
                  "import into a project that has the cluster");
    const std::int64_t replica = static_cast<std::int64_t>(degrees.tp) * degrees.pp;
    if (replica > maxDegree || replica * degrees.cp > maxDegree || world % (replica * degrees.cp) != 0) {
        line.fail("tensor-model-parallel-size",
                  fmt::format("TP {} x CP {} x PP {}", degrees.tp, degrees.cp, degrees.pp),
                  fmt::format("a divisor of the {} ranks", world));
        return degrees;
    }
    degrees.dp = static_cast<int>(world / (replica * degrees.cp));
    const std::int64_t together = static_cast<std::int64_t>(degrees.dp) * degrees.microBatch;
    const auto usual = static_cast<int>(std::min<std::int64_t>(together, 10'000'000)); // Megatron-LM's own default
    job.globalBatch = line.number("global-batch-size", 1, 10'000'000, usual);
    if (job.globalBatch % together != 0)
        line.fail("global-batch-size", std::to_string(job.globalBatch),
                  fmt::format("a multiple of DP {} x micro-batch size {}", degrees.dp, degrees.microBatch));
    return degrees;
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

} // namespace

Result<Imported> importMegatron(const Project &into, const std::vector<ImportFile> &files, const ImportOptions &options)
{
    if (files.size() != 1)
        return Error{Error::Code::invalid,
                     files.size() > 1 ? files[1].name : "",
                     {},
                     std::to_string(files.size()) + " files",
                     "one argument line or script",
                     "import them one after the other"};
    const std::string &file = files.front().name;
    CommandLine line(files.front().text, file);
    if (line.empty())
        return Error{Error::Code::syntax,
                     file,
                     {},
                     "no option",
                     "options like --tensor-model-parallel-size 4",
                     "give the arguments or the script that starts pretrain_gpt.py"};
    const auto topology = Topology::build(into.cluster);
    if (!topology)
        return topology.error();
    if (topology->devices().empty())
        return Error{Error::Code::invalid,
                     file,
                     {},
                     "a project without devices",
                     "a project with the cluster to train on",
                     "draw the cluster or import nodes first"};

    Imported result{into, {}, {}};
    Workload &workload = result.project.workload;
    if (line.has("num-layers") && line.has("hidden-size") && line.has("num-attention-heads"))
        workload.model = megatron::readModel(line, into.workload.model, result.notes);
    else
        result.notes.push_back("the arguments do not name a model: " + into.workload.model.name + " stays");
    workload.job = megatron::readJob(line, into.workload.job, workload.model);
    const auto listed = launch::readRanks(files.front().text);
    Degrees degrees = readDegrees(line, *topology, listed.size(), workload.job);
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
        return *line.error();

    const Plan plan = makePlan(line, workload, *topology, degrees, layers, listed, result.notes);
    return launch::finishImport(std::move(result), plan, "Megatron-LM", *topology, file, options);
}

} // namespace heteroscope
