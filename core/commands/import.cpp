// SPDX-License-Identifier: GPL-3.0-or-later
//
// hscope import FORMAT IN... -o PROJECT [--name NAME] [--device TYPE] [--for LINK|NODE]... [--nic GBIT]
#include "exchange/import.h"
#include "commands/command.h"
#include "project/file_lock.h"
#include "project/project_file.h"
#include "json/object_reader.h"

#include <filesystem>

namespace heteroscope {

namespace {

struct ImportArguments
{
    std::string format;
    std::vector<std::string> in;
    std::string out;
    std::string name;
    std::string device;
    std::vector<std::string> things;
    double networkCard = 0; // Gbit/s
};

ExitStatus import(const ImportArguments &options, const Streams &streams)
{
    const ImportFormat *format = findImportFormat(options.format);
    std::vector<ImportFile> files;
    for (const auto &name : options.in) {
        auto text = readTextFile(name);
        if (!text)
            return fail(streams, text.error());
        files.push_back({name, std::move(*text)});
    }
    // Held from reading to writing, so that nothing that another program saves meanwhile is lost.
    const Result<FileLock> lock = lockForWriting(options.out);
    if (!lock)
        return fail(streams, lock.error());
    // What is imported joins a project that is there already.
    Project project = emptyProject();
    std::error_code ignored;
    if (std::filesystem::exists(options.out, ignored)) {
        auto loaded = loadProject(options.out);
        if (!loaded)
            return fail(streams, loaded.error());
        project = std::move(*loaded);
    }
    ImportOptions how;
    how.name = options.name;
    how.device = options.device;
    how.things = options.things;
    if (options.networkCard > 0)
        how.networkCard = BytesPerSecond(options.networkCard * 1e9 / 8);
    const auto imported = format->import(project, files, how);
    if (!imported)
        return fail(streams, imported.error());
    if (const auto saved = saveProject(imported->project, options.out); !saved)
        return fail(streams, saved.error());
    streams.out << imported->what << '\n';
    for (const auto &note : imported->notes)
        streams.out << "note: " << note << '\n';
    return ExitStatus::done;
}

} // namespace

CommandBody addImportCommand(CLI::App &parser)
{
    const auto options = std::make_shared<ImportArguments>();
    std::string formats;
    std::vector<std::string> names;
    for (const auto &format : importFormats()) {
        names.emplace_back(format.name);
        formats += "\n  " + std::string(format.name) + ": " + std::string(format.what);
    }
    parser.add_option("format", options->format, "one of:" + formats)->required()->check(CLI::IsMember(names));
    parser.add_option("files", options->in, "files of that tool")->required();
    parser.add_option("-o,--output", options->out, "project file to write; an existing project is extended")
        ->required();
    parser.add_option("--name", options->name, "name of the new model, node or plan");
    parser.add_option("--device", options->device, "device type of all devices (nvidia-smi)");
    parser.add_option("--for", options->things, "link or node to change (bandwidth-csv, nccl-tests); may be repeated")
        ->allow_extra_args(false);
    parser.add_option("--nic", options->networkCard, "Gbit/s of one network card (nvidia-smi)")
        ->check(CLI::Range(1e-3, 1e7));
    return [options](const Streams &streams) { return import(*options, streams); };
}

} // namespace heteroscope
