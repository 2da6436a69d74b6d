// SPDX-License-Identifier: GPL-3.0-or-later
//
// The windows of this process, one project each: opens them at start and stores them for the next start. Stored are the
// projects whose windows are open at the end: closing one of several windows removes its project, quitting or closing
// the last one does not.
#pragma once

#include "jobs/session.h"
#include "shell/kept_windows.h"
#include "shell/main_window.h"

#include <QObject>

#include <functional>
#include <vector>

namespace heteroscope {

class OpenWindows : public QObject
{
    Q_OBJECT

public:
    /// dialogs: makes the dialogs of each new window, if set.
    OpenWindows(Engine engine, QString recoveryFolder, std::function<Dialogs(MainWindow *)> dialogs = {});
    ~OpenWindows() override;

    const std::vector<MainWindow *> &all() const { return m_windows; }
    /// Opens a new window with its welcome page.
    MainWindow *open();
    /// Opens the windows at start: the project if given; otherwise, with comeBack, those that were open last; otherwise
    /// one with the welcome page. Unsaved work is offered before its file is opened.
    void start(const QString &project, bool comeBack = true);
    /// Writes the unsaved work of all windows to the recovery folder, as far as memory and disk allow. For the end of
    /// the process without memory: nobody is asked.
    void keepUnsavedWork() const;
    /// Closes all windows; false if the user cancelled.
    bool quit();

private:
    void reopen(std::vector<KeptWindow> kept);
    MainWindow *openKept(const KeptWindow &kept, MainWindow *into);
    void offerLostWork(MainWindow *window, const std::vector<KeptWindow> &waiting);
    void closed(MainWindow *window);
    std::vector<KeptWindow> present(const MainWindow *without = nullptr) const;
    void keep();

    Engine m_engine;
    QString m_recoveryFolder;
    std::function<Dialogs(MainWindow *)> m_dialogs;
    std::vector<MainWindow *> m_windows;
    bool m_quitting = false;
};

} // namespace heteroscope
