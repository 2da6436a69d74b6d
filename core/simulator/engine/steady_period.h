// SPDX-License-Identifier: GPL-3.0-or-later
//
// Step time of overlapping steps. With a post-validated optimizer (Zero Bubble, arXiv 2401.10241) a lane begins its
// next step when its own work is done, without waiting for the other lanes. If every lane repeats its step with the
// same period, all dependencies hold in the shifted steps too. A lane does not overlap with itself if the period is at
// least the time from its first to its last work. The max of these times over the lanes is therefore the step time.
#pragma once

#include "simulator/program/step_program.h"

namespace heteroscope {

/// Converts the trace of one step to the trace of one period of the steady state. Each lane's row from first to last
/// work is placed in the period; the part beyond the end of the period is moved to its start, where it belongs to the
/// previous step. The critical path becomes the row of the longest lane.
void foldIntoPeriod(StepTrace &trace);

} // namespace heteroscope
