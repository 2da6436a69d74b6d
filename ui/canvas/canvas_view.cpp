// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/canvas_view.h"

#include "canvas/canvas_controls.h"
#include "canvas/canvas_edits.h"
#include "canvas/canvas_walk.h"
#include "canvas/group_commands.h"
#include "canvas/note_commands.h"
#include "canvas/note_editor.h"
#include "canvas/rack_commands.h"
#include "cluster/catalog.h"
#include "jobs/session.h"

#include <QKeyEvent>
#include <QMimeData>
#include <QMouseEvent>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace heteroscope {
namespace {

constexpr double fitMargin = 24; // pixels around everything
constexpr double fitTop = 84;    // room for the controls at the top
constexpr double fitBottom = 40; // and for the hint at the bottom

bool overlaps(const CanvasScene &scene, double zoom)
{
    std::vector<QRectF> rects;
    for (const auto &[name, item] : scene.nodes())
        rects.push_back(item->sceneRectAt(zoom));
    for (const auto &[name, item] : scene.racks())
        rects.push_back(item->sceneRectAt(zoom));
    std::sort(rects.begin(), rects.end(), [](const QRectF &a, const QRectF &b) { return a.left() < b.left(); });
    for (std::size_t i = 0; i < rects.size(); ++i)
        for (std::size_t j = i + 1; j < rects.size() && rects[j].left() < rects[i].right(); ++j)
            if (rects[i].intersects(rects[j]))
                return true;
    return false;
}

/// Things keep their size on the screen within a level, so the zoom is looked for from near to far. Where cards would
/// cover each other the far level is taken.
double zoomThatFits(const CanvasScene &scene, QSizeF room)
{
    for (double zoom = 1; zoom > smallestZoom; zoom *= 0.98) {
        const QSizeF size = scene.contentRectAt(zoom).size() * zoom;
        if (size.width() > room.width() || size.height() > room.height())
            continue;
        if (levelAt(zoom) == CanvasLevel::middle && overlaps(scene, zoom))
            continue;
        return zoom;
    }
    return smallestZoom;
}

} // namespace

CanvasView::CanvasView(Document *document, QWidget *parent)
    : QGraphicsView(parent),
      m_document(document),
      m_scene(new CanvasScene(document, this)),
      m_controls(new CanvasControls(this)),
      m_noteEditor(new NoteEditor(this))
{
    setScene(m_scene);
    setFrameShape(QFrame::NoFrame);
    setObjectName(QStringLiteral("canvas"));
    setAccessibleName(tr("Cluster canvas"));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setViewportUpdateMode(QGraphicsView::FullViewportUpdate);
    setRenderHint(QPainter::Antialiasing);
    setOptimizationFlag(QGraphicsView::DontSavePainterState);
    setTransformationAnchor(QGraphicsView::NoAnchor);
    setResizeAnchor(QGraphicsView::NoAnchor);
    setAcceptDrops(true);
    setMouseTracking(true);
    viewport()->setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    if (const LinkType *type = builtinCatalog().findLink("InfiniBand HDR 200G"))
        m_linkType = *type;
    connect(document, &Document::projectChanged, this, &CanvasView::updateSceneRect);
    connect(document, &Document::projectReplaced, this, [this] {
        m_gesture.reset();
        m_followFit = true;
    });
    connect(document, &Document::projectChanged, this, [this] {
        if (m_followFit)
            fitAndFollow();
        measureAgain();
    });
    updateSceneRect();
}

CanvasView::~CanvasView() = default;

void CanvasView::setSession(Session *session)
{
    connect(session, &Session::shownChanged, this, [this, session] {
        m_scene->setOverlay(makeOverlay(session->shown()));
        measureAgain(); // links may run at other rates then
    });
    connect(session, &Session::staleChanged, this, [this, session] { m_scene->setStale(session->isStale()); });
    m_scene->setOverlay(makeOverlay(session->shown()));
    m_scene->setStale(session->isStale());
}

void CanvasView::updateSceneRect()
{
    // Room to pan beyond everything; the scroll bars are hidden, so its exact size shows nowhere.
    QRectF rect = m_scene->centresRect();
    const double reach = 6000 + std::max(rect.width(), rect.height()) * 2;
    setSceneRect(rect.adjusted(-reach, -reach, reach, reach));
}

void CanvasView::setZoom(double wanted, std::optional<QPointF> keep)
{
    const double value = std::clamp(wanted, smallestZoom, largestZoom);
    const QPointF anchor = keep.value_or(mapToScene(viewport()->rect().center()));
    const QPointF before = viewportTransform().map(anchor);
    m_followFit = false;
    m_scene->setZoom(value);
    setTransform(QTransform::fromScale(value, value));
    const QPointF after = viewportTransform().map(anchor);
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() +
                                    static_cast<int>(std::lround(after.x() - before.x())));
    verticalScrollBar()->setValue(verticalScrollBar()->value() + static_cast<int>(std::lround(after.y() - before.y())));
    emit zoomChanged(value);
}

