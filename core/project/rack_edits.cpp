// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/rack_edits.h"

#include "project/edit_check.h"
#include "project/edits.h"
#include "project/name_pool.h"
#include "project/renaming.h"
#include "json/object_reader.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

namespace heteroscope {

namespace {

/// Writes the copies of one rack into a project.
class CopyWriter
{
public:
    CopyWriter(Project project, Rack rack)
        : m_project(std::move(project)),
          m_rack(std::move(rack)),
          m_members(m_rack.members.begin(), m_rack.members.end()),
          m_pool(m_project.cluster)
    {}

    Project write(CanvasPosition pitch)
    {
        auto &cluster = m_project.cluster;
        copyThings(cluster.nodes);
        copyThings(cluster.switches);
        copyLinks();
        place(pitch);
        carryCopyNames(m_project, m_nameOf);
        std::erase_if(cluster.racks, [this](const Rack &rack) { return rack.name == m_rack.name; });
        return std::move(m_project);
    }

private:
    static std::string key(const std::string &name, int copy) { return name + "#" + std::to_string(copy); }

    /// Name of a copy of a node or switch; of one outside the rack its own.
    const std::string &nameOf(const std::string &thing, int copy) const
    {
        return copy == 1 || !m_members.contains(thing) ? thing : m_nameOf.at(key(thing, copy));
    }

    /// Copy by copy, as Topology lists them.
    template<class Thing>
    void copyThings(std::vector<Thing> &things)
    {
        const std::vector<Thing> drawn = things;
        for (int copy = 2; copy <= m_rack.repeat; ++copy) {
            for (const auto &thing : drawn) {
                if (!m_members.contains(thing.name))
                    continue;
                things.push_back(thing);
                things.back().name = m_pool.take(stemOfName(thing.name));
                m_nameOf.emplace(key(thing.name, copy), things.back().name);
            }
        }
    }

    /// The copies of a link stand behind it, as Topology lists them.
    void copyLinks()
    {
        std::vector<Link> links;
        for (auto &link : m_project.cluster.links) {
            const Link drawn = link;
            links.push_back(std::move(link));
            if (!m_members.contains(drawn.from) && !m_members.contains(drawn.to))
                continue;
            for (int copy = 2; copy <= m_rack.repeat; ++copy) {
                Link made = drawn;
                made.from = nameOf(drawn.from, copy);
                made.to = nameOf(drawn.to, copy);
                made.name = m_pool.takeExactly(made.from + "-" + made.to);
                links.push_back(std::move(made));
            }
        }
        m_project.cluster.links = std::move(links);
    }

    void place(CanvasPosition pitch)
    {
        const auto columns = static_cast<int>(std::ceil(std::sqrt(static_cast<double>(m_rack.repeat))));
        for (const auto &member : m_rack.members) {
            const auto at = m_project.canvas.find(member);
            if (at == m_project.canvas.end())
                continue;
            const CanvasPosition first = at->second;
            for (int copy = 2; copy <= m_rack.repeat; ++copy) {
                const int column = (copy - 1) % columns, row = (copy - 1) / columns;
                m_project.canvas[nameOf(member, copy)] =
                    onCanvas({first.x + column * pitch.x, first.y + row * pitch.y});
            }
        }
    }

    Project m_project;
    Rack m_rack;
    std::unordered_set<std::string> m_members;
    NamePool m_pool;
    std::unordered_map<std::string, std::string> m_nameOf; // "a#2" -> the node that the copy becomes
};

Error noSuchRack(const std::string &name) { return absent(quoteText(name), "a rack"); }

} // namespace

Result<Project> writeOutRack(const Project &project, const std::string &name, CanvasPosition pitch)
{
    const Rack *rack = project.cluster.findRack(name);
    if (!rack)
        return noSuchRack(name);
    const auto things = rack->members.size() * static_cast<std::size_t>(std::max(1, rack->repeat));
    if (rack->repeat > 1 && things > maxWrittenOut) {
        Error error = refusal(std::to_string(things) + " nodes and switches in all copies of " + quoteText(name),
                              "at most " + std::to_string(maxWrittenOut), "repeat it less often first");
        return error;
    }
    return checked(project, CopyWriter(project, *rack).write(pitch));
}

Result<Project> addToRack(const Project &project, const std::string &name, const std::vector<std::string> &things)
{
    const Rack *rack = project.cluster.findRack(name);
    if (!rack)
        return noSuchRack(name);
    Rack larger = *rack;
    larger.members.insert(larger.members.end(), things.begin(), things.end());
    return replaceRack(project, name, larger);
}

Result<Project> takeOutOfRacks(const Project &project, const std::vector<std::string> &things)
{
    const std::unordered_set<std::string> out(things.begin(), things.end());
    Project edited = project;
    std::erase_if(edited.cluster.racks, [&out](Rack &rack) {
        const auto taken =
            std::erase_if(rack.members, [&out](const std::string &member) { return out.contains(member); });
        return taken > 0 && rack.members.empty();
    });
    forgetMissingDevices(edited);
    return checked(project, std::move(edited));
}

} // namespace heteroscope
