// SPDX-License-Identifier: GPL-3.0-or-later
//
// JSON of model and job, in the format of resources/schema/project.schema.json and catalog.schema.json.
#pragma once

#include "workload/workload.h"
#include "json/object_reader.h"

namespace heteroscope {

Model readModel(const Json &json, const std::string &path, Findings &findings);
/// Reads a workload. Its "model" is either the name of a built-in model or a complete model.
Workload readWorkload(const Json &json, const std::string &path, Findings &findings);
Json toJson(const Model &model);
Json toJson(const Workload &workload);
/// The first error of a file with this workload, with its path from there; nullopt if it has none.
std::optional<Error> firstMistake(const Workload &workload);

} // namespace heteroscope
