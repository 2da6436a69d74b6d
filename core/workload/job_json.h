// SPDX-License-Identifier: GPL-3.0-or-later
//
// The training job in a project file: resources/schema/project.schema.json.
#pragma once

#include "workload/workload.h"
#include "json/object_reader.h"

namespace heteroscope {

TrainingJob readJob(const Json &json, const std::string &path, Findings &findings);
Json toJson(const TrainingJob &job);

} // namespace heteroscope
