// SPDX-License-Identifier: GPL-3.0-or-later
//
// JSON of model and job; the format is resources/schema/project.schema.json and catalog.schema.json.
#pragma once

#include "json/object_reader.h"
#include "workload/workload.h"

namespace heteroscope {

Model readModel(const Json &json, const std::string &path, Findings &findings);
/// A workload whose "model" may be the name of a preset or a whole model.
Workload readWorkload(const Json &json, const std::string &path, Findings &findings);
Json toJson(const Model &model);
Json toJson(const Workload &workload);

} // namespace heteroscope
