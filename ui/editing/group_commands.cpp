// SPDX-License-Identifier: GPL-3.0-or-later
#include "editing/group_commands.h"

#include "editing/canvas_edits.h"
#include "language/advice_words.h"
#include "project/device_groups.h"
#include "project/group_edits.h"
#include "theme/text.h"

#include <algorithm>

namespace heteroscope {
namespace {

std::string nameOf(const Cluster &cluster, const std::string &key)
{
    const DeviceGroup *group = findDeviceGroup(cluster, key);
    return group ? group->name : std::string();
}

QString membersText(const std::string &group, const std::vector<std::string> &members, const QString &one,
                    const QString &many)
{
    return members.size() == 1 ? one.arg(text(members.front()), text(group))
                               : many.arg(members.size()).arg(text(group));
}

} // namespace

QString rulesText(const Project &project, const std::string &group)
{
    constexpr std::size_t mostNamed = 2;
    const std::vector<Mapping> rules = rulesOf(project, group);
    QStringList parts;
    for (std::size_t i = 0; i < std::min(rules.size(), mostNamed); ++i)
        parts << ruleText(rules[i]);
    if (rules.size() > mostNamed)
        parts << QStringLiteral("+%1").arg(rules.size() - mostNamed);
    return parts.join(QStringLiteral(" · "));
}

std::vector<Mapping> rulesOf(const Project &project, const std::string &group)
{
    std::vector<Mapping> rules;
    std::copy_if(project.mappings.begin(), project.mappings.end(), std::back_inserter(rules),
                 [&group](const Mapping &mapping) { return mapping.group == group; });
    return rules;
}

NameSet selectedGroups(Document &document)
{
    NameSet keys;
    for (const std::string &name : document.selection()->names())
        if (findDeviceGroup(document.project().cluster, name))
            keys.insert(name);
    return keys;
}

bool canGroup(Document &document)
{
    const Cluster &cluster = document.project().cluster;
    const NameSet &names = document.selection()->names();
    return selectedGroups(document).size() < 2 &&
           (!document.selection()->devices().empty() || std::any_of(names.begin(), names.end(), [&](const auto &name) {
               return cluster.findNode(name) || cluster.findRack(name);
           }));
}

std::vector<std::string> selectedMembers(Document &document)
{
    NameSet names = document.selection()->names();
    names.insert(document.selection()->devices().begin(), document.selection()->devices().end());
    return membersFor(document.project().cluster, names);
}

bool groupSelected(Document &document)
{
    const NameSet groups = selectedGroups(document);
    const std::vector<std::string> members = selectedMembers(document);
    if (members.empty() || groups.size() > 1)
        return false;
    if (groups.size() == 1) {
        addMembers(document, nameOf(document.project().cluster, *groups.begin()), members);
        document.selection()->selectNames(groups);
        return false;
    }
    DeviceGroup group;
    group.name = freeSetName(document.project().cluster, "group");
    group.devices = members;
    if (!document.edit(EditNames::tr("Make the group %1").arg(text(group.name)),
                       addDeviceGroup(document.project(), group)))
        return false;
    document.selection()->selectNames({groupKey(group.name)});
    return true;
}

void selectMembers(Document &document, const std::string &group)
{
    const Cluster &cluster = document.project().cluster;
    const DeviceGroup *found = findDeviceGroup(cluster, groupKey(group));
    if (!found)
        return;
    const std::vector<GroupPart> parts = partsOf(cluster, *found);
    NameSet nodes;
    NameSet devices;
    bool whole = true; // as far as what is drawn can say: copies are selected with the drawn node
    for (const GroupPart &part : parts) {
        nodes.insert(part.node);
        for (std::size_t d = 0; d < part.devices.size(); ++d) {
            whole = whole && part.devices[d];
            if (part.devices[d])
                devices.insert(part.node + ":" + std::to_string(d));
        }
    }
    whole ? document.selection()->selectNames(nodes) : document.selection()->selectDevices(devices);
}

bool renameGroup(Document &document, const std::string &group, const std::string &wanted)
{
    const DeviceGroup *found = findDeviceGroup(document.project().cluster, groupKey(group));
    if (!found)
        return false;
    DeviceGroup changed = *found;
    changed.name = wanted;
    return document.edit(EditNames::tr("Rename the group %1").arg(text(group)),
                         replaceDeviceGroup(document.project(), group, changed));
}

void addMembers(Document &document, const std::string &group, const std::vector<std::string> &members)
{
    document.edit(membersText(group, members, EditNames::tr("Add %1 to the group %2"),
                              EditNames::tr("Add %1 members to the group %2")),
                  addToGroup(document.project(), group, members));
}

void takeOutMembers(Document &document, const std::string &group, const std::vector<std::string> &members)
{
    document.edit(membersText(group, members, EditNames::tr("Take %1 out of the group %2"),
                              EditNames::tr("Take %1 members out of the group %2")),
                  takeOutOfGroup(document.project(), group, members));
}

void setRules(Document &document, const std::string &group, const std::vector<Mapping> &rules)
{
    const std::size_t before = rulesOf(document.project(), group).size();
    const QString what = rules.size() > before   ? EditNames::tr("Add a rule to the group %1")
                         : rules.size() < before ? EditNames::tr("Remove a rule of the group %1")
                                                 : EditNames::tr("Change a rule of the group %1");
    document.edit(what.arg(text(group)), setMappingsOf(document.project(), group, rules));
}

} // namespace heteroscope
