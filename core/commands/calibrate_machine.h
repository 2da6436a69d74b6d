// SPDX-License-Identifier: GPL-3.0-or-later
//
// hscope calibrate MEASUREMENTS.json [CSV...] -o FILE [--device-type NAME] [--network TEXT]
#pragma once

#include "calibration/run_row.h"
#include "commands/command.h"

namespace heteroscope {

struct CalibrateMachineOptions
{
    std::string deviceType;
    std::string network;
};

/// True if the file's text begins as JSON does; false if it cannot be read.
bool isJsonFile(const std::string &file);

/// Writes the calibration of the machine that the JSON file of collect.py is about; rows: measured steps of the user.
ExitStatus calibrateMachine(const std::string &file, const std::vector<RunRow> &rows,
                            const CalibrateMachineOptions &options, const std::string &output, const Streams &streams);

} // namespace heteroscope
