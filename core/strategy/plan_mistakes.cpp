// SPDX-License-Identifier: GPL-3.0-or-later
#include "strategy/expert_layout.h"
#include "strategy/limits.h"
#include "strategy/plan.h"
#include "strategy/schedule.h"
#include "strategy/sharing_mistakes.h"
#include "json/object_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>
#include <vector>

namespace heteroscope {

namespace {

std::string rangeText(int minimum, int maximum)
{
    return "a whole number from " + std::to_string(minimum) + " to " + std::to_string(maximum);
}

Error withPath(Error error, const std::string &path)
{
    error.path = path + error.path;
    return error;
}

/// A place in the plan, of which a text is made only for an error. Refers to the place around it.
class Place
{
public:
    Place() = default;
    Place(const Place &around, const char *key) : m_around(&around), m_key(key) {}
    Place(const Place &around, const char *list, std::size_t index) : m_around(&around), m_key(list), m_index(index) {}

    std::string text() const
    {
        if (!m_around)
            return {};
        return m_around->text() + m_key + (m_index ? "/" + std::to_string(*m_index) : std::string());
    }

private:
    const Place *m_around = nullptr;
    const char *m_key = "";
    std::optional<std::size_t> m_index;
};

/// Where a device is used.
struct DevicePlace
{
    std::int32_t pipeline = -1; ///< -1: among the unused
    std::int32_t stage = 0;
    std::int32_t group = 0;
    std::int32_t index = -1; ///< -1: nowhere

    std::string text() const
    {
        return pipeline < 0
                   ? fmt::format("/unusedDevices/{}", index)
                   : fmt::format("/pipelines/{}/stages/{}/groups/{}/devices/{}", pipeline, stage, group, index);
    }
};

class PlanChecker
{
public:
    PlanChecker(const Plan &plan, const Topology &topology, const Workload &workload, std::string path,
                const StopToken &stop)
        : m_plan(plan),
          m_topology(topology),
          m_workload(workload),
          m_path(std::move(path)),
          m_meter(stop),
          m_places(topology.devices().size())
    {}

    Findings check()
    {
        range(Place({}, "/microBatchSize"), m_plan.microBatchSize, 1, limits::samples);
        range(Place({}, "/zeroStage"), m_plan.zeroStage, 0, 3);
        range(Place({}, "/contextParallel"), m_plan.contextParallel, 1, limits::degree);
        range(Place({}, "/expertParallel"), m_plan.expertParallel, 1, limits::degree);
        experts();
        if (m_plan.pipelines.empty())
            add(Place({}, "/pipelines"), "no pipeline", "at least one", "add a pipeline, or remove the plan");
        for (std::size_t i = 0; i < m_plan.pipelines.size() && !m_meter.isStopped(); ++i) {
            m_at = {static_cast<std::int32_t>(i), 0, 0, 0};
            pipeline(m_plan.pipelines[i], Place({}, "/pipelines", i));
        }
        m_at = {};
        sharedExperts();
        addSharingMistakes(m_plan, m_topology, m_path, m_meter, m_findings);
        for (std::size_t i = 0; i < m_plan.unusedDevices.size() && !m_meter.isStopped(); ++i)
            device(m_plan.unusedDevices[i], i);
        batch();
        if (m_tasks > limits::tasks)
            add(Place({}, "/pipelines"), std::to_string(m_tasks) + " passes (micro-batches x chunks x groups)",
                "at most " + std::to_string(limits::tasks), "fewer or larger micro-batches");
        return std::move(m_findings);
    }

private:
    template<class Where>
    void add(const Where &path, std::string found, std::string expected, std::string hint,
             Error::Code code = Error::Code::invalid)
    {
        m_findings.addError({code, {}, m_path + path.text(), std::move(found), std::move(expected), std::move(hint)});
    }

    bool range(const Place &path, int value, int minimum, int maximum)
    {
        if (value >= minimum && value <= maximum)
            return true;
        add(path, std::to_string(value), rangeText(minimum, maximum), "choose a number of this range");
        return false;
    }

