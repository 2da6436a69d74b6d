// SPDX-License-Identifier: GPL-3.0-or-later
//
// The timeline of one step as an SVG picture: a row for each lane, computation and waiting above, communication below,
// time to scale over the whole step. What is narrower than a pixel is drawn together in the colour of its largest part,
// and the picture says so.
#pragma once

#include "simulator/result/step_result.h"

#include <string>

namespace heteroscope {

struct TimelineSvgOptions
{
    int width = 1160;        ///< px, names included
    std::size_t lanes = 128; ///< most rows; more are left out and said so
};

/// One <svg> element, without a prologue. Linear in the number of intervals; its length is bounded by lanes and width.
std::string timelineSvg(const StepResult &result, const TimelineSvgOptions &options = {});

/// The colour of an activity on a light ground, "#0A6ED1"; waiting that is no communication has the bubble's.
std::string_view activityColor(Activity activity);
/// "forward", "exposed TP communication": an activity in words.
std::string_view activityWords(Activity activity);

/// Text for HTML, XML and SVG: & < > " ' replaced, control characters left out.
std::string escapedMarkup(std::string_view text);

} // namespace heteroscope
