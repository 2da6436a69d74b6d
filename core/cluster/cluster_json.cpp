// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/cluster_json.h"

#include "cluster/limits.h"

#include <algorithm>

namespace heteroscope {

namespace {

LinkTechnology readTechnology(ObjectReader &reader)
{
    return static_cast<LinkTechnology>(reader.word("technology", linkTechnologyNames));
}

Json nameOf(LinkTechnology technology) { return Json(linkTechnologyNames[static_cast<std::size_t>(technology)]); }

/// "x-" keys of the points go to `owner` under `key`.
RateCurve readCurve(ObjectReader &reader, const std::string &key, Findings &findings, Extensions &owner)
{
    RateCurve curve;
    const auto items = reader.items(key);
    for (std::size_t i = 0; i < items.size(); ++i) {
        ObjectReader point(*items[i], reader.pathOf(key, i), findings);
        curve.points.push_back(
            {Seconds(point.number("at", limits::pointTime)), point.number("factor", limits::factor)});
        keepNested(owner, key + "/" + std::to_string(i), point.finish());
    }
    return curve;
}

Json curveJson(const RateCurve &curve)
{
    Json json = Json::array();
    for (const auto &point : curve.points)
        json.push_back({{"at", point.at.value}, {"factor", point.factor}});
    return json;
}

/// Adds the extensions an object owns to those its members gave it.
void merge(Extensions &into, Extensions more) { into.merge(std::move(more)); }

/// What runs of devices may still make, so that a short text cannot fill the memory.
struct Budget
{
    std::size_t devices = maxDevices;
    std::size_t points = maxCurvePoints;
};

Error tooManyDevices(std::string path, std::size_t more)
{
    return {Error::Code::invalid,
            {},
            std::move(path),
            std::to_string(more) + " more devices",
            "at most " + std::to_string(maxDevices) + " in all",
            "make the cluster smaller"};
}

/// A run beyond the budget is an error and makes no device.
Node readNode(const Json &json, const std::string &path, Findings &findings, Budget &budget)
{
    ObjectReader reader(json, path, findings);
    Node node;
    node.name = reader.text("name");
    node.templateName = reader.text("template", {});
    const auto runs = reader.items("devices");
    for (std::size_t i = 0; i < runs.size(); ++i) {
        ObjectReader run(*runs[i], reader.pathOf("devices", i), findings);
        Device device;
        device.type = run.text("type");
        const auto count = static_cast<std::size_t>(run.integer("count", 1, maxDevices, 1));
        device.speed = readCurve(run, "speed", findings, device.extensions);
        merge(device.extensions, run.finish());
        const auto points = device.speed.points.size() * count;
        if (count > budget.devices || points > budget.points) {
            findings.addError(tooManyDevices(run.pathOf("count"), count));
            continue;
        }
        budget.devices -= count;
        budget.points -= points;
        node.devices.insert(node.devices.end(), count, device);
    }
    const auto vertices = reader.items("vertices");
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        ObjectReader vertex(*vertices[i], reader.pathOf("vertices", i), findings);
        FabricVertex made;
        made.id = vertex.text("id");
        made.kind = static_cast<FabricVertex::Kind>(vertex.word("kind", fabricVertexKindNames));
        made.extensions = vertex.finish();
        node.vertices.push_back(std::move(made));
    }
    const auto fabric = reader.items("fabric");
    for (std::size_t i = 0; i < fabric.size(); ++i) {
        ObjectReader link(*fabric[i], reader.pathOf("fabric", i), findings);
        FabricLink made;
        made.from = link.text("from");
        made.to = link.text("to");
        made.technology = readTechnology(link);
        made.bandwidth = BytesPerSecond(link.number("bandwidth", limits::bandwidth));
        made.latency = Seconds(link.number("latency", 0, limits::latency));
        made.extensions = link.finish();
        node.fabric.push_back(std::move(made));
    }
    node.power = reader.number("power", 0, limits::power);
    node.hostMemory = Bytes(reader.number("hostMemory", 0.0, {0, limits::memory.maximum}));
    node.hostBandwidth = BytesPerSecond(reader.number("hostBandwidth", 0.0, {0, limits::bandwidth.maximum}));
    node.source = reader.text("source", {});
    node.fromMemory = reader.boolean("fromMemory", false);
    node.notes = reader.text("notes", {});
    node.extensions = reader.finish();
    return node;
}

/// Each item of an array member by a function of (json, path).
template<class Read>
auto readAll(ObjectReader &reader, const std::string &key, Read read)
{
    std::vector<decltype(read(std::declval<const Json &>(), std::string()))> result;
    const auto items = reader.items(key);
    result.reserve(items.size());
    for (std::size_t i = 0; i < items.size(); ++i)
        result.push_back(read(*items[i], reader.pathOf(key, i)));
    return result;
}

Json toJson(const Switch &thing)
{
    Json json = {{"name", thing.name}};
    if (thing.ports != 0)
        json["ports"] = thing.ports;
    json["latency"] = thing.latency.value;
    if (thing.reduces)
        json["reduces"] = true;
    if (thing.power != 0)
        json["power"] = thing.power;
    writeExtensions(json, thing.extensions);
    return json;
}

Json toJson(const Link &link)
{
    Json json = {{"name", link.name},
                 {"from", link.from},
                 {"to", link.to},
                 {"technology", nameOf(link.technology)},
                 {"bandwidth", link.bandwidth.value},
                 {"latency", link.latency.value}};
    if (!link.rate.points.empty())
        json["rate"] = curveJson(link.rate);
    writeExtensions(json, link.extensions);
    return json;
}

Json toJson(const ConflictSet &set)
{
    Json json = {{"name", set.name}, {"links", set.links}};
    writeExtensions(json, set.extensions);
    return json;
}

Json toJson(const Rack &rack)
{
    Json json = {{"name", rack.name}, {"members", rack.members}, {"repeat", rack.repeat}};
    if (rack.collapsed)
        json["collapsed"] = true;
    writeExtensions(json, rack.extensions);
    return json;
}

Json toJson(const DeviceGroup &group)
{
    Json json = {{"name", group.name}, {"devices", group.devices}};
    writeExtensions(json, group.extensions);
    return json;
}

template<class Things>
void appendAll(Json &json, const char *key, const Things &things)
{
    if (things.empty())
        return;
    Json array = Json::array();
    for (const auto &thing : things)
        array.push_back(toJson(thing));
    json[key] = std::move(array);
}

/// Source, memory flag and notes, where there is anything to say.
void writeOrigin(Json &json, const std::string &source, bool fromMemory, const std::string &notes)
{
    if (!source.empty())
        json["source"] = source;
    if (fromMemory)
        json["fromMemory"] = true;
    if (!notes.empty())
        json["notes"] = notes;
}

} // namespace

