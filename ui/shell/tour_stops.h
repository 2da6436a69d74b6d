// SPDX-License-Identifier: GPL-3.0-or-later
//
// The ten stops of the tour of the main window.
#pragma once

#include "tour/tour.h"

namespace heteroscope {

class CanvasView;
class Docks;
class HeadlineStrip;
class StatusBar;
class WorkloadBar;

struct TourParts
{
    const Docks &docks;
    CanvasView *canvas;
    HeadlineStrip *headline;
    WorkloadBar *bar;
    StatusBar *status;
};

/// Each shows its part when it is reached. The parts must outlive the tour.
std::vector<TourStop> tourStops(TourParts parts);

} // namespace heteroscope
