// SPDX-License-Identifier: GPL-3.0-or-later
//
// The project file, NAME.hscope.json: one versioned JSON object with keys in canonical order.
#pragma once

#include "base/result.h"
#include "project/project.h"
#include "json/json.h"

namespace heteroscope {

inline constexpr int projectFormatVersion = 1;

/// A project and the mistakes in its file. If findings has errors, the project is incomplete.
struct LoadedProject
{
    Project project;
    Findings findings;
};

/// Reads project text. All mistakes are in findings.errors, with file and JSON path. A newer formatVersion gives one
/// error with code version and an empty project. Plans, jobs and prices that do not match the cluster or the workload
/// are only warnings, because a project saved in the middle of an edit must open again.
LoadedProject parseProject(std::string_view text, const std::string &file);

/// What does not fit the cluster or the workload: the mistakes of all plans (findPlanMistakes in strategy/plan.h), of
/// further jobs (findJobMisfits) and of prices (findPriceMisfits), with paths in the project file.
Findings findPlanMistakes(const Project &project);

/// Reads a project file. Error: the first error found.
Result<Project> loadProject(const std::string &path);

/// The canonical JSON of a project, and its text.
Json projectJson(const Project &project);
std::string projectText(const Project &project);

/// Saves atomically: writes a new file in the same folder, flushes it to disk and renames it over the old file.
/// Permissions and symbolic links are kept. On any error the old file is unchanged. A project that could not be read
/// again is not saved; the error says why.
Status saveProject(const Project &project, const std::string &path);

/// A shipped example: its file name in resources/examples and its project.
struct Example
{
    std::string file;
    Project project;
};
const std::vector<Example> &builtinExamples();

} // namespace heteroscope
