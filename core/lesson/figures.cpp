// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/figures.h"

#include "base/closest_name.h"
#include "cost/calibration_values.h"
#include "cost/job_software.h"
#include "planner/recommendation.h"
#include "planner/search.h"
#include "simulator/predict_step.h"

#include <algorithm>
#include <charconv>

namespace heteroscope {

namespace {

constexpr LessonUnit plainUnit{};
constexpr LessonUnit secondsUnit{1, 0, 0};
constexpr LessonUnit bytesUnit{0, 1, 0};
constexpr LessonUnit rateUnit{-1, 1, 0};

constexpr std::array<std::string_view, 6> trafficNames = {"tp", "send", "receive", "dp", "cp", "ep"};
constexpr std::array<std::string_view, memoryPartCount> partNames = {
    "weights", "gradients", "optimizerState", "activations", "logits", "buffers", "reserve"};

Error figureError(std::string found, std::string expected, std::string hint)
{
    return {Error::Code::reference, {}, {}, std::move(found), std::move(expected), std::move(hint)};
}

template<std::size_t size>
Result<std::size_t> wordIndex(const std::string &word, const std::array<std::string_view, size> &words)
{
    const auto found = std::find(words.begin(), words.end(), word);
    if (found != words.end())
        return static_cast<std::size_t>(found - words.begin());
    std::string list;
    for (const auto &known : words)
        list += (list.empty() ? "" : ", ") + std::string(known);
    return figureError(quoteText(word), "one of " + list, "write it between the brackets");
}

/// The figures of one moment.
class MomentFigures
{
public:
    explicit MomentFigures(const LessonMoment &moment) : m_moment(moment), m_step(*moment.result) {}

    Result<double> value(const LessonFigure &figure, const std::string &argument) const
    {
        switch (figure.argument) {
        case FigureArgument::nothing:
            return plain(figure.name);
        case FigureArgument::stage:
            return ofStage(figure.name, argument);
        case FigureArgument::link:
            return ofLink(figure.name, argument);
        case FigureArgument::activity: {
            const auto activity = wordIndex(argument, activityNames);
            if (!activity)
                return activity.error();
            const double share = m_step.share(static_cast<Activity>(*activity));
            return figure.name == std::string_view("share") ? share : share * stepTime();
        }
        case FigureArgument::traffic: {
            const auto traffic = wordIndex(argument, trafficNames);
            return traffic ? communication(static_cast<Traffic>(*traffic)) : Result<double>(traffic.error());
        }
        case FigureArgument::memoryPart:
            break;
        }
        const auto part = wordIndex(argument, partNames);
        if (!part)
            return part.error();
        const Lane *fullest = m_step.fullestLane();
        return fullest ? fullest->memory[static_cast<MemoryPart>(*part)].value : 0;
    }

private:
    double stepTime() const { return toSeconds(m_step.stepTime).value; }
    const Workload &workload() const { return m_moment.state.project.workload; }
    int microBatches() const { return m_moment.plan.pipelines.front().microBatches; }

    Result<double> plain(std::string_view name) const
    {
        const Plan &plan = m_moment.plan;
        const Model &model = workload().model;
        const TrainingJob &job = workload().job;
        const Lane *fullest = m_step.fullestLane();
        const std::pair<std::string_view, double> values[] = {
            {"p", pipelineDegree(plan)},
            {"m", microBatches()},
            {"v", virtualStages(plan)},
            {"d", static_cast<double>(plan.pipelines.size())},
            {"t", largestTensorDegree(plan)},
            {"c", plan.contextParallel},
            {"e", plan.expertParallel},
            {"b", plan.microBatchSize},
            {"zero", plan.zeroStage},
            {"devices", deviceCount(plan)},
            {"replicas", replicas()},
            {"batch", job.globalBatch},
            {"sequence", job.sequenceLength},
            {"blocks", model.layers},
            {"hidden", model.hidden},
            {"experts", model.moe ? model.moe->experts : 0},
            {"topK", model.moe ? model.moe->topK : 0},
            {"parameters", totalParameters(model)},
            {"gradientBytes", bitsOf(job.gradientPrecision) / 8},
            {"stepTime", stepTime()},
            {"bubble", m_step.bubbleShare()},
            {"exposed", m_step.exposedShare()},
            {"mfu", m_step.mfu},
            {"hfu", m_step.hfu},
            {"cost", m_step.cost},
            {"fits", m_step.feasible ? 1 : 0},
            {"uncertainty", m_step.uncertainty},
            {"tokensPerSecond", m_step.tokensPerSecond},
            {"memory", fullest ? fullest->memory.total().value : 0},
            {"capacity", fullest ? fullest->memoryCapacity.value : 0},
            {"workSum", workSum()},
            {"workMax", workMax()},
            {"startTime", m_moment.state.startTime.value},
        };
        for (const auto &[known, value] : values)
            if (known == name)
                return value;
        return figureError(quoteText(name), "a figure", "see the table of figures");
    }