    void experts()
    {
        const auto &moe = m_workload.model.moe;
        const int ep = m_plan.expertParallel;
        if (ep > 1 && !moe)
            add(Place({}, "/expertParallel"), std::to_string(ep), "1", m_workload.model.name + " has no experts");
        else if (ep > 1 && moe->experts % ep != 0)
            add(Place({}, "/expertParallel"), std::to_string(ep),
                "a divisor of the " + std::to_string(moe->experts) + " experts",
                "every expert-parallel group holds equally many experts");
    }

    /// Every expert must be on some device of its expert-parallel group. That group spreads over pipelines that are
    /// alike, so that each holds its share of the experts of the same layers.
    void sharedExperts()
    {
        if (!m_workload.model.moe || m_plan.expertParallel <= 1)
            return;
        const auto alike = alikePipelines(m_plan);
        const Place root;
        for (std::size_t p = 0; p < m_plan.pipelines.size() && !m_meter.stopAfter(1); ++p) {
            const Place pipelinePlace(root, "/pipelines", p);
            const auto &stages = m_plan.pipelines[p].stages;
            for (std::size_t s = 0; s < stages.size(); ++s) {
                for (std::size_t g = 0; g < stages[s].groups.size(); ++g) {
                    const auto &group = stages[s].groups[g];
                    if (group.tp < 1 || group.cp < 1 || group.ep <= 1 || expertLayout(group, alike[p]).isWhole)
                        continue;
                    const AlikePipelines all{0, static_cast<int>(m_plan.pipelines.size())};
                    if (expertLayout(group, all).isWhole)
                        return unlikePipeline(alike[p]);
                    const int count = alike[p].count;
                    return add(Place(Place(Place(pipelinePlace, "/stages", s), "/groups", g), "/ep"),
                               count == 1 ? fmt::format("EP {} over {} pipeline of TP {} x CP {}", group.ep, count,
                                                        group.tp, group.cp)
                                          : fmt::format("EP {} over {} pipelines of TP {} x CP {}", group.ep, count,
                                                        group.tp, group.cp),
                               "an expert-parallel degree for which every expert is on some device: a product of "
                               "divisors of pipelines, TP and CP",
                               "lower expertParallel, or give the stage more pipelines or devices");
                }
            }
        }
    }

    /// Those that are alike are too few to hold all experts; with others they would do.
    void unlikePipeline(const AlikePipelines &alike)
    {
        add(Place({}, "/pipelines", static_cast<std::size_t>(alike.first > 0 ? alike.first : alike.count)),
            "other stages or micro-batches than in the pipeline before it",
            "neighbouring pipelines with equal stages and micro-batches, because they share their experts",
            "cut all pipelines at the same layers into equal groups with equally many micro-batches, or set "
            "expertParallel to 1");
    }

    void pipeline(const Pipeline &pipeline, const Place &path)
    {
        const auto stages = pipeline.stages.size();
        if (stages == 0) {
            add(Place(path, "/stages"), "no stage", "at least one", "add a stage, or remove the pipeline");
            return;
        }
        range(Place(path, "/microBatches"), pipeline.microBatches, 1, limits::microBatches);
        microBatchRule(pipeline, path);
        chunks(pipeline, path);
        for (std::size_t s = 0; s < stages; ++s) {
            m_at.stage = static_cast<std::int32_t>(s);
            stage(pipeline, pipeline.stages[s], Place(path, "/stages", s));
        }
    }

    void microBatchRule(const Pipeline &pipeline, const Place &path)
    {
        const auto stages = static_cast<int>(pipeline.stages.size());
        if (auto refused = scheduleOf(m_plan.schedule).refusal(stages, pipeline.microBatches))
            add(Place(path, "/microBatches"), std::to_string(pipeline.microBatches), std::move(refused->expected),
                std::move(refused->reason));
    }

