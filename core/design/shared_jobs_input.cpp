// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which jobs there are, and which devices they have.
#include "design/shared_jobs.h"

#include <fmt/format.h>

#include <map>
#include <set>

namespace heteroscope {

namespace {

Error fileJobError(std::size_t job, const std::string &place, std::string found, std::string expected, std::string hint)
{
    return Error{Error::Code::invalid, {}, fmt::format("/{}{}", job, place), std::move(found), std::move(expected),
                 std::move(hint)};
}

std::set<std::string> devicesOfPlan(const Plan &plan)
{
    std::set<std::string> devices;
    for (const Pipeline &pipeline : plan.pipelines) {
        for (const Stage &stage : pipeline.stages) {
            for (const TensorGroup &group : stage.groups)
                devices.insert(group.devices.begin(), group.devices.end());
        }
    }
    return devices;
}

Status checkFileJobs(const std::vector<Project> &projects)
{
    if (projects.size() < 2)
        return fileJobError(0, "/jobs", "a single job", "two or more jobs",
                            "add a job to the project, or name the projects of all jobs");
    std::map<std::string, std::size_t> owner;
    for (std::size_t job = 0; job < projects.size(); ++job) {
        const Project &project = projects[job];
        if (project.plans.empty())
            return fileJobError(job, "/plans", "no plan", "the plan of the job: it says which devices are its own",
                                "apply a plan in the window, or save one of hscope plan --json");
        const Cluster &cluster = project.cluster, &first = projects.front().cluster;
        if (cluster.nodes != first.nodes || cluster.switches != first.switches || cluster.links != first.links ||
            cluster.conflictSets != first.conflictSets || cluster.racks != first.racks)
            return fileJobError(job, "/cluster", "another cluster than that of the first job", "the same one",
                                "hscope diff says what is different");
        for (const std::string &device : devicesOfPlan(project.plans.front().plan)) {
            const auto [place, isNew] = owner.try_emplace(device, job);
            if (!isNew)
                return fileJobError(job, "/plans/0", fmt::format("device {} of job {} too", device, place->second),
                                    "devices that no other job has", "give the jobs devices of their own");
        }
    }
    return {};
}

} // namespace

Result<SharedJobsInput> sharedJobsOf(const Project &project)
{
    if (project.jobs.empty())
        return Error{Error::Code::invalid,
                     {},
                     "/jobs",
                     "a single job",
                     "two or more jobs",
                     "add a job to the project, or name the projects of all jobs"};
    const auto topology = Topology::build(project.cluster);
    if (!topology)
        return topology.error();
    auto misfits = findJobMisfits(project, *topology);
    if (!misfits.ok())
        return std::move(misfits.errors.front());
    auto devices = devicesOfJobs(project, *topology);
    SharedJobsInput input;
    input.cluster = project.cluster;
    SharedJobInput own;
    own.workload = project.workload;
    if (!project.plans.empty())
        own.plan = project.plans.front().plan;
    own.devices = std::move(devices[0]);
    own.mappings = project.mappings;
    own.path = "/plans/0/plan";
    input.jobs.push_back(std::move(own));
    for (std::size_t i = 0; i < project.jobs.size(); ++i) {
        const ProjectJob &job = project.jobs[i];
        input.jobs.push_back(
            {job.workload, job.plan, std::move(devices[i + 1]), {}, job.begin, fmt::format("/jobs/{}/plan", i)});
    }
    return input;
}

Result<SharedJobsInput> sharedJobsOf(const std::vector<Project> &projects)
{
    if (const auto status = checkFileJobs(projects); !status)
        return status.error();
    const auto topology = Topology::build(projects.front().cluster);
    if (!topology)
        return topology.error();
    std::vector<std::set<std::string>> used;
    std::map<std::string, std::set<std::size_t>> jobsOfNode;
    for (std::size_t job = 0; job < projects.size(); ++job) {
        used.push_back(devicesOfPlan(projects[job].plans.front().plan));
        for (const std::string &device : used.back())
            jobsOfNode[device.substr(0, device.rfind(':'))].insert(job);
    }
    SharedJobsInput input;
    input.cluster = projects.front().cluster;
    for (std::size_t job = 0; job < projects.size(); ++job) {
        const Project &project = projects[job];
        input.jobs.push_back({project.workload,
                              project.plans.front().plan,
                              {},
                              project.mappings,
                              Seconds(0),
                              fmt::format("/{}/plans/0", job)});
        for (const TopologyDevice &device : topology->devices()) {
            const auto node = jobsOfNode.find(topology->nodes()[device.node].name);
            const bool hasNode = node != jobsOfNode.end() && node->second == std::set{job};
            if (hasNode || used[job].contains(device.name))
                input.jobs.back().devices.push_back(device.name);
        }
    }
    return input;
}

} // namespace heteroscope
