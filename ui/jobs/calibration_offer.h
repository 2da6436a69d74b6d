// SPDX-License-Identifier: GPL-3.0-or-later
//
// Constants that a file offers: those of a calibration file, or those that follow from what was measured on a machine
// (core/calibration/own_machine.h); with the step of a plan before and after.
#pragma once

#include "base/units.h"
#include "calibration/own_machine.h"
#include "document/document.h"
#include "exchange/import.h"

#include <memory>

namespace heteroscope {

/// A step with its stated uncertainty.
struct OfferedStep
{
    Seconds time;
    double uncertainty = 0; ///< relative
};

struct CalibrationOffer
{
    std::shared_ptr<const CalibrationValues> values;
    std::optional<OwnMachine> machine; ///< if the file holds measurements
    std::optional<OfferedStep> before; ///< with the constants in use; nullopt without a plan that can run
    std::optional<OfferedStep> after;
};

/// True if the files, together, offer constants: a calibration file; a file of collect.py; tables of measured steps.
bool offersCalibration(const std::vector<ImportFile> &files);

/// The product name in a file of measurements among the files, if the catalog does not have it; nullopt otherwise.
std::optional<std::string> unknownDevice(const std::vector<ImportFile> &files);

/// Fits and simulates; for a worker thread. paths: of the files. deviceType: as measuredDeviceType() takes it. plan:
/// the one on show. Errors: of the files, and of calibrateOwnMachine.
Result<CalibrationOffer> offerCalibration(const std::vector<ImportFile> &files, const std::vector<std::string> &paths,
                                          const std::string &deviceType, const ProjectSnapshot &project,
                                          const std::optional<Plan> &plan, Seconds startTime, const StopToken &stop);

} // namespace heteroscope
