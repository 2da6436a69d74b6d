// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/view/note_width_gesture.h"

#include "canvas/view/canvas_view.h"
#include "editing/note_commands.h"

#include <algorithm>
#include <cmath>

namespace heteroscope {
namespace {

constexpr double reach = 5;     // pixels to both sides of the edge
constexpr double widthGrid = 5; // pixels at 100 %

NoteItem *noteNamed(const CanvasScene &scene, const std::string &key)
{
    const auto found = scene.notes().find(key);
    return found == scene.notes().end() ? nullptr : found->second.get();
}

} // namespace

std::string noteSideAt(const CanvasScene &scene, QPointF point)
{
    for (const auto &[key, item] : scene.notes()) {
        if (!item->hasWidthHandles())
            continue;
        const QRectF rect = item->sceneRect();
        const double side = std::min(std::abs(point.x() - rect.left()), std::abs(point.x() - rect.right()));
        if (side * scene.zoom() <= reach && point.y() >= rect.top() && point.y() <= rect.bottom())
            return key;
    }
    return {};
}

NoteWidthGesture::NoteWidthGesture(CanvasView &view, std::string key, QPointF start)
    : Gesture(view), m_key(std::move(key))
{
    if (const NoteItem *item = noteNamed(*view.canvasScene(), m_key)) {
        m_before = m_width = item->note().width;
        m_grip = std::abs(start.x() - item->pos().x()) * view.zoom() - item->screenSize().width() / 2;
    }
}

void NoteWidthGesture::move(QPointF point, QPoint, Qt::KeyboardModifiers modifiers)
{
    NoteItem *item = noteNamed(*m_view.canvasScene(), m_key);
    if (!item)
        return;
    const double half = std::abs(point.x() - item->pos().x()) * m_view.zoom() - m_grip;
    const double grid = modifiers & Qt::AltModifier ? 1 : widthGrid;
    const double wanted = std::round(2 * half / noteScale(m_view.zoom()) / grid) * grid;
    m_width = std::clamp(wanted, minNoteWidth, maxNoteWidth);
    item->showWidth(m_width);
    m_view.viewport()->update();
}

void NoteWidthGesture::release(QPointF, Qt::KeyboardModifiers)
{
    if (m_width == m_before)
        return;
    Document &document = *m_view.document();
    document.endMerge(); // one step of its own
    setNoteWidth(document, {m_key}, m_width);
    document.endMerge();
}

void NoteWidthGesture::cancel()
{
    if (NoteItem *item = noteNamed(*m_view.canvasScene(), m_key))
        item->showWidth(m_before);
}

void NoteWidthGesture::paint(QPainter &painter)
{
    const NoteItem *item = noteNamed(*m_view.canvasScene(), m_key);
    if (!item)
        return;
    const Theme &t = currentTheme();
    const QPointF below = m_view.mapFromScene(QPointF(item->pos().x(), item->sceneRect().bottom()));
    const QRectF chip(below + QPointF(-30, 8), QSizeF(60, 20));
    drawRounded(painter, chip, 4, t[Role::tip], t[Role::borderStrong]);
    drawLabel(painter, chip, Qt::AlignCenter, QStringLiteral("%1 px").arg(qRound(m_width)), TypeRole::label,
              t[Role::text]);
}

} // namespace heteroscope
