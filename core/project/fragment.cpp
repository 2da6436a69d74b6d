// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/fragment.h"

#include "project/device_groups.h"
#include "project/edit_check.h"
#include "project/fragment_entries.h"
#include "project/free_id.h"
#include "project/group_edits.h"
#include "project/name_pool.h"
#include "project/project_file.h"
#include "json/object_reader.h"

#include <algorithm>

namespace heteroscope {

namespace {

template<class Names, class Known>
bool allOf(const Names &names, const Known &known)
{
    return std::all_of(names.begin(), names.end(), [&known](const auto &name) { return known.contains(name); });
}

/// Puts copies of what a fragment holds into a project, in the order of the functions: links and racks need the names
/// that nodes and switches got.
class FragmentPaste
{
public:
    FragmentPaste(const Project &project, const Project &fragment, double dx, double dy)
        : m_fragment(fragment), m_dx(dx), m_dy(dy), m_result{project, {}}, m_pool(project.cluster)
    {}

    void addNodesAndSwitches()
    {
        const CarriedNames carried = addUsedEntries(m_result.project, m_fragment);
        for (Node node : m_fragment.cluster.nodes) {
            const std::string name = node.name;
            node.name = nameFor(name);
            for (auto &device : node.devices)
                device.type = carried.deviceTypes.at(device.type);
            if (const auto own = carried.templates.find(node.templateName); own != carried.templates.end())
                node.templateName = own->second;
            place(name, node.name);
            cluster().nodes.push_back(std::move(node));
        }
        for (Switch one : m_fragment.cluster.switches) {
            const std::string name = one.name;
            one.name = nameFor(name);
            place(name, one.name);
            cluster().switches.push_back(std::move(one));
        }
    }

    void addLinks()
    {
        for (Link link : m_fragment.cluster.links) {
            const std::string name = link.name;
            link.from = m_copyOf.at(link.from);
            link.to = m_copyOf.at(link.to);
            link.name = m_pool.takeExactly(m_pool.isTaken(name) ? link.from + "-" + link.to : name);
            m_linkOf[name] = link.name;
            m_result.names.insert(link.name);
            cluster().links.push_back(std::move(link));
        }
    }

    void addRacksAndSets()
    {
        for (Rack rack : m_fragment.cluster.racks) {
            rack.name = nameFor(rack.name);
            for (auto &member : rack.members)
                member = m_copyOf.at(member);
            cluster().racks.push_back(std::move(rack));
        }
        for (ConflictSet set : m_fragment.cluster.conflictSets) {
            for (auto &link : set.links)
                link = m_linkOf.at(link);
            set.name = freeSetName(cluster(), stemOfName(set.name));
            cluster().conflictSets.push_back(std::move(set));
        }
    }

    /// The rules of a group come along only with its name: under another name they would be rules twice.
    void addDeviceGroups()
    {
        for (DeviceGroup group : m_fragment.cluster.deviceGroups) {
            for (auto &member : group.devices) {
                const auto end = std::min(member.find_first_of("#:"), member.size());
                if (const auto copy = m_copyOf.find(member.substr(0, end)); copy != m_copyOf.end())
                    member.replace(0, end, copy->second);
            }
            const std::string name = group.name;
            const bool isFree = !isSetName(cluster(), name);
            if (!isFree)
                group.name = freeSetName(cluster(), stemOfName(name));
            cluster().deviceGroups.push_back(std::move(group));
            if (isFree)
                std::copy_if(m_fragment.mappings.begin(), m_fragment.mappings.end(),
                             std::back_inserter(m_result.project.mappings),
                             [&name](const Mapping &mapping) { return mapping.group == name; });
        }
    }

    void addNotes()
    {
        auto &notes = m_result.project.notes;
        for (Note note : m_fragment.notes) {
            note.id = freeId(notes);
            note.at = onCanvas({note.at.x + m_dx, note.at.y + m_dy});
            m_result.names.insert(noteKey(note.id));
            notes.push_back(std::move(note));
        }
    }

    Duplicated result() && { return std::move(m_result); }

private:
    Cluster &cluster() { return m_result.project.cluster; }

    std::string nameFor(const std::string &name)
    {
        std::string made = m_pool.isTaken(name) ? m_pool.take(stemOfName(name)) : m_pool.takeExactly(name);
        m_copyOf[name] = made;
        return made;
    }