    static double bitsOf(Precision precision)
    {
        switch (precision) {
        case Precision::fp32:
        case Precision::tf32:
            return 32;
        case Precision::fp8:
            return 8;
        case Precision::fp4:
            return 4;
        default:
            return 16;
        }
    }

    /// Groups that hold the same layers: those of the first stage, over all pipelines.
    double replicas() const
    {
        double groups = 0;
        for (const Pipeline &pipeline : m_moment.plan.pipelines)
            groups += static_cast<double>(pipeline.stages.front().groups.size());
        return groups;
    }

    const Lane *laneOf(int stage) const
    {
        for (const Lane &lane : m_step.lanes)
            if (lane.pipeline == 0 && lane.stage == stage)
                return &lane;
        return nullptr;
    }
    static double seconds(const Lane &lane, Activity activity)
    {
        return toSeconds(lane.time[static_cast<std::size_t>(activity)]).value;
    }
    double workOf(const Lane &lane) const
    {
        double work = 0;
        for (std::size_t i = 0; i < activityCount; ++i)
            if (isCompute(static_cast<Activity>(i)))
                work += seconds(lane, static_cast<Activity>(i));
        return work / microBatches();
    }
    double workSum() const
    {
        double sum = 0;
        for (int stage = 0; const Lane *lane = laneOf(stage); ++stage)
            sum += workOf(*lane);
        return sum;
    }
    double workMax() const
    {
        double most = 0;
        for (int stage = 0; const Lane *lane = laneOf(stage); ++stage)
            most = std::max(most, workOf(*lane));
        return most;
    }

    Result<double> ofStage(std::string_view name, const std::string &argument) const
    {
        int stage = -1;
        const char *end = argument.data() + argument.size();
        const auto [at, code] = std::from_chars(argument.data(), end, stage);
        const Lane *lane = code == std::errc() && at == end ? laneOf(stage) : nullptr;
        if (!lane)
            return figureError("stage " + quoteText(argument), "the number of a stage, from 0",
                               "the plan has " + std::to_string(pipelineDegree(m_moment.plan)));
        if (name == "work")
            return workOf(*lane);
        if (name == "forward")
            return seconds(*lane, Activity::forward) / microBatches();
        if (name == "backward")
            return (seconds(*lane, Activity::backward) + seconds(*lane, Activity::inputGradient) +
                    seconds(*lane, Activity::weightGradient)) /
                   microBatches();
        if (name == "inputGradient")
            return seconds(*lane, Activity::inputGradient) / microBatches();
        if (name == "weightGradient")
            return seconds(*lane, Activity::weightGradient) / microBatches();
        if (name == "recompute")
            return seconds(*lane, Activity::recompute) / microBatches();
        if (name == "waiting")
            return seconds(*lane, Activity::bubble) + seconds(*lane, Activity::straggler);
        if (name == "inFlight")
            return static_cast<double>(lane->peakInFlight);
        if (name == "layersOf")
            return static_cast<double>(lane->layerCount);
        if (name == "activations")
            return lane->memory.activations.value;
        if (name == "activationsOfOne") {
            double sum = 0;
            for (const Bytes chunk : lane->activations)
                sum += chunk.value;
            return sum;
        }
        return lane->memory.total().value; // memoryOf
    }

    Result<double> ofLink(std::string_view name, const std::string &argument) const
    {
        const Link *link = m_moment.state.project.cluster.findLink(argument);
        if (!link)
            return figureError("link " + quoteText(argument), "the name of a link of the project",
                               "write it between the brackets");
        if (name == "bandwidth")
            return link->bandwidth.value;
        if (name == "rate")
            return link->bandwidth.value * link->rate.factorAt(m_moment.state.startTime);
        if (name == "latency")
            return link->latency.value;
        double most = 0;
        for (const LinkLoad &load : m_step.links)
            if (m_moment.topology->edge(load.edge).link == argument)
                most = std::max(most, ofLoad(name, load));
        return most;
    }
    double ofLoad(std::string_view name, const LinkLoad &load) const
    {
        if (name == "linkBytes")
            return load.bytes.value;
        if (name == "linkBusy")
            return load.busy.value;
        if (name == "flows")
            return load.flowsAtOnce;
        if (name == "slower")
            return load.slower;
        // flowRate: the slowest flow at the first time at which most flows are on the link
        double slowest = 0;
        for (const LinkUse &use : load.uses) {
            for (const RatePiece &piece : m_step.flows[static_cast<std::size_t>(use.flow)].pieces) {
                const double rate = piece.rate * use.perByte;
                if (piece.start <= load.maxFlowsAt && load.maxFlowsAt < piece.end && rate > 0)
                    slowest = slowest > 0 ? std::min(slowest, rate) : rate;
            }
        }
        return slowest;
    }

