// SPDX-License-Identifier: GPL-3.0-or-later
//
// Chrome/Perfetto trace JSON of a simulated step: a process for each lane with a thread of computation and one of
// communication; times in microseconds. Format: "Trace Event Format", complete events (ph X) and metadata (ph M).
#pragma once

#include "simulator/step_result.h"
#include "json/json.h"

namespace heteroscope {

Json perfettoTrace(const StepResult &result);

} // namespace heteroscope