void CanvasView::panBy(QPoint pixels)
{
    m_followFit = false;
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() - pixels.x());
    verticalScrollBar()->setValue(verticalScrollBar()->value() - pixels.y());
    viewport()->update();
}

CanvasPlace CanvasView::place() const { return {zoom(), mapToScene(viewport()->rect().center()), m_followFit}; }

void CanvasView::setPlace(const CanvasPlace &place)
{
    if (place.fitted) {
        fitAndFollow();
        return;
    }
    setZoom(place.zoom);
    centerOn(place.centre);
    viewport()->update();
}

void CanvasView::setLinkType(const LinkType &type)
{
    m_linkType = type;
    emit linkTypeChanged();
}

void CanvasView::showFeedback(const QString &text) { emit feedback(text); }

QPointF CanvasView::freePlaceInView() const
{
    const QPointF centre = snappedToGrid(mapToScene(viewport()->rect().center()));
    const double stepX = std::max(nodePitchX / 2, cardSize.width() / zoom() + gridPitch);
    for (int ring = 0; ring < 40; ++ring) {
        // Right and left in turns, then further down.
        const int column = (ring % 4 + 1) / 2 * (ring % 2 == 1 ? 1 : -1);
        const QPointF place = centre + QPointF(column * stepX, ring / 4 * nodePitchY / 2);
        if (!m_scene->itemAtPoint(place, gridPitch))
            return snappedToGrid(place);
    }
    return centre;
}

QPointF CanvasView::pastePlace() const { return m_pointer.value_or(mapToScene(viewport()->rect().center())); }

void CanvasView::reveal(const NameSet &names)
{
    QRectF extent;
    const auto add = [&](const std::string &thing) {
        if (const CanvasItem *item = m_scene->itemNamed(thing))
            extent |= item->sceneRectAt(1).adjusted(-1, -1, 1, 1);
    };
    const Cluster &cluster = m_document->project().cluster;
    for (const std::string &name : names) {
        add(name);
        if (const LinkItem *link = m_scene->linkNamed(name))
            extent |= link->path().points.boundingRect().adjusted(-1, -1, 1, 1);
        else if (const Link *hidden = cluster.findLink(name))
            add(hidden->from); // the tile of its rack
        else if (const DeviceGroup *group = findDeviceGroup(cluster, name))
            for (const GroupPart &part : partsOf(cluster, *group))
                add(part.node);
        else if (const Rack *rack = cluster.findRack(name))
            std::for_each(rack->members.begin(), rack->members.end(), add);
    }
    if (extent.isEmpty())
        return;
    // Near enough to be read, far enough to be seen whole; a zoom that does both already is kept.
    constexpr double readable = 0.7;
    const double whole = std::min((viewport()->width() - 2 * fitMargin) / extent.width(),
                                  (viewport()->height() - fitTop - fitBottom) / extent.height());
    const double lowest = std::min(readable, whole);
    setZoom(std::clamp(zoom(), lowest, std::max(lowest, std::min(whole, 1.0))));
    centerOn(extent.center());
    viewport()->update();
}

void CanvasView::addNote()
{
    m_followFit = false; // it stays where it is written
    m_noteEditor->begin(m_pointer.value_or(freePlaceInView()));
}

void CanvasView::editNote()
{
    if (const NameSet keys = selectedNotes(*m_document); keys.size() == 1)
        m_noteEditor->edit(*keys.begin());
}

bool CanvasView::finishNote() { return m_noteEditor->finish(); }

void CanvasView::setMeasuring(bool on)
{
    if (on == m_measuring)
        return;
    m_measuring = on;
    m_tape.reset();
    showMeasurement({});
    if (on) {
        std::vector<std::string> ends;
        for (const std::string &name : m_document->selection()->names()) {
            if (const CanvasItem *item = m_scene->itemNamed(name); item && item->hasPorts())
                ends.push_back(name);
        }
        if (ends.size() == 2)
            showMeasurement(measure(ends.front(), ends.back()));
    }
    updateCursor();
    emit measuringChanged(on);
}

Measurement CanvasView::measure(const std::string &from, const std::string &to)
{
    const Seconds at = m_scene->timeOnShow();
    if (!m_tape || !m_tape->isFor(m_document->snapshot(), at))
        m_tape = std::make_unique<MeasuringTape>(m_document->snapshot(), at);
    return m_tape->between(from, to);
}

void CanvasView::measureAgain()
{
    if (!m_measurement.to.empty())
        showMeasurement(measure(m_measurement.from, m_measurement.to));
}

void CanvasView::showMeasurement(const Measurement &measurement)
{
    m_measurement = measurement;
    setAccessibleDescription(measurement.text);
    viewport()->update();
}