    /// How many chunks the schedule wants of each stage of a pipeline whose first stage has `own`; with its words.
    std::pair<std::size_t, std::string> chunkRule(std::size_t own) const
    {
        const auto &facts = scheduleOf(m_plan.schedule).facts();
        const auto least = static_cast<std::size_t>(facts.minChunks);
        const auto most = static_cast<std::size_t>(facts.maxChunks);
        const auto count = own < least || own > most ? least : own;
        if (least == most)
            return {count, most == 1 ? " chunk" : " chunks: one on the way down, one on the way up"};
        return {count, most == 2 && count == 1 ? " chunk, or two in all stages" : " chunks, like the first stage"};
    }

    /// "interleaved, zb-v and custom have several chunks in a stage".
    static std::string severalChunks()
    {
        std::vector<std::string_view> names;
        for (const auto kind : allSchedules()) {
            if (scheduleOf(kind).facts().maxChunks > 1)
                names.push_back(scheduleName(kind));
        }
        return fmt::format("{} and {} have several chunks in a stage", fmt::join(names.begin(), names.end() - 1, ", "),
                           names.back());
    }

    /// The chunks, in the order the schedule goes through them, must be layers 0 to the last one.
    void chunks(const Pipeline &pipeline, const Place &path)
    {
        const auto [count, words] = chunkRule(pipeline.stages.front().chunks.size());
        bool alike = true;
        for (std::size_t s = 0; s < pipeline.stages.size(); ++s) {
            const auto &own = pipeline.stages[s].chunks;
            if (own.size() == count)
                continue;
            alike = false;
            add(Place(Place(path, "/stages", s), "/chunks"), std::to_string(own.size()) + " chunks",
                std::to_string(count) + words, count == 1 ? severalChunks() : "give all stages equally many chunks");
        }
        if (!alike)
            return;
        auto order =
            virtualStageOrder(m_plan.schedule, static_cast<int>(pipeline.stages.size()), static_cast<int>(count));
        if (order.empty())
            order = virtualStageOrder(pipeline);
        std::int64_t next = 0;
        for (const auto &at : order) {
            const auto &chunk =
                pipeline.stages[static_cast<std::size_t>(at.stage)].chunks[static_cast<std::size_t>(at.chunk)];
            const Place atStage(path, "/stages", static_cast<std::size_t>(at.stage));
            const Place place(atStage, "/chunks", static_cast<std::size_t>(at.chunk));
            if (chunk.count < 1) {
                add(place, std::to_string(chunk.count) + " layers", "at least one",
                    "remove the chunk, or give it layers of a neighbour");
                return;
            }
            if (chunk.first != next) {
                add(place, "a chunk that begins with layer " + std::to_string(chunk.first),
                    "layer " + std::to_string(next), "each layer belongs to exactly one chunk, in order");
                return;
            }
            next += chunk.count;
        }
        if (const int layers = m_workload.model.planLayers(); next != layers) {
            add(Place(path, "/stages"), std::to_string(next) + " layers in all",
                std::to_string(layers) + " (embedding, " + std::to_string(m_workload.model.layers) + " blocks, head)",
                "the last chunk ends with the head");
            return;
        }
        const auto &schedule = scheduleOf(m_plan.schedule);
        if (!schedule.facts().isWritten)
            return;
        ScheduleShape shape{static_cast<int>(pipeline.stages.size()), pipeline.microBatches, static_cast<int>(count),
                            m_plan.scheduleOptions};
        shape.way = std::move(order);
        if (const auto orders = schedule.orders(shape); !orders)
            m_findings.addError(withPath(orders.error(), m_path + "/scheduleOptions/actions"));
    }

