// SPDX-License-Identifier: GPL-3.0-or-later
//
// The user's choice whether the legend is open, stored in QSettings for new windows.
#pragma once

namespace heteroscope {

class CanvasView;

/// Restores the stored choice for a canvas.
void restoreLegend(CanvasView &canvas);
/// Stores every later change of the choice.
void keepLegend(CanvasView &canvas);

} // namespace heteroscope
