// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/launch/rank_plan.h"

#include "strategy/schedule.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <set>

namespace heteroscope::launch {

namespace {

Error cannotSay(std::string path, std::string found, std::string_view tool, const char *expected, const char *hint)
{
    return {Error::Code::invalid,
            {},
            std::move(path),
            std::move(found),
            fmt::format("{} as {} runs it", expected, tool),
            hint};
}

constexpr const char *alikeHint = "choose a plan whose pipelines are alike: hscope plan lists the best of each family";

/// Whether launch files with one set of degrees can say the stages and pipelines at all.
std::optional<Error> whyNot(const Plan &plan, std::string_view tool)
{
    if (plan.pipelines.empty() || plan.pipelines.front().stages.empty() ||
        plan.pipelines.front().stages.front().groups.empty())
        return cannotSay("/pipelines", "no stage", tool, "a plan with stages", "apply a plan first");
    const Pipeline &first = plan.pipelines.front();
    for (std::size_t p = 0; p < plan.pipelines.size(); ++p) {
        const Pipeline &one = plan.pipelines[p];
        const std::string path = fmt::format("/pipelines/{}", p);
        if (one.stages.size() != first.stages.size())
            return cannotSay(path, fmt::format("{} stages beside {}", one.stages.size(), first.stages.size()), tool,
                             "pipelines of equal stages", alikeHint);
        if (one.microBatches != first.microBatches)
            return cannotSay(path, fmt::format("{} micro-batches beside {}", one.microBatches, first.microBatches),
                             tool, "equal numbers of micro-batches", alikeHint);
        for (std::size_t s = 0; s < one.stages.size(); ++s) {
            const Stage &stage = one.stages[s];
            const std::string place = fmt::format("{}/stages/{}", path, s);
            if (stage.groups.size() != 1)
                return cannotSay(place, fmt::format("{} TP groups", stage.groups.size()), tool,
                                 "one TP group in a stage of a pipeline",
                                 "choose a plan without groups that share a stage's samples");
            if (stage.chunks != first.stages[s].chunks)
                return cannotSay(place, "other layers than in the first pipeline", tool, "pipelines of equal layers",
                                 alikeHint);
            const TensorGroup &group = stage.groups.front();
            const TensorGroup &same = first.stages.front().groups.front();
            if (group.tp != same.tp)
                return cannotSay(place, fmt::format("TP {} beside TP {}", group.tp, same.tp), tool,
                                 "one TP degree in all stages",
                                 "choose a plan with one TP degree, or export for flagscale, whose stages may differ");
            if (group.cp != same.cp)
                return cannotSay(place, fmt::format("CP {} beside CP {}", group.cp, same.cp), tool,
                                 "one CP degree in all stages", "choose a plan with one CP degree");
            if (stage.microBatchSize != 0 && stage.microBatchSize != plan.microBatchSize)
                return cannotSay(place, fmt::format("a micro-batch size of {}", stage.microBatchSize), tool,
                                 "one micro-batch size", "choose a plan with one micro-batch size");
        }
    }
    return {};
}

/// Takes the order of the virtual stages; false if it is neither of the two that tools have.
bool readOrder(const Pipeline &pipeline, RankPlan &degrees)
{
    const auto order = virtualStageOrder(pipeline);
    bool round = true;
    bool turning = true;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const int row = static_cast<int>(i) / degrees.pp;
        const int column = static_cast<int>(i) % degrees.pp;
        round = round && order[i] == VirtualStage{column, row};
        turning = turning && order[i] == VirtualStage{row % 2 == 0 ? column : degrees.pp - 1 - column, row};
        const Stage &stage = pipeline.stages[static_cast<std::size_t>(order[i].stage)];
        degrees.layers.push_back(stage.chunks[static_cast<std::size_t>(order[i].chunk)].count);
    }
    degrees.turns = !round;
    return (round || turning) && !order.empty() && order.size() % pipeline.stages.size() == 0;
}

/// Without the number where it says all blocks or none.
StageRecompute meantBy(const Stage &stage, int planLayers)
{
    if (stage.recomputeLayers == 0)
        return Recompute::none;
    return {stage.recompute, recomputesAlike(stage, planLayers) ? std::nullopt : stage.recomputeLayers};
}

/// In the pipeline that needs the least memory for it.
StageRecompute recomputeOfStage(const Plan &plan, std::size_t stage, int planLayers)
{
    const auto rank = [](const StageRecompute &r) {
        return std::pair(r.kind, r.layers.value_or(std::numeric_limits<int>::max()));
    };
    StageRecompute most;
    for (const Pipeline &pipeline : plan.pipelines) {
        const StageRecompute one = meantBy(pipeline.stages[stage], planLayers);
        if (rank(one) > rank(most))
            most = one;
    }
    return most;
}

void addRanks(const TensorGroup &group, RankPlan &degrees)
{
    degrees.ranks.insert(degrees.ranks.end(), group.devices.begin(), group.devices.end());
}

} // namespace

