// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a note looks like: its paper, and how its text is wrapped. In pixels at 100 %.
#pragma once

#include "project/note.h"
#include "theme/theme.h"

#include <QSizeF>

class QPainter;
class QTextLayout;

namespace heteroscope {

inline constexpr double notePad = 10;   ///< around the text
inline constexpr int maxNoteLines = 30; ///< that are drawn; the last one ends in dots where there are more

Role paperOf(NoteColour colour);
/// As the window names it.
QString colourText(NoteColour colour);
QFont noteFont();

/// Wraps the text in the width of the note. Returns the size of the tile.
QSizeF layOutNote(QTextLayout &layout, const QString &text, double width);

/// The sheet without its text; `scale` applies to its corner.
void paintPaper(QPainter &painter, const QRectF &rect, NoteColour colour, const QColor &border, double scale);

} // namespace heteroscope
