// SPDX-License-Identifier: GPL-3.0-or-later
//
// The status bar: size of the drawing, time of the simulation, state of the search, warnings.
#pragma once

#include "jobs/session.h"
#include "theme/roles.h"

#include <QStatusBar>

class QAction;
class QLabel;
class QToolButton;

namespace heteroscope {

class MessagesModel;

class StatusBar : public QStatusBar
{
    Q_OBJECT

public:
    /// showMessages: its shortcut is shown beside the warnings.
    StatusBar(Session *session, MessagesModel *messages, const QAction *showMessages, QWidget *parent = nullptr);

    /// Shows a text for a while, or until it is replaced by an empty text.
    void say(const QString &text, Role role = Role::secondary);
    QString saying() const;
    /// Hides the reason of the last rejected edit.
    void forgetRefusal();
    /// Shows a permanent text at the right; an empty text removes it.
    void setAlarm(const QString &text, const QString &details);
    QString alarm() const;
    /// Shows the hints of the welcome page instead of the status.
    void setWelcome(bool welcome);

    QString figures() const;

signals:
    void warningsClicked();

private:
    void refresh();

    Session *m_session;
    MessagesModel *m_messages;
    QWidget *m_figures;
    QLabel *m_saying;
    QLabel *m_alarm;
    QToolButton *m_warnings;
    Role m_sayingRole = Role::secondary;
    bool m_welcome = false;
};

} // namespace heteroscope
