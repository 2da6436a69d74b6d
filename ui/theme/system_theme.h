// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whether the system is light or dark now. Qt tells windows of a change with QEvent::ThemeChange; the colours
// themselves lie under the palette that the application has set.
#pragma once

#include "theme/theme.h"

#include <QTimer>

#include <functional>

namespace heteroscope {

/// Dark when the palette's windows are darker than the text on them.
ThemeKind kindOfPalette(const QPalette &palette);

/// One for the application. Windows hand on what they are told (refresh); Qt has no signal for it.
class SystemTheme : public QObject
{
    Q_OBJECT

public:
    /// The colours of the system: its platform's, where that has any, else the style's.
    using Reader = std::function<QPalette()>;

    /// Asked for the first time before the application's palette is ours: applyTheme does that.
    static SystemTheme &instance();

    ThemeKind kind() const { return m_kind; }
    /// Reads the colours again, once for however many windows ask.
    void refresh();
    /// Other colours than the system's, for tests; nothing takes the system's again.
    void setReader(Reader reader);

signals:
    void changed(heteroscope::ThemeKind kind);

private:
    SystemTheme();
    void read();

    Reader m_reader;
    ThemeKind m_kind;
    QTimer m_soon;
    bool m_reading = false;
};

} // namespace heteroscope
