// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/detect/this_machine.h"

#include "base/run_program.h"
#include "exchange/hwloc/machine.h"
#include "exchange/nvidia_smi/matrix.h"
#include "exchange/nvidia_smi/query.h"
#include "exchange/nvidia_smi/topology.h"
#include "exchange/rocm_smi/topology.h"
#include "exchange/sysfs/machine.h"

#include <fmt/format.h>

#include <algorithm>

namespace heteroscope {

namespace {

std::string commandText(const std::vector<std::string> &words)
{
    std::string text;
    for (const auto &word : words)
        text += (text.empty() ? "" : " ") + word;
    return text;
}

std::string failureText(ProgramFailure failure)
{
    switch (failure) {
    case ProgramFailure::notFound:
        return "not in PATH";
    case ProgramFailure::tooLong:
        return "no answer within a minute";
    case ProgramFailure::tooMuch:
        return "more output than can be read";
    case ProgramFailure::stopped:
        return "stopped";
    case ProgramFailure::noProcess:
        break;
    }
    return "could not be started";
}

/// Looks with one tool after the other, and remembers what came of it.
class Detection
{
public:
    Detection(const Project &into, const ImportOptions &options, const std::string &sys, const StopToken &stop)
        : m_into(into), m_options(options), m_root(sys), m_stop(stop), m_machine(sysfs::readMachine(sys))
    {
        if (!m_options.networkCard)
            m_options.networkCard = sysfs::commonRate(m_machine);
    }

    Result<Detected> run()
    {
        using Look = std::optional<Result<Imported>> (Detection::*)();
        for (const Look look : {&Detection::nvidia, &Detection::rocm, &Detection::hwloc, &Detection::sys}) {
            auto found = (this->*look)();
            if (m_stop.stop_requested())
                return Error{Error::Code::cancelled, {}, {}, "a stop", {}, {}};
            if (!found)
                continue;
            if (!*found)
                return found->error();
            m_result.imported = std::move(**found);
            addNotes();
            break;
        }
        return std::move(m_result);
    }

private:
    /// The output of a tool that ended well. What else came of it is remembered.
    std::optional<ImportFile> outputOf(const std::vector<std::string> &words)
    {
        ProgramLimits limits;
        limits.stop = m_stop;
        auto output = runProgram(words, limits);
        const std::string name = commandText(words);
        if (!output) {
            looked(name, failureText(output.error()));
            return {};
        }
        if (output->status != 0) {
            looked(name, fmt::format("ended with exit status {}", output->status));
            return {};
        }
        return ImportFile{name, std::move(output->text)};
    }

    void looked(std::string where, std::string found)
    {
        m_result.lookedAt.push_back({std::move(where), std::move(found)});
    }

    std::optional<Result<Imported>> nvidia()
    {
        auto topology = outputOf({"nvidia-smi", "topo", "-m"});
        auto query = outputOf({"nvidia-smi", "-q", "-x"});
        std::vector<ImportFile> files;
        if (topology && topology->text.find("GPU0") != std::string::npos)
            files.push_back(std::move(*topology));
        else if (topology)
            looked(topology->name, "lists no GPU");
        const bool hasGpu = query && query->text.find("<gpu ") != std::string::npos;
        if (query && !hasGpu)
            looked(query->name, "lists no GPU");
        if (hasGpu)
            files.push_back(std::move(*query));
        if (files.empty())
            return {};
        rememberFiles(files);
        return importNvidiaSmi(m_into, files, m_options);
    }

    std::optional<Result<Imported>> rocm()
    {
        auto topology = outputOf({"rocm-smi", "--showtopo"});
        if (!topology)
            return {};
        if (topology->text.find("GPU0") == std::string::npos) {
            looked(topology->name, "lists no GPU");
            return {};
        }
        std::vector<ImportFile> files;
        files.push_back(std::move(*topology));
        if (auto list = outputOf({"rocm-smi"}))
            files.push_back(std::move(*list));
        rememberFiles(files);
        return importRocmSmi(m_into, files, m_options);
    }

    std::optional<Result<Imported>> hwloc()
    {
        auto xml = outputOf({"lstopo-no-graphics", "--whole-io", "--of", "xml", "-"});
        if (!xml)
            xml = outputOf({"lstopo", "--whole-io", "--of", "xml", "-"});
        if (!xml)
            return {};
        const auto count = countHwlocDevices(*xml);
        if (count && *count == 0) {
            looked(xml->name, "lists no GPU");
            return {};
        }
        rememberFiles({*xml});
        return importHwloc(m_into, {*xml}, m_options);
    }

    std::optional<Result<Imported>> sys()
    {
        const std::string where = m_root + "/bus/pci/devices";
        if (m_machine.accelerators.empty()) {
            looked(where, m_machine.functions == 0
                              ? std::string("no PCI devices")
                              : fmt::format("{} PCI devices, none of them an accelerator", m_machine.functions));
            return {};
        }
        looked(where, fmt::format("{} accelerators", m_machine.accelerators.size()));
        return sysfs::importMachine(m_into, m_machine, m_root, m_options);
    }

    void rememberFiles(const std::vector<ImportFile> &files)
    {
        for (const auto &file : files)
            looked(file.name, "lists GPUs");
    }

    void addNotes()
    {
        auto &notes = m_result.imported->notes;
        notes.insert(notes.begin(), "found by " + m_result.lookedAt.back().where);
        const auto &nodes = m_result.imported->project.cluster.nodes;
        const auto devices = nodes.empty() ? 0 : nodes.back().devices.size();
        if (m_machine.accelerators.size() > devices)
            notes.push_back(fmt::format("{}/bus/pci/devices has {} accelerators; the node has those of {} alone",
                                        m_root, m_machine.accelerators.size(), m_result.lookedAt.back().where));
    }

    const Project &m_into;
    ImportOptions m_options;
    std::string m_root;
    StopToken m_stop;
    sysfs::Machine m_machine;
    Detected m_result;
};

} // namespace

Result<Detected> detectMachine(const Project &into, const ImportOptions &options, const std::string &sys,
                               const StopToken &stop)
{
    return Detection(into, options, sys, stop).run();
}

} // namespace heteroscope
