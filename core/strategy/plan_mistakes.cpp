// SPDX-License-Identifier: GPL-3.0-or-later
#include "strategy/limits.h"
#include "strategy/plan.h"
#include "strategy/schedule.h"
#include "json/object_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <unordered_map>

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

class PlanChecker
{
public:
    PlanChecker(const Plan &plan, const Topology &topology, const Workload &workload, std::string path)
        : m_plan(plan), m_topology(topology), m_workload(workload), m_path(std::move(path))
    {}

    Findings check()
    {
        range("/microBatchSize", m_plan.microBatchSize, 1, limits::samples);
        range("/zeroStage", m_plan.zeroStage, 0, 3);
        range("/contextParallel", m_plan.contextParallel, 1, limits::degree);
        range("/expertParallel", m_plan.expertParallel, 1, limits::degree);
        experts();
        if (m_plan.pipelines.empty())
            add("/pipelines", "no pipeline", "at least one", "add a pipeline, or remove the plan");
        for (std::size_t i = 0; i < m_plan.pipelines.size(); ++i)
            pipeline(m_plan.pipelines[i], "/pipelines/" + std::to_string(i));
        for (std::size_t i = 0; i < m_plan.unusedDevices.size(); ++i)
            device(m_plan.unusedDevices[i], "/unusedDevices/" + std::to_string(i), true);
        batch();
        if (m_tasks > limits::tasks)
            add("/pipelines", std::to_string(m_tasks) + " passes (micro-batches x chunks x groups)",
                "at most " + std::to_string(limits::tasks), "fewer or larger micro-batches");
        return std::move(m_findings);
    }

private:
    void add(const std::string &path, std::string found, std::string expected, std::string hint,
             Error::Code code = Error::Code::invalid)
    {
        m_findings.addError({code, {}, m_path + path, std::move(found), std::move(expected), std::move(hint)});
    }

