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

/// The room that a drawing has in a view, in pixels of the drawing (those of the view by its magnification).
struct FitRoom
{
    QSizeF view;
    double top = 0;    ///< of it for the controls at the top
    double bottom = 0; ///< and for the hint at the bottom
    QRectF covered;    ///< what a panel at the left covers; empty for none
    double left = 0;   ///< width of the controls at the top left
    double right = 0;  ///< and at the top right; between them the whole height is free
    QRectF corner;     ///< what the controls at the top right cover; empty if no more than `top`

    QSizeF size() const { return {view.width() - 2 * fitMargin, view.height() - top - bottom}; }
};

struct FitPlace
{
    double zoom = 1;
    QPointF centre; ///< point of the scene in the middle of the view
};

/// Everything in that room: below the controls, or between them where that is larger, as in a low and wide view. Things
/// stand clear of what is covered, beside it where they cannot do so otherwise.
FitPlace fitPlace(const CanvasScene &scene, const FitRoom &room);

/// The largest zoom at which everything has room. Things keep their size on the screen within a level, so the zoom is
/// looked for from near to far; where cards would cover each other the far level is taken. There is no min: a drawing
/// of any size fits whole.
double zoomThatFits(const CanvasScene &scene, QSizeF room);

} // namespace heteroscope
