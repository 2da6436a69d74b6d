// SPDX-License-Identifier: GPL-3.0-or-later
//
// The undo command of every edit: the project before and after, as shared snapshots, so undo and redo are a pointer.
#pragma once

#include "document/document.h"

#include <QUndoCommand>

namespace heteroscope {

class ProjectEdit : public QUndoCommand
{
public:
    /// Edits of equal, non-empty key and session merge.
    ProjectEdit(Document *document, const QString &text, ProjectSnapshot before, ProjectSnapshot after,
                const QString &mergeKey, quint64 session);

    void undo() override;
    void redo() override;
    int id() const override;
    bool mergeWith(const QUndoCommand *other) override;

private:
    Document *m_document;
    ProjectSnapshot m_before;
    ProjectSnapshot m_after;
    QString m_mergeKey;
    quint64 m_session;
};

} // namespace heteroscope
