// SPDX-License-Identifier: GPL-3.0-or-later
//
// Measured step times of real runs. The data are third-party and do not ship. They are read from the folder named by
// the environment variable HETEROSCOPE_MEASURED, by default shared/measured beside the checkout (dataFolder).
#pragma once

#include "base/result.h"
#include "base/units.h"

#include <string>

namespace heteroscope {

struct MeasuredStep
{
    std::string id;
    std::string source;
    Seconds stepTime;
};

/// The folder of measured data; empty if there is none.
std::string measuredFolder();

/// Reads one row of a file, named by its path below the folder; at most 64 MiB. Errors: a path that leads out of the
/// folder or no folder (reference), no such file (unreadable), the row does not exist (reference),
/// its step time is not a positive number (invalid).
Result<MeasuredStep> findMeasuredStep(const std::string &file, const std::string &row);

} // namespace heteroscope
