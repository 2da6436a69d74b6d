// SPDX-License-Identifier: GPL-3.0-or-later
//
// The pieces Style is put together from; only style*.cpp include this.
#pragma once

#include "theme/theme.h"

#include <QPainter>
#include <QRectF>
#include <QStyleOption>

namespace heteroscope::styleparts {

/// A painter whose state comes back when this goes out of scope.
class Saved
{
public:
    explicit Saved(QPainter *painter) : m_painter(painter) { m_painter->save(); }
    ~Saved() { m_painter->restore(); }
    Saved(const Saved &) = delete;
    Saved &operator=(const Saved &) = delete;

private:
    QPainter *m_painter;
};

inline bool isEnabled(const QStyleOption *o) { return o->state & QStyle::State_Enabled; }
inline bool isHovered(const QStyleOption *o) { return isEnabled(o) && (o->state & QStyle::State_MouseOver); }
inline bool isPressed(const QStyleOption *o) { return isEnabled(o) && (o->state & QStyle::State_Sunken); }
inline bool isChecked(const QStyleOption *o) { return o->state & QStyle::State_On; }
inline bool hasKeyboardFocus(const QStyleOption *o)
{
    return (o->state & QStyle::State_HasFocus) && (o->state & QStyle::State_KeyboardFocusChange);
}
bool hasProperty(const QWidget *widget, const char *name);

/// A rounded box with a crisp 1 px (or `width`) border inside `rect`.
void box(QPainter *painter, const QRectF &rect, const QColor &fill, const QColor &border, double radius = 4,
         double width = 1);
/// A 2 px ring just outside `rect`, for keyboard focus.
void ring(QPainter *painter, const QRectF &rect, double radius = 4);
/// A caret of 8 x 4 around `centre`.
void caret(QPainter *painter, QPointF centre, const QColor &color, Qt::ArrowType direction = Qt::DownArrow);
void checkMark(QPainter *painter, const QRectF &rect, const QColor &color);

void drawButton(const QStyleOption *option, QPainter *painter, const QWidget *widget);
void drawButtonLabel(const class QStyleOptionButton *option, QPainter *painter, const QWidget *widget);
void drawToolButton(const class QStyleOptionToolButton *option, QPainter *painter, const QWidget *widget);
void drawField(const QStyleOption *option, QPainter *painter, const QWidget *widget);
void drawTab(const class QStyleOptionTab *option, QPainter *painter);
void drawHeaderSection(const class QStyleOptionHeader *option, QPainter *painter);
void drawMenuBarItem(const class QStyleOptionMenuItem *item, QPainter *painter);
void drawMenuItem(const class QStyleOptionMenuItem *option, QPainter *painter);
void drawDockTitle(const class QStyleOptionDockWidget *option, QPainter *painter);
void drawScrollBar(const class QStyleOptionSlider *option, QPainter *painter);
void drawSlider(const class QStyleOptionSlider *option, QPainter *painter);
void drawCheckBox(const QStyleOption *option, QPainter *painter);
void drawRadioButton(const QStyleOption *option, QPainter *painter);
/// The ground of a row of a list, table or tree.
void drawItemPanel(const QStyleOption *option, QPainter *painter);
void drawComboLabel(const class QStyleOptionComboBox *combo, QPainter *painter);
/// Of a tool bar.
void drawSeparator(const QStyleOption *option, QPainter *painter);
void drawProgress(const class QStyleOptionProgressBar *option, QPainter *painter);

} // namespace heteroscope::styleparts
