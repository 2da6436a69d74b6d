// SPDX-License-Identifier: GPL-3.0-or-later
//
// Mouse, wheel and keys of the timeline.
#include "replay/replay.h"
#include "timeline/timeline_view.h"

#include <QtWidgets>

#include <cmath>

namespace heteroscope {

void TimelineView::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    m_view.setWidth(layoutState().barsWidth());
    m_overview = QPixmap();
    updateScrollBar();
    changeView();
}

void TimelineView::scrollContentsBy(int, int) { changeView(); }

void TimelineView::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        dropLayers();
    QAbstractScrollArea::changeEvent(event);
}

void TimelineView::wheelEvent(QWheelEvent *event)
{
    event->accept();
    const QPoint angle = event->angleDelta();
    const double notches = angle.y() / 120.0;
    if (event->modifiers() & Qt::ControlModifier) {
        m_view.zoomAt(event->position().x() / m_magnification - laneHeadWidth, std::pow(1.25, notches));
        clearHover();
        changeView();
        return;
    }
    const bool sideways = (event->modifiers() & Qt::ShiftModifier) || std::abs(angle.x()) > std::abs(angle.y()) ||
                          verticalScrollBar()->maximum() == 0;
    if (sideways) {
        const double pixels = std::abs(angle.x()) > std::abs(angle.y()) ? angle.x() : angle.y();
        m_view.scrollBy(-pixels);
        clearHover();
        changeView();
        return;
    }
    verticalScrollBar()->setValue(verticalScrollBar()->value() -
                                  static_cast<int>(std::lround(notches * 2 * laneHeight)));
}

void TimelineView::keyPressEvent(QKeyEvent *event)
{
    const double cursor = m_cursor.x() > laneHeadWidth ? m_cursor.x() - laneHeadWidth : m_view.width / 2;
    const auto moveSelection = [this](int step) {
        if (!m_selectedBar.isValid())
            return false;
        const auto count =
            static_cast<int>(m_data->result->lanes[static_cast<std::size_t>(m_selectedBar.lane)].intervals.size());
        m_selectedBar.interval = std::clamp(m_selectedBar.interval + step, 0, count - 1);
        emit barSelected(m_selectedBar);
        emit hovered(explainBar(*m_data->result, m_selectedBar, m_data->topology.get()).plain());
        viewport()->update();
        return true;
    };
    if (event->matches(QKeySequence::Copy) && !m_measureCsv.isEmpty()) {
        QApplication::clipboard()->setText(m_measureCsv);
        return;
    }
    if (m_data->result && (searchKey(*event) || moveKey(*event) || markerKey(*event)))
        return;
    if (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier)) {
        event->ignore();
        return;
    }
    if (replayKey(event))
        return;
    if (m_data->result && laneKey(*event))
        return;
    switch (event->key()) {
    case Qt::Key_W:
    case Qt::Key_Plus:
        m_view.zoomAt(cursor, 1.5);
        break;
    case Qt::Key_S:
    case Qt::Key_Minus:
        m_view.zoomAt(cursor, 1 / 1.5);
        break;
    case Qt::Key_A:
        m_view.scrollBy(-m_view.width / 8);
        break;
    case Qt::Key_D:
        m_view.scrollBy(m_view.width / 8);
        break;
    case Qt::Key_Left:
        if (!moveSelection(-1))
            m_view.scrollBy(-m_view.width / 8);
        break;
    case Qt::Key_Right:
        if (!moveSelection(1))
            m_view.scrollBy(m_view.width / 8);
        break;
    case Qt::Key_Up:
    case Qt::Key_Down:
        selectLaneBeside(event->key() == Qt::Key_Down ? 1 : -1);
        break;
    case Qt::Key_F:
        m_view.fit();
        break;
    case Qt::Key_L:
        setLinksShown(!m_linksShown);
        break;
    case Qt::Key_K:
        setCountersShown(!m_countersShown);
        break;
    case Qt::Key_C:
        setCriticalPathShown(!m_criticalShown);
        break;
    case Qt::Key_Escape:
        clearMeasure();
        m_selectedBar = {};
        m_selectedLanes.clear();
        selectMarker(0);
        m_draggedMarker.reset();
        makeCounters();
        m_drag = Drag::none;
        clearHover();
        setCriticalPathShown(false);
        emit laneSelected(-1);
        emit barSelected({});
        emit measured(QString());
        break;
    default:
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    changeView();
}

