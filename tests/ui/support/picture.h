// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pictures of widgets under test, for looking at: written only where HETEROSCOPE_PICTURES names a folder.
#pragma once

#include "theme/theme.h"

#include <QWidget>

namespace heteroscope {

/// As NAME-light.png or NAME-dark.png.
inline void savePicture(QWidget &widget, const QString &name)
{
    const QString folder = qEnvironmentVariable("HETEROSCOPE_PICTURES");
    if (folder.isEmpty())
        return;
    const QString theme = currentTheme().isDark() ? QStringLiteral("dark") : QStringLiteral("light");
    widget.grab().save(folder + u'/' + name + u'-' + theme + QStringLiteral(".png"));
}

} // namespace heteroscope
