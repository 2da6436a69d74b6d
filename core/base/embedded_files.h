// SPDX-License-Identifier: GPL-3.0-or-later
//
// The files of resources/ that travel inside the programs (catalog, calibration, schema, examples).
#pragma once

#include <string_view>
#include <vector>

namespace heteroscope {

struct EmbeddedFile
{
    std::string_view path;      ///< below resources/, e.g. "catalog/devices.json"
    std::string_view content;
};

/// All embedded files, sorted by path.
const std::vector<EmbeddedFile> &embeddedFiles();

/// The content of one file; empty when there is none of that path.
std::string_view embeddedFile(std::string_view path);

} // namespace heteroscope
