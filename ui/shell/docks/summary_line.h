// SPDX-License-Identifier: GPL-3.0-or-later
//
// The line at the right of the dock tabs: a summary of the visible part of the timeline, with as many whole statements
// as fit.
#pragma once

#include "widgets/plain_text.h"

#include <QPointer>

class QDockWidget;
class QMainWindow;

namespace heteroscope {

class SummaryLine : public PlainLabel
{
    Q_OBJECT

public:
    explicit SummaryLine(QMainWindow *window);

    /// Places the line beside the tabs or the title of a dock, up to the right edge of `centre`. Hides it and returns
    /// false if neither is visible.
    bool placeBeside(QDockWidget *dock, QWidget *centre);
    /// Sets the statements, separated by " · ". If there is no room, the first ones are dropped.
    void say(const QString &statements);

    /// Stays beside the tabs or the title when they move.
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void follow(QWidget *home, QDockWidget *dock, QWidget *centre);
    void shorten();

    QMainWindow *m_window;
    QString m_statements;
    QPointer<QWidget> m_home; ///< the tabs or the title
    QPointer<QDockWidget> m_dock;
    QPointer<QWidget> m_centre;
};

} // namespace heteroscope
