// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/rocm_smi/topology.h"

#include "exchange/node/node_builder.h"
#include "exchange/node/pci_ids.h"
#include "json/object_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace heteroscope {

namespace {

using node::Path;

constexpr std::size_t mostGpus = 64;

struct RocmText
{
    std::vector<std::vector<std::string>> types; ///< rows of the matrix of link types
    std::vector<std::string> numa;
    std::vector<std::string> ids; ///< "0x74a1" of each GPU
};

std::vector<std::string> blanksApart(const std::string &line)
{
    std::istringstream stream(line);
    std::vector<std::string> words;
    std::string word;
    while (stream >> word && words.size() < 200)
        words.push_back(word);
    return words;
}

/// The GPU's number in "GPU 0", "GPU[0]" or "GPU0"; nullopt if the words do not begin with one.
std::optional<std::size_t> gpuNumber(const std::vector<std::string> &words)
{
    if (words.empty() || !words[0].starts_with("GPU"))
        return std::nullopt;
    std::string digits = words[0].substr(3);
    if (digits.empty() && words.size() > 1)
        digits = words[1];
    std::erase_if(digits, [](char c) { return c < '0' || c > '9'; });
    if (digits.empty() || digits.size() > 3)
        return std::nullopt;
    return static_cast<std::size_t>(std::stoi(digits));
}

Result<RocmText> readRocm(const std::string &text, const std::string &file)
{
    RocmText result;
    enum class Part { other, types, numa } part = Part::other;
    std::istringstream lines(text);
    std::string line;
    for (int number = 1; std::getline(lines, line); ++number) {
        if (line.find("===") != std::string::npos) {
            part = line.find("Link Type") != std::string::npos    ? Part::types
                   : line.find("Numa Nodes") != std::string::npos ? Part::numa
                                                                  : Part::other;
            continue;
        }
        const auto words = blanksApart(line);
        const auto gpu = gpuNumber(words);
        // "0       2     0x74a2,   1017 ..." of the concise information.
        if (words.size() > 2 && words[2].starts_with("0x") &&
            words[0].find_first_not_of("0123456789") == std::string::npos)
            result.ids.push_back(words[2].substr(0, words[2].find(',')));
        if (const auto id = line.find("Device ID:"); id != std::string::npos && gpu)
            result.ids.push_back(blanksApart(line.substr(id + 10) + " ?").front());
        if (!gpu || *gpu >= mostGpus)
            continue;
        if (part == Part::numa && line.find("Numa Node:") != std::string::npos) {
            result.numa.resize(std::max(result.numa.size(), *gpu + 1));
            result.numa[*gpu] = words.back();
        } else if (part == Part::types && words.size() > 1 && !words[1].starts_with("GPU")) {
            if (*gpu != result.types.size())
                return Error{Error::Code::syntax,
                             file,
                             "line " + std::to_string(number),
                             quoteText(words[0]),
                             fmt::format("the row of GPU{}", result.types.size()),
                             "give the whole output of rocm-smi --showtopo, unchanged"};
            result.types.emplace_back(words.begin() + 1, words.end());
        }
    }
    return result;
}

} // namespace

Result<Imported> importRocmSmi(const Project &into, const std::vector<ImportFile> &files, const ImportOptions &options)
{
    std::string text;
    for (const ImportFile &one : files)
        text += one.text + "\n";
    const std::string file = files.empty() ? std::string() : files.front().name;
    const auto read = readRocm(text, file);
    if (!read)
        return read.error();
    const std::size_t count = read->types.size();
    if (count == 0)
        return Error{Error::Code::syntax,
                     file,
                     {},
                     "no matrix \"Link Type between two GPUs\"",
                     "the output of rocm-smi --showtopo",
                     "keep the whole output"};
    node::Machine machine{.tool = "rocm-smi", .matrix = node::unconnected(count, 0)};
    bool xgmi = false;
    for (std::size_t a = 0; a < count; ++a) {
        machine.matrix.numa[a] = a < read->numa.size() ? read->numa[a] : std::string();
        const auto refused = [&](std::string found, std::string expected) {
            return Error{Error::Code::syntax,
                         file,
                         "row of GPU" + std::to_string(a),
                         std::move(found),
                         std::move(expected),
                         "give the whole output of rocm-smi --showtopo, unchanged"};
        };
        if (read->types[a].size() != count)
            return refused(fmt::format("{} columns", read->types[a].size()),
                           fmt::format("one for each of {} GPUs", count));
        for (std::size_t b = 0; b < a; ++b) {
            const std::string &word = read->types[a][b];
            if (word != "XGMI" && word != "PCIE")
                return refused(quoteText(word), "XGMI or PCIE");
            xgmi = xgmi || word == "XGMI";
            const bool oneSocket = !machine.matrix.numa[a].empty() && machine.matrix.numa[a] == machine.matrix.numa[b];
            node::connect(machine.matrix, a, b,
                          word == "XGMI" ? node::Cell{Path::nvlink, 1}
                                         : node::Cell{oneSocket ? Path::numaNode : Path::system, 0});
        }
    }
    std::vector<std::string> notes;
    std::string type = !xgmi ? "MI210" : count == 8 ? "MI300X" : "MI250X";
    const auto known = read->ids.empty() ? node::PciDevice{} : node::pciDevice("1002", read->ids.front());
    if (!known.type.empty()) {
        type = known.type;
        notes.push_back("device " + read->ids.front() + " is " +
                        std::string(known.actual.empty() ? known.type : known.actual));
        if (!known.actual.empty())
            notes.push_back(node::standInNote(known));
    } else if (options.device.empty()) {
        notes.push_back("the output does not name the devices: " + type + " is taken; name the type with --device");
    }
    machine.types.assign(count, type);
    machine.direct = LinkTechnology::infinityFabric;
    auto result = node::addMachine(into, std::move(machine), file, options);
    if (result)
        result->notes.insert(result->notes.begin(), notes.begin(), notes.end());
    return result;
}

} // namespace heteroscope
