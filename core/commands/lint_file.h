// SPDX-License-Identifier: GPL-3.0-or-later
//
// What kind of file a JSON text is, and everything wrong with it.
#pragma once

#include "base/result.h"

#include <string>

namespace heteroscope {

/// Checks a project, plan, catalog, calibration or schema file: syntax, schema, then the rules a schema cannot say. The
/// kind is told by the top-level keys. Every finding carries the file.
Findings lintFile(const std::string &file);

} // namespace heteroscope
