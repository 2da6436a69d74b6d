// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the canvas says of a link: a badge when something is wrong with it, and a plate of words. In pixels.
#pragma once

#include "cluster/cluster.h"
#include "theme/icons.h"
#include "theme/theme.h"

#include <QSizeF>
#include <QStringList>

#include <optional>

namespace heteroscope {

class CanvasScene;

struct LinkBadge
{
    QString text; ///< empty: nothing to warn of
    std::optional<IconName> icon = IconName::warning;
    Role fill = Role::warnFill;
    Role ink = Role::warning;

    QSizeF size() const;
    void paint(QPainter &painter, QPointF topLeft) const;
};

/// What is to be said first: that it is down or slower than drawn, that flows share it, that it is busy.
LinkBadge badgeOf(const CanvasScene &scene, const Link &link);

/// One line of words, or two columns of lines, on a ground of its own.
struct LinkPlate
{
    QStringList lines; ///< cells separated by a tabulator

    QSizeF size() const;
    void paint(QPainter &painter, QPointF topLeft) const;
};

/// Its rate now, its technology, its load; and if flows share it, which ones.
LinkPlate plateOf(const CanvasScene &scene, const Link &link);

} // namespace heteroscope
