// SPDX-License-Identifier: GPL-3.0-or-later
//
// Chakra execution traces (MLCommons): a graph of nodes for each rank, with type, dependencies and a duration in
// microseconds. Read are the binary form (schema et_def.proto: GlobalMetadata and then Node messages, each behind its
// length) and JSON with the same fields (workload_graph, or nodes). The rank is the last number of the file's name, as
// in "step.3.et".
#pragma once

#include "exchange/import.h"
#include "exchange/trace/measured_trace.h"

namespace heteroscope {

/// One file for each rank. Computation of the host (is_cpu_op) is TraceKind::host. Where no node has a start time,
/// each begins when the last of its dependencies in the file has ended, and a note says so. Errors: broken messages or
/// JSON, no node, no duration, dependencies in a circle, more than mostMeasuredEvents.
Result<MeasuredTrace> readChakra(const std::vector<ImportFile> &files);
Result<Imported> importChakra(const Project &into, const std::vector<ImportFile> &files, const ImportOptions &options);

/// Whether a text is the binary form.
bool isChakraBinary(std::string_view text);

} // namespace heteroscope
