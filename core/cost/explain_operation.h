// SPDX-License-Identifier: GPL-3.0-or-later
//
// One operation in one pass as a term: FLOP, bytes and launches, the efficiency with its factors, the memory rate.
// Formulas are in kernel_time.h; the values are those that were priced there.
#pragma once

#include "cost/compute.h"
#include "cost/cost_term.h"

namespace heteroscope {

/// The entries of the calibration that an input comes from.
CalibrationEntry classEntry(const ComputeContext &context);
CalibrationEntry stackEntry(const SoftwareStack &stack);

/// Fills value, formula, inputs and basis of a term; its id is the caller's.
void explainOperation(CostTerm &term, const Operation &operation, const OperationTerms &terms, LayerPass pass,
                      const ComputeContext &context);

/// The terms of that pass; recompute is priced as forward.
const KernelTime &timeOf(const OperationTerms &terms, LayerPass pass);

} // namespace heteroscope
