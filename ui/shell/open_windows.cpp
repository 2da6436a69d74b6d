// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/open_windows.h"

#include "document/autosave.h"
#include "project/file_lock.h"

#include <QFileInfo>
#include <QTimer>

#include <algorithm>
#include <new>

namespace heteroscope {
namespace {

constexpr int cascade = 28; // px from one window to the next

bool isOpenElsewhere(const QString &path)
{
    return FileLock(lockPathOf(path.toStdString())).state() == FileLock::State::others;
}

QString absolute(const QString &path) { return path.isEmpty() ? path : QFileInfo(path).absoluteFilePath(); }

} // namespace

OpenWindows::OpenWindows(Engine engine, QString recoveryFolder, std::function<Dialogs(MainWindow *)> dialogs)
    : m_engine(std::move(engine)), m_recoveryFolder(std::move(recoveryFolder)), m_dialogs(std::move(dialogs))
{}

OpenWindows::~OpenWindows()
{
    for (MainWindow *window : std::exchange(m_windows, {})) {
        window->disconnect(this);
        delete window;
    }
}

MainWindow *OpenWindows::open()
{
    auto *window = new MainWindow(m_engine);
    window->setAttribute(Qt::WA_DeleteOnClose);
    if (m_dialogs)
        window->setDialogs(m_dialogs(window));
    window->restoreState();
    window->files().startAutosave(m_recoveryFolder);
    if (!m_windows.empty() && !window->isMaximized())
        window->move(m_windows.back()->pos() + QPoint(cascade, cascade));
    m_windows.push_back(window);
    // Later, when the window has let go of the file it had.
    connect(window->document(), &Document::filePathChanged, this, &OpenWindows::keep, Qt::QueuedConnection);
    connect(window, &MainWindow::newWindowRequested, this, &OpenWindows::open);
    connect(window, &MainWindow::quitRequested, this, &OpenWindows::quit);
    connect(window, &MainWindow::closed, this, [this, window] { closed(window); });
    window->show();
    return window;
}

void OpenWindows::start(const QString &project, bool comeBack)
{
    if (!project.isEmpty()) {
        MainWindow *window = open();
        if (!window->files().open(project))
            window->showWelcome();
        QTimer::singleShot(0, window, [this, window] { offerLostWork(window, {}); });
        return;
    }
    reopen(comeBack && windowsComeBack() ? keptWindows() : std::vector<KeptWindow>());
}

void OpenWindows::reopen(std::vector<KeptWindow> kept)
{
    std::erase_if(kept,
                  [](const KeptWindow &one) { return !QFileInfo::exists(one.path) || isOpenElsewhere(one.path); });
    // What a window lost is newer than its file: that is asked first.
    const std::vector<LostWork> lost = findLostWork(m_recoveryFolder);
    const auto wasLost = [&lost](const KeptWindow &one) {
        return std::any_of(lost.begin(), lost.end(),
                           [&one](const LostWork &work) { return absolute(work.origin.path) == absolute(one.path); });
    };
    std::vector<KeptWindow> waiting;
    for (const KeptWindow &one : kept) {
        if (wasLost(one))
            waiting.push_back(one);
        else
            openKept(one, nullptr);
    }
    if (!m_windows.empty() && lost.empty())
        return;
    MainWindow *front = open();
    QTimer::singleShot(0, front, [this, front, waiting] { offerLostWork(front, waiting); });
}

MainWindow *OpenWindows::openKept(const KeptWindow &kept, MainWindow *into)
{
    MainWindow *window = into ? into : open();
    if (!kept.geometry.isEmpty())
        window->restoreGeometry(kept.geometry);
    if (!window->files().open(kept.path))
        return window;
    // The canvas has its size once the window has been laid out.
    QTimer::singleShot(0, window, [window, kept] {
        NameSet names;
        for (const QString &name : kept.selection)
            if (window->document()->project().cluster.isNameTaken(name.toStdString()))
                names.insert(name.toStdString());
        window->document()->selection()->selectNames(names);
        window->canvas()->setPlace(kept.place);
    });
    return window;
}

void OpenWindows::offerLostWork(MainWindow *window, const std::vector<KeptWindow> &waiting)
{
    window->files().offerLostWork();
    for (const KeptWindow &one : waiting) {
        const bool shown = std::any_of(m_windows.begin(), m_windows.end(), [&one](MainWindow *other) {
            return absolute(other->document()->filePath()) == absolute(one.path);
        });
        if (!shown && !isOpenElsewhere(one.path))
            openKept(one, window->isWelcomeShown() ? window : nullptr);
    }
    if (window->isWelcomeShown() && m_windows.size() > 1)
        window->close();
}

void OpenWindows::keepUnsavedWork() const
{
    for (MainWindow *window : m_windows) {
        try {
            if (Autosave *autosave = window->files().autosave())
                autosave->writeNow();
        } catch (const std::bad_alloc &) { // the other windows may still be kept
            continue;
        }
    }
}

bool OpenWindows::quit()
{
    const std::vector<KeptWindow> all = present();
    m_quitting = true;
    for (MainWindow *window : std::vector<MainWindow *>(m_windows)) {
        if (!window->close()) {
            m_quitting = false;
            keep();
            return false;
        }
    }
    m_quitting = false;
    keepWindows(all);
    return true;
}

void OpenWindows::closed(MainWindow *window)
{
    if (!m_quitting)
        keepWindows(present(m_windows.size() > 1 ? window : nullptr));
    std::erase(m_windows, window);
}

std::vector<KeptWindow> OpenWindows::present(const MainWindow *without) const
{
    std::vector<KeptWindow> all;
    QStringList ours;
    for (MainWindow *window : m_windows) {
        const QString path = absolute(window->document()->filePath());
        ours << path;
        if (path.isEmpty() || window == without || window->isWelcomeShown())
            continue;
        QStringList selection;
        for (const std::string &name : window->document()->selection()->names())
            selection << QString::fromStdString(name);
        all.push_back({path, window->saveGeometry(), window->canvas()->place(), selection});
    }
    // Another process that runs now keeps its own.
    for (const KeptWindow &other : keptWindows())
        if (!ours.contains(other.path) && QFileInfo::exists(other.path) && isOpenElsewhere(other.path))
            all.push_back(other);
    return all;
}

void OpenWindows::keep()
{
    if (!m_quitting)
        keepWindows(present());
}

} // namespace heteroscope
