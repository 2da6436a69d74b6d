// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/controls.h"

#include "base/numbers.h"
#include "cluster/catalog.h"
#include "strategy/change_schedule.h"
#include "strategy/limits.h"
#include "strategy/plan_edits.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace heteroscope {

namespace {

Error badValue(const LessonControl &control, std::string found, std::string expected)
{
    return {Error::Code::invalid,
            {},
            {},
            std::move(found),
            std::move(expected),
            "choose another value of the control " + quoteText(control.name)};
}

Error missingThing(const LessonControl &control, std::string expected)
{
    return {Error::Code::reference,
            {},
            {},
            control.target.empty() ? "nothing" : quoteText(control.target),
            std::move(expected),
            "the control " + quoteText(control.name) + " needs it in the project"};
}

template<class Named>
Named *thingNamed(std::vector<Named> &things, const std::string &name)
{
    const auto found = std::find_if(things.begin(), things.end(), [&](const Named &it) { return it.name == name; });
    return found == things.end() ? nullptr : &*found;
}

std::optional<std::size_t> stageTarget(const LessonControl &control)
{
    std::size_t stage = 0;
    const char *end = control.target.data() + control.target.size();
    const auto [at, code] = std::from_chars(control.target.data(), end, stage);
    return code == std::errc() && at == end ? std::optional(stage) : std::nullopt;
}

int layersOf(const Stage &stage)
{
    int layers = 0;
    for (const LayerRange &chunk : stage.chunks)
        layers += chunk.count;
    return layers;
}

/// Sequences of a step of the plan.
std::int64_t sequencesOf(const Plan &plan)
{
    std::int64_t sequences = 0;
    for (const Pipeline &pipeline : plan.pipelines) {
        const int own = pipeline.stages.empty() ? 0 : pipeline.stages.front().microBatchSize;
        sequences += static_cast<std::int64_t>(pipeline.microBatches) * (own > 0 ? own : plan.microBatchSize);
    }
    return sequences;
}

Status setGlobalBatch(Project &project, const LessonControl &control, std::int64_t sequences)
{
    if (sequences < 1 || sequences > std::numeric_limits<int>::max())
        return badValue(control, fmt::format("{} sequences in a step", sequences), "from 1 to 2,147,483,647");
    project.workload.job.globalBatch = static_cast<int>(sequences);
    return {};
}

/// Cuts the blocks into equal chunks, in the order in which a micro-batch visits them.
Result<Plan> withChunks(Plan plan, int chunks, const Model &model, const LessonControl &control)
{
    for (Pipeline &pipeline : plan.pipelines) {
        const int stages = static_cast<int>(pipeline.stages.size());
        const std::int64_t parts = static_cast<std::int64_t>(stages) * chunks;
        if (chunks < 1 || parts < 1 || parts > model.layers || model.layers % static_cast<int>(parts) != 0)
            return badValue(control, fmt::format("{} chunks of each of {} stages", chunks, stages),
                            fmt::format("a divisor of the {} blocks", model.layers));
        const int blocks = model.layers / static_cast<int>(parts);
        int next = 0;
        for (Stage &stage : pipeline.stages)
            stage.chunks.clear();
        for (int part = 0; part < parts; ++part) {
            const int count = blocks + (part == 0 ? 1 : 0) + (part == parts - 1 ? 1 : 0);
            pipeline.stages[static_cast<std::size_t>(part % stages)].chunks.push_back({next, count});
            next += count;
        }
    }
    plan.schedule = chunks > 1 ? ScheduleKind::interleaved : ScheduleKind::oneFOneB;
    plan.scheduleOptions = {};
    return plan;
}

/// The changes of the first plan, each from its value.
class ControlledPlan
{
public:
    ControlledPlan(Project &project, const LessonControl &control) : m_project(project), m_control(control) {}

