// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/files/project_files.h"

#include "document/autosave.h"
#include "exchange/import.h"
#include "language/sentences.h"
#include "project/project_file.h"
#include "settings/recent_files.h"
#include "shell/shared_view.h"
#include "welcome/example_cards.h"

#include <QFileInfo>

namespace heteroscope {
namespace {

/// Where the file system stands in the way, the work is not lost, and that is said first.
QString whyNotSaved(const Error &error, const Autosave *autosave)
{
    const QString safe =
        autosave && autosave->problem().isEmpty()
            ? ProjectFiles::tr("Nothing is lost: the changes are still in this window, and a copy is kept in %1. "
                               "\"Save as\" writes them to another place.")
                  .arg(QFileInfo(autosave->file()).path())
            : ProjectFiles::tr("Nothing is lost: the changes are still in this window. \"Save as\" writes them to "
                               "another place.");
    return sentenceWithHint(error) + u'\n' + safe;
}

QString withSuffix(const QString &path)
{
    return path.endsWith(QStringLiteral(".json"), Qt::CaseInsensitive) ? path : path + QStringLiteral(".hscope.json");
}

/// A title as the name of a file: a slash would lead into another folder.
QString fileNameFrom(QString title)
{
    for (QChar &letter : title)
        if (letter == u'/' || letter == u'\\' || letter.category() == QChar::Other_Control)
            letter = u'-';
    return title;
}

} // namespace

ProjectFiles::ProjectFiles(Document &document, const ExampleCards &examples, const Dialogs &dialogs,
                           std::function<bool()> finishEditing)
    : m_document(document), m_examples(examples), m_dialogs(dialogs), m_finishEditing(std::move(finishEditing))
{
    connect(&m_document, &Document::filePathChanged, this, [this] {
        if (m_document.filePath().isEmpty())
            m_lock.release();
    });
}

ProjectFiles::~ProjectFiles() = default;

bool ProjectFiles::mayDiscard()
{
    if (!m_finishEditing())
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

bool ProjectFiles::newProject()
{
    if (!mayDiscard())
        return false;
    m_document.reset(emptyProject());
    emit opened();
    return true;
}

bool ProjectFiles::holdsLock(const std::string &lockPath) const { return m_lock.isMine() && m_lock.path() == lockPath; }

bool ProjectFiles::open(const QString &path)
{
    Result<Project> project = loadProject(path.toStdString());
    if (!project) {
        m_dialogs.report(tr("%1 cannot be opened").arg(QFileInfo(path).fileName()), sentenceWithHint(project.error()));
        return false;
    }
    const std::string view = takeSharedView(*project);
    const std::string lockPath = lockPathOf(path.toStdString());
    FileLock lock = holdsLock(lockPath) ? std::move(m_lock) : m_autosave ? FileLock(lockPath) : FileLock();
    if (lock.state() == FileLock::State::others) {
        if (!m_dialogs.openCopy(QFileInfo(path).fileName(), QString::fromStdString(lock.holder())))
            return false;
        m_document.reset(std::move(*project));
        emit opened();
        emit viewWanted(view);
        emit said(tr("A copy of %1; saving asks for a name").arg(QFileInfo(path).fileName()));
        return true;
    }
    m_document.reset(std::move(*project), path);
    m_lock = std::move(lock);
    rememberRecentFile(path);
    emit opened();
    emit viewWanted(view);
    return true;
}

void ProjectFiles::openWithDialog()
{
    if (!mayDiscard())
        return;
    const QString path = m_dialogs.openFile();
    if (!path.isEmpty())
        open(path);
}

void ProjectFiles::openInstead(const QString &path)
{
    if (mayDiscard())
        open(path);
}

void ProjectFiles::openExample(int card)
{
    if (card < 0 || card >= static_cast<int>(m_examples.cards().size()) || !mayDiscard())
        return;
    const ExampleCard &example = m_examples.cards()[static_cast<std::size_t>(card)];
    m_document.reset(*example.project);
    emit opened();
    emit startTimeWanted(example.startTime);
}

bool ProjectFiles::openProject(const Project &project)
{
    if (!mayDiscard())
        return false;
    m_document.reset(project);
    emit opened();
    return true;
}

void ProjectFiles::openExampleFile(const QString &file)
{
    const auto &cards = m_examples.cards();
    for (std::size_t i = 0; i < cards.size(); ++i)
        if (cards[i].file == file)
            openExample(static_cast<int>(i));
}

bool ProjectFiles::save()
{
    if (m_document.filePath().isEmpty())
        return saveAs();
    if (m_document.isFileChangedByOthers() && !m_dialogs.overwriteChanged(m_document.displayName()))
        return false;
    return saveTo(m_document.filePath());
}

bool ProjectFiles::saveAs()
{
    const QString path = askForPath();
    return !path.isEmpty() && saveTo(path);
}

QString ProjectFiles::askForPath()
{
    QString suggested =
        withSuffix(m_document.filePath().isEmpty() ? fileNameFrom(m_document.displayName()) : m_document.filePath());
    for (;;) {
        const QString chosen = m_dialogs.saveFile(suggested);
        if (chosen.isEmpty())
            return {};
        // The question is about the file that will be written, so the name is completed first.
        const QString path = withSuffix(chosen);
        const bool isOwn = !m_document.filePath().isEmpty() && QFileInfo(path) == QFileInfo(m_document.filePath());
        if (!QFileInfo::exists(path)) // nothing is there, or a link that leads nowhere
            return path;
        if (isOwn ? !m_document.isFileChangedByOthers() || m_dialogs.overwriteChanged(m_document.displayName())
                  : m_dialogs.replaceFile(QFileInfo(path).fileName()))
            return path;
        suggested = path;
    }
}

bool ProjectFiles::saveTo(const QString &path)
{
    if (!m_finishEditing())
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
        m_lock = std::move(lock);
    rememberRecentFile(path);
    emit said(tr("Saved %1").arg(m_document.displayName()));
    return true;
}

void ProjectFiles::startAutosave(const QString &folder)
{
    m_recoveryFolder = folder;
    m_autosave = std::make_unique<Autosave>(&m_document, folder);
    connect(m_autosave.get(), &Autosave::problemChanged, this, [this](const QString &problem) {
        emit alarmChanged(problem.isEmpty() ? QString() : tr("No copy of unsaved changes is kept: save now"), problem);
    });
}

void ProjectFiles::offerLostWork()
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

void ProjectFiles::recover()
{
    if (findLostWork(m_recoveryFolder).empty())
        emit said(tr("No unsaved work from earlier windows"));
    else
        offerLostWork();
}

void ProjectFiles::restoreWork(const LostWork &work)
{
    if (!mayDiscard())
        return;
    FileLock lock;
    if (!work.origin.path.isEmpty()) {
        const std::string lockPath = lockPathOf(work.origin.path.toStdString());
        lock = holdsLock(lockPath) ? std::move(m_lock) : FileLock(lockPath);
    }
    // While another window has the file, the work is a project of its own.
    const bool taken = lock.state() == FileLock::State::others;
    m_document.restore(work.project, taken ? WorkOrigin() : work.origin);
    if (!taken)
        m_lock = std::move(lock);
    emit opened();
    // The old copy goes only when the new one stands.
    m_autosave->writeNow();
    if (m_autosave->problem().isEmpty())
        removeLostWork(work);
    emit said(tr("Restored %1; it is not saved yet").arg(m_document.displayName()));
}

void ProjectFiles::letGo()
{
    if (m_autosave)
        m_autosave->forget();
    m_lock.release();
}

} // namespace heteroscope
