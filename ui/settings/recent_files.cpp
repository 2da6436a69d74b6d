// SPDX-License-Identifier: GPL-3.0-or-later
#include "settings/recent_files.h"

#include <QFileInfo>
#include <QSettings>

namespace heteroscope {
namespace {

constexpr int longest = 8;
const QString recentFilesKey = QStringLiteral("recentFiles");

} // namespace

QStringList recentFiles()
{
    QStringList files;
    for (const QString &path : QSettings().value(recentFilesKey).toStringList())
        if (QFileInfo::exists(path))
            files << path;
    return files;
}

void rememberRecentFile(const QString &path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    QStringList files = recentFiles();
    files.removeAll(absolute);
    files.prepend(absolute);
    while (files.size() > longest)
        files.removeLast();
    QSettings().setValue(recentFilesKey, files);
}

} // namespace heteroscope
