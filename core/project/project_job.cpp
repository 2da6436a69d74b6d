// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/project_job.h"

#include "base/closest_name.h"
#include "base/find_by_name.h"
#include "project/project.h"
#include "json/object_reader.h"

#include <map>
#include <set>
#include <unordered_map>

namespace heteroscope {

namespace {

/// Devices by the names that a job may have in its list: their own, and the one of their node.
class DevicesByName
{
public:
    explicit DevicesByName(const Topology &topology) : m_topology(topology)
    {
        for (std::size_t i = 0; i < topology.devices().size(); ++i) {
            const TopologyDevice &device = topology.devices()[i];
            m_of[topology.nodes()[device.node].name].push_back(i);
            m_of[device.name].push_back(i);
        }
    }

    /// Indices into Topology::devices; empty if the name is unknown.
    const std::vector<std::size_t> &of(const std::string &name) const
    {
        static const std::vector<std::size_t> nothing;
        const auto found = m_of.find(name);
        return found == m_of.end() ? nothing : found->second;
    }

    std::string closestTo(const std::string &name) const
    {
        std::vector<std::string_view> known;
        for (const TopologyNode &node : m_topology.nodes())
            known.push_back(node.name);
        return didYouMean(name, known);
    }

private:
    const Topology &m_topology;
    std::unordered_map<std::string, std::vector<std::size_t>> m_of;
};

std::string jobPath(std::size_t job, std::string_view member)
{
    return "/jobs/" + std::to_string(job) + std::string(member);
}

/// Which job each device has: 0 the project's own one.
class JobOfDevice
{
public:
    JobOfDevice(const Project &project, const Topology &topology)
        : m_project(project), m_names(topology), m_job(topology.devices().size())
    {}

    const std::vector<std::size_t> &jobs() const { return m_job; }

    void assign(Findings &findings)
    {
        for (std::size_t job = 0; job < m_project.jobs.size(); ++job) {
            bool any = false;
            const auto &devices = m_project.jobs[job].devices;
            for (std::size_t i = 0; i < devices.size() && !findings.full(); ++i)
                any = take(job, devices[i], jobPath(job, "/devices/" + std::to_string(i)), findings) || any;
            if (!any && !findings.full())
                findings.addError({Error::Code::invalid,
                                   {},
                                   jobPath(job, "/devices"),
                                   "no device",
                                   "at least one node or device of the cluster",
                                   "give the job a node that no other job has"});
        }
    }

private:
    bool take(std::size_t job, const std::string &name, const std::string &path, Findings &findings)
    {
        const auto &devices = m_names.of(name);
        if (devices.empty()) {
            auto hint = m_names.closestTo(name);
            findings.addError({Error::Code::reference,
                               {},
                               path,
                               quoteText(name),
                               "a node or device of the cluster",
                               hint.empty() ? "write it like \"a\" or \"a:3\"" : std::move(hint)});
            return false;
        }
        bool any = false, told = false;
        for (const std::size_t device : devices) {
            std::size_t &owner = m_job[device];
            if (owner == 0)
                owner = job + 1;
            any = any || owner == job + 1;
            if (owner == job + 1 || told || findings.full())
                continue;
            told = true;
            findings.addError(
                {Error::Code::invalid,
                 {},
                 path,
                 quoteText(name) + ", which the job " + quoteText(m_project.jobs[owner - 1].name) + " has, too",
                 "devices that no other job has",
                 "take it out of one of the two jobs"});
        }
        return any;
    }

    const Project &m_project;
    DevicesByName m_names;
    std::vector<std::size_t> m_job;
};

/// The first device of a plan that is not the job's own.
void findStrangeDevice(const Plan &plan, const std::map<std::string_view, std::size_t> &jobOf, std::size_t job,
                       const std::string &path, Findings &findings)
{
    for (const Pipeline &pipeline : plan.pipelines) {
        for (const Stage &stage : pipeline.stages) {
            for (const TensorGroup &group : stage.groups) {
                for (const std::string &device : group.devices) {
                    const auto found = jobOf.find(device);
                    if (found == jobOf.end() || found->second == job)
                        continue;
                    findings.addError({Error::Code::invalid,
                                       {},
                                       path,
                                       "the device " + quoteText(device) + " of another job",
                                       "devices of this job alone",
                                       "plan the jobs again: hscope jobs --plan"});
                    return;
                }
            }
        }
    }
}

} // namespace

const ProjectJob *findJob(const std::vector<ProjectJob> &jobs, std::string_view name) { return findByName(jobs, name); }

std::vector<std::vector<std::string>> devicesOfJobs(const Project &project, const Topology &topology)
{
    JobOfDevice owners(project, topology);
    Findings ignored;
    owners.assign(ignored);
    std::vector<std::vector<std::string>> result(project.jobs.size() + 1);
    for (std::size_t i = 0; i < topology.devices().size(); ++i)
        result[owners.jobs()[i]].push_back(topology.devices()[i].name);
    return result;
}

Project projectOfJob(const Project &project, std::size_t job)
{
    Project alone = project;
    alone.jobs.clear();
    if (job == 0 || job > project.jobs.size())
        return alone;
    const ProjectJob &chosen = project.jobs[job - 1];
    alone.title = chosen.name;
    alone.workload = chosen.workload;
    alone.plans.clear();
    if (chosen.plan)
        alone.plans.push_back({chosen.name, *chosen.plan, std::nullopt, {}});
    return alone;
}

Findings findJobMistakes(const std::vector<ProjectJob> &jobs, const std::string &path)
{
    Findings findings;
    if (jobs.size() > maxProjectJobs)
        findings.addError({Error::Code::invalid,
                           {},
                           path,
                           std::to_string(jobs.size()) + " jobs",
                           "at most " + std::to_string(maxProjectJobs),
                           "remove jobs"});
    std::set<std::string_view> names;
    for (std::size_t i = 0; i < jobs.size() && !findings.full(); ++i) {
        const std::string &name = jobs[i].name;
        const bool isNew = names.insert(name).second;
        if (isNew && !name.empty())
            continue;
        findings.addError({Error::Code::invalid,
                           {},
                           path + "/" + std::to_string(i) + "/name",
                           isNew ? "an empty name" : quoteText(name) + " again",
                           "a name of its own",
                           "rename the job"});
    }
    return findings;
}

Findings findJobMisfits(const Project &project, const Topology &topology)
{
    Findings findings;
    if (project.jobs.empty())
        return findings;
    JobOfDevice owners(project, topology);
    owners.assign(findings);
    std::map<std::string_view, std::size_t> jobOf;
    for (std::size_t i = 0; i < topology.devices().size(); ++i)
        jobOf.emplace(topology.devices()[i].name, owners.jobs()[i]);
    if (!project.plans.empty())
        findStrangeDevice(project.plans.front().plan, jobOf, 0, "/plans/0/plan", findings);
    for (std::size_t job = 0; job < project.jobs.size() && !findings.full(); ++job) {
        const ProjectJob &one = project.jobs[job];
        if (!one.plan)
            continue;
        findings.append(findPlanMistakes(*one.plan, topology, one.workload, jobPath(job, "/plan")));
        findStrangeDevice(*one.plan, jobOf, job + 1, jobPath(job, "/plan"), findings);
    }
    return findings;
}

} // namespace heteroscope
