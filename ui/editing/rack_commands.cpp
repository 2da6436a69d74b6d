// SPDX-License-Identifier: GPL-3.0-or-later
#include "editing/rack_commands.h"

#include "analysis/auto_layout.h"
#include "editing/canvas_clipboard.h"
#include "editing/canvas_edits.h"
#include "project/edits.h"
#include "project/rack_edits.h"
#include "theme/text.h"

#include <algorithm>

namespace heteroscope {
namespace {

/// The distance between two copies that are written out: the extent of one, and one place more.
CanvasPosition pitchOf(const Rack &rack, const std::map<std::string, CanvasPosition> &positions)
{
    CanvasPosition least, most;
    bool first = true;
    for (const std::string &member : rack.members) {
        const auto found = positions.find(member);
        if (found == positions.end())
            continue;
        const CanvasPosition &at = found->second;
        least = first ? at : CanvasPosition{std::min(least.x, at.x), std::min(least.y, at.y)};
        most = first ? at : CanvasPosition{std::max(most.x, at.x), std::max(most.y, at.y)};
        first = false;
    }
    return {most.x - least.x + nodePitch.x, most.y - least.y + nodePitch.y};
}

/// Copies get places beside their rack, so the rack needs some.
Project withPlaces(const Project &project)
{
    Project placed = project;
    placed.canvas = completePositions(project);
    return placed;
}

} // namespace

NameSet withMembers(const Cluster &cluster, const NameSet &names)
{
    NameSet all;
    for (const std::string &name : names)
        if (const Rack *rack = cluster.findRack(name))
            all.insert(rack->members.begin(), rack->members.end());
        else
            all.insert(name);
    return all;
}

NameSet foldedIntoRacks(const Cluster &cluster, NameSet names)
{
    for (const Rack &rack : cluster.racks) {
        const auto &members = rack.members;
        if (!rack.collapsed || members.empty() ||
            !std::all_of(members.begin(), members.end(), [&](const auto &member) { return names.count(member) > 0; }))
            continue;
        const NameSet inside(members.begin(), members.end());
        for (const Link &link : cluster.links)
            if (inside.count(link.from) && inside.count(link.to))
                names.erase(link.name);
        for (const std::string &member : members)
            names.erase(member);
        names.insert(rack.name);
    }
    return names;
}

NameSet selectedRacks(Document &document)
{
    const Cluster &cluster = document.project().cluster;
    NameSet racks;
    for (const std::string &name : document.selection()->names())
        if (cluster.findRack(name))
            racks.insert(name);
        else if (const Rack *rack = cluster.rackOf(name))
            racks.insert(rack->name);
    return racks;
}

std::string linkEnd(const Cluster &cluster, const std::string &name)
{
    const Rack *rack = cluster.findRack(name);
    if (!rack)
        return name;
    std::vector<std::string> switches;
    std::vector<std::string> nodes;
    for (const std::string &member : rack->members)
        (cluster.findSwitch(member) ? switches : nodes).push_back(member);
    if (switches.size() == 1)
        return switches.front();
    return switches.empty() && nodes.size() == 1 ? nodes.front() : std::string();
}

void rackSelected(Document &document)
{
    const Project &project = document.project();
    std::vector<std::string> things;
    std::vector<std::string> racks;
    for (const std::string &name : document.selection()->names()) {
        if (project.cluster.findRack(name)) {
            racks.push_back(name);
        } else if (const Rack *rack = project.cluster.rackOf(name)) {
            emit document.editRefused(EditNames::tr("%1 is already in %2").arg(text(name), text(rack->name)));
            return;
        } else if (project.cluster.findNode(name) || project.cluster.findSwitch(name)) {
            things.push_back(name);
        }
    }
    if (things.empty() || racks.size() > 1)
        return;
    if (racks.size() == 1) {
        if (document.edit(EditNames::tr("Add to %1").arg(text(racks.front())),
                          addToRack(project, racks.front(), things)))
            document.selection()->selectNames({racks.front()});
        return;
    }
    Rack rack;
    rack.name = freeName(project.cluster, "rack");
    rack.members = std::move(things);
    if (document.edit(EditNames::tr("Make %1").arg(text(rack.name)), addRack(project, rack)))
        document.selection()->selectNames({rack.name});
}

void unrackSelected(Document &document)
{
    const Cluster &cluster = document.project().cluster;
    std::vector<std::string> racks;
    std::vector<std::string> things;
    for (const std::string &name : document.selection()->names())
        if (cluster.findRack(name))
            racks.push_back(name);
        else if (cluster.rackOf(name))
            things.push_back(name);
    if (racks.empty()) {
        if (!things.empty())
            document.edit(things.size() == 1 ? EditNames::tr("Take %1 out of its rack").arg(text(things.front()))
                                             : EditNames::tr("Take %1 items out of their racks").arg(things.size()),
                          takeOutOfRacks(document.project(), things));
        return;
    }
    Project after = document.project();
    NameSet released;
    for (const std::string &name : racks) {
        const Rack rack = *after.cluster.findRack(name);
        if (rack.repeat > 1)
            after = withPlaces(after);
        Result<Project> written = writeOutRack(after, name, pitchOf(rack, after.canvas));
        if (!written) {
            document.edit(QString(), written);
            return;
        }
        after = std::move(*written);
        released.insert(rack.members.begin(), rack.members.end());
    }
    if (document.edit(racks.size() == 1 ? EditNames::tr("Ungroup %1").arg(text(racks.front()))
                                        : EditNames::tr("Ungroup %1 racks").arg(racks.size()),
                      std::move(after)))
        document.selection()->selectNames(released);
}

void toggleRacks(Document &document, const NameSet &names)
{
    Project after = document.project();
    std::optional<bool> close;
    QString one;
    int count = 0;
    for (Rack &rack : after.cluster.racks) {
        if (names.count(rack.name) == 0)
            continue;
        close = close.value_or(!rack.collapsed);
        rack.collapsed = *close;
        one = text(rack.name);
        ++count;
    }
    if (count == 0)
        return;
    const QString what = count == 1
                             ? (*close ? EditNames::tr("Close %1") : EditNames::tr("Open %1")).arg(one)
                             : (*close ? EditNames::tr("Close %1 racks") : EditNames::tr("Open %1 racks")).arg(count);
    document.edit(what, std::move(after));
}

void setRepeat(Document &document, const std::string &name, int repeat)
{
    const Rack *rack = document.project().cluster.findRack(name);
    if (!rack)
        return;
    Rack changed = *rack;
    changed.repeat = repeat;
    document.edit(repeat == 1 ? EditNames::tr("Do not repeat %1").arg(text(name))
                              : EditNames::tr("Repeat %1 %2 times").arg(text(name), QString::number(repeat)),
                  replaceRack(document.project(), name, changed), QStringLiteral("repeat/") + text(name));
}

bool renameRack(Document &document, const std::string &name, const std::string &wanted)
{
    const Rack *rack = document.project().cluster.findRack(name);
    if (!rack)
        return false;
    Rack changed = *rack;
    changed.name = wanted;
    return document.edit(EditNames::tr("Rename %1").arg(text(name)), replaceRack(document.project(), name, changed));
}

} // namespace heteroscope