DeviceType readDeviceType(const Json &json, const std::string &path, Findings &findings)
{
    ObjectReader reader(json, path, findings);
    DeviceType type;
    Extensions nested;
    type.name = reader.text("name");
    type.vendor = reader.text("vendor", {});
    type.year = static_cast<int>(reader.integer("year", 0, 9999, 0));
    if (const Json *peaks = reader.member("peakFlops")) {
        ObjectReader peak(*peaks, reader.pathOf("peakFlops"), findings);
        for (std::size_t i = 0; i < precisionNames.size(); ++i) {
            const std::string name(precisionNames[i]);
            if (peak.has(name))
                type.peak[i] = FlopPerSecond(peak.number(name, limits::peak));
        }
        keepNested(nested, "peakFlops", peak.finish());
    } else {
        reader.error("peakFlops", "nothing", "an object with FLOP/s by precision", "add the key \"peakFlops\"");
    }
    type.memory = Bytes(reader.number("memory", limits::memory));
    type.memoryBandwidth = BytesPerSecond(reader.number("memoryBandwidth", limits::bandwidth));
    if (const Json *intra = reader.member("intraLink")) {
        ObjectReader link(*intra, reader.pathOf("intraLink"), findings);
        type.intraLinkTechnology = link.text("technology", {});
        type.intraLinkBandwidth = BytesPerSecond(link.number("bandwidth", limits::bandwidth));
        keepNested(nested, "intraLink", link.finish());
    }
    type.power = reader.number("power", 0, limits::power);
    if (reader.has("pricePerHour"))
        type.pricePerHour = reader.number("pricePerHour", limits::price);
    else
        reader.member("pricePerHour");
    type.priceSource = reader.text("priceSource", {});
    type.shape = static_cast<DeviceShape>(
        reader.word("shape", deviceShapeNames, static_cast<std::size_t>(DeviceShape::pentagon)));
    type.computeClass = reader.text("computeClass", {});
    type.source = reader.text("source", {});
    type.fromMemory = reader.boolean("fromMemory", false);
    type.notes = reader.text("notes", {});
    type.extensions = reader.finish();
    merge(type.extensions, std::move(nested));
    return type;
}

