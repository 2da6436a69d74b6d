// SPDX-License-Identifier: GPL-3.0-or-later
//
// The open project: an immutable snapshot behind a shared pointer, which every edit replaces through an undo command.
// Jobs on other threads keep the snapshot they were given.
#pragma once

#include "base/result.h"
#include "document/recovery.h"
#include "document/selection.h"
#include "project/project.h"

#include <QString>
#include <QUndoStack>

#include <map>
#include <memory>

namespace heteroscope {

using ProjectSnapshot = std::shared_ptr<const Project>;

/// The name of a project for its window: the file's name without .hscope.json, else the title, else "Untitled".
QString documentName(const QString &filePath, const Project &project);

class Document : public QObject
{
    Q_OBJECT

public:
    explicit Document(QObject *parent = nullptr);

    const Project &project() const { return *m_project; }
    const ProjectSnapshot &snapshot() const { return m_project; }
    QUndoStack *undoStack() { return &m_undoStack; }
    Selection *selection() { return &m_selection; }

    /// Path of the file; empty for one that was never saved.
    const QString &filePath() const { return m_filePath; }
    QString displayName() const { return documentName(m_filePath, *m_project); }
    bool isModified() const { return !m_undoStack.isClean(); }
    /// True if there is something that the file does not have: edits, or a note that is being written.
    bool hasUnsaved() const { return isModified() || !m_drafts.empty(); }
    /// The project with what is being written. Drafts that are blank or not allowed are left out.
    ProjectSnapshot unsaved() const;

    /// A note is being written (id 0: a new one). It is no edit yet, but it is kept as unsaved work.
    void setDraft(const Note &note);
    /// The note with this id is not being written any more.
    void dropDraft(int id);

    /// Starts anew with this project: undo history and selection are cleared.
    void reset(Project project, const QString &filePath = {});
    /// The same with work that was lost before it was saved: it is modified from the start.
    void restore(Project project, const WorkOrigin &origin);
    /// Writes to the path and makes it the document's own. On error nothing changes.
    Status save(const QString &filePath);
    /// The file, and what it held when it was opened or saved last.
    WorkOrigin origin() const { return {m_filePath, m_digest}; }
    /// True if another program has written the file since. False if the file no longer exists; saving creates it again.
    bool isFileChangedByOthers() const;

    /// Makes `after` the project, as one undo step. Dropped when nothing changes (false). Consecutive edits with the
    /// same non-empty mergeKey become one step, unless the selection was another one in between.
    bool edit(const QString &text, Project after, const QString &mergeKey = {});
    /// The same for an edit that may be refused; a refusal is announced with the reason.
    bool edit(const QString &text, const Result<Project> &after, const QString &mergeKey = {});
    /// The next edit begins a new undo step even if it has the same merge key as the last one.
    void endMerge() { ++m_mergeSession; }

signals:
    void projectChanged();
    /// Another project was put in the place of the old one (new, open).
    void projectReplaced();
    void filePathChanged();
    void modifiedChanged(bool modified);
    /// What is being written has changed.
    void draftChanged();
    /// An edit was not allowed; reason says why.
    void editRefused(const QString &reason);

private:
    friend class ProjectEdit;
    void apply(const ProjectSnapshot &project);
    void replace(Project project, const WorkOrigin &origin);
    void dropLostSelection();
    /// Of notes that are gone.
    void dropLostDrafts();

    ProjectSnapshot m_project;
    QUndoStack m_undoStack;
    Selection m_selection;
    QString m_filePath;
    QByteArray m_digest;
    quint64 m_mergeSession = 0;
    std::map<int, Note> m_drafts; ///< by id
};

} // namespace heteroscope
