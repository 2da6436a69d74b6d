// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/items/note_item.h"

#include "canvas/scene/canvas_scene.h"
#include "widgets/drawing.h"
#include "widgets/note_paper.h"

#include <QPainter>

namespace heteroscope {

double noteScale(double zoom)
{
    switch (levelAt(zoom)) {
    case CanvasLevel::far:
        return zoom / farBelow * farTile.width() / cardSize.width(); // as nodes
    case CanvasLevel::middle:
        return 1;
    case CanvasLevel::near:
        break;
    }
    return zoom / nearAbove;
}

NoteItem::NoteItem(CanvasScene &scene, const Note &note) : CanvasItem(scene, noteKey(note.id)), m_note(note)
{
    setZValue(2); // above what it is stuck on
    layOut(note.width);
}

bool NoteItem::hasWidthHandles() const { return isSelectedByName() && m_scene.level() != CanvasLevel::far; }

void NoteItem::showWidth(double width)
{
    layOut(width);
    update();
}

void NoteItem::setNote(const Note &note)
{
    if (note == m_note)
        return;
    const bool wrapsAnew = note.text != m_note.text || note.width != m_note.width;
    m_note = note;
    if (wrapsAnew)
        layOut(note.width);
    update();
}

void NoteItem::layOut(double width)
{
    m_size = layOutNote(m_text, QString::fromStdString(m_note.text), width);
    refreshSize();
}

QSizeF NoteItem::sizeAt(double zoom) const { return m_size * noteScale(zoom); }

void NoteItem::paintOnScreen(QPainter &painter, const QSizeF &size)
{
    const Theme &t = currentTheme();
    const QRectF rect(QPointF(), size);
    const double scale = noteScale(m_scene.zoom());
    const QColor border = isHovered() ? t[Role::secondary] : t.mixed(Role::text, 0.35, paperOf(m_note.colour));
    paintPaper(painter, rect, m_note.colour, border, scale);
    if (isSelectedByName())
        drawRounded(painter, rect.adjusted(-2, -2, 2, 2), 3, QColor(), t[Role::selection], 2);
    if (m_scene.level() == CanvasLevel::far)
        return;
    painter.save();
    painter.scale(scale, scale);
    painter.setPen(t[Role::text]);
    m_text.draw(&painter, QPointF(notePad, notePad));
    painter.restore();
    if (hasWidthHandles())
        paintHandles(painter, rect);
}

/// A grip in the middle of each side.
void NoteItem::paintHandles(QPainter &painter, const QRectF &rect) const
{
    const Theme &t = currentTheme();
    for (const double x : {rect.left() - 2, rect.right() + 2})
        drawRounded(painter, QRectF(x - 3, rect.center().y() - 9, 6, 18), 3, t[Role::card], t[Role::selection], 2);
}

} // namespace heteroscope
