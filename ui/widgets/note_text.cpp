// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/note_text.h"

#include "widgets/note_paper.h"

#include <QKeyEvent>

namespace heteroscope {
namespace {

bool isCommit(const QKeyEvent &event)
{
    return (event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter) && (event.modifiers() & Qt::ControlModifier);
}

} // namespace

NoteText::NoteText(QWidget *parent) : QPlainTextEdit(parent)
{
    setAccessibleName(tr("Text of the note"));
    setTabChangesFocus(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    setFont(noteFont());
    connect(&ThemeHolder::instance(), &ThemeHolder::changed, this, &NoteText::showColour);
    showColour();
}

void NoteText::setNoteText(const QString &text)
{
    m_before = text;
    if (toPlainText() != text)
        setPlainText(text);
}

void NoteText::setColour(NoteColour colour)
{
    m_colour = colour;
    showColour();
}

void NoteText::showColour()
{
    const Theme &t = currentTheme();
    QPalette colours = palette();
    colours.setColor(QPalette::Base, t[paperOf(m_colour)]);
    colours.setColor(QPalette::Text, t[Role::text]);
    setPalette(colours);
}

bool NoteText::event(QEvent *event)
{
    // Before the window's shortcuts of these keys.
    if (event->type() == QEvent::ShortcutOverride) {
        const auto &key = *static_cast<QKeyEvent *>(event);
        if (isCommit(key) || key.key() == Qt::Key_Escape) {
            event->accept();
            return true;
        }
    }
    return QPlainTextEdit::event(event);
}

void NoteText::keyPressEvent(QKeyEvent *event)
{
    if (isCommit(*event)) {
        emit committed();
    } else if (event->key() == Qt::Key_Escape) {
        setNoteText(m_before);
        emit cancelled();
    } else {
        QPlainTextEdit::keyPressEvent(event);
    }
    event->accept(); // what the text has no use for must not move things on the canvas below
}

void NoteText::focusOutEvent(QFocusEvent *event)
{
    QPlainTextEdit::focusOutEvent(event);
    // Its own menu, or another window for a while: the field is not left.
    if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason)
        emit committed();
}

} // namespace heteroscope
