// SPDX-License-Identifier: GPL-3.0-or-later
#include "editing/canvas_edits.h"

#include "analysis/auto_layout.h"
#include "cluster/attach.h"
#include "cluster/catalog.h"
#include "editing/canvas_clipboard.h"
#include "editing/free_place.h"
#include "editing/note_commands.h"
#include "editing/rack_commands.h"
#include "editing/selected_units.h"
#include "language/sentences.h"
#include "project/edits.h"
#include "project/library_edits.h"
#include "project/name_pool.h"

#include <algorithm>
#include <cmath>

namespace heteroscope {
namespace {

QString named(const QString &text, const std::string &name) { return text.arg(QString::fromStdString(name)); }

/// Devices of a node that is to take one more must all hang on the fabric by a wildcard; others would stand alone.
bool takesMoreDevices(const Node &node)
{
    return isUniform(node) && std::any_of(node.fabric.begin(), node.fabric.end(), [](const FabricLink &link) {
               return link.from == "gpu*" || link.to == "gpu*";
           });
}

/// One more link beside each that is selected.
void duplicateLinks(Document &document)
{
    const NameSet links = selectedLinks(document);
    if (links.empty())
        return;
    const QString text = links.size() == 1
                             ? EditNames::tr("Duplicate %1").arg(thingText(document.project(), *links.begin()))
                             : EditNames::tr("Duplicate %1 links").arg(links.size());
    Project project = document.project();
    const std::size_t before = project.cluster.links.size();
    for (const std::string &link : links) {
        Result<Project> more = addParallelLink(project, link);
        if (!more) {
            document.edit(text, more); // says why
            return;
        }
        project = std::move(*more);
    }
    NameSet made;
    for (std::size_t i = before; i < project.cluster.links.size(); ++i)
        made.insert(project.cluster.links[i].name);
    if (document.edit(text, project))
        document.selection()->selectNames(made);
}

} // namespace

Node singleDeviceNode(const DeviceType &type)
{
    Node node;
    node.devices.push_back({type.name, {}});
    node.vertices.push_back({"nic", FabricVertex::Kind::nic, {}});
    const char *generation = type.year >= 2022 ? "PCIe 5.0 x16" : type.year >= 2020 ? "PCIe 4.0 x16" : "PCIe 3.0 x16";
    FabricLink link;
    link.from = "gpu*";
    link.to = "nic";
    link.technology = LinkTechnology::pcie;
    if (const LinkType *pcie = builtinCatalog().findLink(generation)) {
        link.bandwidth = pcie->bandwidth;
        link.latency = pcie->latency;
    }
    node.fabric.push_back(link);
    return node;
}

std::string addFromPalette(Document &document, PaletteKind kind, const QString &name, QPointF at,
                           const std::string &onto)
{
    const Project &project = document.project();
    const CanvasPosition position = toCanvas(snappedToGrid(at));
    const std::string catalogName = name.toStdString();
    std::string added;
    bool done = false;
    switch (kind) {
    case PaletteKind::device: {
        const DeviceType *type = findDeviceType(project.cluster, catalogName);
        if (!type)
            return {};
        const Node *host = onto.empty() ? nullptr : project.cluster.findNode(onto);
        if (host && takesMoreDevices(*host)) {
            Node larger = *host;
            larger.devices.push_back({type->name, {}});
            added = onto;
            done = document.edit(named(EditNames::tr("Add a device to %1"), onto), replaceNode(project, onto, larger));
            break;
        }
        added = freeName(project.cluster, baseNameOf(catalogName));
        done = document.edit(named(EditNames::tr("Add %1"), added),
                             addNode(project, singleDeviceNode(*type), added, position));
        break;
    }
    case PaletteKind::node: {
        const Node *node = findNodeTemplate(project, catalogName);
        if (!node)
            return {};
        added = freeName(project.cluster, baseNameOf(catalogName));
        done = document.edit(named(EditNames::tr("Add %1"), added), addNode(project, *node, added, position));
        break;
    }
    case PaletteKind::networkSwitch:
        added = freeName(project.cluster, "switch");
        done = document.edit(named(EditNames::tr("Add %1"), added), addSwitch(project, added, position));
        break;
    case PaletteKind::link:
    case PaletteKind::note: // is written first
    case PaletteKind::example:
        break;
    }
    if (!done)
        return {};
    document.selection()->selectNames({added});
    return added;
}

QString refusalOf(const Document &document, const std::string &from, const std::string &to)
{
    const Cluster &cluster = document.project().cluster;
    for (const std::string &end : {from, to})
        if (cluster.findRack(end) && linkEnd(cluster, end).empty())
            return EditNames::tr("%1 has several switches or none: open it and choose the end of the link")
                .arg(QString::fromStdString(end));
    return spoken(whyNotLinkable(cluster, linkEnd(cluster, from), linkEnd(cluster, to)));
}

bool addLinkBetween(Document &document, const std::string &from, const std::string &to, const LinkType &type)
{
    NameSet before;
    for (const Link &link : document.project().cluster.links)
        before.insert(link.name);
    const Cluster &cluster = document.project().cluster;
    if (!document.edit(EditNames::tr("Link %1 and %2").arg(QString::fromStdString(from), QString::fromStdString(to)),
                       addLink(document.project(), linkEnd(cluster, from), linkEnd(cluster, to), type)))
        return false;
    for (const Link &link : document.project().cluster.links)
        if (!before.count(link.name))
            document.selection()->selectNames({link.name});
    return true;
}

void removeSelected(Document &document)
{
    const NameSet names = document.selection()->names();
    if (names.empty())
        return;
    const QString text = names.size() == 1
                             ? EditNames::tr("Delete %1").arg(thingText(document.project(), *names.begin()))
                             : EditNames::tr("Delete %1 items").arg(names.size());
    document.edit(text, removeThings(document.project(), withMembers(document.project().cluster, names)));
}

NameSet selectedLinks(Document &document)
{
    NameSet links;
    for (const Link &link : document.project().cluster.links)
        if (document.selection()->contains(link.name))
            links.insert(link.name);
    return links;
}

void duplicateSelected(Document &document)
{
    const NameSet names = selectedThings(document);
    if (names.empty()) {
        duplicateLinks(document);
        return;
    }
    // Beside the originals, so that copy and original can be seen apart, and beside everything else.
    const std::vector<Footprint> copies = footprintsOf(document.project(), &names);
    const CanvasPosition shift = copies.empty() ? CanvasPosition{nodePitch.x, 0} // notes
                                                : freeShift(copies, footprintsOf(document.project()), {0, 0});
    const Result<Duplicated> copy = duplicateThings(document.project(), names, shift.x, shift.y);
    if (!copy) {
        document.edit(QString(), Result<Project>(copy.error()));
        return;
    }
    const std::string one = oneSelected(document);
    const QString text = one.empty() ? EditNames::tr("Duplicate %1 items").arg(names.size())
                                     : EditNames::tr("Duplicate %1").arg(thingText(document.project(), one));
    if (document.edit(text, copy->project))
        document.selection()->selectNames(foldedIntoRacks(copy->project.cluster, copy->names));
}

void selectEverything(Document &document)
{
    const Cluster &cluster = document.project().cluster;
    NameSet names;
    for (const Node &node : cluster.nodes)
        names.insert(node.name);
    for (const Switch &item : cluster.switches)
        names.insert(item.name);
    for (const Link &link : cluster.links)
        names.insert(link.name);
    for (const Note &note : document.project().notes)
        names.insert(noteKey(note.id));
    document.selection()->selectNames(names);
}

void nudgeSelected(Document &document, QPointF by)
{
    const NameSet names = selectedThings(document);
    if (names.empty())
        return;
    auto positions = drawnPositions(document.project());
    std::map<std::string, CanvasPosition> moved;
    QString key = QStringLiteral("nudge");
    for (const std::string &name : names) {
        moved[name] = toCanvas(toScene(positions.at(name)) + by);
        key += u'/' + QString::fromStdString(name);
    }
    const std::string one = oneSelected(document);
    document.edit(one.empty() ? EditNames::tr("Move %1 items").arg(names.size())
                              : EditNames::tr("Move %1").arg(thingText(document.project(), one)),
                  moveThings(document.project(), moved), key);
}

void alignSelected(Document &document, Qt::Orientation line)
{
    const auto positions = drawnPositions(document.project());
    std::vector<Unit> units = selectedUnits(document, positions);
    if (units.size() < 2)
        return;
    const auto across = [line](CanvasPosition &at) -> double & { return line == Qt::Horizontal ? at.y : at.x; };
    double sum = 0;
    for (Unit &unit : units)
        sum += across(unit.at);
    constexpr double grid = canvasGrid;
    const double middle = std::round(sum / static_cast<double>(units.size()) / grid) * grid;
    std::map<std::string, CanvasPosition> moved;
    for (const Unit &unit : units) {
        CanvasPosition to = unit.at;
        across(to) = middle;
        moveUnit(unit, to, positions, moved);
    }
    document.edit(line == Qt::Horizontal ? EditNames::tr("Align %1 items in a row").arg(units.size())
                                         : EditNames::tr("Align %1 items in a column").arg(units.size()),
                  moveThings(document.project(), moved));
}

void distributeSelected(Document &document, Qt::Orientation along)
{
    const auto positions = drawnPositions(document.project());
    std::vector<Unit> order = selectedUnits(document, positions);
    if (order.size() < 3)
        return;
    const auto place = [along](CanvasPosition &at) -> double & { return along == Qt::Horizontal ? at.x : at.y; };
    std::stable_sort(order.begin(), order.end(), [&](Unit a, Unit b) { return place(a.at) < place(b.at); });
    const double first = place(order.front().at);
    const double step = (place(order.back().at) - first) / static_cast<double>(order.size() - 1);
    std::map<std::string, CanvasPosition> moved;
    for (std::size_t i = 0; i < order.size(); ++i) {
        CanvasPosition to = order[i].at;
        place(to) = first + step * static_cast<double>(i);
        moveUnit(order[i], to, positions, moved);
    }
    document.edit(EditNames::tr("Distribute %1 items").arg(order.size()), moveThings(document.project(), moved));
}

void arrangeEverything(Document &document)
{
    Project loose = document.project();
    loose.canvas.clear();
    document.edit(EditNames::tr("Arrange all"), moveThings(document.project(), completePositions(loose)));
}

void linkSelected(Document &document, const LinkType &type)
{
    const Cluster &cluster = document.project().cluster;
    std::vector<std::string> ends;
    for (const std::string &name : document.selection()->names()) {
        if (cluster.findNode(name) || cluster.findSwitch(name) || cluster.findRack(name))
            ends.push_back(name);
    }
    if (ends.size() == 2)
        addLinkBetween(document, ends[0], ends[1], type);
}

void connectSelectedToSwitch(Document &document, const LinkType &type)
{
    const Cluster &cluster = document.project().cluster;
    std::vector<std::string> nodes;
    std::vector<std::string> switches;
    for (const std::string &name : document.selection()->names()) {
        if (const Rack *rack = cluster.findRack(name)) // its nodes, each copy of them
            std::copy_if(rack->members.begin(), rack->members.end(), std::back_inserter(nodes),
                         [&](const auto &member) { return cluster.findNode(member) != nullptr; });
        else if (cluster.findNode(name))
            nodes.push_back(name);
        else if (cluster.findSwitch(name))
            switches.push_back(name);
    }
    if (switches.size() != 1 || nodes.empty())
        return;
    Project project = document.project();
    std::vector<std::pair<std::string, QString>> refused; // with the reasons
    for (const std::string &node : nodes) {
        const std::string why = whyNotLinkable(project.cluster, node, switches.front());
        Result<Project> linked = addLink(project, node, switches.front(), type);
        if (linked)
            project = std::move(*linked);
        else
            refused.emplace_back(node, why.empty() ? refusalOf(linked.error()) : spoken(why));
    }
    document.edit(named(EditNames::tr("Connect all to %1"), switches.front()), std::move(project));
    if (refused.empty())
        return;
    const auto &[node, why] = refused.front();
    const QString name = QString::fromStdString(node);
    emit document.editRefused(
        refused.size() == 1
            ? EditNames::tr("%1 is not connected: %2").arg(name, why)
            : EditNames::tr("%1 of %2 are not connected; %3: %4").arg(refused.size()).arg(nodes.size()).arg(name, why));
}

} // namespace heteroscope