void TimelineView::selectLaneBeside(int step)
{
    if (!m_data->result || m_data->result->lanes.empty())
        return;
    // From the bar that is selected to the one at its middle in the next lane; from nothing to the first in view.
    const auto laneOf = [this](int lane) -> const Lane & {
        return m_data->result->lanes[static_cast<std::size_t>(lane)];
    };
    const TimelineLayout layout = layoutState();
    int lane = 0;
    for (const TimelineLayout::PlacedRow &placed : layout.visibleRows())
        if (placed.row.lane >= 0 && !placed.pinned) {
            lane = placed.row.lane;
            break;
        }
    Ticks time = m_view.start;
    if (m_selectedBar.isValid()) {
        const LaneInterval &now =
            laneOf(m_selectedBar.lane).intervals[static_cast<std::size_t>(m_selectedBar.interval)];
        time = Ticks((now.start.count + now.end.count) / 2);
        // The next one that is shown, not one in a folded group; without one it stays.
        const RowTable &rows = *m_rows.table();
        lane = m_selectedBar.lane;
        for (int row = rows.rowOf[static_cast<std::size_t>(lane)] + step;
             row >= 0 && row < static_cast<int>(rows.rows.size()); row += step)
            if (const int next = rows.rows[static_cast<std::size_t>(row)].lane; next >= 0) {
                lane = next;
                break;
            }
    }
    if (laneOf(lane).intervals.empty())
        return;
    const std::size_t found = std::min(intervalAt(laneOf(lane), time), laneOf(lane).intervals.size() - 1);
    m_selectedBar = {lane, static_cast<int>(found)};
    m_selectedLanes = {lane};
    makeCounters();
    const int top = layout.laneTop(lane) - layout.bodyTop() + layout.scroll;
    const int room = layout.size.height() - layout.bodyTop();
    verticalScrollBar()->setValue(std::min(top, std::max(verticalScrollBar()->value(), top + laneHeight - room)));
    emit laneSelected(lane);
    emit barSelected(m_selectedBar);
    emit hovered(explainBar(*m_data->result, m_selectedBar, m_data->topology.get()).plain());
}

BarId TimelineView::barAt(QPoint at) const
{
    const TimelineLayout layout = layoutState();
    const int lane = layout.laneAt(at.y());
    if (lane < 0 || at.x() < laneHeadWidth || !m_data->result)
        return {};
    const Lane &shown = m_data->result->lanes[static_cast<std::size_t>(lane)];
    const std::size_t found = intervalAt(shown, m_view.time(at.x() - laneHeadWidth + 0.5));
    return found < shown.intervals.size() ? BarId{lane, static_cast<int>(found)} : BarId{};
}

std::optional<TimelineView::Hover> TimelineView::hoverAt(QPoint at) const
{
    const TimelineLayout layout = layoutState();
    Hover hover{barAt(at), -1, at};
    hover.marker = flagAt(at);
    if (hover.marker != 0)
        return hover;
    hover.link = at.x() < laneHeadWidth ? -1 : layout.linkAt(at.y());
    hover.counter = at.x() < laneHeadWidth ? -1 : layout.counterAt(at.y());
    if (hover.link >= 0 || hover.counter >= 0)
        return hover;
    const BarId bar = hover.bar;
    if (!bar.isValid())
        return std::nullopt;
    if (at.y() - layout.laneTop(bar.lane) < TimelineLayout::barTop) {
        hover.memory = true;
        return hover;
    }
    if (at.y() - layout.laneTop(bar.lane) >= TimelineLayout::trafficTop) {
        hover.traffic = -2; // in the communication row, on nothing
        const auto lane = static_cast<std::size_t>(bar.lane);
        for (const TrafficMark &mark : trafficMarks(m_data->result->lanes[lane], m_data->indices[lane], m_view)) {
            const double x = at.x() - laneHeadWidth + 0.5;
            if (x >= mark.x0 && x < std::max(mark.x0 + 2, mark.x1))
                hover.traffic = static_cast<int>(mark.first);
        }
    }
    return hover;
}