    Status byNumber(double value)
    {
        Plan &plan = m_project.plans.front().plan;
        switch (m_control.kind) {
        case ControlKind::microBatches:
            for (Pipeline &pipeline : plan.pipelines)
                pipeline.microBatches = whole(value);
            return setGlobalBatch(m_project, m_control, sequencesOf(plan));
        case ControlKind::globalBatch: {
            const std::int64_t old = std::max<std::int64_t>(1, sequencesOf(plan));
            for (Pipeline &pipeline : plan.pipelines) {
                const std::int64_t product = static_cast<std::int64_t>(pipeline.microBatches) * whole(value);
                if (product % old != 0)
                    return badValue(m_control, fmt::format("{} sequences", whole(value)),
                                    "whole micro-batches of each pipeline");
                pipeline.microBatches = static_cast<int>(product / old);
            }
            return setGlobalBatch(m_project, m_control, whole(value));
        }
        case ControlKind::chunks:
            return take(withChunks(plan, whole(value), m_project.workload.model, m_control));
        case ControlKind::cut: {
            const auto stage = stageTarget(m_control);
            if (!stage || plan.pipelines.empty() || *stage + 1 >= plan.pipelines.front().stages.size())
                return missingThing(m_control, "the number of a stage that has a next one");
            return take(moveBorder(plan, 0, *stage, whole(value) - layersOf(plan.pipelines.front().stages[*stage])));
        }
        default:
            plan.zeroStage = std::clamp(whole(value), 0, 3);
            return {};
        }
    }

    Status byWord(const std::string &word)
    {
        Plan &plan = m_project.plans.front().plan;
        switch (m_control.kind) {
        case ControlKind::schedule: {
            const auto kind = findSchedule(word);
            if (!kind)
                return badValue(m_control, quoteText(word), "the name of a schedule, such as 1f1b");
            return take(withSchedule(plan, *kind, m_project.workload.model));
        }
        case ControlKind::plan: {
            const auto found = std::find_if(m_project.plans.begin(), m_project.plans.end(),
                                            [&](const NamedPlan &named) { return named.name == word; });
            if (found == m_project.plans.end())
                return badValue(m_control, quoteText(word), "the name of a plan of the project");
            std::rotate(m_project.plans.begin(), found, found + 1);
            return setGlobalBatch(m_project, m_control, sequencesOf(m_project.plans.front().plan));
        }
        case ControlKind::recompute: {
            const auto kind = std::find(recomputeNames.begin(), recomputeNames.end(), word);
            if (kind == recomputeNames.end())
                return badValue(m_control, quoteText(word), "none, selective or full");
            for (Pipeline &pipeline : plan.pipelines) {
                for (Stage &stage : pipeline.stages) {
                    stage.recompute = static_cast<Recompute>(kind - recomputeNames.begin());
                    stage.recomputeLayers.reset();
                }
            }
            return {};
        }
        default:
            if (word != "on" && word != "off")
                return badValue(m_control, quoteText(word), "on or off");
            plan.overlap.dp = word == "on";
            return {};
        }
    }

private:
    static int whole(double value)
    {
        return static_cast<int>(std::clamp(std::round(value), 0.0, static_cast<double>(limits::microBatches)));
    }
    Status take(Result<Plan> changed)
    {
        if (!changed)
            return changed.error();
        m_project.plans.front().plan = *std::move(changed);
        return {};
    }

    Project &m_project;
    const LessonControl &m_control;
};

bool isOfPlan(ControlKind kind)
{
    switch (kind) {
    case ControlKind::sequenceLength:
    case ControlKind::gradientPrecision:
    case ControlKind::bandwidth:
    case ControlKind::deviceType:
    case ControlKind::startTime:
        return false;
    default:
        return true;
    }
}

bool hasWords(ControlKind kind)
{
    switch (kind) {
    case ControlKind::schedule:
    case ControlKind::plan:
    case ControlKind::recompute:
    case ControlKind::overlap:
    case ControlKind::gradientPrecision:
    case ControlKind::deviceType:
        return true;
    default:
        return false;
    }
}

Status changeOther(LessonState &state, const LessonControl &control, double number, const std::string &word)
{
    Project &project = state.project;
    switch (control.kind) {
    case ControlKind::sequenceLength:
        if (number < 1 || number > 1e8)
            return badValue(control, factorText(number), "from 1 to 100,000,000 tokens");
        project.workload.job.sequenceLength = static_cast<int>(number);
        return {};
    case ControlKind::gradientPrecision: {
        const auto found = std::find(precisionNames.begin(), precisionNames.end(), word);
        if (found == precisionNames.end())
            return badValue(control, quoteText(word), "bf16 or fp32");
        project.workload.job.gradientPrecision = static_cast<Precision>(found - precisionNames.begin());
        return {};
    }
    case ControlKind::bandwidth: {
        Link *link = thingNamed(project.cluster.links, control.target);
        if (!link)
            return missingThing(control, "the name of a link");
        if (!(number > 0))
            return badValue(control, factorText(number), "more than 0 bytes/s");
        link->bandwidth = BytesPerSecond(number);
        return {};
    }
    case ControlKind::deviceType: {
        Node *node = thingNamed(project.cluster.nodes, control.target);
        if (!node)
            return missingThing(control, "the name of a node");
        if (!findDeviceType(project.cluster, word))
            return badValue(control, quoteText(word), "a device type of the catalog");
        for (Device &device : node->devices)
            device.type = word;
        return {};
    }
    default:
        if (!(number >= 0))
            return badValue(control, factorText(number), "a time of at least 0 s");
        state.startTime = Seconds(number);
        return {};
    }
}

std::optional<ControlValue> planValue(const NamedPlan &named, const Project &project, const LessonControl &control)
{
    const Plan &plan = named.plan;
    if (plan.pipelines.empty() || plan.pipelines.front().stages.empty())
        return std::nullopt;
    const Pipeline &pipeline = plan.pipelines.front();
    switch (control.kind) {
    case ControlKind::microBatches:
        return static_cast<double>(pipeline.microBatches);
    case ControlKind::globalBatch:
        return static_cast<double>(project.workload.job.globalBatch);
    case ControlKind::schedule:
        return std::string(scheduleName(plan.schedule));
    case ControlKind::chunks:
        return static_cast<double>(virtualStages(plan));
    case ControlKind::cut: {
        const auto stage = stageTarget(control);
        if (!stage || *stage >= pipeline.stages.size())
            return std::nullopt;
        return static_cast<double>(layersOf(pipeline.stages[*stage]));
    }
    case ControlKind::plan:
        return named.name;
    case ControlKind::recompute:
        return std::string(recomputeNames[static_cast<std::size_t>(pipeline.stages.front().recompute)]);
    case ControlKind::overlap:
        return std::string(plan.overlap.dp ? "on" : "off");
    default:
        return static_cast<double>(plan.zeroStage);
    }
}

} // namespace

