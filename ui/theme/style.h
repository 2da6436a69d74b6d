// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws every standard control with the colours and sizes of the theme. No style sheets are used.
//
// Dynamic properties a widget may carry:
//   "accent"   (QPushButton, QToolButton)  the one button that matters: filled with the accent colour
//   "segment"  (QToolButton, checkable)    part of a segmented control; put the buttons side by side in one
//                                          QFrame with property "segments", whose groove the style draws
//   "live"     (QToolButton)               the Live button: filled with okFill when checked
//   "bare"     (QComboBox, QLineEdit)      no frame until hovered, as on the canvas
//   "magnification" (any, a number)        drawn larger by this factor; set by magnify (widgets/magnify.h)
#pragma once

#include <QProxyStyle>

namespace heteroscope {

inline constexpr char magnificationProperty[] = "magnification";
/// By how much the widget is larger than usual; 1 for most, and for nullptr.
double magnificationOf(const QWidget *widget);

class Style : public QProxyStyle
{
    Q_OBJECT

public:
    Style();

    void polish(QWidget *widget) override;
    void unpolish(QWidget *widget) override;
    using QProxyStyle::polish;
    using QProxyStyle::unpolish;

    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                       const QWidget *widget) const override;
    void drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
                     const QWidget *widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter,
                            const QWidget *widget) const override;
    int pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const override;
    int styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
                  QStyleHintReturn *data) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &size,
                           const QWidget *widget) const override;
    QRect subElementRect(SubElement element, const QStyleOption *option, const QWidget *widget) const override;
    QRect subControlRect(ComplexControl control, const QStyleOptionComplex *option, SubControl part,
                         const QWidget *widget) const override;
    QIcon standardIcon(StandardPixmap pixmap, const QStyleOption *option, const QWidget *widget) const override;
};

} // namespace heteroscope
