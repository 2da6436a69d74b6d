// SPDX-License-Identifier: GPL-3.0-or-later
//
// The visible range of the timeline: converts time in ticks to x in pixels and back. Pure arithmetic. x is relative to
// the left edge of the bars, `width` is their width. The end of the step keeps a distance of `rightPad` pixels from the
// right edge.
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

    /// Shows the whole step.
    void fit();
    /// factor > 1 shows less; the time under `pixel` stays there as far as the ends allow.
    void zoomAt(double pixel, double factor);
    void scrollBy(double pixels);
    /// Shows [from, to) as wide as possible.
    void show(Ticks from, Ticks to);
    /// Sets another width or step; a view of the whole step remains one.
    void setWidth(double pixels);
    void setStepEnd(Ticks end);

private:
    void clamp();
};

} // namespace heteroscope
