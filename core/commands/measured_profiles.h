// SPDX-License-Identifier: GPL-3.0-or-later
//
// The options --calibration FILE... and --profiles DIR: constants and measured layers that replace the shipped
// constants.
#pragma once

#include "calibration/run_cluster.h"
#include "commands/command.h"
#include "cost/calibration_values.h"

namespace heteroscope {

struct MeasuredProfiles
{
    std::vector<LayerProfile> layers;
    NodeLinks links;
};

/// Reads all JSON files of the folder that have layer profiles, and Sailor's own files. Other files are ignored.
Result<MeasuredProfiles> readProfileFolder(const std::string &folder);

struct CalibrationOptions
{
    std::vector<std::string> files;
    std::string profiles;
    bool isEmpty() const { return files.empty() && profiles.empty(); }
};

/// Adds --calibration and --profiles.
void addCalibrationOptions(CLI::App &parser, CalibrationOptions &options);

/// Reads the files of the options. If `links` is not nullptr it receives the measured links of the folder.
Result<CalibrationValues> readCalibration(const CalibrationOptions &options, NodeLinks *links = nullptr);

} // namespace heteroscope
