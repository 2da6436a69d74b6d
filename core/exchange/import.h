// SPDX-License-Identifier: GPL-3.0-or-later
//
// Importers: functions from a project and the text of another tool's files to the project with their content added.
// Whatever an importer has to assume, or cannot express, is stated in the notes. Text that it cannot use is an Error
// with file, location, found, expected and hint.
#pragma once

#include "base/result.h"
#include "project/project.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heteroscope {

struct ImportFile
{
    std::string name; ///< as the user gave it, for messages
    std::string text;
};

/// Options of importers; each importer documents those that it uses.
struct ImportOptions
{
    std::string name = {};                ///< name of the new model, node or plan; empty: chosen by the importer
    std::string device = {};              ///< name of a device type
    std::vector<std::string> things = {}; ///< names of the links or nodes to change
    std::optional<BytesPerSecond> networkCard = {}; ///< bandwidth of one network card of a node
};

struct Imported
{
    Project project;
    std::string what;               ///< one line that describes the import
    std::vector<std::string> notes; ///< assumptions and omissions
};

struct ImportFormat
{
    std::string_view name;
    std::string_view what;
    Result<Imported> (*import)(const Project &into, const std::vector<ImportFile> &files, const ImportOptions &options);
};

/// All formats, in the order of lists shown to users.
const std::vector<ImportFormat> &importFormats();
const ImportFormat *findImportFormat(std::string_view name);

/// A new project: an empty cluster and a small known model.
Project emptyProject();

} // namespace heteroscope
