// SPDX-License-Identifier: GPL-3.0-or-later
//
// heteroscope._core: what the Python package (heteroscope/__init__.py) is made of. Projects, plans and results cross
// the border as dicts in the formats of the files and of `hscope --json`, rows of the timeline as NumPy arrays. The
// functions are those that hscope calls, so the numbers are the same.
#include "background.h"
#include "cost/group_pricer.h"
#include "design/new_project.h"
#include "exchange/import.h"
#include "json_python.h"
#include "planner/answer.h"
#include "planner/certificate/certificate.h"
#include "project/file_lock.h"
#include "project/project_file.h"
#include "project/recipe_text.h"
#include "report/cluster_svg.h"
#include "report/explain_json.h"
#include "report/planner_json.h"
#include "report/result_json.h"
#include "report/timeline_svg.h"
#include "simulator/predict_step.h"
#include "strategy/plan_json.h"
#include "sweep/run_shard.h"
#include "sweep/sweep_row.h"
#include "wording/planner_text.h"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>

namespace py = pybind11;

namespace heteroscope {
namespace {

constexpr std::array<std::string_view, 9> errorCodeNames = {
    "unreadable", "syntax", "schema", "version", "reference", "invalid", "infeasible", "cancelled", "internal"};

py::object &errorClass()
{
    static auto *cls = new py::object; // lives as long as Python
    return *cls;
}

[[noreturn]] void raise(const Error &error)
{
    py::object exception = errorClass()(toString(error));
    exception.attr("code") = errorCodeNames[static_cast<std::size_t>(error.code)];
    exception.attr("file") = error.file;
    exception.attr("path") = error.path;
    exception.attr("found") = error.found;
    exception.attr("expected") = error.expected;
    exception.attr("hint") = error.hint;
    PyErr_SetObject(errorClass().ptr(), exception.ptr());
    throw py::error_already_set();
}

template<class T>
T need(Result<T> result)
{
    if (!result)
        raise(result.error());
    return *std::move(result);
}

/// A project with its expanded cluster.
struct Opened
{
    const Project project;
    const Topology topology;
    const std::string file; ///< for messages; empty: made here
};

std::shared_ptr<Opened> opened(Project project, const std::string &file)
{
    auto topology = Topology::build(project.cluster);
    if (!topology) {
        Error error = topology.error();
        error.file = file;
        raise(error);
    }
    return std::make_shared<Opened>(Opened{std::move(project), *std::move(topology), file});
}

Error inFile(Error error, const Opened &where)
{
    if (error.file.empty())
        error.file = where.file;
    return error;
}

std::shared_ptr<Opened> parse(const std::string &text, const std::string &file)
{
    LoadedProject loaded = parseProject(text, file);
    if (!loaded.findings.ok())
        raise(loaded.findings.errors.front());
    return opened(std::move(loaded.project), file);
}

std::shared_ptr<Opened> load(const std::string &file) { return opened(need(loadProject(file)), file); }

std::shared_ptr<Opened> make(const std::string &text, const std::string &model, int batch, int sequence,
                             const std::string &stack)
{
    JobWishes wishes;
    const auto at = [](Error error, const char *argument) {
        error.path = argument;
        return error;
    };
    const auto recipe = parseRecipe(text);
    if (!recipe)
        raise(recipe.error());
    const auto found = modelNamed(model);
    if (!found)
        raise(at(found.error(), "model"));
    wishes.model = *found;
    if (!stack.empty()) {
        const auto software = stackNamed(stack);
        if (!software)
            raise(at(software.error(), "stack"));
        wishes.stack = (*software)->name;
    }
    if (batch < 0 || sequence < 0)
        raise({Error::Code::invalid,
               {},
               batch < 0 ? "batch" : "sequence",
               "less than 1",
               "a number from 1 on",
               "leave it out for the default"});
    wishes.batch = batch;
    wishes.sequence = sequence;
    return opened(need(newProject(*recipe, emptyProject().workload, wishes)), "");
}

void save(const Opened &which, const std::string &file)
{
    const FileLock lock = need(lockForWriting(file));
    if (const auto saved = saveProject(which.project, file); !saved)
        raise(saved.error());
}

/// A predicted step of a plan.
struct Step
{
    std::shared_ptr<Opened> of;
    Plan plan;
    std::shared_ptr<const StepResult> result;
};

Plan planFrom(const py::handle &json, const Opened &which)
{
    Findings findings;
    Plan plan = readPlan(fromPython(json), "", findings);
    if (!findings.ok())
        raise(inFile(findings.errors.front(), which));
    return plan;
}

SearchOptions searchOptions(const Opened &which, const std::string &space, const std::string &objective,
                            std::size_t top, unsigned threads)
{
    const auto indexOf = [](const auto &names, const std::string &word, const char *argument) {
        const auto found = std::find(names.begin(), names.end(), word);
        if (found == names.end()) {
            std::string expected;
            for (const std::string_view name : names)
                expected += (expected.empty() ? "" : ", ") + std::string(name);
            raise({Error::Code::reference, {}, argument, word, "one of " + expected, "write it as listed"});
        }
        return static_cast<std::size_t>(found - names.begin());
    };
    SearchOptions options;
    options.space = static_cast<SearchSpace>(indexOf(searchSpaceNames, space, "space"));
    options.objective = static_cast<SearchObjective>(indexOf(searchObjectiveNames, objective, "objective"));
    options.top = std::max<std::size_t>(1, top);
    options.threads = threads;
    options.mappings = resolveMappings(which.project.mappings, which.project.cluster, which.topology);
    return options;
}

PlannerAnswer search(const Opened &which, const SearchOptions &options, double budget, bool beyond)
{
    auto answer = inBackground([&](const StopToken &stop) {
        const auto deadline =
            std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                                   std::chrono::duration<double>(std::clamp(budget, 0.0, 3e7)));
        return findAnswer(which.topology, which.project.workload, options,
                          budget > 0 ? stop.withDeadline(deadline) : stop, nullptr, beyond);
    });
    if (!answer)
        raise(inFile(answer.error(), which));
    return *std::move(answer);
}

/// None: the project's first plan, else the planner's best; a str: the plan of that name; a dict: a plan.
Plan chosenPlan(const Opened &which, const py::object &wanted)
{
    const auto &plans = which.project.plans;
    if (py::isinstance<py::str>(wanted)) {
        const auto name = wanted.cast<std::string>();
        const auto found =
            std::find_if(plans.begin(), plans.end(), [&](const NamedPlan &plan) { return plan.name == name; });
        if (found != plans.end())
            return found->plan;
        std::string names;
        for (const NamedPlan &plan : plans)
            names += (names.empty() ? "" : ", ") + plan.name;
        raise({Error::Code::reference, which.file, "/plans", "no plan " + name, "a plan of the project",
               names.empty() ? "the project has no plans" : "its plans: " + names});
    }
    if (!wanted.is_none())
        return planFrom(wanted, which);
    if (!plans.empty())
        return plans.front().plan;
    const auto answer = search(which, searchOptions(which, "P", "time", rankedForAnswer, 0), 0, true);
    if (const auto best = answer.best())
        return *best.plan;
    raise({Error::Code::infeasible,
           which.file,
           {},
           std::string(noPlanText(whyNoPlan(answer.result))),
           "a cluster with room for the model",
           "plan() shows why each one was rejected"});
}

Step simulate(const std::shared_ptr<Opened> &which, const py::object &wanted, double at, double jitter,
              std::uint64_t seed, bool operations)
{
    Plan plan = chosenPlan(*which, wanted);
    auto result = inBackground([&](const StopToken &stop) {
        PredictOptions options;
        options.startTime = Seconds(at);
        options.operations = operations;
        options.jitter = {seed, jitter};
        options.stop = stop;
        return predictStep(which->topology, which->project.workload, plan, options);
    });
    if (!result)
        raise(inFile(result.error(), *which));
    return {which, std::move(plan), std::make_shared<const StepResult>(*std::move(result))};
}

py::object explain(const std::shared_ptr<Opened> &which, const py::object &wanted, const std::string &device, bool all,
                   double at)
{
    const Plan plan = chosenPlan(*which, wanted);
    const auto json = inBackground([&](const StopToken &stop) -> Result<Json> {
        GroupPricer pricer(which->topology, which->project.workload, Seconds(at), nullptr, stop);
        const auto result = predictStep(pricer, plan, {.timeline = false});
        if (!result)
            return result.error();
        const auto first = laneOfDevice(device, *result, which->topology);
        if (!first)
            return first.error();
        Json lanes = Json::array();
        for (std::size_t lane = 0; lane < result->lanes.size(); ++lane) {
            if (!all && static_cast<int>(lane) != *first)
                continue;
            const auto explained = explainLane(pricer, plan, *result, static_cast<int>(lane));
            if (!explained)
                return explained.error();
            lanes.push_back(explainedLaneJson(*explained, *result, which->topology));
        }
        return explainJson(std::move(lanes), *result);
    });
    if (!json) {
        Error error = inFile(json.error(), *which);
        if (error.path == "--device")
            error.path = "device";
        raise(error);
    }
    return toPython(*json);
}

py::tuple plan(const std::shared_ptr<Opened> &which, std::size_t top, double budget, unsigned threads,
               const std::string &space, const std::string &objective, bool beyond)
{
    const auto answer = search(*which, searchOptions(*which, space, objective, top, threads), budget, beyond);
    const Project &project = which->project;
    Json json = planJson(answer.result, projectFingerprint(project.cluster, project.workload, project.mappings));
    const Recommendation best = answer.best();
    json["answer"] = answerJson(best);
    if (answer.result.claims.empty())
        json["certificate"] = nullptr;
    py::object step = py::none();
    if (best)
        step = py::cast(Step{which, *best.plan, best.result});
    return py::make_tuple(toPython(json), step);
}

/// The cells of all rows of the timeline, sorted by lane and start.
py::dict intervals(const Step &step)
{
    std::size_t count = 0;
    for (const Lane &lane : step.result->lanes)
        count += lane.intervals.size();
    const auto size = static_cast<py::ssize_t>(count);
    py::array_t<std::int32_t> lanes(size), microBatches(size), chunks(size), activities(size);
    py::array_t<double> starts(size), ends(size);
    std::size_t at = 0;
    for (std::size_t lane = 0; lane < step.result->lanes.size(); ++lane) {
        for (const LaneInterval &interval : step.result->lanes[lane].intervals) {
            lanes.mutable_data()[at] = static_cast<std::int32_t>(lane);
            activities.mutable_data()[at] = static_cast<std::int32_t>(interval.activity);
            microBatches.mutable_data()[at] = interval.microBatch;
            chunks.mutable_data()[at] = interval.chunk;
            starts.mutable_data()[at] = toSeconds(interval.start).value;
            ends.mutable_data()[at] = toSeconds(interval.end).value;
            ++at;
        }
    }
    py::dict columns;
    columns["lane"] = lanes;
    columns["activity"] = activities;
    columns["micro_batch"] = microBatches;
    columns["chunk"] = chunks;
    columns["start"] = starts;
    columns["end"] = ends;
    return columns;
}

py::array_t<double> times(const Step &step)
{
    const auto lanes = static_cast<py::ssize_t>(step.result->lanes.size());
    py::array_t<double> array({lanes, static_cast<py::ssize_t>(activityCount)});
    for (py::ssize_t lane = 0; lane < lanes; ++lane) {
        for (std::size_t activity = 0; activity < activityCount; ++activity)
            array.mutable_at(lane, static_cast<py::ssize_t>(activity)) =
                toSeconds(step.result->lanes[static_cast<std::size_t>(lane)].time[activity]).value;
    }
    return array;
}

py::list laneNames(const Step &step)
{
    py::list names;
    for (const Lane &lane : step.result->lanes)
        names.append(lane.name);
    return names;
}

py::list activities()
{
    py::list names;
    for (const std::string_view name : activityNames)
        names.append(std::string(name));
    return names;
}

SweepSpec sweepSpec(const py::object &source, const std::string &folder)
{
    SweepSpecResult read = py::isinstance<py::str>(source) ? readSweepFile(source.cast<std::string>())
                                                           : readSweepSpec(fromPython(source), folder);
    if (!read.spec)
        raise(read.findings.errors.front());
    return *std::move(read.spec);
}

py::list sweep(const py::object &source, const std::string &folder, unsigned threads)
{
    const SweepSpec spec = sweepSpec(source, folder);
    const auto rows = inBackground([&](const StopToken &stop) { return allRows(spec, threads, stop); });
    py::list list;
    for (const Json &row : rows)
        list.append(toPython(row));
    return list;
}

py::dict sweepInto(const py::object &source, const std::string &folder, const std::string &shard,
                   const std::string &file, unsigned threads)
{
    const SweepSpec spec = sweepSpec(source, folder);
    const Shard part = need(parseShard(shard));
    const ShardRun run =
        need(inBackground([&](const StopToken &stop) { return runShard(spec, part, file, threads, stop); }));
    py::dict dict;
    dict["rows"] = run.rows;
    dict["found"] = run.found;
    dict["computed"] = run.written;
    return dict;
}

} // namespace
} // namespace heteroscope

