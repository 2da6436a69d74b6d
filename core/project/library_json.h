// SPDX-License-Identifier: GPL-3.0-or-later
//
// JSON of a project's own entries, in the format "library" of resources/schema/project.schema.json.
#pragma once

#include "project/library.h"
#include "json/object_reader.h"

namespace heteroscope {

/// Reports mistakes of form (wrong type, unknown key); findLibraryMistakes checks the values.
Library readLibrary(const Json &json, const std::string &path, Findings &findings);
Json toJson(const Library &library);

} // namespace heteroscope