    void stage(const Pipeline &pipeline, const Stage &stage, const Place &path)
    {
        if (stage.microBatchSize != 0 && stage.microBatchSize != m_plan.microBatchSize)
            add(Place(path, "/microBatchSize"), std::to_string(stage.microBatchSize),
                "the plan's micro-batch size, " + std::to_string(m_plan.microBatchSize),
                "stages with micro-batches of their own size are not simulated yet");
        if (stage.recomputeLayers &&
            range(Place(path, "/recomputeLayers"), *stage.recomputeLayers, 0, limits::layers) &&
            stage.recompute != Recompute::full)
            add(Place(path, "/recomputeLayers"),
                fmt::format("{} with recompute \"{}\"", *stage.recomputeLayers,
                            recomputeNames[static_cast<std::size_t>(stage.recompute)]),
                "recompute \"full\", of which it is the number of blocks",
                "set recompute to \"full\", or remove recomputeLayers");
        if (!stage.recomputeModules.isEmpty() && stage.recompute != Recompute::selective)
            add(Place(path, "/recomputeModules"),
                fmt::format("modules with recompute \"{}\"", recomputeNames[static_cast<std::size_t>(stage.recompute)]),
                "recompute \"selective\", which repeats them",
                "set recompute to \"selective\", or remove recomputeModules");
        if (stage.groups.empty()) {
            add(Place(path, "/groups"), "no group", "at least one", "add a group with devices, or remove the stage");
            return;
        }
        std::int64_t samples = 0;
        for (std::size_t g = 0; g < stage.groups.size(); ++g) {
            const Place place(path, "/groups", g);
            m_at.group = static_cast<std::int32_t>(g);
            group(stage, stage.groups[g], place);
            range(Place(place, "/samples"), stage.groups[g].samples, 1, limits::samples);
            samples += stage.groups[g].samples;
        }
        if (samples != m_plan.microBatchSize)
            add(Place(path, "/groups"), std::to_string(samples) + " samples in all groups",
                "the micro-batch size, " + std::to_string(m_plan.microBatchSize),
                "change the samples of the groups, or microBatchSize");
        m_tasks += static_cast<std::int64_t>(std::clamp(pipeline.microBatches, 0, limits::microBatches)) *
                   static_cast<std::int64_t>(stage.groups.size()) *
                   static_cast<std::int64_t>(std::max<std::size_t>(1, stage.chunks.size()));
    }

    void group(const Stage &stage, const TensorGroup &group, const Place &path)
    {
        const auto &model = m_workload.model;
        const int sequence = m_workload.job.sequenceLength;
        bool inRange = true;
        for (const auto &[key, degree] :
             {std::pair("/tp", group.tp), std::pair("/cp", group.cp), std::pair("/ep", group.ep)})
            inRange = range(Place(path, key), degree, 1, limits::degree) && inRange;
        if (!inRange)
            return;
        const auto needed = static_cast<std::int64_t>(group.tp) * group.cp;
        if (needed != static_cast<std::int64_t>(group.devices.size()))
            add(Place(path, "/devices"), std::to_string(group.devices.size()) + " devices",
                std::to_string(needed) + " (tp " + std::to_string(group.tp) + " x cp " + std::to_string(group.cp) + ")",
                "list so many devices, or change tp or cp");
        for (std::size_t d = 0; d < group.devices.size(); ++d)
            device(group.devices[d], d);
        divides(Place(path, "/ep"), group.ep, m_plan.expertParallel, "the plan's expertParallel");
        divides(Place(path, "/cp"), group.cp, m_plan.contextParallel, "the plan's contextParallel");
        divides(Place(path, "/cp"), group.cp, sequence, "the sequence length");
        if (m_plan.sequenceParallel && sequence % group.cp == 0)
            divides(Place(path, "/tp"), group.tp, sequence / group.cp,
                    "the sequence length of a device (sequence parallelism)");
        const bool hasBlocks = std::any_of(stage.chunks.begin(), stage.chunks.end(), [&model](const LayerRange &chunk) {
            return chunk.first <= model.layers && static_cast<std::int64_t>(chunk.first) + chunk.count > 1;
        });
        if (!hasBlocks)
            return;
        divides(Place(path, "/tp"), group.tp, model.heads, "the attention heads");
        if (group.cp > 1 && m_plan.contextExchange == ContextExchange::ulysses && model.heads % group.tp == 0)
            divides(Place(path, "/cp"), group.cp, model.heads / group.tp,
                    "the attention heads of a device (contextExchange \"ulysses\")");
        for (const int heads : mixerHeads(model))
            divides(Place(path, "/tp"), group.tp, heads,
                    "the heads of linear attention, state space or vision tower, or the tower's MLP width");
        if (model.uses(Feed::dense))
            divides(Place(path, "/tp"), group.tp, model.ffn, "the MLP's width");
        if (model.moe)
            divides(Place(path, "/tp"), group.tp, model.moe->expertFfn, "an expert's width");
    }

