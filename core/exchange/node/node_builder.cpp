// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/node/node_builder.h"

#include "base/closest_name.h"
#include "base/numbers.h"
#include "cluster/catalog.h"
#include "cluster/intra_link.h"
#include "project/edits.h"
#include "json/object_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

namespace heteroscope::node {

namespace {

/// Which devices belong together.
class Groups
{
public:
    explicit Groups(std::size_t count) : m_parent(count)
    {
        std::iota(m_parent.begin(), m_parent.end(), std::size_t(0));
    }
    std::size_t of(std::size_t one) const
    {
        while (m_parent[one] != one)
            one = m_parent[one];
        return one;
    }
    /// The smaller number stands for both.
    void join(std::size_t a, std::size_t b)
    {
        a = of(a);
        b = of(b);
        m_parent[std::max(a, b)] = std::min(a, b);
    }

private:
    std::vector<std::size_t> m_parent;
};

Groups joined(const Matrix &matrix, std::initializer_list<Path> paths)
{
    Groups groups(matrix.names.size());
    for (std::size_t a = 0; a < matrix.names.size(); ++a) {
        for (std::size_t b = 0; b < a; ++b) {
            if (std::find(paths.begin(), paths.end(), matrix.at(a, b).path) != paths.end())
                groups.join(a, b);
        }
    }
    return groups;
}

/// Bandwidth and latency of a link type of the catalog, or those given when it is missing.
struct LinkFigures
{
    BytesPerSecond bandwidth;
    Seconds latency;
};
LinkFigures figures(std::string_view name, LinkFigures otherwise)
{
    const LinkType *type = builtinCatalog().findLink(name);
    return type ? LinkFigures{type->bandwidth, type->latency} : otherwise;
}

int pcieGeneration(const DeviceType &type)
{
    const int named = intraLink(type).pcie;
    if (named >= 3 && named <= 6)
        return named;
    return type.year >= 2022 ? 5 : type.year >= 2020 ? 4 : 3;
}

/// Bytes/s per direction of one NVLink. P100 20, RTX 3090 and A40 14, from NVLink 5 on 50, else 25 GB/s.
BytesPerSecond nvlinkLane(const DeviceType &type)
{
    if (type.intraLinkBandwidth.value >= 9e11)
        return BytesPerSecond(5e10);
    if (type.name.starts_with("P100"))
        return BytesPerSecond(2e10);
    if (type.name == "RTX 3090" || type.name == "A40")
        return BytesPerSecond(1.40625e10);
    return BytesPerSecond(2.5e10);
}

class NodeBuilder
{
public:
    NodeBuilder(const Machine &machine, std::vector<const DeviceType *> types)
        : m_machine(machine),
          m_matrix(machine.matrix),
          m_types(std::move(types)),
          m_sockets(m_matrix.names.size()),
          m_switches(joined(m_matrix, {Path::oneSwitch})),
          m_trees(joined(m_matrix, {Path::oneSwitch, Path::switches})),
          m_card(machine.networkCard)
    {
        int generation = machine.pcieGeneration > 0 ? machine.pcieGeneration : 6;
        for (const DeviceType *type : m_types)
            generation = machine.pcieGeneration > 0 ? generation : std::min(generation, pcieGeneration(*type));
        const LinkFigures usual{BytesPerSecond(3.15e10), Seconds(1.2e-6)};
        m_pcie = figures(fmt::format("PCIe {}.0 x16", generation), usual);
        m_pcie.bandwidth = m_pcie.bandwidth * (machine.pcieLanes / 16.0);
        m_result.notes.push_back(
            fmt::format("PCIe links: generation {}, {} a direction, {}", generation, bandwidthText(m_pcie.bandwidth),
                        machine.pcieGeneration > 0 ? fmt::format("{} lanes, as the file says", machine.pcieLanes)
                                                   : "after the device type"));
        const std::size_t cards = m_matrix.names.size() - m_matrix.gpus;
        const auto isStated = [](const std::optional<BytesPerSecond> &one) { return one.has_value(); };
        const bool stated =
            machine.cards.size() == cards && std::all_of(machine.cards.begin(), machine.cards.end(), isStated);
        if (cards > 0 && stated && !m_card) {
            const auto isFirst = [&](const auto &one) { return *one == *machine.cards.front(); };
            if (std::all_of(machine.cards.begin(), machine.cards.end(), isFirst))
                m_result.notes.push_back(fmt::format("network cards: {:.0f} Gbit/s each, as the file says",
                                                     machine.cards.front()->value * 8e-9));
        } else if (!m_card && cards > 0) {
            m_card = BytesPerSecond(generation >= 5 ? 5e10 : generation == 4 ? 2.5e10 : 1.25e10);
            m_result.notes.push_back(fmt::format("network cards: {:.0f} Gbit/s each is assumed; {} does not tell",
                                                 m_card->value * 8e-9, machine.tool));
        }
    }

