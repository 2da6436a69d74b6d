// SPDX-License-Identifier: GPL-3.0-or-later
//
// The file of a window's document: new, open, save, the lock, the copy of unsaved changes, and recovery of unsaved
// work. It asks the user through the dialogs.
#pragma once

#include "document/document.h"
#include "project/file_lock.h"
#include "shell/files/dialogs.h"

#include <memory>

namespace heteroscope {

class Autosave;
class ExampleCards;

class ProjectFiles : public QObject
{
    Q_OBJECT

public:
    /// The dialogs are read when a question is asked, so they may be set later. finishEditing saves text that is being
    /// edited into the document; it returns false if the text is not allowed.
    ProjectFiles(Document &document, const ExampleCards &examples, const Dialogs &dialogs,
                 std::function<bool()> finishEditing);
    ~ProjectFiles() override;

    /// True if the current project may be closed: it is saved, or the user discards the changes.
    bool mayDiscard();

    // These call mayDiscard first.
    /// False if the user keeps the current project.
    bool newProject();
    void openWithDialog();
    void openInstead(const QString &path);
    void openExample(int card);
    void openExampleFile(const QString &file);
    /// Returns false if the user keeps the current project.
    bool openProject(const Project &project);

    /// Opens a file without asking about the current project. Returns false and reports the error if the file cannot be
    /// used.
    bool open(const QString &path);

    /// Saves to its path, or asks for one if it has none. Returns false if that failed or was cancelled.
    bool save();
    bool saveAs();

    /// Starts storing copies of unsaved changes in the folder and locking opened files.
    void startAutosave(const QString &folder);
    Autosave *autosave() const { return m_autosave.get(); }
    /// Offers unsaved work of crashed windows, if there is any.
    void offerLostWork();
    /// The same; reports if there is none.
    void recover();

    /// Called when the window closes and no changes are to be kept: deletes the copy and releases the lock.
    void letGo();

signals:
    /// Another project was opened.
    void opened();
    /// After opened: when the step of an example begins.
    void startTimeWanted(heteroscope::Seconds time);
    /// After opened: the file says how it is to be shown (shell/shared_view.h).
    void viewWanted(const std::string &view);
    void said(const QString &text);
    /// The copy of unsaved changes cannot be written, and why; empty texts when it can again.
    void alarmChanged(const QString &text, const QString &details);

private:
    bool saveTo(const QString &path);
    /// Asks for a name until it is one that may be written; empty if cancelled.
    QString askForPath();
    /// True if this window already holds the lock.
    bool holdsLock(const std::string &lockPath) const;
    void restoreWork(const LostWork &work);

    Document &m_document;
    const ExampleCards &m_examples;
    const Dialogs &m_dialogs;
    std::function<bool()> m_finishEditing;
    std::unique_ptr<Autosave> m_autosave;
    QString m_recoveryFolder;
    FileLock m_lock; ///< of the open file
};

} // namespace heteroscope
