// SPDX-License-Identifier: GPL-3.0-or-later
//
// Measured traces from the disk, whatever tool wrote them.
#pragma once

#include "exchange/trace/measured_trace.h"

#include <optional>
#include <string>
#include <vector>

namespace heteroscope {

/// The trace in these files together, or in the files of a folder (one a rank). nullopt if they are none, for projects
/// and whatever else, and if a file cannot be read; an error of the trace itself otherwise. A trace of 200 MB takes
/// some seconds.
std::optional<Result<MeasuredTrace>> readTraceIfAny(const std::vector<std::string> &paths);

} // namespace heteroscope
