// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/timeline_viewport.h"

#include <algorithm>
#include <cmath>

namespace heteroscope {

namespace {

// std::round without the call, which a frame of the timeline would make for each of its pixels; exact below 2^51.
double nearestTick(double ticks)
{
    constexpr double exact = 2251799813685248.0;
    if (!(std::abs(ticks) < exact))
        return std::round(ticks);
    return static_cast<double>(static_cast<std::int64_t>(ticks + std::copysign(0.5, ticks)));
}

} // namespace

Ticks TimelineViewport::time(double pixel) const
{
    const double offset = nearestTick(pixel * ticksPerPixel);
    const double end = static_cast<double>(stepEnd.count);
    const double found = static_cast<double>(start.count) + offset;
    if (found <= 0)
        return Ticks(0);
    if (found >= end)
        return stepEnd;
    return Ticks(start.count + static_cast<std::int64_t>(offset));
}

Ticks TimelineViewport::visibleEnd() const { return time(width); }

double TimelineViewport::fitScale() const
{
    return std::max(finest, static_cast<double>(stepEnd.count) / std::max(1.0, width - rightPad));
}

void TimelineViewport::fit()
{
    start = Ticks(0);
    ticksPerPixel = fitScale();
}

void TimelineViewport::zoomAt(double pixel, double factor)
{
    if (!(factor > 0))
        return;
    const double under = static_cast<double>(start.count) + pixel * ticksPerPixel;
    ticksPerPixel = std::clamp(ticksPerPixel / factor, finest, fitScale());
    start = Ticks(static_cast<std::int64_t>(std::llround(under - pixel * ticksPerPixel)));
    clamp();
}

void TimelineViewport::scrollBy(double pixels)
{
    start += Ticks(static_cast<std::int64_t>(std::llround(pixels * ticksPerPixel)));
    clamp();
}

void TimelineViewport::show(Ticks from, Ticks to)
{
    const double length = std::max(1.0, static_cast<double>(to.count - from.count));
    ticksPerPixel = std::clamp(length / std::max(1.0, width - rightPad), finest, fitScale());
    start = from;
    clamp();
}

void TimelineViewport::setWidth(double pixels)
{
    const bool whole = isFit();
    width = pixels;
    if (whole)
        fit();
    else
        clamp();
}

void TimelineViewport::setStepEnd(Ticks end)
{
    const bool whole = isFit() || stepEnd.count == 0;
    stepEnd = end;
    if (whole)
        fit();
    else
        clamp();
}

void TimelineViewport::clamp()
{
    ticksPerPixel = std::clamp(ticksPerPixel, finest, fitScale());
    const double room = std::max(1.0, width - rightPad) * ticksPerPixel;
    const auto latest = static_cast<std::int64_t>(std::max(0.0, static_cast<double>(stepEnd.count) - room));
    start = Ticks(std::clamp<std::int64_t>(start.count, 0, latest));
}

} // namespace heteroscope
