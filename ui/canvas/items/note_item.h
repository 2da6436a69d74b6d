// SPDX-License-Identifier: GPL-3.0-or-later
//
// A note on the canvas: a sheet with wrapped text; far away only the sheet.
#pragma once

#include "canvas/items/canvas_item.h"

#include <QTextLayout>

namespace heteroscope {

class NoteItem : public CanvasItem
{
public:
    NoteItem(CanvasScene &scene, const Note &note);

    const Note &note() const { return m_note; }
    void setNote(const Note &note);
    bool hasPorts() const override { return false; }
    /// Selected, and large enough on the screen to be made wider by its sides.
    bool hasWidthHandles() const;
    /// Wraps the text in another width on the screen only.
    void showWidth(double width);

protected:
    QSizeF sizeAt(double zoom) const override;
    void paintOnScreen(QPainter &painter, const QSizeF &size) override;

private:
    void layOut(double width);
    void paintHandles(QPainter &painter, const QRectF &rect) const;

    Note m_note;
    QTextLayout m_text; // wrapped once for each change
    QSizeF m_size;      // at 100 %
};

/// How much larger than at 100 % a note is drawn: in the middle level it keeps its size, in the others it scales as
/// nodes do.
double noteScale(double zoom);

} // namespace heteroscope
