// SPDX-License-Identifier: GPL-3.0-or-later
//
// Several jobs on one cluster: the further jobs of a project (project/project_job.h), or projects of their own with the
// same cluster. No two jobs have a device in common; they share links.
//
// Their steps together are simulated (simulator/shared_steps.h): the flows of all jobs meet on the links in one event
// simulation, job after job repeated until mean steps settle, so bursts that meet, and bursts that miss each other, are
// seen. All begin at one moment unless a job says otherwise; begun at other moments they may meet elsewhere.
//
// Planning takes the jobs in turn. The search for one job needs rates: it sees of a link what the others leave of it on
// average. Let l(i, e) be the share of the time that job i's bytes need on link e at its full rate; job j has
//
//     max(1 - sum of l(i, e) over the others, 1 / k)      k: jobs that use the link, for max-min sharing leaves no less
//
// of the link. The best plans of that search are then simulated together with the other jobs, and the best one is taken
// if the sum over jobs of (mean step / step alone with the plan at the start) becomes less. It ends when no job has
// such a plan. Another order, changes of two plans at once, or plans that the search ranks lower may give better ones,
// so nothing is proved.
#pragma once

#include "base/progress.h"
#include "planner/search.h"
#include "project/project.h"

namespace heteroscope {

struct SharedJobInput
{
    Workload workload;
    std::optional<Plan> plan;         ///< nullopt: planShared begins with the best one that it has alone
    std::vector<std::string> devices; ///< that planning may use, as the topology names them
    std::vector<Mapping> mappings;
    Seconds begin{0}; ///< of its first step
    std::string path; ///< of its plan, in front of the paths of errors
};

struct SharedJobsInput
{
    Cluster cluster;
    std::vector<SharedJobInput> jobs;
};

/// The jobs of a project, its own first. Errors: no further job; what findJobMisfits finds.
Result<SharedJobsInput> sharedJobsOf(const Project &project);
/// Projects with one job each, which have the devices that their first plan uses, and the rest of these nodes if no
/// other job uses it. Errors: fewer than two; no plan; another cluster than that of the first; a device of two jobs.
/// The path begins with the index of the job, "/1/plans/0".
Result<SharedJobsInput> sharedJobsOf(const std::vector<Project> &projects);

struct SharedJobsOptions
{
    SearchOptions search{}; ///< constants of all predictions; of searches besides space, threads and memory
    Seconds at{0};          ///< time in the scenario
    std::size_t mostTurns = 10;
    std::size_t plansOfSearch = 3; ///< that are simulated together with the other jobs
};

struct SharedJob
{
    Plan plan;
    Seconds alone;         ///< step with nobody else
    Seconds together;      ///< mean step with all jobs
    Seconds shortest;      ///< of the steps that the mean is of
    Seconds longest;       ///< likewise
    std::size_t steps = 0; ///< simulated together; 0: it shares no link
    bool feasible = true;
    Seconds atStart;           ///< step alone with the plan at the start
    std::vector<double> rates; ///< by Cluster::links, what the others leave of it on average, 0..1
    std::vector<double> loads; ///< by Cluster::links, share of the time that its bytes need at the full rate
};

struct SharedJobs
{
    std::vector<SharedJob> jobs; ///< in the order of the input
    bool settled = true;         ///< means did not change in the end
    std::size_t changes = 0;     ///< plans that were changed
    std::size_t searches = 0;
    std::int64_t events = 0; ///< of the last simulation
    /// Sum over jobs of together / atStart.
    double slowdown() const;
};

/// Errors: a job without a plan; those of simulateTogether, with the path of the job.
Result<SharedJobs> simulateShared(const SharedJobsInput &input, const SharedJobsOptions &options = {},
                                  const StopToken &stop = {});
/// Likewise; racks that are repeated; a node of two jobs; those of searchPlans. After a stop the plans so far.
Result<SharedJobs> planShared(const SharedJobsInput &input, const SharedJobsOptions &options = {},
                              const StopToken &stop = {}, Progress *progress = nullptr);

/// Of projects with one job each, as sharedJobsOf makes them.
Result<SharedJobs> simulateShared(const std::vector<Project> &projects, const SharedJobsOptions &options = {},
                                  const StopToken &stop = {});
Result<SharedJobs> planShared(const std::vector<Project> &projects, const SharedJobsOptions &options = {},
                              const StopToken &stop = {}, Progress *progress = nullptr);

} // namespace heteroscope