LinkType readLinkType(const Json &json, const std::string &path, Findings &findings)
{
    ObjectReader reader(json, path, findings);
    LinkType type;
    type.name = reader.text("name");
    type.technology = readTechnology(reader);
    type.scope = reader.text("scope", {});
    type.bandwidth = BytesPerSecond(reader.number("bandwidth", limits::bandwidth));
    type.latency = Seconds(reader.number("latency", 0, limits::latency));
    type.source = reader.text("source", {});
    type.fromMemory = reader.boolean("fromMemory", false);
    type.notes = reader.text("notes", {});
    type.extensions = reader.finish();
    return type;
}

Node readNode(const Json &json, const std::string &path, Findings &findings)
{
    Budget budget;
    return readNode(json, path, findings, budget);
}

Cluster readCluster(const Json &json, const std::string &path, Findings &findings)
{
    ObjectReader reader(json, path, findings);
    Cluster cluster;
    Budget budget;
    cluster.deviceTypes = readAll(reader, "deviceTypes", [&](const Json &item, const std::string &at) {
        return readDeviceType(item, at, findings);
    });
    cluster.nodes = readAll(
        reader, "nodes", [&](const Json &item, const std::string &at) { return readNode(item, at, findings, budget); });
    cluster.switches = readAll(reader, "switches", [&](const Json &item, const std::string &at) {
        ObjectReader one(item, at, findings);
        Switch made;
        made.name = one.text("name");
        made.ports = static_cast<int>(one.integer("ports", 0, limits::ports, 0));
        made.latency = Seconds(one.number("latency", 0, limits::latency));
        made.reduces = one.boolean("reduces", false);
        made.power = one.number("power", 0, limits::power);
        made.extensions = one.finish();
        return made;
    });
    cluster.links = readAll(reader, "links", [&](const Json &item, const std::string &at) {
        ObjectReader one(item, at, findings);
        Link made;
        Extensions nested;
        made.name = one.text("name");
        made.from = one.text("from");
        made.to = one.text("to");
        made.technology = readTechnology(one);
        made.bandwidth = BytesPerSecond(one.number("bandwidth", limits::bandwidth));
        made.latency = Seconds(one.number("latency", 0, limits::latency));
        made.rate = readCurve(one, "rate", findings, nested);
        made.extensions = one.finish();
        merge(made.extensions, std::move(nested));
        return made;
    });
    cluster.conflictSets = readAll(reader, "conflictSets", [&](const Json &item, const std::string &at) {
        ObjectReader one(item, at, findings);
        ConflictSet made;
        made.name = one.text("name");
        made.links = one.texts("links");
        made.extensions = one.finish();
        return made;
    });
    cluster.racks = readAll(reader, "racks", [&](const Json &item, const std::string &at) {
        ObjectReader one(item, at, findings);
        Rack made;
        made.name = one.text("name");
        made.members = one.texts("members");
        made.repeat = static_cast<int>(one.integer("repeat", 1, limits::repeat, 1));
        made.collapsed = one.boolean("collapsed", false);
        made.extensions = one.finish();
        return made;
    });
    cluster.deviceGroups = readAll(reader, "deviceGroups", [&](const Json &item, const std::string &at) {
        ObjectReader one(item, at, findings);
        DeviceGroup made;
        made.name = one.text("name");
        made.devices = one.texts("devices");
        made.extensions = one.finish();
        return made;
    });
    cluster.powerUsageEffectiveness = reader.number("powerUsageEffectiveness", 1, limits::powerUsageEffectiveness);
    cluster.extensions = reader.finish();
    return cluster;
}

Json toJson(const DeviceType &type)
{
    Json json = {{"name", type.name}};
    if (!type.vendor.empty())
        json["vendor"] = type.vendor;
    if (type.year != 0)
        json["year"] = type.year;
    Json peaks = Json::object();
    for (std::size_t i = 0; i < precisionNames.size(); ++i) {
        if (type.peak[i])
            peaks[std::string(precisionNames[i])] = type.peak[i]->value;
    }
    json["peakFlops"] = std::move(peaks);
    json["memory"] = type.memory.value;
    json["memoryBandwidth"] = type.memoryBandwidth.value;
    if (!type.intraLinkTechnology.empty() || type.intraLinkBandwidth.value != 0) {
        Json link = Json::object();
        if (!type.intraLinkTechnology.empty())
            link["technology"] = type.intraLinkTechnology;
        link["bandwidth"] = type.intraLinkBandwidth.value;
        json["intraLink"] = std::move(link);
    }
    if (type.power != 0)
        json["power"] = type.power;
    if (type.pricePerHour)
        json["pricePerHour"] = *type.pricePerHour;
    if (!type.priceSource.empty())
        json["priceSource"] = type.priceSource;
    json["shape"] = deviceShapeNames[static_cast<std::size_t>(type.shape)];
    if (!type.computeClass.empty())
        json["computeClass"] = type.computeClass;
    writeOrigin(json, type.source, type.fromMemory, type.notes);
    writeExtensions(json, type.extensions);
    return json;
}

