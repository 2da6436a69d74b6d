// SPDX-License-Identifier: GPL-3.0-or-later
//
// Larger controls for a projector.
#pragma once

class QWidget;

namespace heteroscope {

/// Makes a widget and everything in it larger by a factor, at least 1: fonts, icons, fixed and min sizes, margins and
/// spacings; Style draws the parts to match. Factors do not add up, and 1 restores the sizes. What sets a size of its
/// own later has to multiply it by magnificationOf.
void magnify(QWidget &root, double factor);

} // namespace heteroscope
