// SPDX-License-Identifier: GPL-3.0-or-later
//
// Import of a tool whose system, model and strategy stand in JSON files of their own, of which any may be given.
#pragma once

#include "exchange/import.h"
#include "exchange/settings/settings.h"

#include <functional>

namespace heteroscope::launch {

struct PartKind
{
    /// Whether the file, an object, is of this kind.
    bool (*isKind)(const Json &json);
    /// Adds it to the project.
    std::function<Result<Imported>(const Project &into, settings::Settings &file)> add;
};

/// Adds all files of the first kind, then those of the second and so on; other files are left out. Errors: of a file,
/// and "expected" with the hint if no file is of a kind.
Result<Imported> importParts(const Project &into, const std::vector<ImportFile> &files,
                             const std::vector<PartKind> &kinds, const char *expected, const char *hint);

} // namespace heteroscope::launch
