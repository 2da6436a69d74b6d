// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/hwloc/machine.h"

#include "exchange/launch/import_plan.h"
#include "exchange/measured_type.h"
#include "exchange/node/node_builder.h"
#include "exchange/node/pci_ids.h"
#include "exchange/settings/xml.h"
#include "json/object_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace heteroscope {

namespace {

using node::Path;
using settings::XmlElement;

constexpr std::size_t mostLeaves = 256;

struct PciLeaf
{
    const XmlElement *pci = nullptr;
    const XmlElement *package = nullptr;
    std::vector<const XmlElement *> bridges; ///< outermost first; the first is the host bridge
    std::string product;
    std::vector<std::string> ids; ///< "OSDev:332" of the devices of the operating system below it
};

struct Leaves
{
    std::vector<PciLeaf> gpus;
    std::vector<PciLeaf> cards;
};

void readDevices(const XmlElement &element, PciLeaf &leaf)
{
    for (const XmlElement &child : element.children) {
        if (child.name != "object")
            continue;
        leaf.ids.push_back(child.attribute("type") + ":" + child.attribute("gp_index"));
        for (const XmlElement &info : child.children) {
            if (info.name == "info" && info.attribute("name") == "GPUModel")
                leaf.product = info.attribute("value");
        }
    }
}

void collectLeaves(const XmlElement &element, PciLeaf &at, Leaves &leaves)
{
    for (const XmlElement &child : element.children) {
        if (child.name != "object" || leaves.gpus.size() + leaves.cards.size() > mostLeaves)
            continue;
        const std::string type = child.attribute("type");
        if (type == "PCIDev") {
            PciLeaf leaf = at;
            leaf.pci = &child;
            readDevices(child, leaf);
            const std::string kind = child.attribute("pci_type");
            // Class 0300 of a board's own display is no accelerator.
            const bool isGpu =
                !leaf.product.empty() || kind.starts_with("0302") || kind.starts_with("12") || kind.starts_with("0380");
            if (isGpu)
                leaves.gpus.push_back(std::move(leaf));
            else if (kind.starts_with("02"))
                leaves.cards.push_back(std::move(leaf));
            continue;
        }
        const XmlElement *package = at.package;
        if (type == "Package")
            at.package = &child;
        else if (type == "Bridge")
            at.bridges.push_back(&child);
        collectLeaves(child, at, leaves);
        if (type == "Bridge")
            at.bridges.pop_back();
        at.package = package;
    }
}

std::size_t packageCount(const XmlElement &element)
{
    std::size_t count = element.attribute("type") == "Package" ? 1 : 0;
    for (const XmlElement &child : element.children)
        count += packageCount(child);
    return count;
}

Path pathOf(const PciLeaf &a, const PciLeaf &b)
{
    if (a.package != b.package)
        return Path::system;
    std::size_t common = 0;
    while (common < std::min(a.bridges.size(), b.bridges.size()) && a.bridges[common] == b.bridges[common])
        ++common;
    // The first bridge is the host's own; below it PCIe switches begin.
    if (common < 2)
        return common == 1 ? Path::hostBridge : Path::numaNode;
    return common == a.bridges.size() && common == b.bridges.size() ? Path::oneSwitch : Path::switches;
}

/// "10de" and "15f9" of "0302 [10de:15f9] [10de:116b] a1 00".
node::PciDevice pciTypeOf(const PciLeaf &leaf)
{
    const std::string text = leaf.pci->attribute("pci_type");
    const auto open = text.find('[');
    if (open == std::string::npos || text.size() < open + 10)
        return {};
    return node::pciDevice(text.substr(open + 1, 4), text.substr(open + 6, 4));
}

/// Lanes out of the matrix of NVLink bandwidths. A lane is 20 or 25 GB/s in each direction; both directions are stated
/// for some versions of hwloc, so the figure decides: 20,000 MB/s a lane.
void addNvlinks(const XmlElement &root, const Leaves &leaves, node::Matrix &matrix)
{
    for (const XmlElement &distances : root.children) {
        if (!distances.name.starts_with("distances2") || distances.attribute("name") != "NVLinkBandwidth")
            continue;
        std::vector<std::string> ids;
        std::vector<double> values;
        for (const XmlElement &part : distances.children) {
            std::istringstream words(part.text);
            std::string word;
            while (words >> word && values.size() < 100'000) {
                if (part.name == "indexes")
                    ids.push_back(word.find(':') == std::string::npos ? distances.attribute("type") + ":" + word
                                                                      : word);
                else if (part.name == "u64values")
                    values.push_back(std::strtod(word.c_str(), nullptr));
            }
        }
        if (ids.size() * ids.size() != values.size())
            continue;
        const auto gpuOf = [&leaves](const std::string &id) {
            for (std::size_t g = 0; g < leaves.gpus.size(); ++g) {
                const auto &own = leaves.gpus[g].ids;
                if (std::find(own.begin(), own.end(), id) != own.end())
                    return g;
            }
            return leaves.gpus.size();
        };
        for (std::size_t a = 0; a < ids.size(); ++a) {
            for (std::size_t b = 0; b < a; ++b) {
                const std::size_t first = gpuOf(ids[a]);
                const std::size_t second = gpuOf(ids[b]);
                const double value = values[a * ids.size() + b];
                if (first == second || first >= leaves.gpus.size() || second >= leaves.gpus.size() || !(value > 0))
                    continue;
                const int lanes = static_cast<int>(std::clamp(std::round(value / 20'000), 1.0, 18.0));
                node::connect(matrix, first, second, {Path::nvlink, lanes});
            }
        }
        return;
    }
}

Error refusedTopology(const ImportFile &file, std::string found, std::string expected, std::string hint)
{
    return {Error::Code::schema, file.name, "/topology", std::move(found), std::move(expected), std::move(hint)};
}

/// Its root element, <topology>.
Result<XmlElement> readTopology(const ImportFile &file)
{
    auto root = settings::readXml(file.text, file.name);
    if (root && root->name != "topology")
        return refusedTopology(file, "<" + root->name.substr(0, 100) + ">", "<topology> of hwloc",
                               "write it with lstopo out.xml");
    return root;
}

Leaves leavesOf(const XmlElement &root)
{
    Leaves leaves;
    PciLeaf at;
    collectLeaves(root, at, leaves);
    return leaves;
}

} // namespace

Result<std::size_t> countHwlocDevices(const ImportFile &file)
{
    const auto root = readTopology(file);
    if (!root)
        return root.error();
    return leavesOf(*root).gpus.size();
}

Result<Imported> importHwloc(const Project &into, const std::vector<ImportFile> &files, const ImportOptions &options)
{
    const auto only = launch::onlyFile(files, "one file of lstopo");
    if (!only)
        return only.error();
    const auto root = readTopology(*only);
    if (!root)
        return root.error();
    const Leaves leaves = leavesOf(*root);
    if (leaves.gpus.empty() || leaves.gpus.size() + leaves.cards.size() > mostLeaves)
        return refusedTopology(*only,
                               fmt::format("{} GPUs and {} network cards", leaves.gpus.size(), leaves.cards.size()),
                               fmt::format("1 to {} of them", mostLeaves),
                               "write it on a machine with GPUs, with lstopo --whole-io out.xml");
    node::Machine machine{.tool = "hwloc", .matrix = node::unconnected(leaves.gpus.size(), leaves.cards.size())};
    std::vector<std::string> notes;
    std::vector<const PciLeaf *> all;
    for (const PciLeaf &gpu : leaves.gpus) {
        all.push_back(&gpu);
        const auto known = pciTypeOf(gpu);
        std::string type(known.type);
        if (type.empty())
            type = catalogName(gpu.product);
        if (type.empty() && options.device.empty())
            return Error{Error::Code::reference,
                         only->name,
                         gpu.pci->attribute("pci_busid"),
                         gpu.product.empty() ? gpu.pci->attribute("pci_type") : quoteText(gpu.product),
                         "a device type of the catalog",
                         "name it with --device; see hscope catalog devices"};
        if (const auto note = node::standInNote(known);
            !note.empty() && std::find(notes.begin(), notes.end(), note) == notes.end())
            notes.push_back(note);
        machine.types.push_back(type);
    }
    for (const PciLeaf &card : leaves.cards)
        all.push_back(&card);
    for (std::size_t a = 0; a < all.size(); ++a) {
        if (all[a]->package)
            machine.matrix.numa[a] = all[a]->package->attribute("os_index");
        for (std::size_t b = 0; b < a; ++b)
            node::connect(machine.matrix, a, b, {pathOf(*all[a], *all[b]), 0});
    }
    addNvlinks(*root, leaves, machine.matrix);
    machine.hidesDirectLinks = true;
    notes.push_back(fmt::format("{} packages in the file", packageCount(*root)));
    auto result = node::addMachine(into, std::move(machine), only->name, options);
    if (result)
        result->notes.insert(result->notes.begin(), notes.begin(), notes.end());
    return result;
}

} // namespace heteroscope
