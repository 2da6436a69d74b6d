// SPDX-License-Identifier: GPL-3.0-or-later
//
// hscope import [FORMAT] IN... [-o PROJECT] [--name NAME] [--device TYPE] [--for LINK|NODE]... [--nic GBIT]
#include "exchange/import.h"
#include "commands/extend_project.h"
#include "commands/number_check.h"
#include "exchange/recognise.h"
#include "project/project_file.h"
#include "json/object_reader.h"

#include <filesystem>

namespace heteroscope {

namespace {

struct ImportArguments
{
    std::vector<std::string> words; ///< a format, unless it is to be recognised, and files
    std::string out;
    std::string name;
    std::string device;
    std::vector<std::string> things;
    double networkCard = 0; // Gbit/s
};

ExitStatus import(const ImportArguments &options, const Streams &streams)
{
    const ImportFormat *format = findImportFormat(options.words.front());
    std::error_code ignored;
    const bool wrongFormat = !format && options.words.size() > 1 && !std::filesystem::exists(options.words[0], ignored);
    if (wrongFormat || (format && options.words.size() == 1)) {
        streams.err << "hscope: "
                    << (wrongFormat ? quoteText(options.words[0]) + " is neither a format nor a file"
                                    : "no file of the format " + options.words[0])
                    << "; hscope import --help lists the formats\n";
        return ExitStatus::usage;
    }
    std::vector<ImportFile> files;
    for (std::size_t i = format ? 1 : 0; i < options.words.size(); ++i) {
        auto text = readTextFile(options.words[i]);
        if (!text)
            return fail(streams, text.error());
        files.push_back({options.words[i], std::move(*text)});
    }
    if (!format)
        format = recogniseFormat(files);
    if (const auto broken = format ? std::nullopt : brokenJson(files))
        return fail(streams, *broken);
    if (!format)
        return fail(streams, {Error::Code::unreadable,
                              files.front().name,
                              {},
                              "content of no known format",
                              "a file of one of the formats of hscope import --help",
                              "name the format before the file"});
    ImportOptions how;
    how.name = options.name;
    how.device = options.device;
    how.things = options.things;
    if (options.networkCard > 0)
        how.networkCard = BytesPerSecond(options.networkCard * 1e9 / 8);
    const auto imported =
        extendProject(options.out, [&](const Project &into) { return format->import(into, files, how); });
    if (!imported)
        return fail(streams, imported.error());
    // Measurements, such as traces, leave the project as it is.
    if (options.out.empty() && imported->project != emptyProject()) {
        streams.err << "hscope: " << format->name << " becomes part of a project; name its file with -o\n";
        return ExitStatus::usage;
    }
    printImported(*imported, streams);
    return ExitStatus::done;
}

} // namespace

CommandBody addImportCommand(CLI::App &parser)
{
    const auto options = std::make_shared<ImportArguments>();
    std::string formats;
    for (const auto &format : importFormats())
        formats += "\n  " + std::string(format.name) + ": " + std::string(format.what);
    // One list, because a word before the files is a format only if it is the name of one.
    parser
        .add_option("files", options->words,
                    "files of another tool; before them the format, unless it is to be recognised by content:" +
                        formats)
        ->required();
    parser.add_option("-o,--output", options->out,
                      "project file to write; an existing project is extended; not needed for measurements (traces, "
                      "layer profiles), which change no project");
    parser.add_option("--name", options->name, "name of the new model, node or plan");
    parser.add_option("--device", options->device, "device type of all devices (nvidia-smi)");
    parser
        .add_option("--for", options->things,
                    "link or node to change (bandwidth-csv, availability-csv, nccl-tests); may be "
                    "repeated")
        ->allow_extra_args(false);
    parser.add_option("--nic", options->networkCard, "Gbit/s of one network card (nvidia-smi)")
        ->check(numberBetween(1e-3, 1e7));
    return [options](const Streams &streams) { return import(*options, streams); };
}

} // namespace heteroscope
