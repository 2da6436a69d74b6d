// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whatever the bytes: an importer ends with an error that says what it expected, or with a project that can be written
// and read back equal.
#include "exchange/import.h"
#include "fuzz_require.h"
#include "project/project_file.h"
#include "targets.h"

using namespace heteroscope;
using namespace heteroscope::fuzz;

namespace {

/// Two nodes of eight devices behind a switch, as example to import into.
Project importedInto()
{
    const auto &examples = builtinExamples();
    require(!examples.empty(), "there are examples");
    return examples.front().project;
}

/// What these formats do not say themselves.
ImportOptions optionsOf(const ImportFormat &format, const Project &into)
{
    ImportOptions options;
    if (format.name == "nvidia-smi")
        options.device = "A100-80GB SXM";
    else if (format.name == "bandwidth-csv")
        options.things = {into.cluster.links.front().name};
    return options;
}

} // namespace

void fuzz::fuzzImport(const ImportFormat &format, std::string_view bytes)
{
    static const Project into = importedInto();
    const auto imported = format.import(into, {{"all_reduce.txt", std::string(bytes)}}, optionsOf(format, into));
    if (!imported) {
        require(!imported.error().expected.empty(), "every error says what was expected");
        return;
    }
    const auto again = parseProject(projectText(imported->project), "fuzz");
    require(again.findings.ok(), "what was imported can be read again");
    require(again.project == imported->project, "what was imported is equal after writing and reading");
    require(Topology::build(imported->project.cluster).hasValue(), "its cluster expands");
    require(!imported->what.empty(), "an import says what it made");
}
