// SPDX-License-Identifier: GPL-3.0-or-later
//
// The menu of the window: a submenu for each group of commands, and the recent files.
#pragma once

#include <QMenu>

namespace heteroscope {

class Actions;

class WindowMenu : public QMenu
{
    Q_OBJECT

public:
    WindowMenu(const Actions &actions, QWidget *parent);

signals:
    void recentChosen(const QString &path);

private:
    void addRecent(const Actions &actions, QMenu *files);
    void fillRecent();

    QMenu *m_recent = nullptr;
};

} // namespace heteroscope
