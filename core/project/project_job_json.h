// SPDX-License-Identifier: GPL-3.0-or-later
//
// JSON of the further jobs of a project, in the format of resources/schema/project.schema.json.
#pragma once

#include "project/project_job.h"
#include "json/object_reader.h"

namespace heteroscope {

ProjectJob readProjectJob(const Json &json, const std::string &path, Findings &findings);
Json toJson(const ProjectJob &job);

} // namespace heteroscope
