// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/note_paper.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPainterPath>
#include <QTextLayout>

#include <algorithm>
#include <cmath>

namespace heteroscope {
namespace {

constexpr double minHeight = 36;
constexpr double fold = 11; // of the corner

/// Lines that fit the width; the place in the text where they end.
int wrap(QTextLayout &layout, const QString &text, double width, double &height)
{
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.setFont(noteFont());
    layout.setText(text);
    layout.beginLayout();
    height = 0;
    int end = 0;
    for (int lines = 0; lines < maxNoteLines; ++lines) {
        QTextLine line = layout.createLine();
        if (!line.isValid())
            break;
        line.setLineWidth(width);
        line.setPosition(QPointF(0, height));
        height += line.height();
        end = line.textStart() + line.textLength();
    }
    layout.endLayout();
    return end;
}

} // namespace

Role paperOf(NoteColour colour)
{
    return static_cast<Role>(static_cast<int>(Role::noteYellow) + static_cast<int>(colour));
}

QString colourText(NoteColour colour)
{
    static constexpr std::array<const char *, noteColourNames.size()> names = {
        QT_TRANSLATE_NOOP("NoteColours", "Yellow"), QT_TRANSLATE_NOOP("NoteColours", "Blue"),
        QT_TRANSLATE_NOOP("NoteColours", "Green"), QT_TRANSLATE_NOOP("NoteColours", "Pink"),
        QT_TRANSLATE_NOOP("NoteColours", "Grey")};
    return QCoreApplication::translate("NoteColours", names[static_cast<std::size_t>(colour)]);
}

QFont noteFont() { return font(TypeRole::body); }

QSizeF layOutNote(QTextLayout &layout, const QString &text, double width)
{
    QString lines = text;
    lines.replace(u'\n', QChar::LineSeparator);
    const double inner = std::max(1.0, width - 2 * notePad);
    double height = 0;
    const int end = wrap(layout, lines, inner, height);
    if (end < lines.size())
        wrap(layout, lines.left(std::max(0, end - 2)) + QChar(0x2026), inner, height);
    return {width, std::max(minHeight, std::ceil(height) + 2 * notePad)};
}

void paintPaper(QPainter &painter, const QRectF &rect, NoteColour colour, const QColor &border, double scale)
{
    const Theme &t = currentTheme();
    const double corner = std::min(fold * scale, std::min(rect.width(), rect.height()) / 3);
    const QRectF edge = rect.adjusted(0.5, 0.5, -0.5, -0.5);
    QPainterPath sheet(edge.topLeft());
    sheet.lineTo(edge.topRight());
    sheet.lineTo(edge.right(), edge.bottom() - corner);
    sheet.lineTo(edge.right() - corner, edge.bottom());
    sheet.lineTo(edge.bottomLeft());
    sheet.closeSubpath();
    painter.setPen(QPen(border, 1));
    painter.setBrush(t[paperOf(colour)]);
    painter.drawPath(sheet);
    if (corner < 3)
        return;
    const QPointF back[] = {{edge.right(), edge.bottom() - corner},
                            {edge.right() - corner, edge.bottom() - corner},
                            {edge.right() - corner, edge.bottom()}};
    painter.setBrush(t.mixed(Role::text, 0.12, paperOf(colour)));
    painter.drawPolygon(back, 3);
}

} // namespace heteroscope
