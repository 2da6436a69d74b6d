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
    /// A new window gets its dialogs from `dialogs`, where that is given.
    OpenWindows(Engine engine, QString recoveryFolder, std::function<Dialogs(MainWindow *)> dialogs = {});
    ~OpenWindows() override;

    const std::vector<MainWindow *> &all() const { return m_windows; }
    /// One more, on its welcome page.
    MainWindow *open();
    /// The windows of a start: of the project; else, if they come back, those that were open last; else one on the
    /// welcome page. Work that a window lost is offered before its file is opened.
    void start(const QString &project, bool comeBack = true);
    /// Closes all; false when the user would not have it.
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
