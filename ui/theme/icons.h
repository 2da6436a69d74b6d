// SPDX-License-Identifier: GPL-3.0-or-later
//
// The icons of the window: 16 x 16 line drawings, 1.4 px, round caps, painted in a colour of the current theme each
// time, so that they follow the theme and stay crisp at any scale.
#pragma once

#include "theme/roles.h"

#include <QIcon>

class QPainter;
class QRectF;

namespace heteroscope {

enum class IconName {
    open,
    save,
    saveAs,
    undo,
    redo,
    plan,    ///< a spark
    liveOn,  ///< filled dot
    liveOff, ///< hollow dot
    search,
    server,
    device,
    networkSwitch,
    link,
    warning,
    info,
    refused, ///< a stop sign with a cross
    check,
    proved, ///< a seal with a check mark
    cross,
    pin,
    folder,
    file,
    plus,
    minus,
    fit,
    themeHalf, ///< half circle
    help,
    teach, ///< a graduation cap
    compare,
    exportFile,
    importFile,
    chevronDown,
    chevronRight,
    chevronUp,
    chevronLeft,
    trash,
    duplicate,
    group,
    ungroup,
    cut,
    copy,
    paste,
    clock,
    memory,
    criticalPath,
    play,
    pause,
    settings,
    floating, ///< take a dock out of the window
    rotate,
    more, ///< three dots
    layout,
    note, ///< a sheet with a folded corner
};
inline constexpr int iconCount = static_cast<int>(IconName::note) + 1;

/// `role` colours the normal state; disabled, checked (selection) and accent buttons have their own inks.
QIcon icon(IconName name, Role role = Role::secondary);

/// The same drawing with a painter of one's own, in its present pen colour.
void paintIcon(QPainter &painter, const QRectF &rect, IconName name, const QColor &color);

} // namespace heteroscope