std::string stagesHave(const std::vector<std::size_t> &stages)
{
    std::string text = stages.size() == 1 ? "stage " : "stages ";
    for (std::size_t i = 0; i < stages.size(); ++i)
        text += (i == 0 ? "" : i + 1 == stages.size() ? " and " : ", ") + std::to_string(stages[i]);
    return text + (stages.size() == 1 ? " has" : " have");
}

Result<RankPlan> rankPlanOf(const Plan &plan, const Topology &topology, std::string_view tool,
                            std::vector<std::string> &changes, bool dataOutermost)
{
    if (auto error = whyNot(plan, tool))
        return *error;
    const Pipeline &first = plan.pipelines.front();
    RankPlan degrees;
    degrees.dataOutermost = dataOutermost;
    const TensorGroup &group = first.stages.front().groups.front();
    degrees.tp = std::max(1, group.tp);
    degrees.cp = std::max(1, group.cp);
    degrees.ep = std::max(1, plan.expertParallel);
    degrees.dp = static_cast<int>(plan.pipelines.size());
    degrees.pp = static_cast<int>(first.stages.size());
    degrees.microBatch = plan.microBatchSize;
    degrees.microBatches = first.microBatches;
    if (!readOrder(first, degrees))
        return cannotSay("/pipelines/0", "virtual stages in an order of their own", tool,
                         "virtual stages round the stages, or back and forth,", "choose a plan with another schedule");

    const int planLayers = std::accumulate(degrees.layers.begin(), degrees.layers.end(), 0);
    degrees.stages = recomputesOfStages(plan, planLayers, tool, changes);
    for (std::size_t s = 0; s < first.stages.size(); ++s) {
        for (const Pipeline &pipeline : plan.pipelines) {
            const Stage &stage = pipeline.stages[s];
            if (!dataOutermost)
                addRanks(stage.groups.front(), degrees);
        }
    }
    for (const Pipeline &pipeline : plan.pipelines) {
        for (std::size_t s = 0; dataOutermost && s < pipeline.stages.size(); ++s)
            addRanks(pipeline.stages[s].groups.front(), degrees);
    }
    addRankChanges(degrees.ranks, topology, tool, changes);
    return degrees;
}

