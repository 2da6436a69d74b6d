// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/view/note_editor.h"

#include "canvas/view/canvas_view.h"
#include "editing/canvas_edits.h"
#include "editing/note_commands.h"
#include "widgets/note_paper.h"

#include <QScrollBar>
#include <QTextLayout>

#include <algorithm>

namespace heteroscope {
namespace {

constexpr double roomForCursor = 4; // pixels, so that the last line does not scroll
constexpr int margin = 8;           // pixels to the edge of the view

} // namespace

NoteEditor::NoteEditor(CanvasView *view) : QObject(view), m_view(view)
{
    connect(view, &CanvasView::zoomChanged, this, &NoteEditor::place);
    connect(view->horizontalScrollBar(), &QScrollBar::valueChanged, this, &NoteEditor::place);
    connect(view->verticalScrollBar(), &QScrollBar::valueChanged, this, &NoteEditor::place);
    connect(view->document(), &Document::projectChanged, this, &NoteEditor::followProject);
    connect(view->document(), &Document::projectReplaced, this, &NoteEditor::cancel);
}

void NoteEditor::begin(QPointF at)
{
    Note note;
    note.at = toCanvas(snappedToGrid(at));
    open(note);
}

void NoteEditor::edit(const std::string &key)
{
    if (const Note *note = findNote(m_view->document()->project().notes, key))
        open(*note);
}

void NoteEditor::open(const Note &note)
{
    if (m_open && !finish())
        return;
    m_note = note;
    if (!m_field) {
        m_field = new NoteText(m_view->viewport());
        m_field->setObjectName(QStringLiteral("noteField"));
        m_field->setFrameShape(QFrame::Box);
        m_field->document()->setDocumentMargin(notePad - 1); // and the frame
        connect(m_field, &NoteText::committed, this, [this] { finish(); });
        connect(m_field, &NoteText::cancelled, this, &NoteEditor::cancel);
        connect(m_field, &NoteText::textChanged, this, &NoteEditor::place);
        connect(m_field, &NoteText::textChanged, this, &NoteEditor::keepDraft);
    }
    m_field->setNoteText(QString::fromStdString(note.text)); // not open yet: this is no draft
    m_field->setColour(note.colour);
    m_open = true;
    showNote(false);
    place();
    m_field->show();
    m_field->raise();
    m_field->setFocus();
    m_field->moveCursor(QTextCursor::End);
}

void NoteEditor::place()
{
    if (!m_open)
        return;
    // Text can be read while it is written, so far away the field is larger than the note.
    const double scale = std::max(1.0, noteScale(m_view->zoom())) * m_view->magnification();
    QFont larger = noteFont();
    larger.setPixelSize(qRound(larger.pixelSize() * scale));
    if (m_field->font() != larger)
        m_field->setFont(larger);
    QTextLayout layout;
    const QSizeF paper = layOutNote(layout, m_field->toPlainText(), m_note.width) * scale;
    const QRect room = m_view->viewport()->rect().adjusted(margin, margin, -margin, -margin);
    const QSize size(qRound(paper.width()), qRound(paper.height() + roomForCursor));
    QRect rect(QPoint(), size.boundedTo(room.size()));
    m_field->setVerticalScrollBarPolicy(rect.size() == size ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAsNeeded);
    rect.moveCenter(m_view->mapFromScene(toScene(m_note.at)));
    rect.moveLeft(std::clamp(rect.left(), room.left(), std::max(room.left(), room.right() - rect.width() + 1)));
    rect.moveTop(std::clamp(rect.top(), room.top(), std::max(room.top(), room.bottom() - rect.height() + 1)));
    m_field->setGeometry(rect);
}

void NoteEditor::keepDraft()
{
    if (!m_open)
        return;
    Note draft = m_note;
    draft.text = m_field->toPlainText().toStdString();
    m_view->document()->setDraft(draft);
}

bool NoteEditor::finish()
{
    if (!m_open)
        return true;
    const QString text = m_field->toPlainText();
    Document &document = *m_view->document();
    m_open = false; // what follows may take the focus from the field, or change the project
    bool taken = true;
    if (m_note.id != 0) {
        taken = setNoteText(document, m_note.id, text);
    } else if (!text.trimmed().isEmpty()) {
        m_note.text = text.toStdString();
        taken = addNoteTo(document, m_note);
    }
    if (taken)
        close();
    else
        m_open = true;
    return taken;
}

void NoteEditor::cancel()
{
    if (m_open)
        close();
}

void NoteEditor::close()
{
    m_open = false;
    m_view->document()->dropDraft(m_note.id);
    showNote(true);
    if (m_field->hasFocus())
        m_view->setFocus();
    m_field->hide();
}

void NoteEditor::showNote(bool shown)
{
    if (CanvasItem *item = m_view->canvasScene()->itemNamed(noteKey(m_note.id)))
        item->setVisible(shown);
}

void NoteEditor::followProject()
{
    if (!m_open || m_note.id == 0)
        return;
    const Note *now = findNote(m_view->document()->project().notes, noteKey(m_note.id));
    if (!now) {
        cancel();
        return;
    }
    m_note.at = now->at;
    m_note.width = now->width;
    m_field->setColour(now->colour);
    place();
}

} // namespace heteroscope
