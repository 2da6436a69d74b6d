// SPDX-License-Identifier: GPL-3.0-or-later
//
// Steps that follow each other without a common end: with a post-validated optimizer (arXiv 2401.10241) a lane begins
// its next step when its own is done. If every lane repeats its step after the same period, all dependencies hold
// shifted, and no lane overlaps itself when the period is at least the longest lane's own span; so that span is the
// step time.
#pragma once

#include "simulator/program/step_program.h"

namespace heteroscope {

/// Makes of the trace of one step that of the steady state: each lane's row from its first to its last work, laid into
/// one period; what reaches over the period's end is at its begin, where the step before ends. The critical path is the
/// row of the longest lane.
void foldIntoPeriod(StepTrace &trace);

} // namespace heteroscope