void addRankChanges(const std::vector<std::string> &ranks, const Topology &topology, std::string_view tool,
                    std::vector<std::string> &changes)
{
    // Whole nodes can be left out and started in any order; a node's devices cannot.
    const std::set<std::string> used(ranks.begin(), ranks.end());
    std::vector<std::string> left;
    std::size_t nodes = 0;
    for (const TopologyNode &node : topology.nodes()) {
        std::vector<std::string> without;
        for (const DeviceId device : node.devices) {
            if (!used.contains(topology.device(device).name))
                without.push_back(topology.device(device).name);
        }
        if (without.size() == node.devices.size())
            continue;
        ++nodes;
        left.insert(left.end(), without.begin(), without.end());
    }
    if (!left.empty()) {
        constexpr std::size_t most = 8;
        const std::size_t more = left.size() > most ? left.size() - most : 0;
        left.resize(left.size() - more);
        changes.push_back(
            fmt::format("{} cannot leave out devices {}{}: hide them from its processes, for example with "
                        "CUDA_VISIBLE_DEVICES",
                        tool, fmt::join(left, ", "), more > 0 ? fmt::format(" and {} more", more) : ""));
    }
    std::size_t breaks = 0; // where the next rank is not the next device of its node
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        const auto device = topology.findDevice(ranks[i]);
        const auto before = i > 0 ? topology.findDevice(ranks[i - 1]) : std::nullopt;
        if (!device || !before)
            continue;
        const TopologyDevice &one = topology.device(*device);
        const TopologyDevice &other = topology.device(*before);
        if (one.node != other.node)
            ++breaks;
        else if (one.indexInNode < other.indexInNode)
            breaks += nodes;
    }
    if (nodes > 0 && breaks >= nodes)
        changes.push_back(
            fmt::format("{} numbers the devices of a node one after the other: give the ranks the devices "
                        "in the order listed",
                        tool));
}

bool mayWaitForSends(const Plan &plan)
{
    return pipelineDegree(plan) > 1 && scheduleOf(plan.schedule).facts().allowsBlockingSends;
}

void addSharingChanges(const Plan &plan, std::string_view tool, const SharingOptions &said,
                       std::vector<std::string> &changes)
{
    const auto add = [&](bool isMissing, const std::string &what) {
        if (isMissing)
            changes.push_back(fmt::format("{} has no option for {}; the plan has it", tool, what));
    };
    const auto &sharing = plan.sharing;
    add(sharing.group > 0 && !said.group, fmt::format("states shared by groups of {} devices", sharing.group));
    add(!sharing.reshards && !said.keptWeights, "ZeRO-3 that keeps the gathered weights for the step");
    add(sharing.prefetch.has_value(), "a number of blocks that are gathered ahead");
    add(sharing.gatherPrecision.has_value(), "a precision of gathered weights");
    add(plan.offload.optimizer && !said.optimizer, "optimizer states in the memory of the hosts");
    add(plan.offload.parameters && !said.parameters, "weights in the memory of the hosts");
    add(plan.offload.activations, "activations in the memory of the hosts");
    add(plan.contextExchange.has_value() && !said.contextExchange, "what context parallelism exchanges");
    add(plan.gradientBucket > Bytes(0) && !said.bucket, "the size of gradient buckets");
    add(plan.overlap.pp && !said.sends && mayWaitForSends(plan), "stages that compute while they send");
    add(plan.scheduleOptions.postValidation, "an optimizer that does not wait for the global gradient norm");
}

bool mayOffload(const Topology &cluster, std::string_view what, std::vector<std::string> &notes)
{
    const bool states = !cluster.nodes().empty() &&
                        std::all_of(cluster.nodes().begin(), cluster.nodes().end(),
                                    [](const auto &node) { return node.hostBandwidth > BytesPerSecond(0); });
    if (!states)
        notes.push_back(fmt::format("{} is left out: the nodes of the cluster state no hostBandwidth", what));
    return states;
}

std::vector<StageRecompute> recomputesOfStages(const Plan &plan, int planLayers, std::string_view tool,
                                               std::vector<std::string> &changes)
{
    std::vector<StageRecompute> result;
    std::vector<std::size_t> unlike;
    for (std::size_t s = 0; s < plan.pipelines.front().stages.size(); ++s) {
        const StageRecompute most = recomputeOfStage(plan, s, planLayers);
        if (!std::all_of(plan.pipelines.begin(), plan.pipelines.end(),
                         [&](const Pipeline &one) { return meantBy(one.stages[s], planLayers) == most; }))
            unlike.push_back(s);
        result.push_back(most);
    }
    if (!unlike.empty())
        changes.push_back(fmt::format("{} recomputes alike in all pipelines: {} more recompute in some than in others, "
                                      "and the most is written",
                                      tool, stagesHave(unlike)));
    return result;
}

