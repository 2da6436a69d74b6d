// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whatever the bytes: an importer ends with an error that says what it expected, or with a project that can be written
// and read back equal.
#pragma once

#include "exchange/import.h"
#include "project/project_file.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace heteroscope::fuzz {

inline void require(bool condition, const char *what)
{
    if (condition)
        return;
    std::fprintf(stderr, "broken promise: %s\n", what);
    std::abort();
}

/// Two nodes of eight devices behind a switch, as example to import into.
inline Project target()
{
    const auto &examples = builtinExamples();
    require(!examples.empty(), "there are examples");
    return examples.front().project;
}

inline int import(const char *format, const std::uint8_t *data, std::size_t size, const ImportOptions &options = {})
{
    static const Project into = target();
    const std::string text(reinterpret_cast<const char *>(data), size);
    const auto imported = findImportFormat(format)->import(into, {{"all_reduce.txt", text}}, options);
    if (!imported) {
        require(!imported.error().expected.empty(), "every error says what was expected");
        return 0;
    }
    const auto again = parseProject(projectText(imported->project), "fuzz");
    require(again.findings.ok(), "what was imported can be read again");
    require(again.project == imported->project, "what was imported is equal after writing and reading");
    require(Topology::build(imported->project.cluster).hasValue(), "its cluster expands");
    require(!imported->what.empty(), "an import says what it made");
    return 0;
}

} // namespace heteroscope::fuzz
