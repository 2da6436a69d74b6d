// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/closest_name.h"
#include "cluster/attach.h"
#include "cluster/cluster_json.h"
#include "cluster/limits.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace heteroscope {

namespace {

/// In larger clusters a misspelt name gets no hint: looking for a near one would take too long.
constexpr std::size_t maxHintNames = 300;

std::string numberText(double value)
{
    auto text = toText(Json(value));
    text.pop_back();
    return text == "null" ? "no number" : text;
}

/// Collects mistakes below a path.
class Checker
{
public:
    explicit Checker(Findings &findings) : m_findings(findings) {}

    void add(const std::string &path, std::string found, std::string expected, std::string hint,
             Error::Code code = Error::Code::invalid)
    {
        m_findings.addError({code, {}, path, std::move(found), std::move(expected), std::move(hint)});
    }

    void name(const std::string &path, const std::string &name)
    {
        if (auto expected = whyNotName(name); !expected.empty())
            add(path + "/name", quoteText(name), std::move(expected), "choose another name");
    }

    void range(const std::string &path, double value, NumberRange range)
    {
        if (!limits::holds(range, value))
            add(path, numberText(value),
                "a number from " + numberText(range.minimum) + " to " + numberText(range.maximum),
                "choose a number of this range");
    }

    void curve(const std::string &path, const RateCurve &curve)
    {
        for (std::size_t i = 0; i < curve.points.size(); ++i) {
            const auto at = path + "/" + std::to_string(i);
            range(at + "/at", curve.points[i].at.value, limits::pointTime);
            range(at + "/factor", curve.points[i].factor, limits::factor);
            if (i > 0 && !(curve.points[i].at > curve.points[i - 1].at))
                add(at + "/at", numberText(curve.points[i].at.value),
                    "a later time than the point before (" + numberText(curve.points[i - 1].at.value) + ")",
                    "sort the points by time");
        }
    }

    void node(const std::string &path, const Node &node);

private:
    Findings &m_findings;
};

void Checker::node(const std::string &path, const Node &node)
{
    range(path + "/power", node.power, limits::power);
    std::unordered_set<std::string> ids;
    for (std::size_t i = 0; i < node.vertices.size(); ++i) {
        const auto &id = node.vertices[i].id;
        const auto at = path + "/vertices/" + std::to_string(i) + "/id";
        if (auto expected = whyNotName(id); !expected.empty())
            add(at, quoteText(id), std::move(expected), "choose another id");
        else if (id == "gpu*" || deviceRange(id, maxDevices))
            add(at, quoteText(id), "an id that is no device", "gpu0, gpu1 ... are the devices of the node");
        else if (!ids.insert(id).second)
            add(at, quoteText(id) + " again", "an id of its own", "rename one of them");
    }
    for (std::size_t i = 0; i < node.fabric.size(); ++i) {
        const auto &link = node.fabric[i];
        const auto at = path + "/fabric/" + std::to_string(i);
        range(at + "/bandwidth", link.bandwidth.value, limits::bandwidth);
        range(at + "/latency", link.latency.value, limits::latency);
        std::size_t ranges = 0;
        bool known = true;
        for (const auto &[key, end] : {std::pair("/from", &link.from), std::pair("/to", &link.to)}) {
            const auto devices = deviceRange(*end, node.devices.size());
            ranges += devices && devices->count > 1 ? 1 : 0;
            if (!devices && !ids.contains(*end)) {
                known = false;
                add(at + key, quoteText(*end),
                    "a vertex of the node, or gpu0 to gpu" + std::to_string(node.devices.size() - 1),
                    node.devices.empty() ? "the node has no device" : "name one of them, or add such a vertex",
                    Error::Code::reference);
            }
        }
        if (ranges == 2)
            add(at, quoteText(link.from) + " to " + quoteText(link.to), "a range on one side only",
                "write one link for each device of one side");
        else if (known && link.from == link.to)
            add(at + "/to", quoteText(link.to), "another end than \"from\"", "a link needs two different ends");
        else if (const auto from = deviceRange(link.from, node.devices.size()),
                 to = deviceRange(link.to, node.devices.size());
                 from && to && from->first < to->first + to->count && to->first < from->first + from->count)
            add(at + "/to", quoteText(link.to), "other devices than \"from\"", "a link needs two different ends");
    }
    std::size_t run = 0; // as the file counts: equal neighbours are one item
    for (std::size_t i = 0; i < node.devices.size(); ++i) {
        const bool first = i == 0 || node.devices[i] != node.devices[i - 1];
        run += first && i > 0 ? 1 : 0;
        if (first)
            curve(path + "/devices/" + std::to_string(run) + "/speed", node.devices[i].speed);
    }
}

/// The whole cluster: what its names refer to, and how large it becomes.
class ClusterChecker : private Checker
{
public:
    ClusterChecker(const Cluster &cluster, std::string path, Findings &findings)
        : Checker(findings), m_findings(findings), m_cluster(cluster), m_path(std::move(path))
    {}