    BuiltNode build()
    {
        for (const DeviceType *type : m_types)
            m_result.node.devices.push_back({.type = type->name, .speed = {}});
        findSockets();
        nvlinks();
        pcie();
        networkCards();
        return std::move(m_result);
    }

private:
    std::size_t count() const { return m_matrix.names.size(); }
    static std::string gpu(std::size_t index) { return "gpu" + std::to_string(index); }

    void link(const std::string &from, const std::string &to, LinkTechnology technology, LinkFigures figure)
    {
        m_result.node.fabric.push_back({from, to, technology, figure.bandwidth, figure.latency, {}});
    }
    std::string vertex(const std::string &id, FabricVertex::Kind kind)
    {
        m_result.node.vertices.push_back({id, kind, {}});
        return id;
    }

    /// Which host bridge each device hangs at: by NUMA affinity, and by what is nearer than SYS.
    void findSockets()
    {
        Groups groups = joined(m_matrix, {Path::oneSwitch, Path::switches, Path::hostBridge, Path::numaNode});
        bool known = false;
        for (std::size_t a = 0; a < m_matrix.gpus; ++a) {
            for (std::size_t b = 0; b < a; ++b) {
                if (!m_matrix.numa[a].empty() && m_matrix.numa[a] == m_matrix.numa[b])
                    groups.join(a, b);
            }
            known = known || !m_matrix.numa[a].empty();
        }
        // Where NVLink hides how the GPUs hang at the host and no affinity is printed, one socket is all that can be
        // said.
        if (!known) {
            for (std::size_t a = 1; a < m_matrix.gpus; ++a) {
                if (m_matrix.at(a, 0).path == Path::nvlink)
                    groups.join(a, 0);
            }
        }
        std::map<std::size_t, std::size_t> numbers;
        for (std::size_t i = 0; i < count(); ++i)
            m_sockets[i] = numbers.try_emplace(groups.of(i), numbers.size()).first->second;
        for (std::size_t socket = 0; socket < numbers.size(); ++socket)
            m_hosts.push_back(vertex("host" + std::to_string(socket), FabricVertex::Kind::host));
        const LinkFigures between = figures("UPI socket link", {BytesPerSecond(2e10), Seconds(3e-7)});
        for (std::size_t a = 0; a < m_hosts.size(); ++a) {
            for (std::size_t b = a + 1; b < m_hosts.size(); ++b)
                link(m_hosts[a], m_hosts[b], LinkTechnology::other, between);
        }
        if (m_hosts.size() > 1)
            m_result.notes.push_back(
                fmt::format("{} sockets, joined by links of {}", m_hosts.size(), bandwidthText(between.bandwidth)));
    }

    void nvlinks()
    {
        int most = 0;
        bool alike = m_matrix.gpus > 1;
        for (std::size_t a = 0; a < m_matrix.gpus; ++a) {
            for (std::size_t b = 0; b < a; ++b) {
                const auto &cell = m_matrix.at(a, b);
                most = std::max(most, cell.lanes);
                alike = alike && cell.path == Path::nvlink && cell.lanes == m_matrix.at(1, 0).lanes;
            }
        }
        if (most == 0) {
            hiddenLinks();
            return;
        }
        if (m_machine.direct != LinkTechnology::nvlink) {
            directLinks();
            return;
        }
        // More links than any device has can only be the same ones through switches.
        constexpr int maxLanes = 18;
        const Seconds latency(1e-6);
        if (alike && most * (static_cast<int>(m_matrix.gpus) - 1) > maxLanes) {
            const auto hub = vertex("nvswitch", FabricVertex::Kind::nvswitch);
            for (std::size_t i = 0; i < m_matrix.gpus; ++i)
                link(gpu(i), hub, LinkTechnology::nvlink, {nvlinkLane(*m_types[i]) * most, latency});
            m_result.notes.push_back(
                fmt::format("{} NVLinks from every GPU to every other: taken as an NVSwitch", most));
            return;
        }
        for (std::size_t b = 0; b < m_matrix.gpus; ++b) {
            for (std::size_t a = b + 1; a < m_matrix.gpus; ++a) {
                if (const int lanes = m_matrix.at(a, b).lanes; lanes > 0)
                    link(gpu(b), gpu(a), LinkTechnology::nvlink, {nvlinkLane(*m_types[b]) * lanes, latency});
            }
        }
    }

