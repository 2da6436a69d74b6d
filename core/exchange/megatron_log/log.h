// SPDX-License-Identifier: GPL-3.0-or-later
//
// The log of a training with Megatron-LM: a line for each interval of iterations with "elapsed time per iteration
// (ms)", and with --timing-log-level its timers below it, "forward-compute ....: (123.45, 130.00)" for the least and
// the most of all ranks, or in older logs "time (ms) | forward-compute: 123.45 | ...". All are means of one iteration.
#pragma once

#include "exchange/import.h"
#include "exchange/trace/measured_trace.h"

namespace heteroscope {

/// One rank with a step for each such line. The timers of compute and communication, the most of all ranks where two
/// are stated, stand one after the other from the step's beginning, because a log says how long and not when; what
/// exceeds the step is cut off, and notes say both. What may stand before a line, as srun -l writes it, is skipped.
/// Errors: not one file, no such line, no timers, a time that is no
/// number of milliseconds, more than mostMeasuredEvents.
Result<MeasuredTrace> readMegatronLog(const std::vector<ImportFile> &files);
Result<Imported> importMegatronLog(const Project &into, const std::vector<ImportFile> &files,
                                   const ImportOptions &options);

/// Whether the text has such a line.
bool isMegatronLog(std::string_view text);

} // namespace heteroscope
