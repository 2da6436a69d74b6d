// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a test finds in a file that the program wrote.
#pragma once

#include <QFile>

namespace heteroscope::test {

/// All bytes of a file; "unreadable", which no test expects, if it cannot be read.
inline QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("unreadable");
}

} // namespace heteroscope::test
