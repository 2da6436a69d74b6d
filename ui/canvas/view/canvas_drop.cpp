// SPDX-License-Identifier: GPL-3.0-or-later
//
// Drops from the palette on the canvas.
#include "canvas/view/canvas_view.h"
#include "editing/canvas_edits.h"
#include "project/library_edits.h"
#include "widgets/note_paper.h"

#include <QDropEvent>
#include <QMimeData>
#include <QTextLayout>

namespace heteroscope {
namespace {

std::optional<std::pair<PaletteKind, QString>> paletteItem(const QMimeData *data)
{
    for (const PaletteKind kind : paletteKinds)
        if (data->hasFormat(QString::fromLatin1(mimeTypeOf(kind))))
            return std::pair(kind, QString::fromUtf8(data->data(QString::fromLatin1(mimeTypeOf(kind)))));
    return std::nullopt;
}

} // namespace

void CanvasView::dragEnterEvent(QDragEnterEvent *event)
{
    const auto item = paletteItem(event->mimeData());
    if (!item) {
        event->ignore();
        return;
    }
    m_drop = Drop{item->first, item->second, mapToScene(event->position().toPoint())};
    event->setDropAction(Qt::CopyAction);
    event->accept();
    viewport()->update();
}

void CanvasView::dragMoveEvent(QDragMoveEvent *event)
{
    if (!m_drop) {
        event->ignore();
        return;
    }
    m_drop->at = mapToScene(event->position().toPoint());
    const CanvasItem *below = m_scene->itemAtPoint(m_drop->at);
    m_scene->setHovered(below && m_drop->kind == PaletteKind::device ? below->name() : std::string());
    event->setDropAction(Qt::CopyAction);
    event->accept();
    viewport()->update();
}

void CanvasView::dragLeaveEvent(QDragLeaveEvent *event)
{
    m_drop.reset();
    m_scene->setHovered({});
    viewport()->update();
    event->accept();
}

void CanvasView::dropEvent(QDropEvent *event)
{
    const auto item = paletteItem(event->mimeData());
    m_drop.reset();
    viewport()->update();
    if (!item) {
        event->ignore();
        return;
    }
    const QPointF at = mapToScene(event->position().toPoint());
    m_followFit = false; // what is dropped here stays under the pointer
    if (item->first == PaletteKind::link) {
        if (const LinkType *type = findLinkType(m_document->project(), item->second.toStdString()))
            setLinkType(*type);
    } else if (item->first == PaletteKind::example) {
        emit exampleDropped(item->second);
    } else if (item->first == PaletteKind::note) {
        event->setDropAction(Qt::CopyAction);
        event->accept();
        addNoteAt(at); // the field for its text takes the keyboard
        return;
    } else {
        const CanvasItem *below = m_scene->itemAtPoint(at);
        addFromPalette(*m_document, item->first, item->second, at, below ? below->name() : std::string());
    }
    event->setDropAction(Qt::CopyAction);
    event->accept();
    setFocus();
}

void CanvasView::paintDropGhost(QPainter &painter)
{
    if (m_drop->kind == PaletteKind::link || m_drop->kind == PaletteKind::example)
        return;
    const Theme &t = currentTheme();
    const QPointF centre = QPointF(mapFromScene(snappedToGrid(m_drop->at))) / m_magnification;
    painter.scale(m_magnification, m_magnification);
    if (m_drop->kind == PaletteKind::note) {
        QTextLayout text;
        QRectF paper(QPointF(), layOutNote(text, tr("Note"), usualNoteWidth) * noteScale(zoom()));
        paper.moveCenter(centre);
        painter.setOpacity(0.75);
        paintPaper(painter, paper, NoteColour::yellow, t[Role::selection], noteScale(zoom()));
        painter.setOpacity(1);
        drawLabel(painter, paper, Qt::AlignCenter, tr("Note"), TypeRole::badge, t[Role::selection]);
        return;
    }
    const bool isSwitch = m_drop->kind == PaletteKind::networkSwitch;
    const Node *node = findNodeTemplate(m_document->project(), m_drop->name.toStdString());
    const QSizeF size = isSwitch ? switchSizeOnScreen(zoom())
                                 : nodeSizeOnScreen(node ? static_cast<int>(node->devices.size()) : 1, true, zoom());
    QRectF rect(QPointF(), size);
    rect.moveCenter(centre);
    painter.setOpacity(0.75);
    painter.setPen(QPen(t[Role::selection], 1, Qt::DashLine));
    painter.setBrush(t[Role::card]);
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
    painter.setOpacity(1);
    drawLabel(painter, rect.adjusted(10, 0, -10, 0), Qt::AlignCenter, isSwitch ? tr("Switch") : m_drop->name,
              TypeRole::badge, t[Role::selection]);
}

} // namespace heteroscope
