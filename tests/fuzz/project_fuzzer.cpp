// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whatever the bytes: reading them as a project ends with a project or with errors. A project without errors is written
// and read back equal, with the same text; its cluster expands, routes are found or not, and its plans are checked.
#include "fuzz_require.h"
#include "project/edits.h"
#include "project/project_file.h"
#include "targets.h"

using namespace heteroscope;
using namespace heteroscope::fuzz;

void fuzz::fuzzProject(std::string_view bytes)
{
    const auto loaded = parseProject(bytes, "fuzz");
    for (const auto &error : loaded.findings.errors)
        require(!toString(error).empty() && !error.expected.empty(), "every error says what was expected");
    if (!loaded.findings.ok()) {
        projectText(loaded.project); // what could be read is still a value that can be written
        return;
    }
    const auto text = projectText(loaded.project);
    const auto again = parseProject(text, "fuzz");
    require(again.findings.ok(), "a project that was read can be read again");
    require(again.project == loaded.project, "a project is equal after writing and reading");
    require(projectText(again.project) == text, "canonical text is stable");

    const auto topology = Topology::build(loaded.project.cluster);
    require(topology.hasValue(), "a cluster without mistakes expands");
    if (const auto devices = topology->devices().size(); devices > 0) {
        const auto route = topology->route(DeviceId(std::size_t(0)), DeviceId(devices - 1));
        require(!route || devices == 1 || !route->edges.empty(), "a route to another device has edges");
    }
    for (const auto &named : loaded.project.plans) {
        findPlanMistakes(named.plan, *topology, loaded.project.workload, "");
        require(!planLabel(named.plan).empty(), "every plan has a label");
    }
    if (!loaded.project.cluster.nodes.empty()) {
        const auto removed = removeThings(loaded.project, {loaded.project.cluster.nodes.front().name});
        require(removed && parseProject(projectText(*removed), "fuzz").findings.ok(),
                "removing a node leaves a sound project");
    }
}
