// SPDX-License-Identifier: GPL-3.0-or-later
//
// hscope explain --sensitivity: what of the cluster is worth changing (design/sensitivity.h), as a ranked table.
#pragma once

#include "commands/command.h"
#include "cost/calibration_values.h"

namespace heteroscope {

struct SensitivityArguments
{
    std::string project;
    double at = 0;     ///< start of the step, seconds
    double factor = 2; ///< that subjects are multiplied and divided by
    std::optional<Bytes> memory;
    std::string json;
};

/// After a stop what is known by then.
ExitStatus explainSensitivity(const SensitivityArguments &arguments, const OpenedProject &opened,
                              const CalibrationValues &calibration, const Streams &streams);

} // namespace heteroscope
