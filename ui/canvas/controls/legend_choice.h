// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whether the user wants the legend of the canvas, kept in QSettings for the windows to come.
#pragma once

namespace heteroscope {

class CanvasView;

/// Gives the canvas the legend as it was left.
void restoreLegend(CanvasView &canvas);
/// Keeps what the user makes of it from now on.
void keepLegend(CanvasView &canvas);

} // namespace heteroscope
