// SPDX-License-Identifier: GPL-3.0-or-later
//
// hscope jobs PROJECT [PROJECT...] [--plan [-o PROJECT]] [--at SECONDS] [--threads N] [--space A|A+|B|C|P] [--json F]
#include "base/numbers.h"
#include "commands/choose_plan.h"
#include "commands/command.h"
#include "commands/number_check.h"
#include "design/shared_jobs.h"
#include "planner/search_options.h"
#include "project/job_edits.h"
#include "project/project_file.h"
#include "strategy/plan_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace heteroscope {

namespace {

struct JobsArguments
{
    std::vector<std::string> projects;
    bool plan = false;
    double at = 0;
    unsigned threads = 0;
    std::string space{searchSpaceNames[static_cast<std::size_t>(defaultSpace)]};
    std::string output; // project with the plans that were found
    std::string json;
};

constexpr double worthShowing = 0.001; // of a link's time

/// Links that at least two jobs load.
std::vector<std::size_t> sharedLinks(const SharedJobs &shared)
{
    std::vector<std::size_t> links;
    for (std::size_t link = 0; link < shared.jobs.front().loads.size(); ++link) {
        const auto users = std::count_if(shared.jobs.begin(), shared.jobs.end(),
                                         [link](const SharedJob &job) { return job.loads[link] >= worthShowing; });
        if (users > 1)
            links.push_back(link);
    }
    return links;
}

/// What the jobs are called: further jobs by their names, jobs of several files by their files.
std::vector<std::string> jobNames(const JobsArguments &arguments, const std::vector<Project> &projects)
{
    if (projects.size() > 1)
        return arguments.projects;
    std::vector<std::string> names = {projects.front().title.empty() ? "own job" : projects.front().title};
    for (const ProjectJob &job : projects.front().jobs)
        names.push_back(job.name);
    return names;
}

Json jobsJson(const std::vector<std::string> &names, const SharedJobsInput &input, const SharedJobs &shared)
{
    Json jobs = Json::array();
    for (std::size_t i = 0; i < shared.jobs.size(); ++i) {
        const SharedJob &job = shared.jobs[i];
        jobs.push_back({{"name", names[i]},
                        {"stepTimeAlone", job.alone.value},
                        {"stepTime", job.together.value},
                        {"shortestStep", job.shortest.value},
                        {"longestStep", job.longest.value},
                        {"simulatedSteps", job.steps},
                        {"tokensPerSecond", input.jobs[i].workload.job.tokensPerStep() / job.together.value},
                        {"feasible", job.feasible},
                        {"plan", toJson(job.plan)}});
    }
    Json links = Json::array();
    for (const std::size_t link : sharedLinks(shared)) {
        Json loads = Json::array();
        for (const SharedJob &job : shared.jobs)
            loads.push_back(job.loads[link]);
        links.push_back({{"id", input.cluster.links[link].name}, {"loads", loads}});
    }
    return {{"jobs", jobs},
            {"links", links},
            {"settled", shared.settled},
            {"changes", shared.changes},
            {"searches", shared.searches},
            {"proved", false}};
}

void printJobs(const JobsArguments &arguments, const std::vector<std::string> &names, const SharedJobsInput &input,
               const SharedJobs &shared, const Streams &streams)
{
    TextTable table({"job", "step alone", "step", "slower", "shortest", "longest", "plan"});
    for (std::size_t i = 0; i < shared.jobs.size(); ++i) {
        const SharedJob &job = shared.jobs[i];
        table.add({names[i], secondsText(job.alone), secondsText(job.together),
                   signedPercentText(job.together / job.alone - 1), secondsText(job.shortest), secondsText(job.longest),
                   planLabel(job.plan) + (job.feasible ? "" : " (does not fit)")});
    }
    printTable(table, streams);
    for (const std::size_t link : sharedLinks(shared)) {
        streams.out << input.cluster.links[link].name << ':';
        for (std::size_t i = 0; i < shared.jobs.size(); ++i)
            streams.out << fmt::format("{} job {} loads {} of the time", i > 0 ? "," : "", i + 1,
                                       percentText(shared.jobs[i].loads[link]));
        streams.out << '\n';
    }
    if (sharedLinks(shared).empty())
        streams.out << "no link is shared\n";
    std::size_t steps = 0;
    for (const SharedJob &job : shared.jobs)
        steps += job.steps;
    if (steps > 0)
        streams.out << fmt::format("{} simulated together; the mean is of the second half of each job's\n",
                                   countedText(steps, "step"));
    if (!shared.settled)
        streams.out << "the means did not settle: they still changed by more than 0.1 %\n";
    if (arguments.plan)
        streams.out << fmt::format("{} changed in {}, the jobs in turn, until none had a better one; "
                                   "that these are the best together is not proved\n",
                                   countedText(shared.changes, "plan"), countedText(shared.searches, "search"));
}

/// Of several files: the job whose index the path of an error begins with, and the error with the path inside its
/// project; the first job where it has none.
Error ofFile(Error error, const std::vector<std::string> &files)
{
    std::size_t job = 0;
    std::size_t end = 1;
    while (files.size() > 1 && end < error.path.size() && error.path[end] >= '0' && error.path[end] <= '9' && end < 10)
        job = job * 10 + static_cast<std::size_t>(error.path[end++] - '0');
    if (end > 1)
        error.path.erase(0, end);
    return located(std::move(error), files[std::min(job, files.size() - 1)]);
}

/// The project with the plans that were found.
Status savePlans(const JobsArguments &arguments, const Project &project, const SharedJobs &shared)
{
    if (arguments.output.empty())
        return {};
    std::vector<Plan> plans;
    for (const SharedJob &job : shared.jobs)
        plans.push_back(job.plan);
    const auto edited = setJobPlans(project, "planned together", plans);
    if (!edited)
        return edited.error();
    return saveProject(*edited, arguments.output);
}

ExitStatus jobs(const JobsArguments &arguments, const Streams &streams)
{
    std::vector<Project> projects;
    for (const std::string &file : arguments.projects) {
        const auto &opened = streams.foreground.keep(openProject(file));
        if (!opened)
            return fail(streams, opened.error());
        projects.push_back(opened->project);
    }
    const auto input = projects.size() > 1 ? sharedJobsOf(projects) : sharedJobsOf(projects.front());
    if (!input)
        return fail(streams, ofFile(input.error(), arguments.projects));
    beginWork(streams);
    SharedJobsOptions options;
    options.at = Seconds(arguments.at);
    options.search.threads = arguments.threads;
    options.search.space = static_cast<SearchSpace>(
        std::find(searchSpaceNames.begin(), searchSpaceNames.end(), arguments.space) - searchSpaceNames.begin());
    const auto shared = arguments.plan
                            ? planShared(*input, options, streams.foreground.stop(), streams.foreground.progress())
                            : simulateShared(*input, options, streams.foreground.stop());
    streams.foreground.clearProgress();
    if (!shared) {
        if (shared.error().code == Error::Code::cancelled)
            return failStopped(streams, "all jobs were simulated");
        return fail(streams, ofFile(shared.error(), arguments.projects));
    }
    const auto names = jobNames(arguments, projects);
    if (arguments.json != "-")
        printJobs(arguments, names, *input, *shared, streams);
    if (const auto status = writeJson(jobsJson(names, *input, *shared), arguments.json, streams); !status)
        return fail(streams, status.error());
    if (const auto status = savePlans(arguments, projects.front(), *shared); !status)
        return fail(streams, status.error());
    const bool fits =
        std::all_of(shared->jobs.begin(), shared->jobs.end(), [](const SharedJob &job) { return job.feasible; });
    return fits ? ExitStatus::done : ExitStatus::no;
}

} // namespace

