// SPDX-License-Identifier: GPL-3.0-or-later
//
// Measured step times of real runs. The data belong to others and are used from where they lie: the folder named by the
// environment variable HETEROSCOPE_MEASURED, default ../shared/measured.
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

/// The folder of measured data; it need not exist.
std::string measuredFolder();

/// One row. Errors: no such folder or file (unreadable), no such row (reference), no usable step time (invalid).
Result<MeasuredStep> findMeasuredStep(const std::string &file, const std::string &row);

} // namespace heteroscope
