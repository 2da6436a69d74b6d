// SPDX-License-Identifier: GPL-3.0-or-later
//
// Projects and files: new, open, save, who else has a file open, and work that was lost before it was saved.
#include "canvas/view/canvas_view.h"
#include "document/autosave.h"
#include "language/sentences.h"
#include "project/project_file.h"
#include "settings/recent_files.h"
#include "shell/main_window.h"
#include "shell/status_bar.h"

#include <QFileInfo>
#include <QMenu>

namespace heteroscope {
namespace {

/// Where the file system stands in the way, the work is not lost, and that is said first.
QString whyNotSaved(const Error &error, const Autosave *autosave)
{
    const QString safe =
        autosave && autosave->problem().isEmpty()
            ? MainWindow::tr("Nothing is lost: the changes are still in this window, and a copy is kept in %1. "
                             "\"Save as\" writes them to another place.")
                  .arg(QFileInfo(autosave->file()).path())
            : MainWindow::tr("Nothing is lost: the changes are still in this window. \"Save as\" writes them to "
                             "another place.");
    return sentenceWithHint(error) + u'\n' + safe;
}

} // namespace

void MainWindow::fillRecentMenu()
{
    m_recentMenu->clear();
    for (const QString &path : recentFiles())
        m_recentMenu
            ->addAction(QFileInfo(path).fileName(), this,
                        [this, path] {
                            if (mayDiscard())
                                openFile(path);
                        })
            ->setToolTip(path);
    m_recentMenu->setEnabled(!m_recentMenu->isEmpty());
}

bool MainWindow::mayDiscard()
{
    if (!m_canvas->finishNote())
        return false;
    if (!m_document.isModified())
        return true;
    switch (m_dialogs.unsavedChanges(m_document.displayName())) {
    case Dialogs::Answer::save:
        return save();
    case Dialogs::Answer::discard:
        // What comes instead may yet be cancelled: the copy goes with the project, or with the window.
        return true;
    case Dialogs::Answer::cancel:
        break;
    }
    return false;
}

void MainWindow::newProject()
{
    if (!mayDiscard())
        return;
    // A job to begin with; the cluster is the user's to draw.
    Project project;
    if (const Model *model = findModel("Llama 2 7B"))
        project.workload.model = *model;
    project.workload.job.sequenceLength =
        project.workload.model.maxSequence > 0 ? project.workload.model.maxSequence : 2048;
    m_document.reset(std::move(project));
    showWorkspace();
}

bool MainWindow::holdsLock(const std::string &lockPath) const
{
    return m_fileLock.isMine() && m_fileLock.path() == lockPath;
}

bool MainWindow::openFile(const QString &path)
{
    Result<Project> project = loadProject(path.toStdString());
    if (!project) {
        m_dialogs.report(tr("%1 cannot be opened").arg(QFileInfo(path).fileName()), sentenceWithHint(project.error()));
        return false;
    }
    const std::string lockPath = lockPathOf(path.toStdString());
    FileLock lock = holdsLock(lockPath) ? std::move(m_fileLock) : m_autosave ? FileLock(lockPath) : FileLock();
    if (lock.state() == FileLock::State::others) {
        if (!m_dialogs.openCopy(QFileInfo(path).fileName(), QString::fromStdString(lock.holder())))
            return false;
        m_document.reset(std::move(*project));
        showWorkspace();
        m_status->say(tr("A copy of %1; saving asks for a name").arg(QFileInfo(path).fileName()));
        return true;
    }
    m_document.reset(std::move(*project), path);
    m_fileLock = std::move(lock);
    rememberRecentFile(path);
    showWorkspace();
    return true;
}

void MainWindow::openWithDialog()
{
    if (!mayDiscard())
        return;
    const QString path = m_dialogs.openFile();
    if (!path.isEmpty())
        openFile(path);
}

void MainWindow::openExample(int card)
{
    if (card < 0 || card >= static_cast<int>(m_examples.cards().size()) || !mayDiscard())
        return;
    m_document.reset(*m_examples.cards()[static_cast<std::size_t>(card)].project);
    showWorkspace();
}

void MainWindow::openExampleFile(const QString &file)
{
    const auto &cards = m_examples.cards();
    for (std::size_t i = 0; i < cards.size(); ++i)
        if (cards[i].file == file)
            openExample(static_cast<int>(i));
}

bool MainWindow::save()
{
    if (m_document.filePath().isEmpty())
        return saveAs();
    if (m_document.isFileChangedByOthers() && !m_dialogs.overwriteChanged(m_document.displayName()))
        return false;
    return saveTo(m_document.filePath());
}

bool MainWindow::saveAs()
{
    QString path =
        m_dialogs.saveFile(m_document.filePath().isEmpty() ? m_document.displayName() : m_document.filePath());
    if (path.isEmpty())
        return false;
    if (!path.endsWith(QStringLiteral(".json"), Qt::CaseInsensitive))
        path += QStringLiteral(".hscope.json");
    return saveTo(path);
}

bool MainWindow::saveTo(const QString &path)
{
    if (!m_canvas->finishNote())
        return false;
    const std::string lockPath = lockPathOf(path.toStdString());
    const bool sameFile = holdsLock(lockPath);
    FileLock lock = sameFile || !m_autosave ? FileLock() : FileLock(lockPath);
    if (lock.state() == FileLock::State::others) {
        m_dialogs.report(tr("The project is not saved"),
                         tr("%1 is open elsewhere (%2). Close it there, or choose another name.")
                             .arg(QFileInfo(path).fileName(), QString::fromStdString(lock.holder())));
        return false;
    }
    const Status status = m_document.save(path);
    if (!status) {
        m_dialogs.report(tr("The project is not saved"), whyNotSaved(status.error(), m_autosave.get()));
        return false;
    }
    if (!sameFile)
        m_fileLock = std::move(lock);
    rememberRecentFile(path);
    m_status->say(tr("Saved %1").arg(m_document.displayName()));
    return true;
}

void MainWindow::startAutosave(const QString &folder)
{
    m_recoveryFolder = folder;
    m_autosave = std::make_unique<Autosave>(&m_document, folder);
    connect(m_autosave.get(), &Autosave::problemChanged, this, [this](const QString &problem) {
        m_status->setAlarm(problem.isEmpty() ? QString() : tr("No copy of unsaved changes is kept: save now"), problem);
    });
}

void MainWindow::offerLostWork()
{
    for (;;) {
        const std::vector<LostWork> works = findLostWork(m_recoveryFolder);
        if (works.empty())
            return;
        const RecoveryChoice choice = m_dialogs.recover(works);
        if (choice.what == RecoveryChoice::What::later || choice.index >= works.size())
            return;
        const LostWork &work = works[choice.index];
        if (choice.what == RecoveryChoice::What::restore) {
            restoreWork(work);
            return;
        }
        removeLostWork(work);
    }
}

void MainWindow::restoreWork(const LostWork &work)
{
    if (!mayDiscard())
        return;
    FileLock lock;
    if (!work.origin.path.isEmpty()) {
        const std::string lockPath = lockPathOf(work.origin.path.toStdString());
        lock = holdsLock(lockPath) ? std::move(m_fileLock) : FileLock(lockPath);
    }
    // While another window has the file, the work is a project of its own.
    const bool taken = lock.state() == FileLock::State::others;
    m_document.restore(work.project, taken ? WorkOrigin() : work.origin);
    if (!taken)
        m_fileLock = std::move(lock);
    showWorkspace();
    // The old copy goes only when the new one stands.
    m_autosave->writeNow();
    if (m_autosave->problem().isEmpty())
        removeLostWork(work);
    m_status->say(tr("Restored %1; it is not saved yet").arg(m_document.displayName()));
}

} // namespace heteroscope
