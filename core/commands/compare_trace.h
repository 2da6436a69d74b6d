// SPDX-License-Identifier: GPL-3.0-or-later
//
// hscope compare PROJECT TRACE: a simulated step beside a measured one (exchange/trace/trace_difference.h).
#pragma once

#include "commands/choose_plan.h"
#include "commands/command.h"
#include "exchange/trace/measured_trace.h"
#include "simulator/result/step_result.h"

namespace heteroscope {

ExitStatus compareTrace(const MeasuredTrace &trace, const std::string &file, const ChosenPlan &plan,
                        const StepResult &result, const std::string &json, const Streams &streams);

} // namespace heteroscope
