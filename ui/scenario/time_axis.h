// SPDX-License-Identifier: GPL-3.0-or-later
//
// Marks of a time axis.
#pragma once

namespace heteroscope {

/// Seconds between the marks: 1, 2 or 5 times a power of ten, or a round part of an hour or day, that cuts `length`
/// into at most `parts`.
double niceTimeStep(double length, double parts);

} // namespace heteroscope
