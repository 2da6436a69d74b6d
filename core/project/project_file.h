// SPDX-License-Identifier: GPL-3.0-or-later
//
// The project file, NAME.hscope.json: one versioned JSON object with keys in canonical order.
#pragma once

#include "base/result.h"
#include "json/json.h"
#include "project/project.h"

namespace heteroscope {

inline constexpr int projectFormatVersion = 1;

/// A project and what was odd about it. With errors in findings the project is what could be read.
struct LoadedProject
{
    Project project;
    Findings findings;
};

/// Reads project text. Never fails on content: everything wrong is in findings.errors, with file and JSON path. A newer
/// formatVersion is one error of code version and an empty project. Plans that do not fit the cluster or the workload any more are
/// warnings only: a project in the middle of an edit must open again.
LoadedProject parseProject(std::string_view text, const std::string &file);

/// What findPlanMistakes says about each plan of the project, with paths from the root of its file.
Findings findPlanMistakes(const Project &project);

/// Reads a file; an Error (the first finding) when it cannot be used.
Result<Project> loadProject(const std::string &path);

/// Canonical text.
std::string projectText(const Project &project);

/// Writes atomically: a new file beside the old one is filled, flushed to disk and renamed over it; permissions and symbolic links
/// stay. On any error the old file stands untouched. A project that could not be read again is refused with that error.
Status saveProject(const Project &project, const std::string &path);

/// The shipped examples: file name below resources/examples, title and text.
struct Example
{
    std::string file;
    Project project;
};
const std::vector<Example> &builtinExamples();

} // namespace heteroscope
