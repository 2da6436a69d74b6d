// SPDX-License-Identifier: GPL-3.0-or-later
//
// --calibration FILE... and --profiles DIR: constants and measured layers in the place of the shipped ones.
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

/// Every JSON file of the folder that holds layer profiles, and Sailor's own files. Others are passed over.
Result<MeasuredProfiles> readProfileFolder(const std::string &folder);

struct CalibrationOptions
{
    std::vector<std::string> files;
    std::string profiles;
    bool isEmpty() const { return files.empty() && profiles.empty(); }
};

/// Adds --calibration and --profiles.
void addCalibrationOptions(CLI::App &parser, CalibrationOptions &options);

/// links: where not null, measured links of the folder.
Result<CalibrationValues> readCalibration(const CalibrationOptions &options, NodeLinks *links = nullptr);

} // namespace heteroscope
