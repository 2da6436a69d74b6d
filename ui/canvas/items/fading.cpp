// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/items/fading.h"

#include "theme/theme.h"

#include <QPainter>

namespace heteroscope {

Fading::Fading(QPainter &painter, bool faded) : m_painter(painter), m_before(painter.opacity())
{
    if (faded)
        painter.setOpacity(m_before * Theme::dimmedOpacity);
}

Fading::~Fading() { m_painter.setOpacity(m_before); }

FadedColors::FadedColors(QPainter &painter) : m_painter(painter), m_opacity(painter.opacity())
{
    painter.setOpacity(1);
}

FadedColors::~FadedColors() { m_painter.setOpacity(m_opacity); }

QColor FadedColors::operator()(const QColor &color) const
{
    if (m_opacity >= 1)
        return color;
    const QColor canvas = currentTheme()[Role::canvas];
    return mixedColors(color, canvas, m_opacity * color.alphaF());
}

} // namespace heteroscope
