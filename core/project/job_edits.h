// SPDX-License-Identifier: GPL-3.0-or-later
//
// Edits of the further jobs of a project and of the prices of its devices. They follow the rules of edits.h.
#pragma once

#include "base/result.h"
#include "project/project.h"

namespace heteroscope {

/// The first of base, base 2, base 3, ... that no further job has.
std::string freeJobName(const Project &project, const std::string &base);

/// A further job has a name of its own. Nodes and devices that it names are taken from the other further jobs.
Result<Project> addJob(const Project &project, const ProjectJob &job);
Result<Project> replaceJob(const Project &project, const std::string &name, const ProjectJob &job);
/// Another model or training for a further job. If it is another one the plan goes, which was made for that before.
/// Error: the first that a file with this workload would have.
Result<Project> setJobWorkload(const Project &project, const std::string &name, const Workload &workload);
Result<Project> removeJob(const Project &project, const std::string &name);
/// The plans of all jobs, of the project's own first (adoptPlan with this name). Error: another number of plans.
Result<Project> setJobPlans(const Project &project, const std::string &name, const std::vector<Plan> &plans);

/// Adds the price of a node or device type, or replaces it.
Result<Project> setPrice(const Project &project, const DevicePrice &price);
/// Does nothing if there is no price of this name.
Project removePrice(const Project &project, const std::string &name);

} // namespace heteroscope
