// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writing a note in place: a field that lies over the note on the canvas and follows it while the view moves. A new
// note is in the project only once something is written on it, so that adding it with its text is one undo step.
#pragma once

#include "document/document.h"
#include "widgets/note_text.h"

#include <QObject>
#include <QPointF>

namespace heteroscope {

class CanvasView;

class NoteEditor : public QObject
{
    Q_OBJECT

public:
    explicit NoteEditor(CanvasView *view);

    /// Opens a field for a new note with its middle there, in the scene.
    void begin(QPointF at);
    /// Opens a field for the note with this key; does nothing if there is no such note.
    void edit(const std::string &key);
    /// Saves the text and closes the field. Returns false if the text is not allowed; the field then stays open.
    bool finish();
    void cancel();
    bool isOpen() const { return m_open; }
    /// Null until one was opened.
    NoteText *field() const { return m_field; }

private:
    void open(const Note &note);
    void close();
    void place();
    void keepDraft();
    /// The field stands for the note while it is open.
    void showNote(bool shown);
    void followProject();

    CanvasView *m_view;
    NoteText *m_field = nullptr;
    Note m_note; ///< that is written; id 0 for a new one
    bool m_open = false;
};

} // namespace heteroscope