CommandBody addJobsCommand(CLI::App &parser)
{
    const auto arguments = std::make_shared<JobsArguments>();
    parser
        .add_option("projects", arguments->projects,
                    "a project with further jobs; or a project for each job, with the same cluster and a plan of its "
                    "own that says which devices it has")
        ->required();
    auto *plan =
        parser.add_flag("--plan", arguments->plan, "plan the jobs in turn, each on its own nodes, until none improves");
    parser.add_option("-o,--output", arguments->output, "write the project with the plans that were found")
        ->needs(plan);
    parser.add_option("--at", arguments->at, "time in the scenario in seconds")->check(numberBetween(0, 1e9));
    addThreadsOption(parser, arguments->threads);
    parser.add_option("--space", arguments->space, "plan space of each search")
        ->check(CLI::IsMember({"A", "A+", "B", "C", "P"}));
    parser.add_option("--json", arguments->json, "write the result as JSON (- for standard output)");
    return [arguments](const Streams &streams) {
        if (!arguments->output.empty() && arguments->projects.size() > 1)
            return fail(streams, Error{Error::Code::invalid,
                                       {},
                                       "--output",
                                       "the projects of several files",
                                       "one project with further jobs",
                                       "write the plans with --json instead"});
        return jobs(*arguments, streams);
    };
}

} // namespace heteroscope
