// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pictures in files, PNG, SVG or PDF by the ending of the name; SVG and PDF are vector.
#pragma once

#include "theme/theme.h"

#include <QSize>
#include <QString>

#include <functional>

class QPainter;

namespace heteroscope {

/// The light theme while it is in scope: what leaves the window is on white paper.
class LightForExport
{
public:
    LightForExport() : m_before(ThemeHolder::instance().kind()) { ThemeHolder::instance().setKind(ThemeKind::light); }
    ~LightForExport() { ThemeHolder::instance().setKind(m_before); }
    LightForExport(const LightForExport &) = delete;
    LightForExport &operator=(const LightForExport &) = delete;

private:
    ThemeKind m_before;
};

/// Calls paint on a painter of the format that the file's ending asks for. An empty text, or what went wrong.
QString paintToFile(const QString &path, QSize size, const std::function<void(QPainter &)> &paint);
bool isPictureName(const QString &path);

/// The same for what leaves the window: in the light theme, and another ending is refused.
QString writePicture(const QString &path, QSize size, const std::function<void(QPainter &)> &paint);

} // namespace heteroscope
