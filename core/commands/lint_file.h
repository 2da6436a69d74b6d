// SPDX-License-Identifier: GPL-3.0-or-later
//
// Checks a file of any of the program's JSON formats.
#pragma once

#include "base/result.h"

#include <string>

namespace heteroscope {

/// Checks a project, plan, catalog, calibration, profile, lesson or schema file: syntax, schema, then rules that a
/// schema cannot express; a lesson is played to its end. The format is recognized by the top-level keys. Every finding
/// names the file.
Findings lintFile(const std::string &file);

} // namespace heteroscope
