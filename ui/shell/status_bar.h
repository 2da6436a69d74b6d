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

    /// Says what happened. It stands until something else happens: the next edit, or another text.
    void say(const QString &text, Role role = Role::secondary);
    /// Says where the keyboard is, until something else happens; an empty text takes that back.
    void sayWhere(const QString &text);
    /// Says what is under the cursor or selected in a view of the shown step, instead of what happened. It goes with
    /// that step, or with an empty text.
    void describe(const QString &text);
    QString saying() const;
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
    static QString accountOf(const SearchResult &search);
    void showSaying();
    /// The shown step or the project is another: nothing that was said of it, nor a tool tip about it, stays.
    void forgetStep();

    Session *m_session;
    MessagesModel *m_messages;
    QWidget *m_figures;
    QLabel *m_saying;
    QLabel *m_alarm;
    QToolButton *m_warnings;
    QString m_happened;
    QString m_where;
    QString m_described;
    Role m_sayingRole = Role::secondary; ///< of what happened
    bool m_welcome = false;
};

} // namespace heteroscope
