// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where in the step the timeline looks: time in ticks <-> x in pixels. Pure arithmetic, no widgets. x counts from the
// left edge of the bars; `width` is the room for them. The step's end stays `rightPad` pixels off the right edge.
#pragma once

#include "base/units.h"

namespace heteroscope {

struct TimelineViewport
{
    static constexpr double rightPad = 8;
    static constexpr double finest = 1; ///< ticks per pixel when zoomed in fully

    Ticks stepEnd;
    Ticks start; ///< at x = 0
    double ticksPerPixel = 1;
    double width = 0;

    double x(Ticks time) const { return static_cast<double>(time.count - start.count) / ticksPerPixel; }
    /// The time at a pixel, kept inside the step.
    Ticks time(double pixel) const;
    Ticks visibleEnd() const;
    double fitScale() const;
    bool isFit() const { return start.count == 0 && ticksPerPixel >= fitScale(); }
    /// How many times finer than the whole step.
    double zoom() const { return fitScale() / ticksPerPixel; }

    /// The whole step, warm-up to optimizer.
    void fit();
    /// factor > 1 shows less; the time under `pixel` stays there as far as the ends allow.
    void zoomAt(double pixel, double factor);
    void scrollBy(double pixels);
    /// Shows [from, to) as wide as possible.
    void show(Ticks from, Ticks to);
    /// A new room or step; a view that showed the whole step goes on doing so.
    void setWidth(double pixels);
    void setStepEnd(Ticks end);

private:
    void clamp();
};

} // namespace heteroscope
