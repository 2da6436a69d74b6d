// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds texts of a window that have no room.
#pragma once

#include <QLabel>
#include <QPushButton>
#include <QStringList>
#include <QToolButton>

namespace heteroscope {

/// Width that the text of a label or button takes, without what is around it; 0 where it may wrap or be cut.
inline int widthNeeded(const QWidget *widget)
{
    if (const auto *label = qobject_cast<const QLabel *>(widget)) {
        const bool cut = label->sizePolicy().horizontalPolicy() == QSizePolicy::Ignored;
        if (label->wordWrap() || cut || label->text().isEmpty() || label->parentWidget() == label->window())
            return 0; // also the line that the window elides itself
        return label->sizeHint().width();
    }
    if (const auto *button = qobject_cast<const QPushButton *>(widget))
        return button->text().isEmpty() ? 0 : button->minimumSizeHint().width();
    if (const auto *button = qobject_cast<const QToolButton *>(widget))
        return button->text().isEmpty() || button->toolButtonStyle() == Qt::ToolButtonIconOnly
                   ? 0
                   : button->minimumSizeHint().width();
    return 0;
}

/// Labels and buttons that got less width than their text needs, or stand in what is wider than the view around it.
inline QStringList clippedTexts(const QWidget &window)
{
    QStringList clipped;
    for (const QWidget *widget : window.findChildren<QWidget *>()) {
        // Docks behind another tab are visible to Qt, but outside the window.
        const QRect seen = widget->visibleRegion().boundingRect();
        const int needed = seen.isEmpty() ? 0 : widthNeeded(widget);
        const bool cutByView = seen.right() + 1 < widget->width();
        if (needed > widget->width() || (needed > 0 && cutByView))
            clipped << QStringLiteral("%1 \"%2\": %3 of %4 pixels")
                           .arg(QString::fromLatin1(widget->metaObject()->className()),
                                widget->property("text").toString())
                           .arg(seen.right() + 1)
                           .arg(std::max(needed, widget->width()));
    }
    return clipped;
}

} // namespace heteroscope