Json toJson(const LinkType &type)
{
    Json json = {{"name", type.name}, {"technology", nameOf(type.technology)}};
    if (!type.scope.empty())
        json["scope"] = type.scope;
    json["bandwidth"] = type.bandwidth.value;
    json["latency"] = type.latency.value;
    writeOrigin(json, type.source, type.fromMemory, type.notes);
    writeExtensions(json, type.extensions);
    return json;
}

Json toJson(const Node &node)
{
    Json json = {{"name", node.name}};
    if (!node.templateName.empty())
        json["template"] = node.templateName;
    Json runs = Json::array();
    for (std::size_t i = 0; i < node.devices.size();) {
        const auto &device = node.devices[i];
        std::size_t count = 1;
        while (i + count < node.devices.size() && node.devices[i + count] == device)
            ++count;
        Json run = {{"type", device.type}, {"count", count}};
        if (!device.speed.points.empty())
            run["speed"] = curveJson(device.speed);
        writeExtensions(run, device.extensions);
        runs.push_back(std::move(run));
        i += count;
    }
    json["devices"] = std::move(runs);
    Json vertices = Json::array();
    for (const auto &vertex : node.vertices) {
        Json one = {{"id", vertex.id}, {"kind", fabricVertexKindNames[static_cast<std::size_t>(vertex.kind)]}};
        writeExtensions(one, vertex.extensions);
        vertices.push_back(std::move(one));
    }
    if (!vertices.empty())
        json["vertices"] = std::move(vertices);
    Json fabric = Json::array();
    for (const auto &link : node.fabric) {
        Json one = {{"from", link.from},
                    {"to", link.to},
                    {"technology", nameOf(link.technology)},
                    {"bandwidth", link.bandwidth.value},
                    {"latency", link.latency.value}};
        writeExtensions(one, link.extensions);
        fabric.push_back(std::move(one));
    }
    if (!fabric.empty())
        json["fabric"] = std::move(fabric);
    if (node.power != 0)
        json["power"] = node.power;
    if (node.hostMemory > Bytes(0))
        json["hostMemory"] = node.hostMemory.value;
    if (node.hostBandwidth > BytesPerSecond(0))
        json["hostBandwidth"] = node.hostBandwidth.value;
    writeOrigin(json, node.source, node.fromMemory, node.notes);
    writeExtensions(json, node.extensions);
    return json;
}

Json toJson(const Cluster &cluster)
{
    Json json = Json::object();
    appendAll(json, "deviceTypes", cluster.deviceTypes);
    appendAll(json, "nodes", cluster.nodes);
    appendAll(json, "switches", cluster.switches);
    appendAll(json, "links", cluster.links);
    appendAll(json, "conflictSets", cluster.conflictSets);
    appendAll(json, "racks", cluster.racks);
    appendAll(json, "deviceGroups", cluster.deviceGroups);
    if (cluster.powerUsageEffectiveness != 1)
        json["powerUsageEffectiveness"] = cluster.powerUsageEffectiveness;
    writeExtensions(json, cluster.extensions);
    return json;
}

JsonWatch deviceWatch()
{
    return [left = maxDevices](std::span<const JsonStep> around, const Json &item) mutable -> std::optional<Error> {
        // /cluster/nodes/N/devices, of which the first step is the whole text.
        if (around.size() != 5 || around[1].key != "cluster" || around[2].key != "nodes" || around[4].key != "devices")
            return {};
        const auto given = item.is_object() ? item.find("count") : item.end();
        const bool counts = item.is_object() && given != item.end() && given->is_number_unsigned();
        const auto count = counts ? given->get<std::size_t>() : 1;
        if (count <= left) {
            left -= count;
            return {};
        }
        if (count > maxDevices)
            return {}; // the reader says so
        return tooManyDevices("/cluster/nodes/" + std::to_string(around[3].index) + "/devices", count);
    };
}

} // namespace heteroscope
