// SPDX-License-Identifier: GPL-3.0-or-later
//
// Recognizes the format of a file from its text, for files that are dropped on the window.
#pragma once

#include "exchange/import.h"

#include <optional>

namespace heteroscope {

/// True if the text is a project file.
bool looksLikeProject(std::string_view text);

/// The importer for the files by what they hold: the format of which any file has the marks, in a fixed order. Traces
/// are told by their first bytes, unpacked if they are packed. nullptr if no format is recognized. Linear in the size
/// of the text.
const ImportFormat *recogniseFormat(const std::vector<ImportFile> &files);

/// Why no format is recognized, where that can be told: the first file that begins as JSON and is none.
std::optional<Error> brokenJson(const std::vector<ImportFile> &files);

} // namespace heteroscope
