// SPDX-License-Identifier: GPL-3.0-or-later
//
// A field for the text of a note, on the canvas and in the inspector. Ctrl+Enter and leaving the field take what is
// written, Escape takes it back.
#pragma once

#include "project/note.h"

#include <QPlainTextEdit>

namespace heteroscope {

class NoteText : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit NoteText(QWidget *parent = nullptr);

    /// The text to begin with; Escape comes back to it.
    void setNoteText(const QString &text);
    /// The paper it is written on; follows the theme.
    void setColour(NoteColour colour);

signals:
    /// Ctrl+Enter, or the field was left.
    void committed();
    /// Escape.
    void cancelled();

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    void showColour();

    QString m_before;
    NoteColour m_colour = NoteColour::yellow;
};

} // namespace heteroscope
