// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cost/calibration_values.h"

namespace heteroscope::test {

/// Links at their full rate, no software latency: pure closed forms.
inline CalibrationValues idealLinks()
{
    CalibrationValues values;
    for (std::size_t i = 0; i < linkTechnologyNames.size(); ++i)
        values.links.push_back({static_cast<LinkTechnology>(i), 1.0, Seconds(0), "ideal", {}});
    return values;
}

} // namespace heteroscope::test
