// SPDX-License-Identifier: GPL-3.0-or-later
//
// The zoom and centre with which the whole drawing is visible and not covered by the controls.
#pragma once

#include <QPointF>
#include <QRectF>
#include <QSizeF>

namespace heteroscope {

class CanvasScene;

inline constexpr double fitMargin = 24; ///< pixels around everything
inline constexpr double fitTop = 84;    ///< room for the controls at the top
inline constexpr double fitBottom = 40; ///< and for the hint at the bottom

struct FitPlace
{
    double zoom = 1;
    QPointF centre; ///< point of the scene in the middle of the view
};

/// Everything in a view of that size. `covered` is what a panel at the left covers, in pixels of the view; empty for
/// none: things stand clear of it, beside it where they cannot do so otherwise.
FitPlace fitPlace(const CanvasScene &scene, QSizeF view, const QRectF &covered);

/// The largest zoom at which everything has room. Things keep their size on the screen within a level, so the zoom is
/// looked for from near to far; where cards would cover each other the far level is taken.
double zoomThatFits(const CanvasScene &scene, QSizeF room);

} // namespace heteroscope