    void place(const std::string &name, const std::string &made)
    {
        m_result.names.insert(made);
        if (const auto at = m_fragment.canvas.find(name); at != m_fragment.canvas.end())
            m_result.project.canvas[made] = onCanvas({at->second.x + m_dx, at->second.y + m_dy});
    }

    const Project &m_fragment;
    double m_dx, m_dy;
    Duplicated m_result;
    NamePool m_pool;
    NameMap m_copyOf; ///< nodes, switches and racks
    NameMap m_linkOf;
};

} // namespace

Project fragmentOf(const Project &project, const std::set<std::string> &names)
{
    Project fragment;
    fragment.title = project.title;
    fragment.workload = project.workload;
    const Cluster &from = project.cluster;
    Cluster &to = fragment.cluster;
    std::set<std::string> things;
    std::set<std::string> types;
    for (const auto &node : from.nodes) {
        if (!names.contains(node.name))
            continue;
        things.insert(node.name);
        for (const auto &device : node.devices)
            types.insert(device.type);
        to.nodes.push_back(node);
    }
    for (const auto &one : from.switches) {
        if (names.contains(one.name)) {
            things.insert(one.name);
            to.switches.push_back(one);
        }
    }
    std::set<std::string> links;
    for (const auto &link : from.links) {
        if (things.contains(link.from) && things.contains(link.to)) {
            links.insert(link.name);
            to.links.push_back(link);
        }
    }
    fragment.library = usedEntries(project, to);
    for (const auto &node : fragment.library.nodes) {
        for (const auto &device : node.devices)
            types.insert(device.type);
    }
    for (const auto &type : from.deviceTypes) {
        if (types.contains(type.name))
            to.deviceTypes.push_back(type);
    }
    for (const auto &rack : from.racks) {
        if (allOf(rack.members, things))
            to.racks.push_back(rack);
    }
    for (const auto &set : from.conflictSets) {
        if (allOf(set.links, links))
            to.conflictSets.push_back(set);
    }
    for (const auto &group : from.deviceGroups) {
        const auto isCopied = [&](const std::string &member) {
            const std::string node(drawnName(std::string_view(member).substr(0, member.find(':'))));
            // Copies of a node are there only with their rack.
            return things.contains(node) && (drawnName(member) == member || to.rackOf(node));
        };
        if (!group.devices.empty() && std::all_of(group.devices.begin(), group.devices.end(), isCopied))
            to.deviceGroups.push_back(group);
    }
    std::copy_if(project.mappings.begin(), project.mappings.end(), std::back_inserter(fragment.mappings),
                 [&to](const Mapping &mapping) { return findDeviceGroup(to, groupKey(mapping.group)) != nullptr; });
    for (const auto &[name, at] : project.canvas) {
        if (things.contains(name))
            fragment.canvas[name] = at;
    }
    std::copy_if(project.notes.begin(), project.notes.end(), std::back_inserter(fragment.notes),
                 [&names](const Note &note) { return names.contains(noteKey(note.id)); });
    return fragment;
}

Result<Duplicated> addFragment(const Project &project, const Project &fragment, double dx, double dy)
{
    if (fragment.cluster.nodes.empty() && fragment.cluster.switches.empty() && fragment.notes.empty())
        return refusal("no node, no switch and no note", "something to copy", "select nodes, switches or notes first");
    FragmentPaste paste(project, fragment, dx, dy);
    paste.addNodesAndSwitches();
    paste.addLinks();
    paste.addRacksAndSets();
    paste.addDeviceGroups();
    paste.addNotes();
    Duplicated result = std::move(paste).result();
    if (auto mistakes = findNoteMistakes(result.project.notes, "/notes"); !mistakes.ok())
        return std::move(mistakes.errors.front());
    auto whole = checked(project, std::move(result.project));
    if (!whole)
        return whole.error();
    result.project = *std::move(whole);
    return result;
}

Result<Project> parseFragment(std::string_view text)
{
    constexpr std::size_t shown = 40;
    const auto first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos || text[first] != '{') {
        return Error{Error::Code::syntax,
                     {},
                     "1:1",
                     first == std::string_view::npos ? "nothing"
                                                     : quoteText(shortened(std::string(text.substr(first)), shown)),
                     "copied nodes and switches, or the text of a project",
                     "select items on a canvas and copy them"};
    }
    LoadedProject loaded = parseProject(text, "clipboard");
    if (!loaded.findings.ok())
        return std::move(loaded.findings.errors.front());
    return std::move(loaded.project);
}

} // namespace heteroscope
