// SPDX-License-Identifier: GPL-3.0-or-later
//
// How the canvas draws what its filter does not show.
#pragma once

#include <QColor>

class QPainter;

namespace heteroscope {

/// While it is in scope what is not of a chosen kind is drawn faded.
class Fading
{
public:
    Fading(QPainter &painter, bool faded);
    ~Fading();
    Fading(const Fading &) = delete;
    Fading &operator=(const Fading &) = delete;

private:
    QPainter &m_painter;
    double m_before;
};

/// While it is in scope the painter paints opaque, and what it is asked for is a colour as it looked on the canvas at
/// the opacity from before: to paint with opacity takes four times as long.
class FadedColors
{
public:
    explicit FadedColors(QPainter &painter);
    ~FadedColors();
    FadedColors(const FadedColors &) = delete;
    FadedColors &operator=(const FadedColors &) = delete;
    QColor operator()(const QColor &color) const;

private:
    QPainter &m_painter;
    double m_opacity;
};

} // namespace heteroscope