Explanation TimelineView::explanationOf(const Hover &hover) const
{
    if (const Marker *marker = m_markers.find(hover.marker))
        return explanationOf(*marker);
    const StepResult &result = *m_data->result;
    const Ticks time = m_view.time(hover.at.x() - laneHeadWidth + 0.5);
    if (hover.link >= 0)
        return explainLink(result, *m_data->topology, m_data->links[static_cast<std::size_t>(hover.link)].links, time);
    if (hover.counter >= 0)
        return {counterText(static_cast<std::size_t>(hover.counter), time), {}};
    const auto lane = static_cast<std::size_t>(hover.bar.lane);
    if (hover.memory) {
        const auto &points = m_data->memory[lane].points();
        return explainMemory(result.lanes[lane], points[m_data->memory[lane].pointAt(time)],
                             m_data->memory[lane].base(), time);
    }
    Explanation says;
    bool inRow = hover.traffic == -1;
    if (hover.traffic >= 0) {
        says = explainTraffic(result, hover.bar.lane, static_cast<std::size_t>(hover.traffic));
        inRow = true;
    } else if (hover.traffic == -1) {
        says = explainBar(result, hover.bar, m_data->topology.get());
    }
    if (!m_criticalShown || !inRow)
        return says;
    const int piece = pieceAt(m_data->thread, hover.bar.lane, time);
    if (piece >= 0 && isTransfer(m_data->thread[static_cast<std::size_t>(piece)]) == (hover.traffic >= 0))
        says.lines << criticalLine(m_data->thread, m_data->thread[static_cast<std::size_t>(piece)]);
    return says;
}

void TimelineView::showHover()
{
    m_hover = m_data->result ? hoverAt(m_cursor) : std::nullopt;
    m_card = {};
    if (m_hover)
        m_card = explanationOf(*m_hover);
    emit hovered(m_card.headline.isEmpty() ? QString() : m_card.plain());
    viewport()->update();
}

void TimelineView::clearHover()
{
    m_hoverTimer.stop();
    if (!m_hover)
        return;
    m_hover.reset();
    m_card = {};
    emit hovered(QString());
    viewport()->update();
}

void TimelineView::moveOverview(int x)
{
    // The middle of the window follows the cursor.
    const double scale =
        static_cast<double>(m_view.stepEnd.count) / std::max(1.0, m_view.width - TimelineViewport::rightPad);
    const double length = m_view.width * m_view.ticksPerPixel;
    const double middle = (x - laneHeadWidth) * scale;
    m_view.scrollBy((middle - length / 2 - static_cast<double>(m_view.start.count)) / m_view.ticksPerPixel);
    changeView();
}

void TimelineView::mousePressEvent(QMouseEvent *event)
{
    const QPoint at = inner(event->position());
    const TimelineLayout layout = layoutState();
    m_pressed = at;
    m_moved = false;
    clearHover();
    if (!m_data->result)
        return;
    if (event->button() == Qt::MiddleButton) {
        m_drag = Drag::pan;
    } else if (const int marker = flagAt(at); event->button() == Qt::LeftButton && marker != 0) {
        pressMarker(marker);
    } else if (event->button() == Qt::LeftButton && layout.overviewRect().contains(at)) {
        m_drag = Drag::overview;
        moveOverview(at.x());
    } else if (event->button() == Qt::LeftButton && m_replay && (event->modifiers() & Qt::ShiftModifier) &&
               at.x() >= laneHeadWidth) {
        m_replay->runUntil(m_view.time(at.x() - laneHeadWidth));
    } else if (event->button() == Qt::LeftButton && m_replay && layout.rulerRect().contains(at)) {
        m_drag = Drag::head;
        m_replay->pause();
        m_replay->seek(m_view.time(at.x() - laneHeadWidth));
    } else if (event->button() == Qt::LeftButton && at.x() < laneHeadWidth && layout.laneAt(at.y()) >= 0) {
        m_drag = Drag::lane;
        m_draggedLane = layout.laneAt(at.y());
    } else if (event->button() == Qt::LeftButton) {
        m_drag = Drag::measure;
    }
}

