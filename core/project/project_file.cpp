// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/project_file.h"

#include "base/closest_name.h"
#include "base/embedded_files.h"
#include "cluster/cluster_json.h"
#include "project/library_json.h"
#include "project/marker_json.h"
#include "project/note_json.h"
#include "project/project_job_json.h"
#include "strategy/plan_json.h"
#include "strategy/schedule_kind.h"
#include "workload/workload_json.h"

#include <set>

namespace heteroscope {

namespace {

NamedPlan readNamedPlan(const Json &json, const std::string &path, Findings &findings)
{
    ObjectReader reader(json, path, findings);
    NamedPlan named;
    Extensions nested;
    named.name = reader.text("name");
    if (const Json *plan = reader.member("plan"))
        named.plan = readPlan(*plan, reader.pathOf("plan"), findings);
    else
        reader.error("plan", "nothing", "an object with the plan", "add the key \"plan\"");
    if (const Json *measured = reader.member("measured")) {
        ObjectReader own(*measured, reader.pathOf("measured"), findings);
        named.measured = MeasuredReference{own.text("file"), own.text("row")};
        keepNested(nested, "measured", own.finish());
    }
    named.extensions = reader.finish();
    named.extensions.merge(std::move(nested));
    return named;
}

void readCanvas(const Json &json, const std::string &path, Project &project, Findings &findings)
{
    if (!json.is_object()) {
        findings.addError({Error::Code::schema,
                           {},
                           path,
                           describe(json),
                           "an object",
                           "give x and y of each node and switch by its name, or remove the key"});
        return;
    }
    // Not by ObjectReader: here the keys are the names of nodes and switches.
    for (const auto &[name, value] : json.get_ref<const Json::object_t &>()) {
        if (name.starts_with("x-")) {
            auto text = toText(value);
            text.pop_back();
            project.canvasExtensions.emplace(name, std::move(text));
            continue;
        }
        ObjectReader reader(value, path + "/" + shortened(name, 60), findings);
        const double x = reader.number("x", sceneRange);
        const double y = reader.number("y", sceneRange);
        project.canvas[name] = {x, y};
        keepNested(project.canvasExtensions, name, reader.finish());
    }
}

/// Names of schedules, which the reader of the workload does not know.
Findings findTickMistakes(const SoftwareTicks &ticks, const std::string &path)
{
    Findings findings;
    std::vector<std::string_view> known;
    for (const ScheduleKind kind : allSchedules())
        known.push_back(scheduleName(kind));
    for (std::size_t i = 0; ticks.schedules && i < ticks.schedules->size(); ++i) {
        const auto &name = (*ticks.schedules)[i];
        if (findSchedule(name))
            continue;
        auto hint = didYouMean(name, known);
        findings.addError({Error::Code::reference,
                           {},
                           path + "/schedules/" + std::to_string(i),
                           quoteText(name),
                           "the name of a schedule, as plan files have it",
                           hint.empty() ? "write it like 1f1b, interleaved or zb-h1" : std::move(hint)});
    }
    return findings;
}

Project readProject(const Json &json, Findings &findings)
{
    Project project;
    ObjectReader reader(json, {}, findings);
    if (json.is_object()) {
        const auto mistakes = findings.errors.size();
        const auto version = reader.integer("formatVersion", 1, std::numeric_limits<int>::max());
        if (version > projectFormatVersion && findings.errors.size() == mistakes) {
            findings.addError({Error::Code::version,
                               {},
                               "/formatVersion",
                               std::to_string(version),
                               "at most " + std::to_string(projectFormatVersion),
                               "a newer HeteroScope wrote this project; update this one"});
            return project;
        }
    }
    project.title = reader.text("title", {});
    project.description = reader.text("description", {});
    if (const Json *cluster = reader.member("cluster"))
        project.cluster = readCluster(*cluster, "/cluster", findings);
    else if (json.is_object())
        reader.error("cluster", "nothing", "an object with the cluster", "add the key \"cluster\"");
    if (const Json *workload = reader.member("workload"))
        project.workload = readWorkload(*workload, "/workload", findings);
    else if (json.is_object())
        reader.error("workload", "nothing", "an object with the workload", "add the key \"workload\"");
    if (const Json *library = reader.member("library"))
        project.library = readLibrary(*library, "/library", findings);
    const auto mappings = reader.items("mappings");
    for (std::size_t i = 0; i < mappings.size(); ++i)
        project.mappings.push_back(readMapping(*mappings[i], reader.pathOf("mappings", i), findings));
    const auto plans = reader.items("plans");
    std::set<std::string> names;
    for (std::size_t i = 0; i < plans.size(); ++i) {
        project.plans.push_back(readNamedPlan(*plans[i], reader.pathOf("plans", i), findings));
        if (!names.insert(project.plans.back().name).second)
            findings.addError({Error::Code::invalid,
                               {},
                               reader.pathOf("plans", i) + "/name",
                               quoteText(project.plans.back().name) + " again",
                               "a name of its own",
                               "rename one of them"});
    }
    const auto jobs = reader.items("jobs");
    for (std::size_t i = 0; i < jobs.size() && i <= maxProjectJobs; ++i)
        project.jobs.push_back(readProjectJob(*jobs[i], reader.pathOf("jobs", i), findings));
    project.prices = readPrices(reader.items("prices"), "/prices", findings);
    if (const Json *canvas = reader.member("canvas"))
        readCanvas(*canvas, "/canvas", project, findings);
    project.notes = readNotes(reader.items("notes"), "/notes", findings);
    project.markers = readMarkers(reader.items("markers"), "/markers", findings);
    project.extensions = reader.finish();
    findings.append(findTickMistakes(project.workload.job.runs, "/workload/job/runs"));
    for (std::size_t i = 0; i < project.jobs.size(); ++i)
        findings.append(
            findTickMistakes(project.jobs[i].workload.job.runs, reader.pathOf("jobs", i) + "/workload/job/runs"));
    findings.append(findJobMistakes(project.jobs, "/jobs"));
    findings.append(findClusterMistakes(project.cluster, "/cluster"));
    findings.append(findLibraryMistakes(project.library, project.cluster, "/library"));
    findings.append(findMappingMistakes(project.mappings, project.cluster, "/mappings"));
    findings.append(findMarkerMistakes(project.markers, project.cluster, "/markers"));
    return project;
}

Json toJson(const NamedPlan &named)
{
    Json json = {{"name", named.name}, {"plan", toJson(named.plan)}};
    if (named.measured)
        json["measured"] = {{"file", named.measured->file}, {"row", named.measured->row}};
    writeExtensions(json, named.extensions);
    return json;
}

Json canvasJson(const Project &project)
{
    Json json = Json::object();
    for (const auto &[name, position] : project.canvas)
        appendMember(json, name, {{"x", position.x}, {"y", position.y}});
    writeExtensions(json, project.canvasExtensions);
    return json;
}

} // namespace

Findings findPlanMistakes(const Project &project)
{
    Findings findings = findPriceMisfits(project.prices, project.cluster, "/prices");
    if (project.plans.empty() && project.jobs.empty())
        return findings;
    const auto topology = Topology::build(project.cluster);
    if (!topology) {
        findings.addError(topology.error());
        return findings;
    }
    for (std::size_t i = 0; i < project.plans.size() && !findings.full(); ++i)
        findings.append(findPlanMistakes(project.plans[i].plan, *topology, project.workload,
                                         "/plans/" + std::to_string(i) + "/plan"));
    findings.append(findJobMisfits(project, *topology));
    return findings;
}

LoadedProject parseProject(std::string_view text, const std::string &file)
{
    LoadedProject loaded;
    if (const auto json = parseJson(text, file, maxJsonValues, deviceWatch()); !json)
        loaded.findings.addError(json.error());
    else
        loaded.project = readProject(*json, loaded.findings);
    if (loaded.findings.ok())
        loaded.findings.append({{}, std::move(findPlanMistakes(loaded.project).errors)});
    for (auto *list : {&loaded.findings.errors, &loaded.findings.warnings}) {
        for (auto &error : *list)
            error.file = file;
    }
    return loaded;
}

Result<Project> loadProject(const std::string &path)
{
    const auto text = readTextFile(path, maxJsonBytes);
    if (!text)
        return text.error();
    auto loaded = parseProject(*text, path);
    if (!loaded.findings.ok())
        return std::move(loaded.findings.errors.front());
    return std::move(loaded.project);
}

Json projectJson(const Project &project)
{
    Json json = {{"formatVersion", projectFormatVersion}, {"title", project.title}};
    if (!project.description.empty())
        json["description"] = project.description;
    json["cluster"] = toJson(project.cluster);
    json["workload"] = toJson(project.workload);
    if (!project.library.isEmpty())
        json["library"] = toJson(project.library);
    const auto writeList = [&json](const char *key, const auto &things) {
        if (things.empty())
            return;
        Json list = Json::array();
        for (const auto &thing : things)
            list.push_back(toJson(thing));
        json[key] = std::move(list);
    };
    writeList("mappings", project.mappings);
    Json plans = Json::array();
    for (const auto &named : project.plans)
        plans.push_back(toJson(named));
    json["plans"] = std::move(plans);
    if (!project.jobs.empty()) {
        Json jobs = Json::array();
        for (const auto &job : project.jobs)
            jobs.push_back(toJson(job));
        json["jobs"] = std::move(jobs);
    }
    if (!project.prices.empty()) {
        Json prices = Json::array();
        for (const auto &price : project.prices)
            prices.push_back(toJson(price));
        json["prices"] = std::move(prices);
    }
    json["canvas"] = canvasJson(project);
    writeList("notes", project.notes);
    writeList("markers", project.markers);
    writeExtensions(json, project.extensions);
    return json;
}

std::string projectText(const Project &project) { return toText(projectJson(project)); }

const std::vector<Example> &builtinExamples()
{
    static const std::vector<Example> examples = [] {
        constexpr std::string_view folder = "examples/";
        std::vector<Example> result;
        for (const auto &file : embeddedFiles()) {
            if (!file.path.starts_with(folder) || !file.path.ends_with(".hscope.json"))
                continue;
            auto loaded = parseProject(file.content, std::string(file.path));
            if (loaded.findings.ok())
                result.push_back({std::string(file.path.substr(folder.size())), std::move(loaded.project)});
        }
        return result;
    }();
    return examples;
}

} // namespace heteroscope
