// SPDX-License-Identifier: GPL-3.0-or-later
//
// The line at the right of the tabs of the docks: what is in view of the timeline, in as many whole statements as fit.
#pragma once

#include <QLabel>

class QDockWidget;
class QMainWindow;

namespace heteroscope {

class SummaryLine : public QLabel
{
    Q_OBJECT

public:
    explicit SummaryLine(QMainWindow *window);

    /// Beside the tabs that the dock is one of, or on its own title, up to the right edge of `centre`. False, and
    /// hidden, where neither can be seen.
    bool placeBeside(QDockWidget *dock, const QWidget *centre);
    /// Statements separated by " · "; those at the end are the last to go.
    void say(const QString &statements);

private:
    QMainWindow *m_window;
};

} // namespace heteroscope
