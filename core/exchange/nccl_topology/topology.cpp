// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/nccl_topology/topology.h"

#include "exchange/launch/import_plan.h"
#include "exchange/node/node_builder.h"
#include "exchange/node/pci_ids.h"
#include "exchange/settings/xml.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>

namespace heteroscope {

namespace {

using node::Path;
using settings::XmlElement;

constexpr std::size_t mostDevices = 256;

/// A GPU or a network card with the switches above it, outermost first.
struct Leaf
{
    const XmlElement *pci = nullptr;
    std::string cpu;
    std::vector<const XmlElement *> above;
    std::optional<BytesPerSecond> speed;
};

struct Tree
{
    std::vector<Leaf> gpus;
    std::vector<Leaf> cards;
};

std::optional<double> numberOf(const std::string &text)
{
    double value = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
    return parsed.ec == std::errc() && value > 0 && value < 1e9 ? std::optional(value) : std::nullopt;
}

/// The sum over the ports of a card; nullopt if none states its speed in Mbit/s.
std::optional<BytesPerSecond> cardSpeed(const XmlElement &pci)
{
    double sum = 0;
    for (const XmlElement &nic : pci.children) {
        for (const XmlElement &net : nic.children) {
            if (const auto speed = numberOf(net.attribute("speed")); net.name == "net" && speed)
                sum += *speed * 1e6 / 8;
        }
    }
    return sum > 0 ? std::optional(BytesPerSecond(sum)) : std::nullopt;
}

void collect(const XmlElement &element, const std::string &cpu, std::vector<const XmlElement *> &above, Tree &tree)
{
    for (const XmlElement &child : element.children) {
        if (child.name != "pci" || tree.gpus.size() + tree.cards.size() > mostDevices)
            continue;
        const std::string kind = child.attribute("class");
        if (child.child("gpu") || kind.starts_with("0x03") || kind.starts_with("0x12")) {
            tree.gpus.push_back({&child, cpu, above, {}});
        } else if (child.child("nic") || kind.starts_with("0x02")) {
            tree.cards.push_back({&child, cpu, above, cardSpeed(child)});
        } else {
            above.push_back(&child);
            collect(child, cpu, above, tree);
            above.pop_back();
        }
    }
}

/// How far two devices are from each other: below one switch, several, the CPU, or another CPU.
Path pathBetween(const Leaf &a, const Leaf &b)
{
    if (a.cpu != b.cpu)
        return Path::system;
    if (a.above.empty() || b.above.empty() || a.above.front() != b.above.front())
        return Path::hostBridge;
    return a.above.back() == b.above.back() ? Path::oneSwitch : Path::switches;
}

std::string gpuTypeOf(const Leaf &gpu, std::vector<std::string> &notes)
{
    const auto note = [&notes](const std::string &text) {
        if (!text.empty() && std::find(notes.begin(), notes.end(), text) == notes.end())
            notes.push_back(text);
    };
    const auto known = node::pciDevice(gpu.pci->attribute("vendor"), gpu.pci->attribute("device"));
    note(node::standInNote(known));
    if (!known.type.empty())
        return std::string(known.type);
    const XmlElement *inside = gpu.pci->child("gpu");
    const std::string generation =
        inside ? inside->attribute("gcn").empty() ? inside->attribute("sm") : inside->attribute("gcn") : std::string();
    const std::map<std::string, std::string> types = {
        {"60", "P100 SXM2"},     {"70", "V100-16GB SXM2"}, {"80", "A100-80GB SXM"}, {"89", "RTX 4090"},
        {"90", "H100-80GB SXM"}, {"100", "B200 SXM"},      {"908", "MI210"},        {"910", "MI250X"},
        {"gfx90a", "MI250X"},    {"gfx942", "MI300X"},     {"940", "MI300X"},       {"941", "MI300X"},
        {"942", "MI300X"},       {"gfx950", "MI355X"},     {"906", "MI210"},        {"gfx908", "MI210"}};
    if (const auto found = types.find(generation); found != types.end()) {
        note(fmt::format("the file does not name the devices: {} is taken for generation {}; name it with --device",
                         found->second, generation));
        return found->second;
    }
    note("the file does not name the devices: A100-80GB SXM is taken; name the type with --device");
    return "A100-80GB SXM";
}

/// Lanes between GPUs by <nvlink> and <xgmi>. NVLinks to a switch lead to every GPU.
LinkTechnology addLanes(const Tree &tree, node::Matrix &matrix)
{
    LinkTechnology technology = LinkTechnology::nvlink;
    std::map<std::string, std::size_t> numbers;
    for (std::size_t i = 0; i < tree.gpus.size(); ++i)
        numbers[tree.gpus[i].pci->attribute("busid")] = i;
    for (std::size_t i = 0; i < tree.gpus.size(); ++i) {
        const XmlElement *gpu = tree.gpus[i].pci->child("gpu");
        for (std::size_t k = 0; gpu && k < gpu->children.size(); ++k) {
            const XmlElement &link = gpu->children[k];
            if (link.name != "nvlink" && link.name != "xgmi")
                continue;
            const int count = static_cast<int>(std::min(numberOf(link.attribute("count")).value_or(1), 64.0));
            if (link.name == "xgmi")
                technology = LinkTechnology::infinityFabric;
            const auto other = numbers.find(link.attribute("target"));
            if (other != numbers.end() && other->second != i) {
                node::connect(matrix, i, other->second, {Path::nvlink, count});
            } else if (link.attribute("tclass").starts_with("0x0680")) {
                for (std::size_t j = 0; j < i; ++j)
                    node::connect(matrix, i, j, {Path::nvlink, std::min(64, matrix.at(i, j).lanes + count)});
            }
        }
    }
    return technology;
}

} // namespace

Result<Imported> importNcclTopology(const Project &into, const std::vector<ImportFile> &files,
                                    const ImportOptions &options)
{
    const auto only = launch::onlyFile(files, "one topology file");
    if (!only)
        return only.error();
    const auto root = settings::readXml(only->text, only->name);
    if (!root)
        return root.error();
    const auto refused = [&only](std::string found, std::string expected, std::string hint) {
        return Error{Error::Code::schema, only->name,          "/" + std::string(),
                     std::move(found),    std::move(expected), std::move(hint)};
    };
    if (root->name == "graphs")
        return refused("<graphs>: the rings and trees that NCCL chose", "<system>: the topology of a machine",
                       "give the file of NCCL_TOPO_DUMP_FILE, not of NCCL_GRAPH_DUMP_FILE");
    if (root->name != "system")
        return refused("<" + root->name.substr(0, 100) + ">", "<system> of an NCCL topology",
                       "give the file of NCCL_TOPO_DUMP_FILE");
    Tree tree;
    std::vector<const XmlElement *> above;
    for (const XmlElement &cpu : root->children) {
        if (cpu.name == "cpu")
            collect(cpu, cpu.attribute("host_hash") + "/" + cpu.attribute("numaid"), above, tree);
    }
    if (tree.gpus.empty() || tree.gpus.size() + tree.cards.size() > mostDevices)
        return refused(fmt::format("{} GPUs and {} cards", tree.gpus.size(), tree.cards.size()),
                       fmt::format("1 to {} of them", mostDevices), "give the topology of one machine");
    node::Machine machine{.tool = "the file", .matrix = node::unconnected(tree.gpus.size(), tree.cards.size())};
    std::vector<std::string> notes;
    std::vector<const Leaf *> leaves;
    for (const Leaf &gpu : tree.gpus) {
        machine.types.push_back(options.device.empty() ? gpuTypeOf(gpu, notes) : options.device);
        leaves.push_back(&gpu);
    }
    for (const Leaf &card : tree.cards) {
        machine.cards.push_back(card.speed);
        leaves.push_back(&card);
    }
    for (std::size_t a = 0; a < leaves.size(); ++a) {
        machine.matrix.numa[a] = leaves[a]->cpu;
        for (std::size_t b = 0; b < a; ++b)
            node::connect(machine.matrix, a, b, {pathBetween(*leaves[a], *leaves[b]), 0});
    }
    machine.direct = addLanes(tree, machine.matrix);
    machine.hidesDirectLinks = true;
    auto result = node::addMachine(into, std::move(machine), only->name, options);
    if (result)
        result->notes.insert(result->notes.begin(), notes.begin(), notes.end());
    return result;
}

} // namespace heteroscope
