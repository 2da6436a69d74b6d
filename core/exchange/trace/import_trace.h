// SPDX-License-Identifier: GPL-3.0-or-later
//
// Traces among the formats of imports: they are measurements, so the project stays as it is, and what was found stands
// in the notes.
#pragma once

#include "exchange/import.h"
#include "exchange/trace/measured_trace.h"

namespace heteroscope {

/// The import of a trace that was read, or its error.
Result<Imported> importTrace(const Project &into, const Result<MeasuredTrace> &trace, const std::string &file);

/// A reader of traces by the name of its format; nullptr if the format is none of traces.
using TraceReader = Result<MeasuredTrace> (*)(const std::vector<ImportFile> &files);
TraceReader findTraceReader(std::string_view format);

} // namespace heteroscope