    void check()
    {
        deviceTypes();
        things();
        racks();
        links();
        conflictSets();
        deviceGroups();
        range(m_path + "/powerUsageEffectiveness", m_cluster.powerUsageEffectiveness, limits::powerUsageEffectiveness);
        size();
    }

private:
    struct Thing
    {
        const Node *node = nullptr; // nullptr: a switch
        std::size_t repeat = 1;
        std::ptrdiff_t rack = -1;
        std::size_t links = 0; // at each copy of it
        bool attachable = true;
    };

    std::string at(const char *list, std::size_t index) const
    {
        return m_path + "/" + list + "/" + std::to_string(index);
    }

    static constexpr const char *otherName = "correct the name, or add a node or switch of this name";
    std::string hintFor(const std::string &name) const
    {
        if (m_findings.full() || m_things.size() > maxHintNames)
            return otherName;
        std::vector<std::string_view> names;
        for (const auto &[known, thing] : m_things)
            names.push_back(known);
        std::sort(names.begin(), names.end());
        auto hint = didYouMean(name, names);
        return hint.empty() ? std::string(otherName) : hint;
    }

    void uniqueName(const std::string &path, const std::string &name)
    {
        Checker::name(path, name);
        if (!m_names.insert(name).second)
            add(path + "/name", quoteText(name) + " again", "a name that no other node, switch, link or rack has",
                "rename one of them");
    }

    void deviceTypes()
    {
        std::unordered_set<std::string> names;
        for (std::size_t i = 0; i < m_cluster.deviceTypes.size(); ++i) {
            const auto &type = m_cluster.deviceTypes[i];
            m_findings.append(findDeviceTypeMistakes(type, at("deviceTypes", i)));
            if (!names.insert(type.name).second)
                add(at("deviceTypes", i) + "/name", quoteText(type.name) + " again", "a name of its own",
                    "rename one of them");
        }
    }

    void things()
    {
        std::unordered_map<std::string, bool> typeKnown;
        for (std::size_t i = 0; i < m_cluster.nodes.size(); ++i) {
            const auto &node = m_cluster.nodes[i];
            const auto path = at("nodes", i);
            uniqueName(path, node.name);
            m_things.emplace(node.name, Thing{.node = &node, .attachable = attachPoint(node).has_value()});
            Checker::node(path, node);
            const std::string *last = nullptr;
            for (const auto &device : node.devices) {
                if (last && *last == device.type)
                    continue;
                last = &device.type;
                const auto [known, first] = typeKnown.try_emplace(device.type, false);
                if (first)
                    known->second = findDeviceType(m_cluster, device.type) != nullptr;
                if (!known->second)
                    unknownType(path, device.type);
            }
        }
        for (std::size_t i = 0; i < m_cluster.switches.size(); ++i) {
            const auto &one = m_cluster.switches[i];
            uniqueName(at("switches", i), one.name);
            m_things.emplace(one.name, Thing{});
            range(at("switches", i) + "/latency", one.latency.value, limits::latency);
            range(at("switches", i) + "/ports", one.ports, {0, limits::ports});
            range(at("switches", i) + "/power", one.power, limits::power);
        }
    }

    void unknownType(const std::string &path, const std::string &type)
    {
        if (m_findings.full() || m_cluster.deviceTypes.size() > maxHintNames)
            return;
        std::vector<std::string_view> names;
        for (const auto &own : m_cluster.deviceTypes)
            names.push_back(own.name);
        for (const auto &shipped : builtinCatalog().devices)
            names.push_back(shipped.name);
        const auto hint = didYouMean(type, names);
        add(path + "/devices", "the device type " + quoteText(type), "a device type of the catalog or of this project",
            hint.empty() ? "add it to deviceTypes, or see `hscope catalog devices`" : hint, Error::Code::reference);
    }

    void racks()
    {
        for (std::size_t i = 0; i < m_cluster.racks.size(); ++i) {
            const auto &rack = m_cluster.racks[i];
            uniqueName(at("racks", i), rack.name);
            range(at("racks", i) + "/repeat", rack.repeat, {1, limits::repeat});
            if (rack.members.empty())
                m_findings.warnings.push_back({Error::Code::invalid,
                                               {},
                                               at("racks", i) + "/members",
                                               "no member of " + quoteText(rack.name),
                                               "at least one node or switch",
                                               "name its members, or remove the rack"});
            for (std::size_t k = 0; k < rack.members.size(); ++k) {
                const auto path = at("racks", i) + "/members/" + std::to_string(k);
                const auto thing = m_things.find(rack.members[k]);
                if (thing == m_things.end()) {
                    add(path, quoteText(rack.members[k]), "a node or switch", hintFor(rack.members[k]),
                        Error::Code::reference);
                } else if (thing->second.rack >= 0) {
                    add(path, quoteText(rack.members[k]) + " again", "each node and switch in one rack at most",
                        "take it out of one of them");
                } else {
                    thing->second.rack = static_cast<std::ptrdiff_t>(i);
                    thing->second.repeat = static_cast<std::size_t>(std::clamp(rack.repeat, 1, limits::repeat));
                }
            }
        }
    }