    /// Time in which a lane has traffic of a kind, overlapping transfers counted once; mean over the lanes.
    double communication(Traffic traffic) const
    {
        double sum = 0;
        for (const Lane &lane : m_step.lanes) {
            std::vector<std::pair<Ticks, Ticks>> pieces;
            for (const TrafficInterval &interval : lane.traffic)
                if (interval.traffic == traffic)
                    pieces.emplace_back(interval.start, interval.end);
            std::sort(pieces.begin(), pieces.end());
            Ticks until{};
            for (const auto &[start, end] : pieces) {
                if (end > until)
                    sum += toSeconds(end - std::max(start, until)).value;
                until = std::max(until, end);
            }
        }
        return m_step.lanes.empty() ? 0 : sum / static_cast<double>(m_step.lanes.size());
    }

    const LessonMoment &m_moment;
    const StepResult &m_step;
};

StepOptions momentOptions()
{
    StepOptions options;
    options.linkLoads = true;
    return options;
}

Result<std::shared_ptr<const Topology>> topologyOf(const Project &project)
{
    auto topology = Topology::build(project.cluster);
    if (!topology)
        return topology.error();
    return std::make_shared<const Topology>(*std::move(topology));
}

Result<LessonMoment> momentOf(const LessonState &state, std::shared_ptr<const Topology> topology, const Plan &plan,
                              const StopToken &stop)
{
    PredictOptions options;
    static_cast<StepOptions &>(options) = momentOptions();
    options.startTime = state.startTime;
    options.stop = stop;
    auto step = predictStep(*topology, state.project.workload, plan, options);
    if (!step)
        return step.error();
    return LessonMoment{state, plan, std::move(topology), std::make_shared<const StepResult>(*std::move(step))};
}

} // namespace

const std::vector<LessonFigure> &lessonFigures()
{
    using enum LessonShow;
    constexpr auto none = FigureArgument::nothing;
    constexpr auto stage = FigureArgument::stage;
    constexpr auto link = FigureArgument::link;
    static const std::vector<LessonFigure> figures = {
        {"p", plainUnit, number, none, "pipeline stages"},
        {"m", plainUnit, number, none, "micro-batches of a pipeline"},
        {"v", plainUnit, number, none, "chunks of a stage (virtual stages)"},
        {"d", plainUnit, number, none, "pipelines side by side"},
        {"t", plainUnit, number, none, "devices of a TP group"},
        {"c", plainUnit, number, none, "context-parallel degree"},
        {"e", plainUnit, number, none, "expert-parallel degree"},
        {"b", plainUnit, number, none, "sequences of a micro-batch"},
        {"zero", plainUnit, number, none, "ZeRO stage"},
        {"devices", plainUnit, number, none, "devices of the plan"},
        {"replicas", plainUnit, number, none, "groups that hold the same layers"},
        {"batch", plainUnit, number, none, "sequences of a step"},
        {"sequence", plainUnit, number, none, "tokens of a sequence"},
        {"blocks", plainUnit, number, none, "transformer blocks of the model"},
        {"hidden", plainUnit, number, none, "hidden size of the model"},
        {"experts", plainUnit, number, none, "experts of a layer"},
        {"topK", plainUnit, number, none, "experts of a token"},
        {"parameters", plainUnit, number, none, "parameters of the model"},
        {"gradientBytes", bytesUnit, data, none, "of one gradient"},
        {"stepTime", secondsUnit, time, none, "time of the step"},
        {"bubble", plainUnit, percent, none, "share of the device time that waits for other stages"},
        {"exposed", plainUnit, percent, none, "share of the device time that waits for communication"},
        {"mfu", plainUnit, percent, none, "model FLOPs over what the devices could do"},
        {"hfu", plainUnit, percent, none, "the same with recomputed FLOPs"},
        {"cost", {0, 0, 1}, LessonShow::cost, none, "price of the step"},
        {"fits", plainUnit, number, none, "1 if every device holds its memory, else 0"},
        {"uncertainty", plainUnit, percent, none, "of the step time"},
        {"tokensPerSecond", {-1, 0, 0}, number, none, "tokens per second"},
        {"memory", bytesUnit, memory, none, "of the fullest device"},
        {"capacity", bytesUnit, memory, none, "that plans may fill of the fullest device"},
        {"workSum", secondsUnit, time, none, "computing time of a micro-batch over all stages"},
        {"workMax", secondsUnit, time, none, "computing time of a micro-batch in the slowest stage"},
        {"startTime", secondsUnit, time, none, "when the step begins"},
        {"work", secondsUnit, time, stage, "computing time of a micro-batch in a stage"},
        {"forward", secondsUnit, time, stage, "forward time of a micro-batch in a stage"},
        {"backward", secondsUnit, time, stage, "backward time of a micro-batch in a stage"},
        {"inputGradient", secondsUnit, time, stage, "of a micro-batch, where the backward pass is split"},
        {"weightGradient", secondsUnit, time, stage, "of a micro-batch, where the backward pass is split"},
        {"recompute", secondsUnit, time, stage, "time of computing forward again, of a micro-batch"},
        {"waiting", secondsUnit, time, stage, "time of a step in which a stage waits for other stages"},
        {"inFlight", plainUnit, number, stage, "micro-batches whose activations a stage holds at most"},
        {"layersOf", plainUnit, number, stage, "layers of a stage, embedding and head counted"},
        {"activations", bytesUnit, memory, stage, "activations that a device of the stage holds at most"},
        {"activationsOfOne", bytesUnit, memory, stage, "activations of one micro-batch"},
        {"memoryOf", bytesUnit, memory, stage, "all memory of a device of the stage"},
        {"bandwidth", rateUnit, LessonShow::bandwidth, link, "of a link, as drawn, in each direction"},
        {"rate", rateUnit, LessonShow::bandwidth, link, "of a link when the step begins, by its rate curve"},
        {"latency", secondsUnit, time, link, "of a link"},
        {"linkBytes", bytesUnit, data, link, "bytes of a step over a link, the busier direction"},
        {"linkBusy", secondsUnit, time, link, "time that the link needs for them"},
        {"flows", plainUnit, number, link, "most flows on a link at a time"},
        {"flowRate", rateUnit, LessonShow::bandwidth, link, "of the slowest flow when most are on the link"},
        {"slower", plainUnit, number, link, "how many times slower sharing makes a flow, at most"},
        {"share", plainUnit, percent, FigureArgument::activity, "of the device time, by activity"},
        {"time", secondsUnit, time, FigureArgument::activity, "of a device, mean over all, by activity"},
        {"communication", secondsUnit, time, FigureArgument::traffic, "time with traffic of a kind, hidden or not"},
        {"part", bytesUnit, memory, FigureArgument::memoryPart, "part of the memory of the fullest device"},
    };
    return figures;
}

const LessonFigure *findFigure(const std::string &name)
{
    const auto &all = lessonFigures();
    const auto found = std::find_if(all.begin(), all.end(), [&](const LessonFigure &one) { return name == one.name; });
    return found == all.end() ? nullptr : &*found;
}

Result<double> figureValue(const LessonMoment &moment, const std::string &name, const std::string &argument)
{
    const LessonFigure *figure = findFigure(name);
    if (!figure) {
        std::vector<std::string_view> known;
        for (const LessonFigure &one : lessonFigures())
            known.emplace_back(one.name);
        auto hint = didYouMean(name, known);
        return figureError(quoteText(name), "the name of a figure",
                           hint.empty() ? "core/lesson/README.md lists the figures" : std::move(hint));
    }
    if (figure->argument == FigureArgument::nothing && !argument.empty())
        return figureError(quoteText(name + "[" + argument + "]"), quoteText(name) + " without brackets",
                           "remove the brackets");
    if (!moment.result || moment.plan.pipelines.empty() || moment.plan.pipelines.front().stages.empty())
        return figureError("no simulated step", "a plan that runs", "mend the plan first");
    return MomentFigures(moment).value(*figure, argument);
}

Result<LessonMoment> simulateMoment(const LessonState &state, const StopToken &stop)
{
    if (state.project.plans.empty())
        return Error{Error::Code::invalid, {}, "/plans", "no plan", "a plan to simulate", "add a plan to the project"};
    auto topology = topologyOf(state.project);
    if (!topology)
        return topology.error();
    return momentOf(state, *std::move(topology), state.project.plans.front().plan, stop);
}

Result<LessonMoment> bestMoment(const LessonState &state, const StopToken &stop)
{
    auto topology = topologyOf(state.project);
    if (!topology)
        return topology.error();
    SearchOptions options;
    options.startTime = state.startTime;
    options.mappings = resolveMappings(state.project.mappings, state.project.cluster, **topology);
    const auto software = jobSoftware(builtinCalibration(), state.project.workload.job);
    if (!software)
        return software.error();
    const auto found = searchPlans(**topology, state.project.workload, options, stop);
    if (!found)
        return found.error();
    const auto best = recommend(*found, &*software);
    if (!best)
        return Error{Error::Code::infeasible,          {}, {}, "no plan that fits", "a cluster that holds the model",
                     "use more devices or more memory"};
    return momentOf(state, *std::move(topology), *best.plan, stop);
}

} // namespace heteroscope