    /// Links of another kind than NVLink, such as XGMI: those of a device share its type's bandwidth.
    void directLinks()
    {
        for (std::size_t b = 0; b < m_matrix.gpus; ++b) {
            int total = 0;
            for (std::size_t a = 0; a < m_matrix.gpus; ++a)
                total += m_matrix.at(b, a).lanes;
            for (std::size_t a = b + 1; a < m_matrix.gpus; ++a) {
                const int lanes = m_matrix.at(b, a).lanes;
                if (lanes > 0)
                    link(gpu(b), gpu(a), m_machine.direct,
                         {m_types[b]->intraLinkBandwidth * (static_cast<double>(lanes) / total), Seconds(1e-6)});
            }
        }
        m_result.notes.push_back(fmt::format("direct links share the {} of {}",
                                             bandwidthText(m_types.front()->intraLinkBandwidth),
                                             m_types.front()->name));
    }

    /// Modules with NVLink of which the file says nothing, because its reader finds them by itself.
    void hiddenLinks()
    {
        if (!m_machine.hidesDirectLinks || m_matrix.gpus < 2)
            return;
        for (const DeviceType *type : m_types) {
            const IntraLink inside = intraLink(*type);
            if (!inside.isModule || inside.nvlink == 0)
                return;
        }
        const auto hub = vertex("nvswitch", FabricVertex::Kind::nvswitch);
        for (std::size_t i = 0; i < m_matrix.gpus; ++i)
            link(gpu(i), hub, LinkTechnology::nvlink, {m_types[i]->intraLinkBandwidth, Seconds(1e-6)});
        m_result.notes.push_back(fmt::format("the file lists no NVLinks: an NVSwitch of {} is taken, after {}",
                                             bandwidthText(m_types.front()->intraLinkBandwidth),
                                             m_types.front()->name));
    }

    /// Where a device meets PCIe: a switch of its own group, the switch over several groups, or the host.
    std::string meetingPoint(std::size_t device)
    {
        const std::string &host = m_hosts[m_sockets[device]];
        const auto members = [this](const Groups &groups, std::size_t one) {
            std::size_t sum = 0;
            for (std::size_t i = 0; i < count(); ++i)
                sum += groups.of(i) == one ? 1 : 0;
            return sum;
        };
        const std::size_t own = m_switches.of(device);
        const std::size_t tree = m_trees.of(device);
        const std::size_t inOwn = members(m_switches, own);
        std::string above = host;
        if (members(m_trees, tree) > inOwn) {
            auto &name = m_treeNames[tree];
            if (name.empty()) {
                name = vertex("pcie-root" + std::to_string(m_treeNames.size() - 1), FabricVertex::Kind::pcieSwitch);
                link(name, host, LinkTechnology::pcie, m_pcie);
            }
            above = name;
        }
        if (inOwn < 2)
            return above;
        auto &name = m_switchNames[own];
        if (name.empty()) {
            name = vertex("pcie" + std::to_string(m_switchNames.size() - 1), FabricVertex::Kind::pcieSwitch);
            link(name, above, LinkTechnology::pcie, m_pcie);
        }
        return name;
    }

    void pcie()
    {
        for (std::size_t i = 0; i < m_matrix.gpus; ++i) {
            const std::string above = meetingPoint(i);
            link(gpu(i), above, LinkTechnology::pcie, m_pcie);
        }
    }

