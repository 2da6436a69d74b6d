// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tells simulators apart that may give different times for the same plan.
#pragma once

#include <string_view>

namespace heteroscope {

/// A hash, as 16 hex digits, of the sources that a simulated step depends on and of the shipped calibration constants.
/// The same for every build of the same sources; core/simulator/CMakeLists.txt lists them.
std::string_view simulatorVersion();

} // namespace heteroscope
