// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pipeline traces of Primus (AMD): config.json with the degrees, and for each stage pp_rank_N.json with the
// milliseconds in which every forward and backward pass began and ended, by iteration: {"1": {total, memory (GB),
// fwd_start: [...], fwd_end, bwd_start, bwd_end}, ...}.
#pragma once

#include "exchange/import.h"
#include "exchange/trace/measured_trace.h"

namespace heteroscope {

/// Iterations follow each other without a gap. The i-th forward and backward pass of a stage are of micro-batch i
/// where a stage has one chunk; with several (vp_size) no micro-batch is stated. Errors: no file of a rank, lists of
/// unlike length, a pass that ends before it begins, a number that is none, a rank twice.
Result<MeasuredTrace> readPrimusTrace(const std::vector<ImportFile> &files);
Result<Imported> importPrimusTrace(const Project &into, const std::vector<ImportFile> &files,
                                   const ImportOptions &options);

} // namespace heteroscope