std::optional<ControlValue> controlValue(const LessonState &state, const LessonControl &control)
{
    const Project &project = state.project;
    if (isOfPlan(control.kind))
        return project.plans.empty() ? std::nullopt : planValue(project.plans.front(), project, control);
    switch (control.kind) {
    case ControlKind::sequenceLength:
        return static_cast<double>(project.workload.job.sequenceLength);
    case ControlKind::gradientPrecision:
        return std::string(precisionNames[static_cast<std::size_t>(project.workload.job.gradientPrecision)]);
    case ControlKind::bandwidth: {
        const Link *link = project.cluster.findLink(control.target);
        return link ? std::optional<ControlValue>(link->bandwidth.value) : std::nullopt;
    }
    case ControlKind::deviceType: {
        const Node *node = project.cluster.findNode(control.target);
        return node && !node->devices.empty() ? std::optional<ControlValue>(node->devices.front().type) : std::nullopt;
    }
    default:
        return state.startTime.value;
    }
}

Result<LessonState> withControl(const LessonState &state, const LessonControl &control, const ControlValue &value)
{
    const double *number = std::get_if<double>(&value);
    const std::string *word = std::get_if<std::string>(&value);
    if (hasWords(control.kind) ? !word : !number)
        return badValue(control, controlText(control, value), hasWords(control.kind) ? "a word" : "a number");
    LessonState changed = state;
    Status status;
    if (!isOfPlan(control.kind))
        status = changeOther(changed, control, number ? *number : 0, word ? *word : std::string());
    else if (changed.project.plans.empty())
        status = missingThing(control, "a plan");
    else
        status = number ? ControlledPlan(changed.project, control).byNumber(*number)
                        : ControlledPlan(changed.project, control).byWord(*word);
    if (!status)
        return status.error();
    return changed;
}

Result<LessonState> withSettings(const Lesson &lesson, LessonState state, const ControlSettings &settings)
{
    for (const auto &[name, value] : settings) {
        const LessonControl *control = lesson.findControl(name);
        if (!control)
            return Error{Error::Code::reference,  {}, {}, quoteText(name), "the name of a control of the lesson",
                         "add it to \"controls\""};
        auto next = withControl(state, *control, value);
        if (!next)
            return next;
        state = *std::move(next);
    }
    return state;
}

std::string controlText(const LessonControl &control, const ControlValue &value)
{
    if (const std::string *word = std::get_if<std::string>(&value)) {
        const auto kind = control.kind == ControlKind::schedule ? findSchedule(*word) : std::nullopt;
        return kind ? std::string(displayName(*kind)) : *word;
    }
    const double number = std::get<double>(value);
    if (control.kind == ControlKind::bandwidth)
        return bandwidthText(BytesPerSecond(number));
    if (control.kind == ControlKind::startTime)
        return secondsText(Seconds(number));
    return inputText(number);
}

} // namespace heteroscope