    void divides(const Place &path, int divisor, int whole, const char *what)
    {
        if (whole % divisor != 0)
            add(path, std::to_string(divisor), std::string("a divisor of ") + what + ", " + std::to_string(whole),
                "each device takes an equal share of it");
    }

    /// The index-th device of the place m_at.
    void device(const std::string &name, std::size_t index)
    {
        if (m_meter.stopAfter(8))
            return;
        m_at.index = static_cast<std::int32_t>(index);
        const auto id = m_topology.findDevice(name);
        if (!id) {
            add(m_at, quoteText(name), "a device of the cluster, like \"node:0\"",
                "name the node and the number of its device, counted from 0", Error::Code::reference);
            return;
        }
        auto &place = m_places[id->index()];
        if (place.index >= 0)
            add(m_at, quoteText(name) + " again", "each device in one place",
                "it is at " + m_path + place.text() + " already");
        else
            place = m_at;
        if (m_at.pipeline >= 0)
            precision(*id);
    }

    /// Each device type is reported once.
    void precision(DeviceId id)
    {
        const auto &type = m_topology.typeOf(id);
        const auto wanted = m_workload.job.precision;
        if (computes(type, m_workload.job) || !m_checkedTypes.insert(m_topology.device(id).type).second)
            return;
        if (type.peakAt(wanted)) {
            const auto recipe = narrowRecipeNames[static_cast<std::size_t>(*m_workload.job.recipe)];
            add(m_at, "a device (" + type.name + ") that does not scale products by " + std::string(recipe),
                "a recipe that it has", "take another recipe or none, or leave these devices unused");
            return;
        }
        std::string known;
        for (std::size_t i = 0; i < precisionNames.size(); ++i) {
            if (type.peak[i])
                known += (known.empty() ? "" : ", ") + std::string(precisionNames[i]);
        }
        std::string_view instead;
        for (const auto precision : {Precision::bf16, Precision::fp16, Precision::tf32, Precision::fp32}) {
            if (instead.empty() && type.peakAt(precision))
                instead = precisionNames[static_cast<std::size_t>(precision)];
        }
        add(m_at,
            "a device (" + type.name + ") without " + std::string(precisionNames[static_cast<std::size_t>(wanted)]),
            "one of its precisions: " + known,
            instead.empty() ? "leave these devices unused"
                            : "train in " + std::string(instead) + ", or leave these devices unused");
    }

    void batch()
    {
        std::int64_t samples = 0;
        for (const auto &pipeline : m_plan.pipelines)
            samples += static_cast<std::int64_t>(pipeline.microBatches) * m_plan.microBatchSize;
        if (samples != m_workload.job.globalBatch && !m_plan.pipelines.empty())
            add(Place({}, "/pipelines"), std::to_string(samples) + " sequences in all micro-batches of all pipelines",
                "the global batch, " + std::to_string(m_workload.job.globalBatch),
                "change the micro-batches of the pipelines, or the global batch");
    }

    const Plan &m_plan;
    const Topology &m_topology;
    const Workload &m_workload;
    std::string m_path;
    Findings m_findings;
    StopMeter m_meter;                 // a unit: an eighth of a device
    DevicePlace m_at;                  // that is looked at
    std::vector<DevicePlace> m_places; // by device: the first one
    std::set<std::size_t> m_checkedTypes;
    std::int64_t m_tasks = 0;
};

} // namespace

Findings findPlanMistakes(const Plan &plan, const Topology &topology, const Workload &workload, const std::string &path,
                          const StopToken &stop)
{
    return PlanChecker(plan, topology, workload, path, stop).check();
}

} // namespace heteroscope
