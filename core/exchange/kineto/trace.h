// SPDX-License-Identifier: GPL-3.0-or-later
//
// Traces of the PyTorch profiler (Kineto): Chrome's Trace Event Format with kernels (cat "kernel", args.stream), copies
// (gpu_memcpy, gpu_memset), steps (user_annotation ProfilerStep#N) and the run's ranks (distributedInfo). Times are
// microseconds. The files may be compressed by gzip. A trace that this program wrote of a simulated step
// (perfetto/trace.h) is read, too: each of its lanes is a rank.
#pragma once

#include "exchange/import.h"
#include "exchange/trace/measured_trace.h"

namespace heteroscope {

/// One file for each rank, or all lanes of a simulated step in one. A kernel of NCCL or RCCL is communication of the
/// parallelism that its process group's description names, else point-to-point PP, all-to-all EP, and otherwise a
/// collective of a group that is not stated. Read event by event: memory grows with the kernels alone, 32 bytes each.
/// Errors: broken JSON or gzip, a trace without kernels (recorded without devices), a rank twice, more than
/// mostMeasuredEvents.
Result<MeasuredTrace> readKineto(const std::vector<ImportFile> &files);
Result<Imported> importKineto(const Project &into, const std::vector<ImportFile> &files, const ImportOptions &options);

/// Whether the first bytes of a text, unpacked, are those of such a trace.
bool isKinetoHead(std::string_view head);

} // namespace heteroscope
