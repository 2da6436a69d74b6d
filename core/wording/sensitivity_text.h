// SPDX-License-Identifier: GPL-3.0-or-later
//
// What of a cluster is worth changing, in English for the command line. The window words it in its own languages.
#pragma once

#include "design/sensitivity.h"

#include <string>

namespace heteroscope {

/// "link to-v", "3 links like to-a", "links inside 2 nodes like a", "speed of A100-80GB SXM", "memory of ...", "nodes
/// like a", "rack r".
std::string subjectText(const SensitivitySubject &subject);

/// "25.0 GB/s", "312 TFLOP/s", "80 GiB", "3".
std::string valueText(SensitivityKind kind, double value);

/// "nothing above 12.0 GB/s on link to-v matters"; empty without a threshold.
std::string thresholdText(const SensitivityItem &item);

} // namespace heteroscope
