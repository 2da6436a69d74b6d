// SPDX-License-Identifier: GPL-3.0-or-later
//
// The numbers of a what-if, in the language of the window.
#pragma once

#include "design/what_if.h"

#include <QString>

namespace heteroscope {

QString wordsOf(const WhatIfNumber &number); ///< "3 links like to-a", "Latency of the link to-a", "Layers"
QString formatValue(const WhatIfNumber &number, double value); ///< "25.0 GB/s", "5.00 µs", "32"
QString wordsOf(WhatIfPart part);                              ///< "Links between nodes"

} // namespace heteroscope