void TimelineView::mouseMoveEvent(QMouseEvent *event)
{
    const QPoint at = inner(event->position());
    const QPoint before = m_cursor;
    m_cursor = at;
    m_isPointed = true;
    switch (m_drag) {
    case Drag::overview:
        moveOverview(at.x());
        return;
    case Drag::head:
        m_replay->seek(m_view.time(at.x() - laneHeadWidth));
        return;
    case Drag::pan:
        m_view.scrollBy(before.x() - at.x());
        verticalScrollBar()->setValue(verticalScrollBar()->value() + before.y() - at.y());
        changeView();
        return;
    case Drag::lane:
        dragLane(at);
        return;
    case Drag::marker:
        dragMarker(at);
        return;
    case Drag::measure:
        if (!m_moved && std::abs(at.x() - m_pressed.x()) < 4)
            return;
        if (m_pressed.x() >= laneHeadWidth) {
            m_moved = true;
            Ticks from = m_view.time(m_pressed.x() - laneHeadWidth);
            Ticks to = m_view.time(at.x() - laneHeadWidth);
            if (to < from)
                std::swap(from, to);
            to = std::min(to, m_data->result->stepTime); // the axis may be longer
            from = std::min(from, to);
            clearMeasure();
            m_measure = {from, to};
            emit measured(measureText(*m_data->result, m_data->indices, from, to));
            viewport()->update();
        }
        return;
    case Drag::none:
        break;
    }
    hoverHead(at);
    if (m_hover)
        clearHover();
    if (m_hoverDelay <= 0)
        showHover();
    else
        m_hoverTimer.start(m_hoverDelay);
}

void TimelineView::mouseReleaseEvent(QMouseEvent *event)
{
    const Drag drag = std::exchange(m_drag, Drag::none);
    if (drag == Drag::measure && m_moved)
        finishMeasure();
    if (drag == Drag::lane)
        viewport()->unsetCursor();
    if (const auto moved = std::exchange(m_draggedMarker, std::nullopt))
        emit markerChanged(*moved);
    const bool mayClick = drag == Drag::measure || drag == Drag::lane;
    if (!mayClick || m_moved || event->button() != Qt::LeftButton || !m_data->result)
        return;
    const QPoint at = inner(event->position());
    if (layoutState().isLinksHeader(at.y()))
        setLinksShown(!m_linksShown);
    else
        click(at, event->modifiers());
}

void TimelineView::pointAt(QPoint viewportPoint)
{
    const QPoint at = inner(viewportPoint);
    // What belongs to the selection already keeps all of it.
    if (m_data->result && !m_selectedLanes.contains(layoutState().laneAt(at.y())))
        click(at, {});
}

std::optional<Ticks> TimelineView::timeAt(QPoint viewportPoint) const
{
    const int x = inner(viewportPoint).x();
    return m_data->result && x >= laneHeadWidth ? std::optional(m_view.time(x - laneHeadWidth)) : std::nullopt;
}

void TimelineView::click(QPoint at, Qt::KeyboardModifiers modifiers)
{
    const TimelineLayout layout = layoutState();
    if (const int row = layout.linkAt(at.y()); row >= 0) {
        const LinkLoad &link = m_data->result->links[m_data->links[static_cast<std::size_t>(row)].links.front()];
        emit linkSelected(QString::fromStdString(m_data->topology->edge(link.edge).link));
        return;
    }
    if (clickRow(at))
        return;
    // A click: a lane's head selects the lane, a bar selects itself and its lane, the empty ground clears.
    const int lane = layout.laneAt(at.y());
    selectMarker(0);
    clearMeasure();
    emit measured(QString());
    m_selectedBar = barAt(at);
    if ((modifiers & Qt::ControlModifier) && lane >= 0) {
        if (!m_selectedLanes.erase(lane))
            m_selectedLanes.insert(lane);
    } else {
        m_selectedLanes.clear();
        if (lane >= 0)
            m_selectedLanes.insert(lane);
    }
    makeCounters();
    m_bars = QPixmap();
    viewport()->update();
    emit laneSelected(lane);
    emit barSelected(m_selectedBar);
    if (m_selectedBar.isValid())
        emit hovered(explainBar(*m_data->result, m_selectedBar, m_data->topology.get()).plain());
}

bool TimelineView::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::Leave) {
        m_isPointed = false;
        clearHover();
        hoverHead({laneHeadWidth, 0});
    }
    return QAbstractScrollArea::viewportEvent(event);
}

} // namespace heteroscope