Recompute oneRecompute(const RankPlan &degrees, std::string_view tool, std::vector<std::string> &changes)
{
    Recompute most = Recompute::none;
    for (const StageRecompute &one : degrees.stages)
        most = std::max(most, one.kind);
    std::map<std::pair<Recompute, std::optional<int>>, std::vector<std::size_t>> unlike;
    for (std::size_t s = 0; s < degrees.stages.size(); ++s) {
        const StageRecompute &one = degrees.stages[s];
        if (one != StageRecompute(most))
            unlike[{one.kind, one.layers}].push_back(s);
    }
    for (const auto &[what, stages] : unlike)
        changes.push_back(fmt::format("{} recomputes alike in all {}, here {}: {} {}", tool,
                                      what.second ? "blocks of a stage" : "stages",
                                      recomputeNames[static_cast<std::size_t>(most)], stagesHave(stages),
                                      recomputeText(what.first, what.second)));
    return most;
}

Plan planOnRanks(const RankPlan &degrees, Plan shell)
{
    Plan plan = std::move(shell);
    plan.microBatchSize = degrees.microBatch;
    plan.contextParallel = degrees.cp;
    plan.expertParallel = degrees.ep;
    plan.pipelines.clear();
    std::vector<int> firstLayer(degrees.layers.size(), 0);
    for (std::size_t i = 1; i < degrees.layers.size(); ++i)
        firstLayer[i] = firstLayer[i - 1] + degrees.layers[i - 1];
    const int group = degrees.tp * degrees.cp;
    for (int d = 0; d < degrees.dp; ++d) {
        Pipeline pipeline;
        pipeline.microBatches = degrees.microBatches;
        for (int p = 0; p < degrees.pp; ++p) {
            Stage stage;
            if (!degrees.stages.empty()) {
                stage.recompute = degrees.stages[static_cast<std::size_t>(p)].kind;
                stage.recomputeLayers = degrees.stages[static_cast<std::size_t>(p)].layers;
                stage.recomputeModules = degrees.stages[static_cast<std::size_t>(p)].modules;
            }
            for (int c = 0; c < degrees.chunks(); ++c) {
                const int column = degrees.turns && c % 2 == 1 ? degrees.pp - 1 - p : p;
                const auto part = static_cast<std::size_t>(c * degrees.pp + column);
                stage.chunks.push_back({firstLayer[part], degrees.layers[part]});
            }
            TensorGroup devices;
            devices.tp = degrees.tp;
            devices.cp = degrees.cp;
            devices.ep = degrees.ep;
            devices.samples = degrees.microBatch;
            const int place = degrees.dataOutermost ? p + degrees.pp * d : d + degrees.dp * p;
            for (int i = 0; i < group; ++i)
                devices.devices.push_back(degrees.ranks[static_cast<std::size_t>(i + group * place)]);
            stage.groups.push_back(std::move(devices));
            pipeline.stages.push_back(std::move(stage));
        }
        plan.pipelines.push_back(std::move(pipeline));
    }
    return plan;
}

std::vector<int> evenLayers(int planLayers, int parts)
{
    std::vector<int> layers(static_cast<std::size_t>(parts), planLayers / parts);
    for (int i = 0; i < planLayers % parts; ++i)
        ++layers[static_cast<std::size_t>(i)];
    return layers;
}

std::vector<int> evenBlocks(int blocks, int parts)
{
    std::vector<int> layers = evenLayers(blocks, parts);
    ++layers.front();
    ++layers.back();
    return layers;
}

} // namespace heteroscope::launch
