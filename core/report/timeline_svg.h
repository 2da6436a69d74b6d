// SPDX-License-Identifier: GPL-3.0-or-later
//
// The timeline of one step as an SVG picture. Each lane is a row with computation and waiting above and communication
// below. The time axis is the whole step. Intervals narrower than a pixel are drawn together in the colour of the
// largest, and a note in the picture says so.
#pragma once

#include "simulator/result/step_result.h"

#include <optional>
#include <string>
#include <vector>

namespace heteroscope {

/// A moment that is marked by its number, from 1 in the order of the list.
struct SvgMarker
{
    Ticks time;                      ///< since the start of the step; one after its end is not drawn
    std::optional<std::size_t> lane; ///< nullopt: through all rows
    std::string text;                ///< shown when the number is pointed at
};

struct TimelineSvgOptions
{
    int width = 1160;            ///< pixels, including names
    std::size_t lanes = 128;     ///< max number of rows; a note states the number of omitted rows
    std::string language = "en"; ///< of resources/phrases
    std::vector<SvgMarker> markers{};
};

/// One <svg> element without XML prologue. Linear in the number of intervals; the length is bounded by lanes and width.
std::string timelineSvg(const StepResult &result, const TimelineSvgOptions &options = {});

/// The distance of marks on an axis from 0 to `total`, which is positive: 1, 2 or 5 times a power of ten, of which some
/// eight fit.
double axisStep(double total);

/// The colour of an activity on a light background, "#0A6ED1". All waiting except communication has the colour of
/// bubble.
std::string_view activityColor(Activity activity);
/// An activity in words: "forward", "exposed TP communication".
std::string_view activityWords(Activity activity);

/// Escapes text for HTML, XML and SVG: replaces & < > " ' and removes control characters.
std::string escapedMarkup(std::string_view text);

} // namespace heteroscope
