// SPDX-License-Identifier: GPL-3.0-or-later
//
// The items of the scene follow the document: an item for each thing that is seen.
#include "canvas/scene/canvas_scene.h"
#include "editing/note_commands.h"
#include "theme/numbers.h"

#include <algorithm>
#include <limits>
#include <unordered_set>

namespace heteroscope {
namespace {

/// Removes items whose names are gone or not to be seen, calls `renew` for each value and `create` for those that are
/// new.
template<class Items, class Values, class IsSeen, class Create, class Renew>
void sync(Items &items, const Values &values, IsSeen &&isSeen, Create &&create, Renew &&renew)
{
    std::unordered_set<std::string> wanted;
    for (const auto &value : values)
        if (isSeen(value))
            wanted.insert(value.name);
    std::erase_if(items, [&](const auto &entry) { return !wanted.count(entry.first); });
    for (const auto &value : values) {
        if (!wanted.count(value.name))
            continue;
        auto it = items.find(value.name);
        if (it == items.end())
            it = items.emplace(value.name, create(value)).first;
        renew(*it->second, value);
    }
}

/// How many copies of a link end at each copy of the thing.
int copiesAt(const Cluster &cluster, const std::string &thing, const Link &link)
{
    if (cluster.racks.empty())
        return 1;
    const Rack *own = cluster.rackOf(thing);
    const Rack *others = cluster.rackOf(link.from == thing ? link.to : link.from);
    return others && others != own ? others->repeat : 1;
}

QString switchDetail(const Cluster &cluster, const Switch &value)
{
    double widest = 0, narrowest = std::numeric_limits<double>::infinity();
    int links = 0;
    for (const Link &link : cluster.links)
        if (link.from == value.name || link.to == value.name) {
            links += copiesAt(cluster, value.name, link);
            widest = std::max(widest, link.bandwidth.value);
            narrowest = std::min(narrowest, link.bandwidth.value);
        }
    if (links == 0)
        return value.ports > 0 ? QObject::tr("%1 ports").arg(value.ports) : QObject::tr("not linked");
    const int ports = value.ports > 0 ? value.ports : links;
    const QString text = narrowest < widest ? QObject::tr("%1 x up to %2") : QObject::tr("%1 x %2");
    return text.arg(ports).arg(formatBandwidth(BytesPerSecond(widest)));
}

} // namespace

void CanvasScene::syncWithProject()
{
    m_synced = m_document->snapshot();
    const Cluster &cluster = m_synced->cluster;
    m_closedIn.clear();
    std::unordered_set<std::string> known;
    if (!cluster.racks.empty()) {
        for (const Node &node : cluster.nodes)
            known.insert(node.name);
        for (const Switch &value : cluster.switches)
            known.insert(value.name);
    }
    for (const Rack &rack : cluster.racks)
        for (const std::string &member : rack.members)
            if (rack.collapsed && known.count(member))
                m_closedIn.emplace(member, rack.name);
    m_typeOrder.clear();
    for (const Node &node : cluster.nodes)
        for (const Device &device : node.devices)
            m_typeOrder.emplace(device.type, static_cast<int>(m_typeOrder.size()));
    const auto add = [this](auto item) {
        addItem(item.get());
        return item;
    };
    const auto isSeen = [this](const auto &thing) { return !m_closedIn.count(thing.name); };
    const auto closedRack = [this](const std::string &name) {
        const auto it = m_closedIn.find(name);
        return it == m_closedIn.end() ? std::string() : it->second;
    };
    sync(
        m_nodes, cluster.nodes, isSeen, [&](const Node &node) { return add(std::make_unique<NodeItem>(*this, node)); },
        [](NodeItem &item, const Node &node) { item.setNode(node); });
    sync(
        m_switches, cluster.switches, isSeen,
        [&](const Switch &value) { return add(std::make_unique<SwitchItem>(*this, value)); },
        [&](SwitchItem &item, const Switch &value) { item.setSwitch(value, switchDetail(cluster, value)); });
    sync(
        m_racks, cluster.racks,
        [&](const Rack &rack) {
            return rack.collapsed && std::any_of(rack.members.begin(), rack.members.end(),
                                                 [&](const auto &member) { return closedRack(member) == rack.name; });
        },
        [&](const Rack &rack) { return add(std::make_unique<RackItem>(*this, rack)); },
        [&](RackItem &item, const Rack &rack) {
            item.setRack(rack, cluster);
            item.takeLoad(m_overlay);
        });
    sync(
        m_links, cluster.links,
        [&](const Link &link) {
            const std::string rack = closedRack(link.from);
            return rack.empty() || rack != closedRack(link.to);
        },
        [&](const Link &link) { return add(std::make_unique<LinkItem>(*this, link)); },
        [](LinkItem &item, const Link &link) { item.setLink(link); });
    syncNotes();
    m_groups->sync();
    m_places.clear();
    for (const auto &[name, at] : drawnPositions(*m_synced))
        showAt(name, toScene(at));
    if (!m_hovered.empty() && !cluster.isNameTaken(m_hovered) && !m_notes.count(m_hovered) &&
        !findDeviceGroup(cluster, m_hovered))
        m_hovered.clear();
    routeLinks();
    if (m_filter.isActive())
        applyFilter();
    update();
    emit synced();
}

void CanvasScene::syncNotes()
{
    struct Keyed
    {
        std::string name;
        const Note *note;
    };
    std::vector<Keyed> notes;
    for (const Note &note : m_synced->notes)
        notes.push_back({noteKey(note.id), &note});
    sync(
        m_notes, notes, [](const Keyed &) { return true; },
        [this](const Keyed &keyed) {
            auto item = std::make_unique<NoteItem>(*this, *keyed.note);
            addItem(item.get());
            return item;
        },
        [](NoteItem &item, const Keyed &keyed) { item.setNote(*keyed.note); });
}

} // namespace heteroscope
