// SPDX-License-Identifier: GPL-3.0-or-later
//
// Fits a few positive numbers to many measured ones: Levenberg-Marquardt on the logarithms, with a loss that is
// quadratic near 0 and linear far off, so that a few measurements which something else disturbed do not count much. A
// weak pull keeps numbers that nothing tells about at their start. No random numbers.
#pragma once

#include "json/object_reader.h"

#include <functional>
#include <string>
#include <vector>

namespace heteroscope {

struct RobustParameter
{
    std::string name;
    double start = 1;
    NumberRange range;    ///< minimum above 0
    double freedom = 0.5; ///< standard deviation of the logarithm of (value / start) before anything was measured
};

struct RobustFit
{
    std::vector<double> values;    ///< by parameter
    std::vector<double> residuals; ///< of these values
};

/// residualsOf: logarithms of predicted / measured for these values of the parameters; always as many.
RobustFit fitRobustly(const std::vector<RobustParameter> &parameters,
                      const std::function<std::vector<double>(const std::vector<double> &values)> &residualsOf);

/// Mean of |exp(residual) - 1|: the mean error of the predictions; 0 without any.
double meanErrorOf(const std::vector<double> &residuals);

} // namespace heteroscope
