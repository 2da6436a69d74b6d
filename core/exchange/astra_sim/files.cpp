// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/astra_sim/files.h"

#include "cluster/intra_link.h"
#include "exchange/astra_sim/packet_network.h"
#include "exchange/megatron/shell_files.h"
#include "exchange/network/network.h"
#include "exchange/node/node_builder.h"
#include "exchange/settings/read_settings.h"
#include "exchange/settings/settings.h"
#include "json/object_reader.h"

#include <fmt/format.h>

#include <algorithm>

namespace heteroscope {

namespace {

using settings::Settings;

constexpr const char *usualDevice = "H100-80GB SXM";
constexpr int mostDimensions = 8;
constexpr int mostOfNode = 1024;
constexpr int mostNpus = 262'144;

struct Dimension
{
    enum class Shape { ring, fullyConnected, switched };
    Shape shape = Shape::ring;
    int count = 1;
    BytesPerSecond bandwidth; ///< of a link, each direction
    Seconds latency;

    /// A ring of three is the same as full connection.
    bool isRing() const { return shape == Shape::ring && count > 3; }
    /// Links of one group along this dimension.
    std::int64_t links() const
    {
        const auto size = static_cast<std::int64_t>(count);
        return isRing() || shape == Shape::switched ? size : size * (size - 1) / 2;
    }
    /// Links at a device.
    int degree() const { return shape == Shape::switched ? 1 : isRing() ? 2 : count - 1; }
};

/// Pairs of a group of `dimension` that a link joins; none where a switch joins them.
std::vector<std::pair<int, int>> linkedPairs(const Dimension &dimension)
{
    std::vector<std::pair<int, int>> pairs;
    if (dimension.shape == Dimension::Shape::switched)
        return pairs;
    for (int a = 0; a < dimension.count; ++a) {
        if (dimension.isRing()) {
            pairs.emplace_back(a, (a + 1) % dimension.count);
            continue;
        }
        for (int b = a + 1; b < dimension.count; ++b)
            pairs.emplace_back(a, b);
    }
    return pairs;
}

std::vector<Dimension> readDimensions(Settings &file)
{
    const std::vector<std::string> shapes = file.texts("topology");
    const std::vector<int> counts = file.numbers("npus_count", 1, mostNpus);
    if (shapes.empty() || shapes.size() > mostDimensions || counts.size() != shapes.size())
        file.fail("topology", fmt::format("{} shapes and {} numbers of devices", shapes.size(), counts.size()),
                  fmt::format("one of each for 1 to {} dimensions", mostDimensions));
    std::vector<Dimension> dimensions;
    for (std::size_t i = 0; i < shapes.size() && !file.error(); ++i) {
        Dimension one;
        one.count = counts[i];
        if (shapes[i] == "Switch")
            one.shape = Dimension::Shape::switched;
        else if (shapes[i] == "FullyConnected")
            one.shape = Dimension::Shape::fullyConnected;
        else if (shapes[i] != "Ring")
            file.refuse(fmt::format("topology.{}", i), "Ring, FullyConnected or Switch",
                        "other shapes of ASTRA-sim's branches are drawn by hand");
        const std::string bandwidth = fmt::format("bandwidth.{}", i);
        const std::string latency = fmt::format("latency.{}", i);
        one.bandwidth = BytesPerSecond(file.positive(bandwidth) * 1e9);
        if (one.bandwidth.value < 1e3 || one.bandwidth.value > 1e14)
            file.refuse(bandwidth, "GB/s of a link");
        const Json *found = file.find(latency);
        const double nanoseconds = found && found->is_number() ? found->get<double>() : -1;
        if (!(nanoseconds >= 0 && nanoseconds < 1e9))
            file.refuse(latency, "ns of a link");
        one.latency = Seconds(nanoseconds * 1e-9);
        dimensions.push_back(one);
    }
    return dimensions;
}

/// Devices and links that a drawing would have, against the limits.
void checkSize(Settings &file, const std::vector<Dimension> &dimensions)
{
    std::int64_t devices = 1;
    for (const Dimension &one : dimensions)
        devices = std::min<std::int64_t>(devices * one.count, std::int64_t{mostNpus} + 1);
    if (devices > mostNpus || dimensions.front().count > mostOfNode ||
        devices / dimensions.front().count > static_cast<std::int64_t>(network::mostHosts)) {
        file.fail("npus_count", "more devices or nodes than a project holds",
                  fmt::format("at most {} devices, {} along the first dimension and {} nodes of them", mostNpus,
                              mostOfNode, network::mostHosts));
        return;
    }
    std::int64_t links = 0;
    for (const Dimension &one : dimensions)
        links += devices / one.count * one.links();
    if (links > static_cast<std::int64_t>(network::mostLinks))
        file.fail("topology", fmt::format("{} links", links), fmt::format("at most {}", network::mostLinks),
                  "Switch in place of FullyConnected has a link for each device");
}

LinkTechnology technologyInside(const DeviceType &type)
{
    if (intraLink(type).nvlink > 0)
        return LinkTechnology::nvlink;
    return type.intraLinkTechnology.starts_with("Infinity") ? LinkTechnology::infinityFabric : LinkTechnology::pcie;
}

/// The devices along the innermost dimension; those of a ring have a port each, because only vertices forward.
Node innermostNode(const std::vector<Dimension> &dimensions, const DeviceType &type)
{
    const Dimension &inner = dimensions.front();
    const LinkTechnology technology = technologyInside(type);
    BytesPerSecond outside; // of a device
    for (std::size_t d = 1; d < dimensions.size(); ++d)
        outside = std::max(outside, dimensions[d].bandwidth * dimensions[d].degree());
    Node node;
    node.devices.assign(static_cast<std::size_t>(inner.count), {.type = type.name, .speed = {}});
    const auto link = [&node](std::string from, std::string to, LinkTechnology kind, BytesPerSecond bandwidth,
                              Seconds latency) {
        node.fabric.push_back({std::move(from), std::move(to), kind, bandwidth, latency, {}});
    };
    if (outside.value > 0)
        node.vertices.push_back({"nic", FabricVertex::Kind::nic, {}});
    if (inner.shape == Dimension::Shape::switched) {
        node.vertices.push_back({"switch", FabricVertex::Kind::nvswitch, {}});
        link("gpu*", "switch", technology, inner.bandwidth, inner.latency);
    }
    for (int i = 0; inner.isRing() && i < inner.count; ++i) {
        const std::string port = fmt::format("port{}", i);
        node.vertices.push_back({port, FabricVertex::Kind::nvswitch, {}});
        link(fmt::format("gpu{}", i), port, technology, inner.bandwidth * 2 + outside, Seconds(0));
        if (outside.value > 0)
            link(port, "nic", LinkTechnology::pcie, outside, Seconds(0));
    }
    const char *end = inner.isRing() ? "port" : "gpu";
    for (const auto &[a, b] : linkedPairs(inner))
        link(fmt::format("{}{}", end, a), fmt::format("{}{}", end, b), technology, inner.bandwidth, inner.latency);
    if (outside.value > 0 && !inner.isRing())
        link("gpu*", "nic", LinkTechnology::pcie, outside, Seconds(0));
    return node;
}

/// The first part of names that no node or switch of the project has yet.
std::string freePrefix(const Cluster &cluster)
{
    std::string prefix = "npus";
    const auto isOwn = [&prefix](const auto &one) { return one.name.starts_with(prefix + "-"); };
    for (int number = 2; std::any_of(cluster.nodes.begin(), cluster.nodes.end(), isOwn) ||
                         std::any_of(cluster.switches.begin(), cluster.switches.end(), isOwn);
         ++number)
        prefix = fmt::format("npus{}", number);
    return prefix;
}

network::Network networkOfDimensions(const std::vector<Dimension> &dimensions, const Node &inside,
                                     const std::string &prefix)
{
    network::Network network;
    int hosts = 1;
    for (std::size_t d = 1; d < dimensions.size(); ++d)
        hosts *= dimensions[d].count;
    const auto nameOf = [&prefix](int host) { return fmt::format("{}-{}", prefix, host); };
    for (int host = 0; host < hosts; ++host)
        network.hosts.push_back({.name = nameOf(host), .node = inside});
    int stride = 1; // between neighbours along the dimension
    for (std::size_t d = 1; d < dimensions.size(); ++d) {
        const Dimension &one = dimensions[d];
        const BytesPerSecond together = one.bandwidth * dimensions.front().count;
        int group = 0;
        for (int first = 0; first < hosts && one.count > 1; ++first) {
            if (first / stride % one.count != 0)
                continue;
            for (const auto &[a, b] : linkedPairs(one))
                network.cables.push_back(
                    {nameOf(first + a * stride), nameOf(first + b * stride), together, one.latency});
            if (one.shape != Dimension::Shape::switched)
                continue;
            const std::string name = fmt::format("{}-switch-{}-{}", prefix, d, group++);
            network.switches.push_back(name);
            for (int k = 0; k < one.count; ++k)
                network.cables.push_back({nameOf(first + k * stride), name, together, one.latency});
        }
        stride *= one.count;
    }
    return network;
}

/// The device type with what the system's file states.
void readSystem(Settings &file, DeviceType &type, std::vector<std::string> &notes)
{
    if (file.has("local-mem-bw")) {
        type.memoryBandwidth = BytesPerSecond(file.positive("local-mem-bw") * 1e9);
        if (type.memoryBandwidth.value < 1e6 || type.memoryBandwidth.value > 1e14)
            file.refuse("local-mem-bw", "GB/s of a device's memory");
    }
    if (file.flag("roofline-enabled", false) && file.has("peak-perf")) {
        const FlopPerSecond peak(file.positive("peak-perf") * 1e12);
        if (peak.value < 1e9 || peak.value > 1e18)
            file.refuse("peak-perf", "TFLOP/s of a device");
        for (const Precision precision : {Precision::fp16, Precision::bf16}) {
            if (type.peakAt(precision))
                type.peak[static_cast<std::size_t>(precision)] = peak;
        }
    }
    const std::string name(megatron::baseName(file.file()));
    notes.push_back(fmt::format("collective algorithms, chunks and scheduling of {} are left out: this program has its "
                                "own",
                                name));
    type.source = "imported from " + name;
    type.notes.clear();
}

Result<Settings> readAstraSimFile(const ImportFile &file)
{
    const auto first = file.text.find_first_not_of(" \t\r\n");
    const bool isJson = first != std::string::npos && file.text[first] == '{';
    auto json = isJson ? parseJson(file.text, file.name) : settings::readYaml(file.text, file.name);
    if (!json)
        return json.error();
    return Settings(std::move(*json), file.name);
}

/// The ns-3 backend's network says all that is drawn; the other files are about how it is used.
Result<Imported> addPacketNetwork(const Project &into, const ImportFile &file, std::size_t others,
                                  const ImportOptions &options)
{
    auto network = readPacketNetwork(file);
    if (!network)
        return network.error();
    const std::string wanted = options.device.empty() ? usualDevice : options.device;
    const auto type = node::typeNamed(into.cluster, wanted, file.name);
    if (!type)
        return type.error();
    Node one; // nothing but the device, so that links of the file are its links
    one.devices.push_back({.type = (*type)->name, .speed = {}});
    for (network::Host &host : network->hosts)
        host.node = one;
    auto result = network::addNetwork(into, *std::move(network), file.name, options);
    if (result && options.device.empty())
        result->notes.push_back("the files do not name the devices: " + wanted +
                                " is taken; name the type with --device");
    if (result && others > 0)
        result->notes.push_back(
            fmt::format("{} other files are left out: the ns-3 backend's network is enough", others));
    return result;
}

/// What stands in place of a network.
std::string whatElse(const Settings &file)
{
    if (file.has("memory-type"))
        return "a memory expansion, no network";
    if (file.has("logical-dims"))
        return "the logical shape alone; its bandwidths are in a file of ns-3";
    return file.has("scheduling-policy") || file.has("local-mem-bw") ? "settings of a system, no network"
                                                                     : "none of its keys";
}

} // namespace

Result<Imported> importAstraSim(const Project &into, const std::vector<ImportFile> &files, const ImportOptions &options)
{
    std::optional<Settings> network;
    std::optional<Settings> system;
    std::vector<std::string> notes;
    std::string found = "no file";
    for (const ImportFile &one : files) {
        if (isPacketNetwork(one.text))
            return addPacketNetwork(into, one, files.size() - 1, options);
        auto file = readAstraSimFile(one);
        if (!file)
            return file.error();
        found = whatElse(*file);
        if (file->has("npus_count") && network)
            file->fail({}, "a second network", "one network", "import them one after the other");
        else if (file->has("npus_count"))
            network = std::move(*file);
        else if (file->has("local-mem-bw") || file->has("scheduling-policy"))
            system = std::move(*file);
        else
            notes.push_back(fmt::format("{}: {}; left out", one.name, found));
        if (file->error())
            return *file->error();
    }
    if (!network)
        return Error{Error::Code::schema,
                     files.empty() ? std::string() : files.back().name,
                     "/",
                     system ? "settings of a system, no network" : found,
                     "the network of the analytical backend: topology, npus_count, bandwidth and latency",
                     "give the network's file too; without one, describe the cluster by hand"};
    const std::vector<Dimension> dimensions = readDimensions(*network);
    if (!network->error())
        checkSize(*network, dimensions);
    if (network->error())
        return *network->error();

    const std::string wanted = options.device.empty() ? usualDevice : options.device;
    const auto known = node::typeNamed(into.cluster, wanted, network->file());
    if (!known)
        return known.error();
    if (options.device.empty())
        notes.push_back("the files do not name the devices: " + wanted + " is taken; name the type with --device");
    Project project = into;
    DeviceType type = **known;
    if (system) {
        readSystem(*system, type, notes);
        type.name = "imported " + std::string(megatron::baseName(system->file())).substr(0, 100);
        if (findDeviceType(into.cluster, type.name))
            system->fail({}, quoteText(type.name), "a name that no device type of the project has");
        if (system->error())
            return *system->error();
        project.cluster.deviceTypes.push_back(type);
    }
    const std::string prefix = options.name.empty() ? freePrefix(into.cluster) : options.name;
    if (dimensions.front().isRing())
        notes.push_back("devices do not forward here: each has a port, and the ring goes from port to port");
    // A route has the fewest hops: past two links of the ring the way over the card is shorter.
    if (dimensions.front().isRing() && dimensions.front().count > 5 && dimensions.size() > 1)
        notes.push_back("devices of a node that are more than two apart in its ring reach each other over the network "
                        "card, the shorter way");
    notes.push_back(dimensions.size() > 1
                        ? "the files do not say what the links are: inside a node those of the device "
                          "type are taken, between nodes InfiniBand"
                        : "the files do not say what the links are: those of the device type are taken");
    if (dimensions.size() > 1)
        notes.push_back("links of a node's devices to another node or switch are drawn as one with their sum");
    auto result = network::addNetwork(project, networkOfDimensions(dimensions, innermostNode(dimensions, type), prefix),
                                      network->file(), options);
    if (result)
        result->notes.insert(result->notes.begin(), notes.begin(), notes.end());
    return result;
}

} // namespace heteroscope
