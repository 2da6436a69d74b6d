// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/view/canvas_view.h"

#include "canvas/controls/canvas_controls.h"
#include "canvas/controls/canvas_legend.h"
#include "canvas/view/note_editor.h"
#include "canvas/view/preview_chip.h"
#include "cluster/catalog.h"
#include "editing/canvas_edits.h"
#include "editing/group_commands.h"
#include "editing/note_commands.h"
#include "jobs/session.h"
#include "language/plan_words.h"

#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace heteroscope {

CanvasView::CanvasView(Document *document, QWidget *parent)
    : QGraphicsView(parent),
      m_document(document),
      m_scene(new CanvasScene(document, this)),
      m_controls(new CanvasControls(this)),
      m_noteEditor(new NoteEditor(this)),
      m_previewChip(new PreviewChip(this))
{
    setScene(m_scene);
    setFrameShape(QFrame::NoFrame);
    setObjectName(QStringLiteral("canvas"));
    setAccessibleName(tr("Cluster canvas"));
    connect(document->selection(), &Selection::changed, this, &CanvasView::describeSelection);
    describeSelection();
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
        m_clearOfLegend = true;
    });
    connect(document, &Document::projectChanged, this, [this] {
        if (m_followFit) {
            // Where things move anyway, they move from below an open legend too.
            m_clearOfLegend = m_clearOfLegend || m_scene->contentRectAt(1) != m_fitted;
            fitAndFollow();
        }
        measureAgain();
    });
    connect(legend(), &CanvasLegend::openChanged, this, [this] { m_clearOfLegend = false; });
    m_scene->setSeenPart([this] {
        CanvasScene::SeenPart part{mapToScene(viewport()->rect()).boundingRect(), {}};
        for (const QRect &control : m_controls->places())
            part.covered.push_back(mapToScene(control).boundingRect());
        return part;
    });
    updateSceneRect();
}

CanvasView::~CanvasView() { m_scene->setSeenPart({}); }

void CanvasView::setSession(Session *session)
{
    m_session = session;
    connect(session, &Session::shownChanged, this, [this, session] {
        m_previewChip->say({});
        m_scene->setOverlay(makeOverlay(session->shown()));
        measureAgain(); // links may run at other rates then
    });
    connect(session, &Session::staleChanged, this, [this, session] { m_scene->setStale(session->isStale()); });
    m_scene->setOverlay(makeOverlay(session->shown()));
    m_scene->setStale(session->isStale());
}

void CanvasView::setPreview(const std::shared_ptr<const Simulation> &preview)
{
    if (!preview && !m_scene->isPreview())
        return;
    const std::shared_ptr<const Simulation> &shown = m_session->shown();
    const bool isOther = preview && preview->result && !(shown && shown->plan == preview->plan);
    m_previewChip->say(isOther ? tr("Preview: %1").arg(nameOf(preview->plan)) : QString());
    if (isOther)
        m_scene->setPreview(makeOverlay(preview));
    else
        m_scene->setOverlay(makeOverlay(shown));
}

CanvasLegend *CanvasView::legend() const { return m_controls->legend(); }

bool CanvasView::isLegendShown() const { return m_controls->isLegendShown(); }

void CanvasView::setLegendShown(bool shown)
{
    if (shown == isLegendShown())
        return;
    if (!shown && legend()->isAncestorOf(focusWidget()))
        setFocus();
    m_controls->setLegendShown(shown);
    emit legendShownChanged(shown);
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
    const double lowest = wanted < smallestZoom ? std::min(smallestZoom, lowestZoom()) : smallestZoom;
    const double value = std::clamp(wanted, lowest, largestZoom);
    const QPointF anchor = keep.value_or(mapToScene(viewport()->rect().center()));
    const QPointF before = viewportTransform().map(anchor);
    m_followFit = false;
    m_scene->setZoom(value);
    setTransform(QTransform::fromScale(pixelsPerUnit(), pixelsPerUnit()));
    const QPointF after = viewportTransform().map(anchor);
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() +
                                    static_cast<int>(std::lround(after.x() - before.x())));
    verticalScrollBar()->setValue(verticalScrollBar()->value() + static_cast<int>(std::lround(after.y() - before.y())));
    m_scene->placeCards();
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
        const int row = ring / 4;
        const QPointF place = centre + QPointF(column * stepX, row * nodePitchY / 2);
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
    const QSizeF room = fitRoom().size();
    const double whole = std::min(room.width() / extent.width(), room.height() / extent.height());
    const double lowest = std::min(readable, whole);
    setZoom(std::clamp(zoom(), lowest, std::max(lowest, std::min(whole, 1.0))));
    centerOn(extent.center());
    viewport()->update();
}

void CanvasView::addNote() { addNoteAt(m_pointer.value_or(freePlaceInView())); }

void CanvasView::addNoteAt(QPointF point)
{
    m_followFit = false; // it stays where it is written
    m_noteEditor->begin(point);
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

FitRoom CanvasView::fitRoom() const
{
    const double pixel = 1 / m_magnification;
    FitRoom room;
    room.view = QSizeF(viewport()->size()) * pixel;
    room.top = m_controls->roomAtTop() * pixel;
    room.bottom = m_controls->roomAtBottom() * pixel;
    room.left = m_controls->widthAtLeft() * pixel;
    room.right = m_controls->widthAtRight() * pixel;
    const auto scaled = [pixel](const QRectF &rect) { return QRectF(rect.topLeft() * pixel, rect.size() * pixel); };
    room.corner = scaled(m_controls->corner());
    if (m_clearOfLegend)
        room.covered = scaled(m_controls->covered());
    return room;
}

double CanvasView::lowestZoom() const
{
    return isAnythingDrawn(m_document->project()) ? fitPlace(*m_scene, fitRoom()).zoom : smallestZoom;
}

void CanvasView::setMagnification(double magnification)
{
    if (magnification == m_magnification)
        return;
    const CanvasPlace before = place();
    m_magnification = magnification;
    m_controls->setMagnification(magnification);
    m_controls->place(viewport()->rect());
    setPlace(before);
}

void CanvasView::fit()
{
    m_clearOfLegend = true;
    fitAndFollow();
}

void CanvasView::fitAndFollow()
{
    const QSizeF room = viewport()->size();
    const bool empty = !isAnythingDrawn(m_document->project());
    FitPlace place;
    if (!empty && room.width() >= 50 && room.height() >= 50)
        place = fitPlace(*m_scene, fitRoom());
    m_fitted = m_scene->contentRectAt(1);
    const double best = place.zoom;
    m_scene->setZoom(best);
    setTransform(QTransform::fromScale(pixelsPerUnit(), pixelsPerUnit()));
    const QPointF wanted = place.centre;
    const QPointF now = mapToScene(viewport()->rect().center());
    const QPointF by = (wanted - now) * pixelsPerUnit();
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() + static_cast<int>(std::lround(by.x())));
    verticalScrollBar()->setValue(verticalScrollBar()->value() + static_cast<int>(std::lround(by.y())));
    m_followFit = true;
    m_scene->placeCards();
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

void CanvasView::describeSelection()
{
    const Selection &selection = *m_document->selection();
    const std::size_t count = selection.names().size() + selection.devices().size();
    QString what = tr("%1 items").arg(count);
    if (count == 1)
        what = selection.names().empty() ? QString::fromStdString(*selection.devices().begin())
                                         : thingText(m_document->project(), *selection.names().begin());
    setAccessibleDescription(count == 0 ? tr("Nothing is selected") : tr("Selected: %1").arg(what));
}

} // namespace heteroscope
