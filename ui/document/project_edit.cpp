// SPDX-License-Identifier: GPL-3.0-or-later
#include "document/project_edit.h"

namespace heteroscope {

ProjectEdit::ProjectEdit(Document *document, const QString &text, ProjectSnapshot before, ProjectSnapshot after,
                         const QString &mergeKey, quint64 session)
    : QUndoCommand(text),
      m_document(document),
      m_before(std::move(before)),
      m_after(std::move(after)),
      m_mergeKey(mergeKey),
      m_session(session)
{}

void ProjectEdit::undo() { m_document->apply(m_before); }

void ProjectEdit::redo() { m_document->apply(m_after); }

int ProjectEdit::id() const
{
    constexpr int mergeable = 1;
    return m_mergeKey.isEmpty() ? -1 : mergeable;
}

bool ProjectEdit::mergeWith(const QUndoCommand *other)
{
    const auto *edit = static_cast<const ProjectEdit *>(other);
    if (edit->m_mergeKey != m_mergeKey || edit->m_session != m_session)
        return false;
    m_after = edit->m_after;
    setObsolete(*m_before == *m_after);
    return true;
}

} // namespace heteroscope