    void links()
    {
        std::set<std::pair<std::string, std::string>> pairs;
        for (std::size_t i = 0; i < m_cluster.links.size(); ++i) {
            const auto &link = m_cluster.links[i];
            const auto path = at("links", i);
            uniqueName(path, link.name);
            m_linkSets.try_emplace(link.name, 0);
            range(path + "/bandwidth", link.bandwidth.value, limits::bandwidth);
            range(path + "/latency", link.latency.value, limits::latency);
            curve(path + "/rate", link.rate);
            Thing *from = end(path + "/from", link.from);
            Thing *to = end(path + "/to", link.to);
            if (!from || !to)
                continue;
            if (from == to) {
                add(path + "/to", quoteText(link.to), "another end than \"from\"", "a link needs two different ends");
                continue;
            }
            if (!pairs.insert(std::minmax(link.from, link.to)).second)
                m_findings.warnings.push_back(
                    {Error::Code::invalid,
                     {},
                     path,
                     "a second link between " + quoteText(link.from) + " and " + quoteText(link.to),
                     "one link",
                     "traffic takes the wider one only"});
            const bool inside = from->rack >= 0 && from->rack == to->rack;
            from->links += inside ? 1 : to->repeat;
            to->links += inside ? 1 : from->repeat;
            const auto copies = inside ? from->repeat : from->repeat * to->repeat;
            m_expandedLinks += copies;
            m_expandedPoints += copies * link.rate.points.size();
        }
        for (std::size_t i = 0; i < m_cluster.switches.size(); ++i) {
            const auto &one = m_cluster.switches[i];
            const auto thing = m_things.find(one.name);
            if (one.ports > 0 && thing->second.links > static_cast<std::size_t>(one.ports))
                add(at("switches", i) + "/ports",
                    std::to_string(thing->second.links) + " links at " + quoteText(one.name),
                    "at most " + std::to_string(one.ports) + " (its ports)", "remove links, or give it more ports");
        }
    }

    Thing *end(const std::string &path, const std::string &name)
    {
        const auto thing = m_things.find(name);
        if (thing == m_things.end()) {
            add(path, quoteText(name), "a node or switch", hintFor(name), Error::Code::reference);
            return nullptr;
        }
        if (!thing->second.attachable)
            add(path, "a link to the node " + quoteText(name), "a node with a vertex to attach to",
                "add a vertex of kind nic to the node");
        return &thing->second;
    }

    void conflictSets()
    {
        std::unordered_set<std::string> names;
        for (std::size_t i = 0; i < m_cluster.conflictSets.size(); ++i) {
            const auto &set = m_cluster.conflictSets[i];
            Checker::name(at("conflictSets", i), set.name);
            if (!names.insert(set.name).second)
                add(at("conflictSets", i) + "/name", quoteText(set.name) + " again", "a name of its own",
                    "rename one of them");
            std::unordered_set<std::string> members;
            for (std::size_t k = 0; k < set.links.size(); ++k) {
                const auto path = at("conflictSets", i) + "/links/" + std::to_string(k);
                const auto link = m_linkSets.find(set.links[k]);
                if (link == m_linkSets.end())
                    add(path, quoteText(set.links[k]), "the name of a link",
                        "name a link of the cluster, or remove it from the set", Error::Code::reference);
                else if (!members.insert(set.links[k]).second)
                    add(path, quoteText(set.links[k]) + " again", "each link once", "remove it here");
                else if (++link->second == maxSetsOfLink + 1)
                    add(path, quoteText(set.links[k]) + " in more than " + std::to_string(maxSetsOfLink) + " sets",
                        "a link in at most " + std::to_string(maxSetsOfLink) + " conflict sets",
                        "make one set of those with the same links");
            }
        }
    }

    void deviceGroups()
    {
        std::unordered_set<std::string> names;
        for (std::size_t i = 0; i < m_cluster.deviceGroups.size(); ++i) {
            const auto &group = m_cluster.deviceGroups[i];
            Checker::name(at("deviceGroups", i), group.name);
            if (!names.insert(group.name).second)
                add(at("deviceGroups", i) + "/name", quoteText(group.name) + " again", "a name of its own",
                    "rename one of them");
            for (std::size_t k = 0; k < group.devices.size(); ++k) {
                if (!isDevice(group.devices[k]))
                    add(at("deviceGroups", i) + "/devices/" + std::to_string(k), quoteText(group.devices[k]),
                        "a device (\"node:0\") or a node", hintFor(group.devices[k]), Error::Code::reference);
            }
        }
    }