PYBIND11_MODULE(_core, module)
{
    using namespace heteroscope;
    errorClass() = py::reinterpret_steal<py::object>(
        PyErr_NewExceptionWithDoc("heteroscope.Error", "A mistake in an input. See heteroscope.Error in __init__.py.",
                                  PyExc_ValueError, nullptr));
    module.attr("Error") = errorClass();
    module.attr("version") = HETEROSCOPE_VERSION;

    py::class_<Opened, std::shared_ptr<Opened>>(module, "Opened")
        .def("text", [](const Opened &which) { return projectText(which.project); })
        .def("to_dict", [](const Opened &which) { return toPython(projectJson(which.project)); })
        .def("save", &save)
        .def("cluster_svg", [](const Opened &which) { return clusterSvg(which.project); })
        .def_readonly("file", &Opened::file);
    py::class_<Step>(module, "Step")
        .def("to_dict",
             [](const Step &step) { return toPython(simulateJson(*step.result, step.of->topology, step.plan)); })
        .def("plan", [](const Step &step) { return toPython(toJson(step.plan)); })
        .def("label", [](const Step &step) { return planLabel(step.plan); })
        .def("step_time", [](const Step &step) { return toSeconds(step.result->stepTime).value; })
        .def("intervals", &intervals)
        .def("times", &times)
        .def("lanes", &laneNames)
        .def("timeline_svg", [](const Step &step) { return timelineSvg(*step.result); });
    module.def("load", &load);
    module.def("parse", &parse);
    module.def("from_dict",
               [](const py::object &dict, const std::string &file) { return parse(toText(fromPython(dict)), file); });
    module.def("merged", [](const Opened &which, const py::object &changes) {
        Json json = projectJson(which.project);
        json.merge_patch(fromPython(changes));
        return parse(toText(json), which.file);
    });
    module.def("make", &make);
    module.def("simulate", &simulate);
    module.def("explain", &explain);
    module.def("plan", &plan);
    module.def("activities", &activities);
    module.def("sweep", &sweep);
    module.def("sweep_into", &sweepInto);
}
