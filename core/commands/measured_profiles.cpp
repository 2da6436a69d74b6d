// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/measured_profiles.h"

#include "exchange/sailor/layer_profiles.h"

#include <algorithm>
#include <filesystem>

namespace heteroscope {

Result<MeasuredProfiles> readProfileFolder(const std::string &folder)
{
    std::vector<std::filesystem::path> files;
    std::error_code problem;
    for (const auto &entry : std::filesystem::directory_iterator(folder, problem)) {
        if (entry.path().extension() == ".json")
            files.push_back(entry.path());
    }
    if (problem)
        return Error{Error::Code::unreadable,
                     folder,
                     {},
                     "a folder that cannot be read",
                     "a folder of profiles",
                     "check its name and its permissions"};
    std::sort(files.begin(), files.end());
    MeasuredProfiles measured;
    const auto add = [&measured](std::vector<LayerProfile> part) {
        std::move(part.begin(), part.end(), std::back_inserter(measured.layers));
    };
    for (const auto &path : files) {
        const auto file = path.string();
        const auto json = readJsonFile(file);
        if (!json)
            return json.error();
        if (isProfileFile(*json)) {
            Findings findings;
            auto part = readLayerProfiles(*json, "", findings);
            if (!findings.ok()) {
                Error error = findings.errors.front();
                error.file = file;
                return error;
            }
            add(std::move(part));
        } else if (path.filename() == "profiles_tmp.json") {
            auto part = readSailorProfiles(*json, file);
            if (!part)
                return part.error();
            add(std::move(*part));
        } else if (path.filename() == "multizone_bandwidths_het.json") {
            auto part = readSailorLinks(*json, file);
            if (!part)
                return part.error();
            measured.links = std::move(*part);
        }
    }
    return measured;
}

void addCalibrationOptions(CLI::App &parser, CalibrationOptions &options)
{
    parser.add_option("--profiles", options.profiles,
                      "folder of measured layer times, which replace the curves where they match exactly");
    parser.add_option("--calibration", options.files, "calibration files that replace shipped constants");
}

Result<CalibrationValues> readCalibration(const CalibrationOptions &options, NodeLinks *links)
{
    auto values = loadCalibration(options.files);
    if (!values || options.profiles.empty())
        return values;
    auto measured = readProfileFolder(options.profiles);
    if (!measured)
        return measured.error();
    values->profiles = std::make_shared<LayerProfiles>(std::move(measured->layers));
    if (links)
        *links = std::move(measured->links);
    return values;
}

} // namespace heteroscope
