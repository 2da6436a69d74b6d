// SPDX-License-Identifier: GPL-3.0-or-later
//
// The document of a window and its file: new, open, save, which window has the file, the copy of unsaved changes, and
// work that was lost before it was saved. It asks the user through the dialogs.
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
    /// The dialogs are looked up when a question is asked, so they may be set later. `finishEditing` takes what is
    /// being written in the window into the document; false when that is refused.
    ProjectFiles(Document &document, const ExampleCards &examples, const Dialogs &dialogs,
                 std::function<bool()> finishEditing);
    ~ProjectFiles() override;

    /// Whether the present project may go: it is saved, or the user wants none of it.
    bool mayDiscard();

    // These ask first whether the present project may go.
    void newProject();
    void openWithDialog();
    void openInstead(const QString &path);
    void openExample(int card);
    void openExampleFile(const QString &file);

    /// Opens without asking about the present project; false (and a report) when the file cannot be used.
    bool open(const QString &path);

    /// Saves to its path, asking for one if it has none; false when that failed or was cancelled.
    bool save();
    bool saveAs();

    /// Protects the user's work from now on: copies of what is unsaved go to the folder, files that are opened are
    /// locked.
    void startAutosave(const QString &folder);
    Autosave *autosave() const { return m_autosave.get(); }
    /// Asks what to do with work that windows before this one lost, if there is any.
    void offerLostWork();
    /// The same; says so when there is none.
    void recover();

    /// The window closes, and nothing of the project is unsaved or wanted: no copy is kept, the file is free.
    void letGo();

signals:
    /// Another project is in the document.
    void opened();
    void said(const QString &text);
    /// No copy of unsaved changes can be kept, and why; empty texts when it can again.
    void alarmChanged(const QString &text, const QString &details);

private:
    bool saveTo(const QString &path);
    /// Of the file that is open here already, which must not be asked for again.
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
