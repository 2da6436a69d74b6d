// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/sysfs/machine.h"

#include "base/files.h"
#include "exchange/node/node_builder.h"
#include "exchange/node/pci_ids.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>

namespace heteroscope::sysfs {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t mostFunctions = 4096;
constexpr double leastCardRate = 10e9 / 8; // bytes/s; slower cards are for logging in

/// The first line of a small file; empty if it cannot be read.
std::string lineOf(const fs::path &file)
{
    constexpr std::size_t most = 4096;
    const auto text = readTextFile(file.string(), most);
    return text ? text->substr(0, text->find('\n')) : std::string();
}

/// The names in a folder, sorted.
std::vector<fs::path> entriesOf(const fs::path &folder)
{
    std::vector<fs::path> entries;
    std::error_code problem;
    for (fs::directory_iterator it(folder, problem), end; !problem && it != end && entries.size() < mostFunctions;
         it.increment(problem))
        entries.push_back(it->path());
    std::sort(entries.begin(), entries.end());
    return entries;
}

std::optional<double> numberAt(std::string_view text)
{
    double number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    return problem == std::errc() && end != text.data() ? std::optional(number) : std::nullopt;
}

/// "0x10de" -> "10de".
std::string hexOf(const fs::path &file)
{
    const std::string line = lineOf(file);
    return line.starts_with("0x") ? line.substr(2) : line;
}

PciFunction readFunction(const fs::path &entry)
{
    PciFunction function;
    function.address = entry.filename().string();
    function.vendor = hexOf(entry / "vendor");
    function.device = hexOf(entry / "device");
    function.classCode = hexOf(entry / "class");
    function.numaNode = static_cast<int>(numberAt(lineOf(entry / "numa_node")).value_or(-1));
    std::error_code problem;
    bool isBelowHost = false;
    for (const auto &part : fs::canonical(entry, problem)) {
        const std::string name = part.string();
        isBelowHost = isBelowHost || (name.starts_with("pci") && name.find(':') != std::string::npos);
        if (isBelowHost && name != function.address)
            function.bridges.push_back(name);
    }
    return function;
}

bool isAccelerator(const PciFunction &function)
{
    return function.classCode.starts_with("0302") || function.classCode.starts_with("0380") ||
           function.classCode.starts_with("12") ||
           (function.classCode.starts_with("03") && !node::pciDevice(function.vendor, function.device).type.empty());
}

/// "200 Gb/sec (4X HDR)" of every port.
double infinibandRate(const fs::path &function)
{
    double sum = 0;
    for (const auto &adapter : entriesOf(function / "infiniband")) {
        for (const auto &port : entriesOf(adapter / "ports")) {
            const std::string line = lineOf(port / "rate");
            if (line.find("Gb/sec") != std::string::npos)
                sum += numberAt(line).value_or(0) * 1e9 / 8;
        }
    }
    return sum;
}

/// Mbit/s of every interface; -1 of one that is not connected.
double ethernetRate(const fs::path &function)
{
    double sum = 0;
    for (const auto &interface : entriesOf(function / "net"))
        sum += std::max(0.0, numberAt(lineOf(interface / "speed")).value_or(0)) * 1e6 / 8;
    return sum;
}

/// How two functions reach each other.
node::Path pathBetween(const PciFunction &a, const PciFunction &b)
{
    const bool oneNode = a.numaNode >= 0 && a.numaNode == b.numaNode;
    std::size_t common = 0;
    while (common < std::min(a.bridges.size(), b.bridges.size()) && a.bridges[common] == b.bridges[common])
        ++common;
    if (common == 0)
        return oneNode ? node::Path::numaNode : node::Path::system;
    // The first one is the host bridge, the second one a root port; below the same root port there is a switch.
    if (common < 2)
        return node::Path::hostBridge;
    // Upstream port of the switch, then a downstream port for each function.
    const auto below = std::max(a.bridges.size(), b.bridges.size()) - common;
    return below <= 1 ? node::Path::oneSwitch : node::Path::switches;
}

Error noAccelerator(const Machine &machine, const std::string &root)
{
    return {Error::Code::infeasible,
            root + "/bus/pci/devices",
            {},
            fmt::format("{} PCI devices, none of them an accelerator", machine.functions),
            "at least one accelerator",
            "look on a machine that has one, or import what its tools print there"};
}

} // namespace

Machine readMachine(const std::string &root)
{
    Machine machine;
    for (const auto &entry : entriesOf(fs::path(root) / "bus" / "pci" / "devices")) {
        PciFunction function = readFunction(entry);
        ++machine.functions;
        if (isAccelerator(function)) {
            machine.accelerators.push_back(std::move(function));
        } else if (function.classCode.starts_with("02")) {
            // Ports of InfiniBand adapters may carry Ethernet (RoCE) and then have both.
            const double rate = std::max(infinibandRate(entry), ethernetRate(entry));
            if (rate >= leastCardRate)
                machine.cards.push_back({std::move(function), BytesPerSecond(rate)});
        }
    }
    return machine;
}

std::optional<BytesPerSecond> commonRate(const Machine &machine)
{
    const auto isOther = [&machine](const NetworkCard &card) { return card.rate != machine.cards.front().rate; };
    if (machine.cards.empty() || std::any_of(machine.cards.begin(), machine.cards.end(), isOther))
        return {};
    return machine.cards.front().rate;
}

Result<Imported> importMachine(const Project &into, const Machine &machine, const std::string &root,
                               const ImportOptions &options)
{
    if (machine.accelerators.empty())
        return noAccelerator(machine, root);
    const std::size_t gpus = machine.accelerators.size();
    node::Machine built{.tool = root, .matrix = node::unconnected(gpus, machine.cards.size())};
    std::vector<std::string> notes;
    std::vector<const PciFunction *> all;
    for (const auto &function : machine.accelerators) {
        all.push_back(&function);
        const auto known = node::pciDevice(function.vendor, function.device);
        if (known.type.empty() && options.device.empty())
            return Error{Error::Code::reference,
                         root + "/bus/pci/devices/" + function.address,
                         {},
                         fmt::format("an accelerator with the ids {}:{}", function.vendor, function.device),
                         "a device type of the catalog",
                         "name it with --device; see hscope catalog devices"};
        if (const auto note = node::standInNote(known);
            !note.empty() && std::find(notes.begin(), notes.end(), note) == notes.end())
            notes.push_back(note);
        built.types.emplace_back(known.type);
    }
    for (const auto &card : machine.cards) {
        all.push_back(&card.pci);
        built.cards.emplace_back(card.rate);
    }
    for (std::size_t a = 0; a < all.size(); ++a) {
        if (all[a]->numaNode >= 0)
            built.matrix.numa[a] = std::to_string(all[a]->numaNode);
        for (std::size_t b = 0; b < a; ++b)
            node::connect(built.matrix, a, b, {pathBetween(*all[a], *all[b]), 0});
    }
    built.hidesDirectLinks = true;
    auto result = node::addMachine(into, std::move(built), root, options);
    if (result)
        result->notes.insert(result->notes.begin(), notes.begin(), notes.end());
    return result;
}

} // namespace heteroscope::sysfs
