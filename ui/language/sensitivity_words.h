// SPDX-License-Identifier: GPL-3.0-or-later
//
// What of a cluster can be changed, in the language of the window.
#pragma once

#include "design/sensitivity.h"

#include <QString>

namespace heteroscope {

QString wordsOf(const SensitivitySubject &subject);      ///< "3 links like to-a", "Speed of H100 SXM"
QString formatValue(SensitivityKind kind, double value); ///< "25.0 GB/s", "80 GiB", "3"
/// "nothing above 12.0 GB/s matters", "does not matter"; empty without a threshold.
QString wordsOfThreshold(const SensitivityItem &item);
/// The same for a narrow column: "12.0 GB/s", "at most 12.0 GB/s", "any".
QString wordsOfEnough(const SensitivityItem &item);
/// "−12.0 ms per GB/s"; empty where more saves nothing.
QString wordsPerUnit(const Sensitivity &sensitivity, const SensitivityItem &item);

} // namespace heteroscope
