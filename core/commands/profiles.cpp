// SPDX-License-Identifier: GPL-3.0-or-later
//
// hscope profiles sailor|metis IN... -o FILE [--project PROJECT] [--device TYPE]
#include "base/numbers.h"
#include "commands/command.h"
#include "exchange/metis/layer_profiles.h"
#include "exchange/sailor/layer_profiles.h"
#include "project/project_file.h"

#include <fmt/format.h>

namespace heteroscope {

namespace {

struct ProfilesOptions
{
    std::string format;
    std::vector<std::string> in;
    std::string out;
    std::string project;
    std::string device;
};

ExitStatus profiles(const ProfilesOptions &options, const Streams &streams)
{
    const bool metis = options.format == "metis";
    Workload workload;
    if (metis) {
        auto project = loadProject(options.project);
        if (!project)
            return fail(streams, project.error());
        workload = std::move(project->workload);
    }
    std::vector<LayerProfile> all;
    for (const auto &file : options.in) {
        const auto json = readJsonFile(file);
        if (!json)
            return fail(streams, json.error());
        if (metis) {
            auto profile = readMetisProfile(*json, file, workload, options.device);
            if (!profile)
                return fail(streams, profile.error());
            all.push_back(std::move(*profile));
        } else {
            auto part = readSailorProfiles(*json, file);
            if (!part)
                return fail(streams, part.error());
            std::move(part->begin(), part->end(), std::back_inserter(all));
        }
    }
    if (const auto status = writeJson(toJson(all), options.out, streams); !status)
        return fail(streams, status.error());
    if (options.out == "-")
        return ExitStatus::done;
    std::string text = countedText(all.size(), "layer profile") + '\n';
    if (metis)
        text += fmt::format("note: shape, sequence {} and precision {} are those of {}; a third of each time is "
                            "taken as forward; times with TP are taken to contain its communication\n",
                            workload.job.sequenceLength,
                            precisionNames[static_cast<std::size_t>(workload.job.precision)], options.project);
    TextTable table({"profiles", "output"});
    table.add({all.size(), options.out});
    printResult(text, table, {{"profiles", all.size()}, {"output", options.out}}, streams);
    return ExitStatus::done;
}

} // namespace

CommandBody addProfilesCommand(CLI::App &parser)
{
    const auto options = std::make_shared<ProfilesOptions>();
    parser
        .add_option("format", options->format, "sailor: profiles_tmp.json; metis: DeviceType.<TYPE>_tp<K>_bs<B>.json")
        ->required()
        ->check(CLI::IsMember({"sailor", "metis"}));
    parser.add_option("files", options->in, "files of that tool")->required();
    parser.add_option("-o,--output", options->out, "layer profiles to write (- for standard output)")->required();
    parser.add_option("--project", options->project, "project with the profiled model and job; required for metis");
    parser.add_option("--device", options->device, "catalog name of the device (metis)");
    return [options](const Streams &streams) {
        if (options->format == "metis" && options->project.empty()) {
            streams.err << "hscope: metis needs --project: its files do not say the shape of the layers\n";
            return ExitStatus::usage;
        }
        return profiles(*options, streams);
    };
}

} // namespace heteroscope
