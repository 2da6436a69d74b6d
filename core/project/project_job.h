// SPDX-License-Identifier: GPL-3.0-or-later
//
// Further jobs of a project, which train on the same cluster at the same time as its own job (Project::workload and the
// first of its plans). Each has devices of its own, which no other job has; links are shared. All devices that no
// further job has belong to the project's own job, so a project without further jobs means what it always did.
#pragma once

#include "base/extensions.h"
#include "base/result.h"
#include "cluster/topology.h"
#include "strategy/plan.h"
#include "workload/workload.h"

#include <optional>
#include <string>
#include <vector>

namespace heteroscope {

struct Project;

inline constexpr std::size_t maxProjectJobs = 64; ///< max further jobs of a project

struct ProjectJob
{
    std::string name; ///< unique among the further jobs; not empty
    Workload workload;
    std::vector<std::string> devices; ///< as members of device groups: "a" and "a#2" whole nodes, "a:3" one device
    std::optional<Plan> plan;         ///< uses only these devices; nullopt: still to be planned
    Seconds begin{0};                 ///< its first step begins so long after the project's own job
    Extensions extensions;
    friend bool operator==(const ProjectJob &, const ProjectJob &) = default;
};

/// The job of this name; nullptr if there is none.
const ProjectJob *findJob(const std::vector<ProjectJob> &jobs, std::string_view name);

/// The names of the devices of each job, in the order of the topology: of the project's own job, then of each further
/// one. A device that two further jobs name belongs to the first; names that the topology does not know are ignored.
std::vector<std::vector<std::string>> devicesOfJobs(const Project &project, const Topology &topology);

/// One job as a project of its own: 0 is the project's own job with all its plans, i is jobs[i - 1] with its plan. It
/// has the whole cluster and no further jobs.
Project projectOfJob(const Project &project, std::size_t job);

/// Finds too many jobs, and names that are empty or not unique.
Findings findJobMistakes(const std::vector<ProjectJob> &jobs, const std::string &path);
/// What does not fit the cluster, as a project in the middle of an edit may have it: devices that are not there or that
/// two jobs have, jobs without a device, plans with mistakes or with devices of another job.
Findings findJobMisfits(const Project &project, const Topology &topology);

} // namespace heteroscope