    void networkCards()
    {
        std::vector<std::pair<std::string, BytesPerSecond>> cards; // in the order of the cards
        for (std::size_t i = m_matrix.gpus; i < count(); ++i) {
            const std::string above = meetingPoint(i);
            const auto known =
                std::find_if(cards.begin(), cards.end(), [&](const auto &one) { return one.first == above; });
            const std::size_t card = i - m_matrix.gpus;
            const BytesPerSecond rate = m_card ? *m_card : *m_machine.cards[card];
            if (known != cards.end())
                known->second = known->second + rate;
            else
                cards.emplace_back(above, rate);
        }
        if (cards.empty())
            return;
        const auto nic = vertex("nic", FabricVertex::Kind::nic);
        for (const auto &[above, rate] : cards)
            link(above, nic, LinkTechnology::pcie, {rate, m_pcie.latency});
        m_result.notes.push_back(fmt::format("{} network cards as one vertex", count() - m_matrix.gpus));
    }

    const Machine &m_machine;
    const Matrix &m_matrix;
    std::vector<const DeviceType *> m_types;
    std::vector<std::size_t> m_sockets; // by device
    Groups m_switches;
    Groups m_trees;
    std::optional<BytesPerSecond> m_card;
    LinkFigures m_pcie;
    std::vector<std::string> m_hosts;
    std::map<std::size_t, std::string> m_switchNames;
    std::map<std::size_t, std::string> m_treeNames;
    BuiltNode m_result;
};

} // namespace

Result<const DeviceType *> typeNamed(const Cluster &own, const std::string &name, const std::string &file,
                                     const std::string &product)
{
    if (const DeviceType *type = findDeviceType(own, name))
        return type;
    std::vector<std::string_view> names;
    for (const DeviceType &type : own.deviceTypes)
        names.push_back(type.name);
    for (const DeviceType &type : builtinCatalog().devices)
        names.push_back(type.name);
    auto hint = didYouMean(name, names);
    return Error{Error::Code::reference,
                 file,
                 {},
                 quoteText(product.empty() ? name : product),
                 "a device type of the catalog",
                 hint.empty() ? "name it with --device; see hscope catalog devices" : hint};
}

Result<BuiltNode> buildNode(const Machine &machine, const std::string &file, const Cluster &own)
{
    std::vector<const DeviceType *> types;
    for (const std::string &name : machine.types) {
        const auto type = typeNamed(own, name, file);
        if (!type)
            return type.error();
        types.push_back(*type);
    }
    return NodeBuilder(machine, std::move(types)).build();
}

Matrix unconnected(std::size_t gpus, std::size_t cards)
{
    Matrix matrix;
    matrix.gpus = gpus;
    for (std::size_t i = 0; i < gpus + cards; ++i)
        matrix.names.push_back((i < gpus ? "GPU" : "NIC") + std::to_string(i < gpus ? i : i - gpus));
    matrix.cells.assign(gpus + cards, std::vector<Cell>(gpus + cards, {Path::system, 0}));
    for (std::size_t i = 0; i < gpus + cards; ++i)
        matrix.cells[i][i].path = Path::self;
    matrix.numa.assign(gpus + cards, {});
    return matrix;
}

void connect(Matrix &matrix, std::size_t a, std::size_t b, Cell cell)
{
    matrix.cells[a][b] = cell;
    matrix.cells[b][a] = cell;
}

Result<Imported> addBuilt(const Project &into, BuiltNode built, const std::string &file, const ImportOptions &options)
{
    BuiltNode *read = &built;
    double right = -200;
    for (const auto &[name, at] : into.canvas)
        right = std::max(right, at.x);
    const std::string name = options.name.empty() ? freeName(into.cluster, "node") : options.name;
    const std::size_t devices = read->node.devices.size();
    const std::string type = read->node.devices.front().type;
    auto project = addNode(into, read->node, name, {right + 200, 0});
    if (!project) {
        Error error = project.error();
        error.file = file;
        return error;
    }
    return Imported{std::move(*project), fmt::format("node {}: {} devices, {}", name, devices, type),
                    std::move(read->notes)};
}

Result<Imported> addMachine(const Project &into, Machine machine, const std::string &file, const ImportOptions &options)
{
    if (!options.device.empty())
        machine.types.assign(machine.matrix.gpus, options.device);
    if (options.networkCard)
        machine.networkCard = options.networkCard;
    auto built = buildNode(machine, file, into.cluster);
    if (!built)
        return built.error();
    return addBuilt(into, std::move(*built), file, options);
}

} // namespace heteroscope::node