    bool range(const std::string &path, int value, int minimum, int maximum)
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
            add("/expertParallel", std::to_string(ep), "1", m_workload.model.name + " has no experts");
        else if (ep > 1 && moe->experts % ep != 0)
            add("/expertParallel", std::to_string(ep), "a divisor of the " + std::to_string(moe->experts) + " experts",
                "every expert-parallel group holds equally many experts");
    }

    void pipeline(const Pipeline &pipeline, const std::string &path)
    {
        const auto stages = pipeline.stages.size();
        if (stages == 0) {
            add(path + "/stages", "no stage", "at least one", "add a stage, or remove the pipeline");
            return;
        }
        range(path + "/microBatches", pipeline.microBatches, 1, limits::microBatches);
        microBatchRule(pipeline, path);
        chunks(pipeline, path);
        for (std::size_t s = 0; s < stages; ++s)
            stage(pipeline, pipeline.stages[s], path + "/stages/" + std::to_string(s));
    }

    void microBatchRule(const Pipeline &pipeline, const std::string &path)
    {
        const auto stages = static_cast<int>(pipeline.stages.size());
        if (auto refused = scheduleOf(m_plan.schedule).refusal(stages, pipeline.microBatches))
            add(path + "/microBatches", std::to_string(pipeline.microBatches), std::move(refused->expected),
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
    void chunks(const Pipeline &pipeline, const std::string &path)
    {
        const auto [count, words] = chunkRule(pipeline.stages.front().chunks.size());
        bool alike = true;
        for (std::size_t s = 0; s < pipeline.stages.size(); ++s) {
            const auto &own = pipeline.stages[s].chunks;
            if (own.size() == count)
                continue;
            alike = false;
            add(path + "/stages/" + std::to_string(s) + "/chunks", std::to_string(own.size()) + " chunks",
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
            const auto place = path + "/stages/" + std::to_string(at.stage) + "/chunks/" + std::to_string(at.chunk);
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
            add(path + "/stages", std::to_string(next) + " layers in all",
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

    void stage(const Pipeline &pipeline, const Stage &stage, const std::string &path)
    {
        if (stage.microBatchSize != 0 && stage.microBatchSize != m_plan.microBatchSize)
            add(path + "/microBatchSize", std::to_string(stage.microBatchSize),
                "the plan's micro-batch size, " + std::to_string(m_plan.microBatchSize),
                "stages with micro-batches of their own size are not simulated yet");
        if (stage.groups.empty()) {
            add(path + "/groups", "no group", "at least one", "add a group with devices, or remove the stage");
            return;
        }
        std::int64_t samples = 0;
        for (std::size_t g = 0; g < stage.groups.size(); ++g) {
            const auto place = path + "/groups/" + std::to_string(g);
            group(stage, stage.groups[g], place);
            range(place + "/samples", stage.groups[g].samples, 1, limits::samples);
            samples += stage.groups[g].samples;
        }
        if (samples != m_plan.microBatchSize)
            add(path + "/groups", std::to_string(samples) + " samples in all groups",
                "the micro-batch size, " + std::to_string(m_plan.microBatchSize),
                "change the samples of the groups, or microBatchSize");
        m_tasks += static_cast<std::int64_t>(std::clamp(pipeline.microBatches, 0, limits::microBatches)) *
                   static_cast<std::int64_t>(stage.groups.size()) *
                   static_cast<std::int64_t>(std::max<std::size_t>(1, stage.chunks.size()));
    }

    void group(const Stage &stage, const TensorGroup &group, const std::string &path)
    {
        const auto &model = m_workload.model;
        const int sequence = m_workload.job.sequenceLength;
        bool inRange = true;
        for (const auto &[key, degree] :
             {std::pair("/tp", group.tp), std::pair("/cp", group.cp), std::pair("/ep", group.ep)})
            inRange = range(path + key, degree, 1, limits::degree) && inRange;
        if (!inRange)
            return;
        const auto needed = static_cast<std::int64_t>(group.tp) * group.cp;
        if (needed != static_cast<std::int64_t>(group.devices.size()))
            add(path + "/devices", std::to_string(group.devices.size()) + " devices",
                std::to_string(needed) + " (tp " + std::to_string(group.tp) + " x cp " + std::to_string(group.cp) + ")",
                "list so many devices, or change tp or cp");
        for (std::size_t d = 0; d < group.devices.size(); ++d)
            device(group.devices[d], path + "/devices/" + std::to_string(d), false);
        divides(path + "/ep", group.ep, m_plan.expertParallel, "the plan's expertParallel");
        divides(path + "/cp", group.cp, m_plan.contextParallel, "the plan's contextParallel");
        divides(path + "/cp", group.cp, sequence, "the sequence length");
        if (m_plan.sequenceParallel && sequence % group.cp == 0)
            divides(path + "/tp", group.tp, sequence / group.cp,
                    "the sequence length of a device (sequence parallelism)");
        const bool hasBlocks = std::any_of(stage.chunks.begin(), stage.chunks.end(), [&model](const LayerRange &chunk) {
            return chunk.first <= model.layers && static_cast<std::int64_t>(chunk.first) + chunk.count > 1;
        });
        if (!hasBlocks)
            return;
        divides(path + "/tp", group.tp, model.heads, "the attention heads");
        if (!model.moe || model.moe->denseLayers > 0)
            divides(path + "/tp", group.tp, model.ffn, "the MLP's width");
        if (model.moe)
            divides(path + "/tp", group.tp, model.moe->expertFfn, "an expert's width");
    }

    void divides(const std::string &path, int divisor, int whole, const char *what)
    {
        if (whole % divisor != 0)
            add(path, std::to_string(divisor), std::string("a divisor of ") + what + ", " + std::to_string(whole),
                "each device takes an equal share of it");
    }

    void device(const std::string &name, const std::string &path, bool unused)
    {
        const auto id = m_topology.findDevice(name);
        if (!id) {
            add(path, quoteText(name), "a device of the cluster, like \"node:0\"",
                "name the node and the number of its device, counted from 0", Error::Code::reference);
            return;
        }
        if (const auto [first, added] = m_places.try_emplace(id->value, path); !added)
            add(path, quoteText(name) + " again", "each device in one place",
                "it is at " + m_path + first->second + " already");
        if (!unused)
            precision(*id, path);
    }

    /// Each device type is reported once.
    void precision(DeviceId id, const std::string &path)
    {
        const auto &type = m_topology.typeOf(id);
        const auto wanted = m_workload.job.precision;
        if (type.peakAt(wanted) || !m_checkedTypes.insert(m_topology.device(id).type).second)
            return;
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
        add(path,
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
            add("/pipelines", std::to_string(samples) + " sequences in all micro-batches of all pipelines",
                "the global batch, " + std::to_string(m_workload.job.globalBatch),
                "change the micro-batches of the pipelines, or the global batch");
    }

    const Plan &m_plan;
    const Topology &m_topology;
    const Workload &m_workload;
    std::string m_path;
    Findings m_findings;
    std::unordered_map<std::int32_t, std::string> m_places;
    std::set<std::size_t> m_checkedTypes;
    std::int64_t m_tasks = 0;
};

} // namespace

Findings findPlanMistakes(const Plan &plan, const Topology &topology, const Workload &workload, const std::string &path)
{
    return PlanChecker(plan, topology, workload, path).check();
}

} // namespace heteroscope
