// SPDX-License-Identifier: GPL-3.0-or-later
//
// How sure the order of two plans is, given the errors of their predictions.
//
// Model. The logarithm of measured over predicted step time of plan i is normal with mean 0 and standard deviation
// s_i = ln(1 + u_i) / z, where u_i is the stated error (StepResult::uncertainty), which holds 4 of 5 steps, and z
// = 1.2816 is the normal quantile of 90 %: 4 of 5 lie between -z and z. The errors of two plans that share software
// stack and compute classes have a common part: what the constants get wrong about stack and devices lengthens both
// alike. Then plan A, predicted at a, is faster than B, predicted at b, with the chance
//
//     Phi( ln(b / a) / sqrt(s_A^2 + s_B^2 - 2 r s_A s_B) )
//
// which is the share of draws in which A beats B. r is the part of the squared error that is common: 0.4. It was
// measured on the 613 rows of measured steps that stand in groups of at least 3 with equal source, model, device type,
// device count, batch and sequence length, which differ in their plan only: of the squared logarithmic error of their
// predictions 0.69 is inside the groups by the mean and 0.52 by the 80 % quantile, so 0.31 to 0.48 is common. 0 for
// plans that share less.
#pragma once

#include "simulator/result/step_result.h"

namespace heteroscope {

/// The common part of the squared error of plans with the same stack and compute classes.
inline constexpr double commonError = 0.4;

/// Chance that the first step is shorter than the second one, 0..1; 1/2 for steps of equal length. With errors of 0 it
/// is 0, 1/2 or 1. Both are of one project.
double chanceToBeFaster(const StepResult &first, const StepResult &second);

} // namespace heteroscope
