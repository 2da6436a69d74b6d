// SPDX-License-Identifier: GPL-3.0-or-later
//
// hscope compare PROJECT TRACE: a simulated step beside a measured one (exchange/trace/trace_difference.h).
#pragma once

#include "commands/choose_plan.h"
#include "commands/command.h"
#include "exchange/trace/measured_trace.h"
#include "simulator/result/step_result.h"

namespace heteroscope {

/// The trace in a file, or in the files of a folder (one a rank). nullopt if they are none, for projects and whatever
/// else; an error of the trace itself otherwise.
std::optional<Result<MeasuredTrace>> readTraceIfAny(const std::string &path);

ExitStatus compareTrace(const MeasuredTrace &trace, const std::string &file, const ChosenPlan &plan,
                        const StepResult &result, const std::string &json, const Streams &streams);

} // namespace heteroscope
