// SPDX-License-Identifier: GPL-3.0-or-later
//
// The small files beside the tests of importers.
#pragma once

#include "base/files.h"
#include "exchange/import.h"
#include "project/project_file.h"
#include "json/json.h"

#include <QTest>

namespace heteroscope::test {

inline ImportFile fixture(const std::string &name)
{
    const auto path = qEnvironmentVariable("HETEROSCOPE_SOURCE_DIR").toStdString() + "/tests/exchange/fixtures/" + name;
    const auto text = readTextFile(path);
    if (!text)
        qFatal("%s", toString(text.error()).c_str());
    return {name, *text};
}

/// Imports one fixture; the project must be one that can be written and read again.
inline Result<Imported> import(const char *format, const std::string &name, const Project &into,
                               const ImportOptions &options = {})
{
    auto result = findImportFormat(format)->import(into, {fixture(name)}, options);
    if (result) {
        const auto again = parseProject(projectText(result->project), name);
        if (!again.findings.ok())
            qFatal("%s", toString(again.findings.errors.front()).c_str());
        if (!(again.project == result->project))
            qFatal("%s is not the same after writing and reading", name.c_str());
    } else if (result.error().expected.empty() || result.error().file.empty()) {
        qFatal("an error without file or expectation");
    }
    return result;
}

/// What a text in place of a fixture is refused for: "place: found, expected".
inline QString refusal(const char *format, const std::string &text, const Project &into,
                       const ImportOptions &options = {})
{
    const auto result = findImportFormat(format)->import(into, {{"file", text}}, options);
    if (result)
        return {};
    const Error &error = result.error();
    return QString::fromStdString(error.path + ": " + error.found + ", " + error.expected);
}

inline bool hasNote(const Imported &imported, const std::string &part)
{
    for (const auto &note : imported.notes) {
        if (note.find(part) != std::string::npos)
            return true;
    }
    return false;
}

} // namespace heteroscope::test
