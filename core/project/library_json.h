// SPDX-License-Identifier: GPL-3.0-or-later
//
// JSON of a project's own entries; the format is "library" in resources/schema/project.schema.json.
#pragma once

#include "project/library.h"
#include "json/object_reader.h"

namespace heteroscope {

/// Notes mistakes of form; findLibraryMistakes notes mistakes of sense.
Library readLibrary(const Json &json, const std::string &path, Findings &findings);
Json toJson(const Library &library);

} // namespace heteroscope
