// SPDX-License-Identifier: GPL-3.0-or-later
//
// Importers: files of other tools, as functions from a project and their text to the project with what they say. An
// importer never guesses silently: what it had to assume or could not express stands in the notes, what it cannot use
// is an Error with file, place, found, expected and hint.
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

/// What a format may need besides its files; each importer says what it uses.
struct ImportOptions
{
    std::string name = {};                ///< of the model, node or plan that is made; empty = the importer's choice
    std::string device = {};              ///< name of a device type
    std::vector<std::string> things = {}; ///< names of links or nodes that are meant
    std::optional<BytesPerSecond> networkCard = {}; ///< of one network card of a node
};

struct Imported
{
    Project project;
    std::string what;               ///< one line about what was imported
    std::vector<std::string> notes; ///< what was assumed or left out
};

struct ImportFormat
{
    std::string_view name;
    std::string_view what;
    Result<Imported> (*import)(const Project &into, const std::vector<ImportFile> &files, const ImportOptions &options);
};

/// All formats, in the order in which they are listed to users.
const std::vector<ImportFormat> &importFormats();
const ImportFormat *findImportFormat(std::string_view name);

/// A project to import into when there is none: an empty cluster and a small known model.
Project emptyProject();

} // namespace heteroscope
