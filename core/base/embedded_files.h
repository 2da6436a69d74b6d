// SPDX-License-Identifier: GPL-3.0-or-later
//
// The files of resources/ that are compiled into the programs: catalog, calibration, schemas, examples,
// lessons and the pages of the help.
#pragma once

#include <string_view>
#include <vector>

namespace heteroscope {

struct EmbeddedFile
{
    std::string_view path; ///< relative to resources/, e.g. "catalog/devices.json"
    std::string_view content;
};

/// All embedded files, sorted by path.
const std::vector<EmbeddedFile> &embeddedFiles();

/// The content of the file with this path; empty if there is no such file.
std::string_view embeddedFile(std::string_view path);

} // namespace heteroscope
