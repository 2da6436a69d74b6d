// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/launch/import_plan.h"

#include "cost/group_cost.h"
#include "cost/job_software.h"
#include "exchange/settings/read_settings.h"
#include "project/edits.h"
#include "project/recipe_text.h"
#include "strategy/plan_edits.h"
#include "workload/workload_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace heteroscope::launch {

namespace {

constexpr const char *commonDevice = "H100-80GB";

/// Nodes of up to perNode devices of each type, as a line of the cluster grammar.
std::string recipeFor(const std::vector<DevicesOfType> &wanted)
{
    std::string line;
    const auto add = [&line](int nodes, int devices, const std::string &type) {
        if (nodes > 0 && devices > 0)
            line += fmt::format("{}{}x{} {}", line.empty() ? "" : " + ", nodes, devices, type);
    };
    for (std::size_t i = 0; i < wanted.size();) {
        std::int64_t count = 0;
        std::size_t next = i;
        const int each = wanted[i].perNode;
        for (; next < wanted.size() && wanted[next].type == wanted[i].type; ++next)
            count += wanted[next].count;
        add(static_cast<int>(count / each), each, wanted[i].type);
        add(1, static_cast<int>(count % each), wanted[i].type);
        i = next;
    }
    return line;
}

/// The error, where it names no file of its own.
Error inFile(Error error, const std::string &file)
{
    if (error.file.empty())
        error.file = file;
    return error;
}

/// Whether the devices listed are devices of the cluster, each once.
bool areDevices(const std::vector<std::string> &listed, const Topology &topology)
{
    std::set<std::string> seen;
    return std::all_of(listed.begin(), listed.end(), [&](const std::string &name) {
        return topology.findDevice(name).has_value() && seen.insert(name).second;
    });
}

} // namespace

Result<ImportFile> onlyFile(const std::vector<ImportFile> &files, const char *expected)
{
    if (files.size() == 1)
        return files.front();
    return Error{Error::Code::invalid,
                 files.size() > 1 ? files[1].name : "",
                 {},
                 std::to_string(files.size()) + " files",
                 expected,
                 "import them one after the other"};
}

Result<settings::Settings> onlyYaml(const std::vector<ImportFile> &files)
{
    const auto only = onlyFile(files, "one YAML file");
    if (!only)
        return only.error();
    auto yaml = settings::readYaml(only->text, only->name);
    if (!yaml)
        return yaml.error();
    return settings::Settings(std::move(*yaml), only->name);
}

bool haveEqualShape(const Model &a, const Model &b)
{
    Model renamed = a;
    renamed.name = b.name;
    renamed.family = b.family;
    renamed.maxSequence = b.maxSequence;
    renamed.parameters = b.parameters;
    renamed.source = b.source;
    renamed.fromMemory = b.fromMemory;
    renamed.notes = b.notes;
    renamed.extensions = b.extensions;
    return renamed == b;
}

Result<Topology> devicesFor(Project &project, const std::vector<DevicesOfType> &wanted, const std::string &file,
                            const ImportOptions &options, std::vector<std::string> &notes)
{
    std::int64_t world = 0;
    for (const DevicesOfType &one : wanted)
        world += one.count;
    auto topology = Topology::build(project.cluster);
    if (!topology)
        return topology.error();
    if (topology->devices().empty() && world > 0 && world <= std::int64_t{maxRecipeNodes} * wanted.front().perNode) {
        std::vector<DevicesOfType> drawn = wanted;
        for (DevicesOfType &one : drawn) {
            if (one.type.empty() || !options.device.empty())
                one.type = options.device.empty() ? commonDevice : options.device;
        }
        const auto recipe = parseRecipe(recipeFor(drawn));
        const auto built = recipe ? buildRecipe(*recipe) : Result<Project>(recipe.error());
        if (!built)
            return Error{Error::Code::reference,
                         file,
                         {},
                         "devices of type \"" + drawn.front().type + "\"",
                         "types of the catalog",
                         "import into a project that has the cluster, or name a type with --device"};
        project.cluster = built->cluster;
        project.canvas = built->canvas;
        notes.push_back("the project had no devices: drawn as " + recipeText(*recipe));
        topology = Topology::build(project.cluster);
        if (!topology)
            return topology.error();
    }
    const auto present = static_cast<std::int64_t>(topology->devices().size());
    if (world > present)
        return Error{Error::Code::invalid,
                     file,
                     {},
                     fmt::format("{} ranks", world),
                     fmt::format("at most the {} devices of the project's cluster", present),
                     "import into a project that has the cluster"};
    return topology;
}

std::vector<std::string> devicesOfRanks(const std::vector<std::string> &listed, int world, const Topology &topology,
                                        std::vector<std::string> &notes)
{
    if (listed.size() == static_cast<std::size_t>(world) && areDevices(listed, topology))
        return listed;
    if (!listed.empty())
        notes.emplace_back("the listed ranks are not devices of this project: ranks follow its order");
    std::vector<std::string> ranks;
    for (int rank = 0; rank < world; ++rank)
        ranks.push_back(topology.devices()[static_cast<std::size_t>(rank)].name);
    return ranks;
}

OverlapOptions usualOverlap(const TrainingJob &job)
{
    const auto stack = findSoftwareStack(builtinCalibration(), job);
    return stack ? stackOverlap(**stack) : OverlapOptions();
}

Result<Imported> finishImport(Imported result, Plan plan, const std::string &tool, const Topology &topology,
                              const std::string &file, const ImportOptions &options)
{
    Findings findings;
    const Workload workload = readWorkload(toJson(result.project.workload), "/workload", findings);
    if (!findings.ok())
        return inFile(findings.errors.front(), file);
    plan.unusedDevices = devicesLeft(plan, topology);
    findings.append(findPlanMistakes(plan, topology, workload, "/plan"));
    if (!findings.ok())
        return inFile(findings.errors.front(), file);
    const std::string name = options.name.empty() ? tool : options.name;
    result.project = applyPlan(result.project, name, plan);
    result.what = fmt::format("plan {}: {}", name, planLabel(plan));
    return result;
}

} // namespace heteroscope::launch
