// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/nvidia_smi/query.h"

#include "base/numbers.h"
#include "exchange/measured_type.h"
#include "exchange/settings/xml.h"
#include "json/object_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace heteroscope::nvidiasmi {

namespace {

using settings::XmlElement;

constexpr std::size_t mostOfQuery = 256;
/// Part of the memory that may be missing, as drivers keep some for themselves.
constexpr double memoryTolerance = 0.1;

/// The text of the element behind the names, one in the other; empty if there is none.
std::string textAt(const XmlElement &root, std::initializer_list<const char *> names)
{
    const XmlElement *element = &root;
    for (const char *name : names) {
        element = element->child(name);
        if (!element)
            return {};
    }
    return element->text;
}

/// The whole number that the text begins with, as in "16x" and "81559 MiB"; 0 for "N/A" and the like.
int leadingNumber(const std::string &text)
{
    const auto begin = std::min(text.find_first_not_of(" \t\r\n"), text.size());
    int value = 0;
    const auto parsed = std::from_chars(text.data() + begin, text.data() + text.size(), value);
    return parsed.ec == std::errc() && value > 0 ? value : 0;
}

std::string trimmed(const std::string &text)
{
    const auto begin = text.find_first_not_of(" \t\r\n");
    return begin == std::string::npos ? std::string()
                                      : text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

Result<std::vector<XmlElement>> readGpus(std::string_view text, const std::string &file, int &attached)
{
    const auto root = settings::readXml(text, file);
    if (!root)
        return root.error();
    const auto refused = [&file](std::string found, std::string expected) {
        return Error{Error::Code::schema,
                     file,
                     "/",
                     std::move(found),
                     std::move(expected),
                     "give the output of nvidia-smi -q -x"};
    };
    if (root->name != "nvidia_smi_log")
        return refused("<" + root->name.substr(0, 100) + ">", "<nvidia_smi_log>");
    std::vector<XmlElement> gpus;
    std::copy_if(root->children.begin(), root->children.end(), std::back_inserter(gpus),
                 [](const XmlElement &one) { return one.name == "gpu"; });
    if (gpus.empty() || gpus.size() > mostOfQuery)
        return refused(fmt::format("{} devices", gpus.size()), fmt::format("1 to {} <gpu>", mostOfQuery));
    attached = leadingNumber(root->textOf("attached_gpus"));
    return gpus;
}

/// The lowest value above 0 that the devices state; 0 if none does. `differ` if not all state the same.
int lowest(const std::vector<XmlElement> &gpus, std::initializer_list<const char *> names, bool &differ)
{
    int least = 0;
    for (const XmlElement &gpu : gpus) {
        const int value = leadingNumber(textAt(gpu, names));
        if (value > 0) {
            differ = differ || (least > 0 && value != least);
            least = least > 0 ? std::min(least, value) : value;
        }
    }
    return least;
}

void noteMemory(const std::vector<XmlElement> &gpus, const std::vector<const DeviceType *> &types,
                std::vector<std::string> &notes)
{
    for (std::size_t i = 0; i < gpus.size(); ++i) {
        const double stated = leadingNumber(textAt(gpus[i], {"fb_memory_usage", "total"})) * 1024.0 * 1024.0;
        if (stated > 0 && std::abs(stated / types[i]->memory.value - 1) > memoryTolerance)
            notes.push_back(fmt::format("warning: GPU {} has {}, {} has {}: name another type with --device", i,
                                        memoryText(Bytes(stated)), types[i]->name, memoryText(types[i]->memory)));
    }
}

} // namespace

bool isQuery(std::string_view text) { return text.substr(0, 4096).find("<nvidia_smi_log") != std::string_view::npos; }

Result<std::vector<std::string>> readProducts(std::string_view text, const std::string &file)
{
    int attached = 0;
    const auto gpus = readGpus(text, file, attached);
    if (!gpus)
        return gpus.error();
    std::vector<std::string> products;
    for (const XmlElement &gpu : *gpus)
        products.push_back(trimmed(gpu.textOf("product_name")));
    return products;
}

Result<node::BuiltNode> readQuery(std::string_view text, const std::string &file, const std::string &device,
                                  const Cluster &own)
{
    int attached = 0;
    const auto gpus = readGpus(text, file, attached);
    if (!gpus)
        return gpus.error();
    node::Machine machine{.tool = "nvidia-smi -q", .matrix = node::unconnected(gpus->size(), 0)};
    std::vector<std::string> notes;
    std::vector<const DeviceType *> types;
    bool split = false;
    for (std::size_t i = 0; i < gpus->size(); ++i) {
        const std::string product = trimmed((*gpus)[i].textOf("product_name"));
        std::string name = device.empty() ? std::string(catalogName(product)) : device;
        if (name.empty()) {
            const auto told = measuredDeviceType(product, {});
            name = told ? told->name : std::string();
        }
        const auto type = node::typeNamed(own, name, file, device.empty() ? product : std::string());
        if (!type)
            return type.error();
        types.push_back(*type);
        machine.types.push_back((*type)->name);
        split = split || trimmed(textAt((*gpus)[i], {"mig_mode", "current_mig"})) == "Enabled";
        for (std::size_t other = 0; other < i; ++other)
            node::connect(machine.matrix, i, other, {node::Path::hostBridge, 0});
    }
    machine.hidesDirectLinks = true;
    bool differ = false;
    const int generation = lowest(*gpus, {"pci", "pci_gpu_link_info", "pcie_gen", "max_link_gen"}, differ);
    const int lanes = lowest(*gpus, {"pci", "pci_gpu_link_info", "link_widths", "max_link_width"}, differ);
    if (generation >= 3 && generation <= 6 && lanes >= 1 && lanes <= 16) {
        machine.pcieGeneration = generation;
        machine.pcieLanes = lanes;
        if (differ)
            notes.push_back("the devices' PCIe links differ: the lowest generation and width is taken for all");
    } else if (generation > 0) {
        notes.push_back(fmt::format("PCIe of generation {} with {} lanes is not drawn", generation, lanes));
    }
    if (gpus->size() > 1)
        notes.push_back("nvidia-smi -q does not tell sockets: one is drawn; nvidia-smi topo -m tells them");
    notes.push_back("nvidia-smi -q does not tell network cards: none is drawn");
    if (attached > 0 && static_cast<std::size_t>(attached) != gpus->size())
        notes.push_back(
            fmt::format("{} devices are attached, {} are in the file: those are drawn", attached, gpus->size()));
    if (split)
        notes.push_back("devices are split by MIG: whole ones are drawn");
    noteMemory(*gpus, types, notes);
    auto built = node::buildNode(machine, file, own);
    if (built)
        built->notes.insert(built->notes.begin(), notes.begin(), notes.end());
    return built;
}

} // namespace heteroscope::nvidiasmi
