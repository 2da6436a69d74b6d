// SPDX-License-Identifier: GPL-3.0-or-later
//
// Fits the efficiency curves of device classes to tables of kernel times. No source sets a class: each table of a class
// weighs the same, however many rows it has, and the prior weighs beside them as much as its uncertainty allows.
//
// A table also holds what its own software adds (kernels that are not fused, casts). That is told by devices whose
// class is known from steps, the anchors; where a table has none, it is fitted together with the classes.
#pragma once

#include "calibration/kernel_rows.h"
#include "cost/calibration_values.h"

namespace heteroscope {

/// Time of a row by the curves of its device's class, without launches and host time where the table has none.
Seconds predictKernels(const KernelRow &row, const EfficiencyCurves &curves, const SoftwareStack &software);

/// What the software of each table adds, by KernelRow::software: a stack of which only the kernels count.
std::vector<SoftwareStack> startingSoftware();

struct KernelFit
{
    EfficiencyCurves curves;
    std::vector<std::string> sources;
    std::size_t rows = 0;
    double errorBefore = 0;  ///< mean absolute error with the priors
    double errorAfter = 0;   ///< with the fit
    double errorLeftOut = 0; ///< of each model with the curves fitted without it; of one model without its source
};

struct KernelFits
{
    std::vector<KernelFit> classes;
    std::vector<SoftwareStack> software; ///< by KernelRow::software, as fitted
};

/// Fits the classes of the rows' devices but for the anchors, starting from `priors`; anchors take the curves of
/// `known`. `source` begins the source text of every class. Error: no row belongs to a class of the priors.
Result<KernelFits> fitKernels(const std::vector<KernelRow> &rows, const CalibrationValues &priors,
                              const CalibrationValues &known, const std::string &source);

} // namespace heteroscope
