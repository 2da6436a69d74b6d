// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/job_edits.h"

#include "base/find_by_name.h"
#include "project/edit_check.h"
#include "project/edits.h"
#include "workload/workload_json.h"
#include "json/object_reader.h"

#include <algorithm>

namespace heteroscope {

namespace {

/// What a job takes it has alone.
void takeFromOthers(Project &project, const ProjectJob &job)
{
    for (ProjectJob &other : project.jobs) {
        if (other.name == job.name)
            continue;
        const auto taken = std::erase_if(other.devices, [&job](const std::string &device) {
            return std::find(job.devices.begin(), job.devices.end(), device) != job.devices.end();
        });
        if (taken > 0)
            other.plan.reset(); // it was made for the devices that the job had
    }
}

Result<Project> checkedJobs(Project edited)
{
    auto mistakes = findJobMistakes(edited.jobs, "/jobs");
    if (mistakes.ok())
        return edited;
    const Error &error = mistakes.errors.front();
    return refusal(error.found, error.expected, error.hint);
}

Error noSuchJob(const std::string &name) { return absent(quoteText(name), "a further job of the project"); }

} // namespace

std::string freeJobName(const Project &project, const std::string &base)
{
    std::string name = base;
    for (int number = 2; findJob(project.jobs, name); ++number)
        name = base + ' ' + std::to_string(number);
    return name;
}

Result<Project> addJob(const Project &project, const ProjectJob &job)
{
    Project edited = project;
    edited.jobs.push_back(job);
    takeFromOthers(edited, job);
    return checkedJobs(std::move(edited));
}

Result<Project> replaceJob(const Project &project, const std::string &name, const ProjectJob &job)
{
    Project edited = project;
    ProjectJob *old = findByName(edited.jobs, name);
    if (!old)
        return noSuchJob(name);
    *old = job;
    if (auto named = checkedJobs(edited); !named)
        return named.error();
    takeFromOthers(edited, job);
    return edited;
}

Result<Project> setJobWorkload(const Project &project, const std::string &name, const Workload &workload)
{
    Project edited = project;
    ProjectJob *job = findByName(edited.jobs, name);
    if (!job)
        return noSuchJob(name);
    if (const auto mistake = firstMistake(workload))
        return refusal(mistake->found, mistake->expected, mistake->hint);
    if (job->workload != workload)
        job->plan.reset();
    job->workload = workload;
    return edited;
}

Result<Project> removeJob(const Project &project, const std::string &name)
{
    Project edited = project;
    if (std::erase_if(edited.jobs, [&name](const ProjectJob &job) { return job.name == name; }) == 0)
        return noSuchJob(name);
    return edited;
}

Result<Project> setJobPlans(const Project &project, const std::string &name, const std::vector<Plan> &plans)
{
    if (plans.size() != project.jobs.size() + 1)
        return refusal(std::to_string(plans.size()) + " plans",
                       "a plan for each of " + std::to_string(project.jobs.size() + 1) + " jobs",
                       "plan the jobs again: one was added or removed");
    Project edited = adoptPlan(project, name, plans.front());
    for (std::size_t i = 0; i < edited.jobs.size(); ++i)
        edited.jobs[i].plan = plans[i + 1];
    return edited;
}

Result<Project> setPrice(const Project &project, const DevicePrice &price)
{
    Project edited = project;
    if (DevicePrice *old = findByName(edited.prices, price.name))
        *old = price;
    else
        edited.prices.push_back(price);
    auto mistakes = findPriceMistakes(edited.prices, "/prices");
    if (mistakes.ok())
        mistakes = findPriceMisfits({price}, edited.cluster, "/prices");
    if (mistakes.ok())
        return edited;
    const Error &error = mistakes.errors.front();
    return refusal(error.found, error.expected, error.hint, error.code);
}

Project removePrice(const Project &project, const std::string &name)
{
    Project edited = project;
    std::erase_if(edited.prices, [&name](const DevicePrice &price) { return price.name == name; });
    return edited;
}

} // namespace heteroscope
