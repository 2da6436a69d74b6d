// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pictures that follow each other in one PNG file (APNG 1.0, "Animated PNG" in the third edition of the W3C's PNG
// specification). Programs that know PNG alone show the last picture.
#pragma once

#include <QByteArray>
#include <QImage>

#include <vector>

namespace heteroscope {

struct TimedPicture
{
    QByteArray png; ///< from pngOf
    double seconds = 0;
};

/// The picture without transparency, as a PNG file.
QByteArray pngOf(const QImage &picture);

/// A file that shows the pictures in turn, again and again. Empty if there is none, or if they differ in size.
QByteArray animatedPng(const std::vector<TimedPicture> &pictures);

} // namespace heteroscope
