// SPDX-License-Identifier: GPL-3.0-or-later
//
// The 48 x 18 picture of a step in the ranking and on the welcome page: a few lanes, true colours, no labels. Drawn
// from the same marks as the timeline.
#pragma once

#include "theme/theme.h"

#include <QPixmap>
#include <QSize>

class QPainter;

namespace heteroscope {

struct StepResult;

inline constexpr QSize sketchSize(48, 18);

void paintSketch(QPainter &painter, const QRectF &rect, const StepResult &result, const Theme &theme);

} // namespace heteroscope
