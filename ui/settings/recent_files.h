// SPDX-License-Identifier: GPL-3.0-or-later
//
// The project files opened last, newest first, kept in QSettings.
#pragma once

#include <QStringList>

namespace heteroscope {

/// Those that still exist.
QStringList recentFiles();
void rememberRecentFile(const QString &path);

} // namespace heteroscope
