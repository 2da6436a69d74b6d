// SPDX-License-Identifier: GPL-3.0-or-later
//
// Mouse and keyboard on the canvas: which gesture begins where, and what keys do.
#include "canvas/scene/canvas_walk.h"
#include "canvas/view/canvas_view.h"
#include "canvas/view/note_editor.h"
#include "canvas/view/note_width_gesture.h"
#include "editing/canvas_edits.h"
#include "editing/group_commands.h"
#include "editing/note_commands.h"
#include "editing/rack_commands.h"

#include <QKeyEvent>
#include <QMouseEvent>

#include <cmath>

namespace heteroscope {

void CanvasView::mousePressEvent(QMouseEvent *event)
{
    if (m_gesture)
        return;
    const QPointF point = mapToScene(event->pos());
    const bool extend = event->modifiers() & (Qt::ShiftModifier | Qt::ControlModifier);
    if (event->button() == Qt::MiddleButton || (event->button() == Qt::LeftButton && m_spaceHeld)) {
        m_gesture = std::make_unique<PanGesture>(*this, event->pos());
        m_spaceUsed = m_spaceHeld;
    } else if (event->button() == Qt::LeftButton && m_measuring) {
        showMeasurement({});
        if (const CanvasItem *item = m_scene->itemAtPoint(point); item && item->hasPorts())
            m_gesture = std::make_unique<MeasureGesture>(*this, item->name(), point);
    } else if (event->button() == Qt::LeftButton) {
        CanvasItem *item = m_scene->itemAtPoint(point, (portRadius + 4) / zoom());
        const auto side = item && m_scene->hovered() == item->name() ? m_scene->portNear(*item, point) : std::nullopt;
        const std::string toggle = m_scene->rackToggleAt(point);
        const std::string header = m_scene->rackHeaderAt(point);
        if (const std::string note = noteSideAt(*m_scene, point); !note.empty() && !extend) {
            m_gesture = std::make_unique<NoteWidthGesture>(*this, note, point);
        } else if (side) {
            m_gesture = std::make_unique<LinkGesture>(*this, item->name(), item->portAt(*side));
        } else if (const std::string group = m_scene->groups().tagAt(point); !group.empty()) {
            extend ? m_document->selection()->toggleName(group) : m_document->selection()->selectNames({group});
        } else if (!toggle.empty()) {
            toggleRacks(*m_document, {toggle});
        } else if (CanvasItem *inside = m_scene->itemAtPoint(point)) {
            const auto *node = dynamic_cast<NodeItem *>(inside);
            const int device = node ? node->deviceAt(point) : -1;
            m_gesture = std::make_unique<MoveGesture>(*this, point, inside->name(), extend);
            if (device >= 0 && !extend)
                m_document->selection()->selectDevices({inside->name() + ":" + std::to_string(device)});
        } else if (!header.empty()) {
            m_gesture = std::make_unique<MoveGesture>(*this, point, header, extend);
        } else if (LinkItem *link = m_scene->linkAtPoint(point)) {
            if (extend)
                m_document->selection()->toggleName(link->name());
            else
                m_document->selection()->selectNames({link->name()});
        } else {
            m_gesture = std::make_unique<RubberBandGesture>(*this, point, extend);
        }
    }
    updateCursor();
    event->accept();
}

void CanvasView::mouseMoveEvent(QMouseEvent *event)
{
    const QPointF point = mapToScene(event->pos());
    m_pointer = point;
    if (m_gesture)
        m_gesture->move(point, event->pos(), event->modifiers());
    else
        hover(point);
    updateCursor();
}

void CanvasView::mouseReleaseEvent(QMouseEvent *event)
{
    if (m_gesture && (event->button() == Qt::LeftButton || event->button() == Qt::MiddleButton)) {
        const std::unique_ptr<Gesture> gesture = std::move(m_gesture);
        gesture->release(mapToScene(event->pos()), event->modifiers());
        endGesture();
        hover(mapToScene(event->pos()));
    }
    updateCursor();
}

void CanvasView::mouseDoubleClickEvent(QMouseEvent *event)
{
    const QPointF point = mapToScene(event->pos());
    if (event->button() != Qt::LeftButton)
        return;
    if (const DeviceGroup *group = findDeviceGroup(m_document->project().cluster, m_scene->groups().tagAt(point))) {
        selectMembers(*m_document, group->name);
        return;
    }
    if (!m_scene->rackToggleAt(point).empty()) {
        mousePressEvent(event); // a quick second click is another click
        return;
    }
    const CanvasItem *under = m_scene->itemAtPoint(point);
    const bool isTile = dynamic_cast<const RackItem *>(under) != nullptr;
    if (const std::string rack = isTile  ? under->name()
                                 : under ? std::string()
                                         : m_scene->rackHeaderAt(point);
        !rack.empty()) {
        toggleRacks(*m_document, {rack});
        return;
    }
    if (dynamic_cast<const NoteItem *>(under)) {
        m_noteEditor->edit(under->name());
        return;
    }
    if (const CanvasItem *item = under) {
        // Closer, to see the devices; from there back to everything.
        if (m_scene->level() == CanvasLevel::near)
            fit();
        else
            setZoom(nearAbove * 1.1, item->pos());
        return;
    }
    fit();
}

bool CanvasView::cancelGesture()
{
    if (!m_gesture)
        return false;
    m_gesture->cancel();
    endGesture();
    return true;
}

void CanvasView::endGesture()
{
    m_gesture.reset();
    viewport()->update();
}

std::string CanvasView::thingAt(QPointF point, double reach) const
{
    if (std::string group = m_scene->groups().tagAt(point); !group.empty())
        return group;
    if (const CanvasItem *item = m_scene->itemAtPoint(point, reach))
        return item->name();
    if (std::string rack = m_scene->rackHeaderAt(point); !rack.empty())
        return rack;
    const LinkItem *link = m_scene->linkAtPoint(point);
    return link ? link->name() : std::string();
}

void CanvasView::hover(QPointF point) { m_scene->setHovered(thingAt(point, (portRadius + 4) / zoom())); }

void CanvasView::updateCursor()
{
    Qt::CursorShape shape = m_spaceHeld ? Qt::OpenHandCursor : m_measuring ? Qt::CrossCursor : Qt::ArrowCursor;
    if (m_gesture) {
        shape = m_gesture->cursor();
    } else if (m_pointer && !m_measuring && !m_spaceHeld && !noteSideAt(*m_scene, *m_pointer).empty()) {
        shape = Qt::SizeHorCursor;
    } else if (!m_scene->hovered().empty()) {
        const CanvasItem *item = m_scene->itemNamed(m_scene->hovered());
        if (item && m_scene->portNear(*item, mapToScene(viewport()->mapFromGlobal(QCursor::pos()))))
            shape = Qt::CrossCursor;
    }
    if (viewport()->cursor().shape() != shape)
        viewport()->setCursor(shape);
}

void CanvasView::wheelEvent(QWheelEvent *event)
{
    const QPoint pixels = event->pixelDelta();
    if (!pixels.isNull() && !(event->modifiers() & Qt::ControlModifier)) {
        panBy(pixels);
    } else if (event->modifiers() & Qt::ShiftModifier) {
        panBy(QPoint(event->angleDelta().y() / 2, 0));
    } else {
        const double steps = event->angleDelta().y() / 120.0;
        setZoom(zoom() * std::pow(1.15, steps), mapToScene(event->position().toPoint()));
    }
    event->accept();
}

bool CanvasView::event(QEvent *event)
{
    // Space that is held moves the view; pressed alone it plays, on release.
    if (event->type() == QEvent::ShortcutOverride) {
        const auto &key = *static_cast<QKeyEvent *>(event);
        if (key.key() == Qt::Key_Space && key.modifiers() == Qt::NoModifier) {
            event->accept();
            return true;
        }
    }
    return QGraphicsView::event(event);
}

void CanvasView::keyPressEvent(QKeyEvent *event)
{
    const double step = event->modifiers() & Qt::ShiftModifier ? gridPitch * 4 : gridPitch;
    if (walk(*event) || widen(*event)) {
        event->accept();
        return;
    }
    switch (event->key()) {
    case Qt::Key_Escape:
        if (cancelGesture())
            break;
        if (m_measuring) {
            setMeasuring(false);
        } else if (m_scene->filter().isActive()) {
            m_scene->setFilter({});
        } else {
            m_document->selection()->clear();
        }
        break;
    case Qt::Key_Left:
        nudgeSelected(*m_document, QPointF(-step, 0));
        break;
    case Qt::Key_Right:
        nudgeSelected(*m_document, QPointF(step, 0));
        break;
    case Qt::Key_Up:
        nudgeSelected(*m_document, QPointF(0, -step));
        break;
    case Qt::Key_Down:
        nudgeSelected(*m_document, QPointF(0, step));
        break;
    case Qt::Key_Space:
        if (!event->isAutoRepeat()) {
            m_spaceHeld = true;
            m_spaceUsed = false;
        }
        updateCursor();
        break;
    default:
        QGraphicsView::keyPressEvent(event);
        return;
    }
    event->accept();
}

bool CanvasView::walk(const QKeyEvent &event)
{
    const auto key = static_cast<Qt::Key>(event.key());
    const NameSet &selected = m_document->selection()->names();
    std::optional<std::string> to;
    if ((event.modifiers() & Qt::ControlModifier) &&
        (key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Up || key == Qt::Key_Down))
        to = thingTowards(*m_scene, selected, key);
    else if (key == Qt::Key_PageDown || key == Qt::Key_PageUp)
        to = nextThing(*m_scene, selected, key == Qt::Key_PageDown);
    else
        return false;
    if (!to)
        return true; // nothing lies there
    const LinkItem *link = m_scene->linkNamed(*to);
    const QPointF place = link ? link->line().center() : m_scene->itemNamed(*to)->pos();
    NameSet names = event.modifiers() & Qt::ShiftModifier ? selected : NameSet();
    names.insert(*to);
    m_document->selection()->selectNames(names);
    if (!viewport()->rect().contains(mapFromScene(place)))
        reveal({*to});
    return true;
}

bool CanvasView::widen(const QKeyEvent &event)
{
    constexpr double step = 20; // pixels at 100 %, as in the inspector
    const bool wider = event.key() == Qt::Key_Right;
    const NameSet notes = selectedNotes(*m_document);
    if (!(event.modifiers() & Qt::AltModifier) || (!wider && event.key() != Qt::Key_Left) || notes.empty())
        return false;
    widenNotes(*m_document, notes, wider ? step : -step);
    return true;
}

void CanvasView::keyReleaseEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Space && !event->isAutoRepeat() && m_spaceHeld) {
        m_spaceHeld = false;
        updateCursor();
        if (!m_spaceUsed)
            emit playRequested();
    }
    QGraphicsView::keyReleaseEvent(event);
}

void CanvasView::leaveEvent(QEvent *event)
{
    m_pointer.reset();
    if (!m_gesture)
        m_scene->setHovered({});
    QGraphicsView::leaveEvent(event);
}

void CanvasView::contextMenuEvent(QContextMenuEvent *event)
{
    const QPointF point = mapToScene(event->pos());
    const std::string name = thingAt(point);
    // The menu is about what is under the pointer; by the keyboard about what is selected.
    if (event->reason() == QContextMenuEvent::Mouse && name.empty())
        m_document->selection()->clear();
    else if (!name.empty() && !m_document->selection()->contains(name))
        m_document->selection()->selectNames({name});
    QGraphicsView::contextMenuEvent(event);
    event->ignore(); // the window knows the actions
}

} // namespace heteroscope