    /// "node", "node#2", "node:0" or "node#2:0".
    bool isDevice(std::string_view text) const
    {
        // Copies count from 1; 0 stands for a number that cannot be read.
        const auto number = [](std::string_view digits, std::size_t otherwise) {
            std::size_t value = 0;
            const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), value);
            return parsed.ec == std::errc() && parsed.ptr == digits.data() + digits.size() ? value : otherwise;
        };
        constexpr auto none = std::numeric_limits<std::size_t>::max();
        std::size_t index = 0;
        std::size_t copy = 1;
        bool one = false;
        if (const auto colon = text.find(':'); colon != std::string_view::npos) {
            one = true;
            index = number(text.substr(colon + 1), none);
            text = text.substr(0, colon);
        }
        if (const auto hash = text.find('#'); hash != std::string_view::npos) {
            copy = number(text.substr(hash + 1), 0);
            if (copy < 2)
                return false;
            text = text.substr(0, hash);
        }
        const auto thing = m_things.find(std::string(text));
        return thing != m_things.end() && thing->second.node && copy <= thing->second.repeat &&
               (!one || index < thing->second.node->devices.size());
    }

    void size()
    {
        std::size_t devices = 0;
        std::size_t vertices = 0;
        for (const auto &[name, thing] : m_things) {
            if (!thing.node) {
                vertices += thing.repeat;
                continue;
            }
            devices += thing.repeat * thing.node->devices.size();
            vertices += thing.repeat * (thing.node->devices.size() + thing.node->vertices.size() + 1);
            for (const auto &link : thing.node->fabric) {
                std::size_t count = 1;
                for (const auto *end : {&link.from, &link.to}) {
                    if (const auto range = deviceRange(*end, thing.node->devices.size()))
                        count *= range->count;
                }
                m_expandedLinks += thing.repeat * count;
            }
            for (const auto &device : thing.node->devices)
                m_expandedPoints += thing.repeat * device.speed.points.size();
        }
        const auto most = [this](const char *what, std::size_t count, std::size_t limit) {
            if (count > limit)
                add(m_path, std::to_string(count) + " " + what + " with all copies of racks",
                    "at most " + std::to_string(limit), "repeat the racks less often");
        };
        most("devices", devices, maxDevices);
        most("nodes, switches and vertices", vertices, maxVertices);
        most("links", m_expandedLinks, maxLinks);
        most("points of rate curves", m_expandedPoints, maxCurvePoints);
    }

    Findings &m_findings;
    const Cluster &m_cluster;
    std::string m_path;
    std::unordered_set<std::string> m_names;
    std::unordered_map<std::string, int> m_linkSets; ///< by link: conflict sets that it is in
    std::unordered_map<std::string, Thing> m_things;
    std::size_t m_expandedLinks = 0;
    std::size_t m_expandedPoints = 0;
};

} // namespace

Findings findClusterMistakes(const Cluster &cluster, const std::string &path)
{
    Findings findings;
    ClusterChecker(cluster, path, findings).check();
    return findings;
}

Findings findNodeMistakes(const Node &node, const std::string &path)
{
    Findings findings;
    Checker(findings).node(path, node);
    return findings;
}

Findings findDeviceTypeMistakes(const DeviceType &type, const std::string &path)
{
    Findings findings;
    Checker checker(findings);
    if (type.name.empty())
        checker.add(path + "/name", "\"\"", "a name", "give the device type a name");
    bool any = false;
    for (std::size_t i = 0; i < type.peak.size(); ++i) {
        if (type.peak[i])
            checker.range(path + "/peakFlops/" + std::string(precisionNames[i]), type.peak[i]->value, limits::peak);
        any = any || type.peak[i];
    }
    if (!any)
        checker.add(path + "/peakFlops", "no precision", "the FLOP/s of at least one precision",
                    "add a precision to peakFlops");
    checker.range(path + "/memory", type.memory.value, limits::memory);
    checker.range(path + "/memoryBandwidth", type.memoryBandwidth.value, limits::bandwidth);
    if (!type.intraLinkTechnology.empty() || type.intraLinkBandwidth.value != 0)
        checker.range(path + "/intraLink/bandwidth", type.intraLinkBandwidth.value, limits::bandwidth);
    checker.range(path + "/power", type.power, limits::power);
    if (type.pricePerHour)
        checker.range(path + "/pricePerHour", *type.pricePerHour, limits::price);
    return findings;
}

} // namespace heteroscope
