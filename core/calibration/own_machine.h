// SPDX-License-Identifier: GPL-3.0-or-later
//
// The calibration of the user's own machine, from what collect.py measured there and from a few measured steps: a
// device class, links and software stacks, compared with the shipped constants. `hscope calibrate` and the window call
// it.
#pragma once

#include "calibration/collective_fit.h"
#include "calibration/device_fit.h"
#include "calibration/step_factors.h"

namespace heteroscope {

struct OwnMachine
{
    CalibrationValues values; ///< only classes, links and stacks that were changed: the content of the file
    CalibrationValues all;    ///< the shipped constants with these in their place
    std::optional<DeviceFit> device;
    std::optional<CollectiveFit> collectives;
    std::optional<StepFactors> steps;
    std::vector<std::string> sharedBy; ///< other device types of the catalog that are of the same class
};

struct OwnMachineInput
{
    const DeviceMeasurements *measurements = nullptr; ///< nullptr: steps alone
    DeviceType type;                                  ///< of the measured device
    std::string network;                              ///< see fitCollectives
    std::vector<RunRow> rows;                         ///< none: no stack is changed
};

/// Errors: those of fitDevice, fitCollectives and fitStepFactors.
Result<OwnMachine> calibrateOwnMachine(const OwnMachineInput &input, const CalibrationValues &shipped);

} // namespace heteroscope
