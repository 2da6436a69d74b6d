// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/status_label.h"

#include <QEvent>
#include <QPalette>

namespace heteroscope {

void StatusLabel::say(const QString &text, Role ink)
{
    m_ink = ink;
    paintInk();
    setText(text);
}

void StatusLabel::paintInk()
{
    const QColor color = currentTheme()[m_ink];
    QPalette changed = palette();
    if (changed.color(QPalette::WindowText) == color)
        return;
    changed.setColor(QPalette::WindowText, color);
    setPalette(changed);
}

void StatusLabel::changeEvent(QEvent *event)
{
    PlainLabel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        paintInk();
}

} // namespace heteroscope
