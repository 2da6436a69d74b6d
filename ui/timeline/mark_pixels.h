// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rectangles of plain colours, put into pixels and drawn as one picture. A timeline of a million intervals has some
// hundred thousand of them in a frame, and QPainter's own work for one costs more than its few pixels.
#pragma once

#include <QImage>
#include <QRectF>

class QPainter;

namespace heteroscope {

class MarkPixels
{
public:
    /// The rectangles to come lie in `area`, in the painter's coordinates; what lies outside is left out. False, and
    /// then nothing else may be called, for a painter without pixels of its own (PDF, SVG) or one that turns or mirrors
    /// them: fill its rectangles one by one.
    bool start(QPainter &painter, const QRectF &area);
    /// Replaces what is there. Edges are rounded to pixels as QPainter::fillRect does without smooth edges.
    void fill(const QRectF &rect, QRgb premultiplied);
    /// The same with smooth edges above and below: a row of pixels that is covered in part gets that share of the
    /// colour.
    void fillSmooth(const QRectF &rect, QRgb premultiplied);
    /// Draws all of them over what the painter has drawn so far.
    void draw(QPainter &painter);

private:
    QRect pixelsOf(const QRectF &rect) const;
    void fillRow(int y, int left, int right, QRgb premultiplied);

    QImage m_image; // kept from one start to the next
    QRgb *m_first = nullptr;
    qsizetype m_line = 0; // pixels from one line of it to the next
    QRect m_area;         // pixels of the device
    double m_scaleX = 1, m_scaleY = 1, m_shiftX = 0, m_shiftY = 0;
};

} // namespace heteroscope