void CanvasView::fit() { fitAndFollow(); }

void CanvasView::fitAndFollow()
{
    const QSizeF room = viewport()->size();
    const bool empty = !isAnythingDrawn(m_document->project());
    const double best =
        empty || room.width() < 50 || room.height() < 50
            ? 1.0
            : zoomThatFits(*m_scene, QSizeF(room.width() - 2 * fitMargin, room.height() - fitTop - fitBottom));
    m_scene->setZoom(best);
    setTransform(QTransform::fromScale(best, best));
    const QRectF all = m_scene->contentRect();
    const QPointF wanted = all.center() - QPointF(0, (fitTop - fitBottom) / 2 / best);
    const QPointF now = mapToScene(viewport()->rect().center());
    const QPointF by = (wanted - now) * best;
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() + static_cast<int>(std::lround(by.x())));
    verticalScrollBar()->setValue(verticalScrollBar()->value() + static_cast<int>(std::lround(by.y())));
    m_followFit = true;
    emit zoomChanged(best);
    viewport()->update();
}

void CanvasView::renderTo(QPainter &painter, const QRectF &target)
{
    // The same fit as on the screen, but without room for controls.
    const double oldZoom = zoom();
    const double best = zoomThatFits(*m_scene, QSizeF(target.width() - 2 * fitMargin, target.height() - 2 * fitMargin));
    m_scene->setZoom(best);
    QRectF source(QPointF(), target.size() / best);
    source.moveCenter(m_scene->contentRect().center());
    m_scene->render(&painter, target, source, Qt::KeepAspectRatio);
    m_scene->setZoom(oldZoom);
}

void CanvasView::mousePressEvent(QMouseEvent *event)
{
    if (m_gesture)
        return;
    const QPointF point = mapToScene(event->pos());
    const bool extend = event->modifiers() & (Qt::ShiftModifier | Qt::ControlModifier);
    if (event->button() == Qt::MiddleButton || (event->button() == Qt::LeftButton && m_spaceHeld)) {
        m_gesture = std::make_unique<PanGesture>(*this, event->pos());
    } else if (event->button() == Qt::LeftButton && m_measuring) {
        showMeasurement({});
        if (const CanvasItem *item = m_scene->itemAtPoint(point); item && item->hasPorts())
            m_gesture = std::make_unique<MeasureGesture>(*this, item->name(), point);
    } else if (event->button() == Qt::LeftButton) {
        CanvasItem *item = m_scene->itemAtPoint(point, (portRadius + 4) / zoom());
        const auto side = item && m_scene->hovered() == item->name() ? m_scene->portNear(*item, point) : std::nullopt;
        const std::string toggle = m_scene->rackToggleAt(point);
        const std::string header = m_scene->rackHeaderAt(point);
        if (side) {
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

void CanvasView::keyPressEvent(QKeyEvent *event)
{
    const double step = event->modifiers() & Qt::ShiftModifier ? gridPitch * 4 : gridPitch;
    if (walk(*event)) {
        event->accept();
        return;
    }
    switch (event->key()) {
    case Qt::Key_Escape:
        if (m_gesture) {
            m_gesture->cancel();
            endGesture();
        } else if (m_measuring) {
            setMeasuring(false);
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
        if (!event->isAutoRepeat())
            m_spaceHeld = true;
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
    NameSet names = event.modifiers() & Qt::ShiftModifier ? selected : NameSet();
    names.insert(*to);
    m_document->selection()->selectNames(names);
    if (!viewport()->rect().contains(mapFromScene(m_scene->itemNamed(*to)->pos())))
        reveal({*to});
    return true;
}

void CanvasView::keyReleaseEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Space && !event->isAutoRepeat()) {
        m_spaceHeld = false;
        updateCursor();
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

void CanvasView::paintEvent(QPaintEvent *event)
{
    QGraphicsView::paintEvent(event);
    const CanvasItem *measured = m_gesture ? nullptr : m_scene->itemNamed(m_measurement.to);
    if (!m_gesture && !m_drop && !measured)
        return;
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    if (measured)
        paintMeasurement(painter, *this, m_measurement, measured->pos());
    if (m_gesture)
        m_gesture->paint(painter);
    if (m_drop)
        paintDropGhost(painter);
}

void CanvasView::resizeEvent(QResizeEvent *event)
{
    QGraphicsView::resizeEvent(event);
    m_controls->place(viewport()->rect());
    if (m_followFit)
        fitAndFollow();
}

void CanvasView::contextMenuEvent(QContextMenuEvent *event)
{
    const QPointF point = mapToScene(event->pos());
    const std::string name = thingAt(point);
    if (!name.empty() && !m_document->selection()->contains(name))
        m_document->selection()->selectNames({name});
    QGraphicsView::contextMenuEvent(event);
    event->ignore(); // the window knows the actions
}

} // namespace heteroscope
