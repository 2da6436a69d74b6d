// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/device_groups.h"
#include "project/edits.h"
#include "project/group_edits.h"
#include "project/project_file.h"
#include "json/schema.h"

#include "support/property.h"
#include "support/random_project.h"
#include "support/strict_test.h"

#include <functional>

using namespace heteroscope;

namespace {

/// Names of what is drawn, and one that is not.
std::vector<std::string> namesOf(const Cluster &cluster)
{
    std::vector<std::string> names = {"nobody"};
    for (const auto &node : cluster.nodes)
        names.push_back(node.name);
    for (const auto &one : cluster.switches)
        names.push_back(one.name);
    for (const auto &one : cluster.links)
        names.push_back(one.name);
    return names;
}

/// A random edit of nodes, switches and links.
Result<Project> editThings(const Project &project, const std::function<std::string()> &pickName)
{
    Result<Project> edited = project;
    switch (samples::number(0, 7)) {
    case 0:
        edited = addNode(project, samples::box("template"), pickName(), {samples::positive(), std::nan("")});
        break;
    case 1:
        edited = addSwitch(project, freeName(project.cluster, samples::text()), {});
        break;
    case 2:
        edited = addLink(project, pickName(), pickName(), builtinCatalog().links.front());
        break;
    case 3:
        edited = removeThings(project, {pickName(), pickName()});
        break;
    case 4: {
        auto copied = duplicateThings(project, {pickName(), pickName()}, 10, 10);
        edited = copied ? Result<Project>(copied->project) : Result<Project>(copied.error());
        break;
    }
    case 5: {
        auto node = project.cluster.nodes.front();
        node.name = samples::coin() ? "renamed" : pickName();
        node.devices.resize(static_cast<std::size_t>(samples::number(0, 12)), node.devices.front());
        edited = replaceNode(project, project.cluster.nodes.front().name, node);
        break;
    }
    case 6: {
        if (project.cluster.links.empty())
            break;
        auto link = project.cluster.links.front();
        link.name = samples::coin() ? link.name : pickName();
        link.to = pickName();
        link.bandwidth = BytesPerSecond(samples::pick({0.0, 1e9, -1.0, 1e300}));
        edited = replaceLink(project, project.cluster.links.front().name, link);
        break;
    }
    default:
        edited = moveThings(project, {{pickName(), {1e300, 5}}});
        break;
    }
    return edited;
}

/// A random edit of racks, device groups and their rules.
Result<Project> editGroups(const Project &project, const std::function<std::string()> &pickName)
{
    Result<Project> edited = project;
    const auto group =
        project.cluster.deviceGroups.empty() ? std::string("nobody") : project.cluster.deviceGroups.front().name;
    switch (samples::number(0, 6)) {
    case 0:
        edited = addRack(project, {samples::name("rack"), {pickName(), pickName()}, samples::number(0, 4), {}});
        break;
    case 1:
        edited = addDeviceGroup(project,
                                {samples::name("group"), membersFor(project.cluster, {pickName(), pickName()}), {}});
        break;
    case 2:
        edited = addToGroup(project, group, membersFor(project.cluster, {pickName(), pickName() + ":0"}));
        break;
    case 3:
        edited = takeOutOfGroup(project, group, membersFor(project.cluster, {pickName(), pickName() + ":0"}));
        break;
    case 4:
        edited = removeThings(project, {groupKey(group)});
        break;
    case 5: {
        Mapping mapping{group, MappingRule::forbid, MappingTarget::pipelines, {samples::number(0, 3)}, {}};
        edited = setMappingsOf(project, group, {mapping, mapping});
        break;
    }
    case 6: {
        if (project.cluster.racks.empty())
            break;
        auto rack = project.cluster.racks.front();
        rack.repeat = samples::number(1, 5);
        edited = replaceRack(project, rack.name, rack);
        break;
    }
    default:
        break;
    }
    return edited;
}

} // namespace

class RandomProjectTest : public StrictTest
{
    Q_OBJECT

    static std::string firstError(const Findings &findings)
    {
        return findings.ok() ? std::string() : toString(findings.errors.front());
    }

private slots:
    void comesBackFromItsText()
    {
        HETEROSCOPE_PROPERTY("load(save(project)) is the project, and its text the same", [] {
            const auto project = samples::randomProject();
            const auto text = projectText(project);
            const auto loaded = parseProject(text, "p");
            RC_ASSERT(firstError(loaded.findings) == "");
            RC_ASSERT(loaded.project == project);
            RC_ASSERT(projectText(loaded.project) == text);
        });
    }

    void obeysThePublishedSchema()
    {
        HETEROSCOPE_PROPERTY("every project text obeys project.schema.json", [] {
            const auto project = samples::randomProject();
            RC_ASSERT(firstError(checkAgainstSchema(*parseJson(projectText(project)), "project.schema.json")) == "");
        });
    }

    void neverGetsMistakesFromAnEdit()
    {
        HETEROSCOPE_PROPERTY("an edit of a sound project gives a sound project or a reason", [] {
            const auto project = samples::randomProject();
            const auto names = namesOf(project.cluster);
            const auto pickName = [&names] { return *rc::gen::elementOf(names); };
            const auto edited = samples::coin() ? editThings(project, pickName) : editGroups(project, pickName);
            if (!edited) {
                RC_ASSERT(!edited.error().expected.empty());
                return;
            }
            const auto loaded = parseProject(projectText(*edited), "p");
            RC_ASSERT(firstError(loaded.findings) == "");
            RC_ASSERT(loaded.project == *edited);
            RC_ASSERT(edited->extensions == project.extensions);
        });
    }
};

QTEST_GUILESS_MAIN(RandomProjectTest)
#include "random_project_test.moc"
