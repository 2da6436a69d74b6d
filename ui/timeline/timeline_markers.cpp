// SPDX-License-Identifier: GPL-3.0-or-later
//
// Markers in the timeline: writing, moving and removing them, and the way from one to the next.
#include "theme/numbers.h"
#include "timeline/timeline_view.h"

#include <QtWidgets>

#include <algorithm>
#include <cmath>

namespace heteroscope {

namespace {

constexpr int fieldWidth = 240; ///< not magnified
constexpr int dragThreshold = 4;
constexpr double snapDistance = 5; ///< px to the edge of a bar

Seconds secondsOf(Ticks time)
{
    return Seconds(static_cast<double>(time.count) / static_cast<double>(Ticks::perSecond));
}

/// The edge of a bar of the lane that is near a time, else the time.
Ticks snappedTo(const Lane &lane, Ticks time, double ticksPerPixel)
{
    const std::size_t found = intervalAt(lane, time);
    if (found >= lane.intervals.size())
        return time;
    const LaneInterval &bar = lane.intervals[found];
    const auto distance = [time](Ticks edge) { return std::abs(static_cast<double>((edge - time).count)); };
    const Ticks edge = distance(bar.start) <= distance(bar.end) ? bar.start : bar.end;
    return distance(edge) <= snapDistance * ticksPerPixel ? edge : time;
}

} // namespace

void TimelineView::buildMarkers()
{
    m_markerField->setObjectName(QStringLiteral("markerText"));
    m_markerField->setPlaceholderText(tr("Text of the marker"));
    m_markerField->setAccessibleName(m_markerField->placeholderText());
    m_markerField->setFont(heteroscope::font(TypeRole::label));
    m_markerField->setFocusPolicy(Qt::ClickFocus); // by Tab the timeline is one stop
    m_markerField->setCursor(Qt::IBeamCursor);
    m_markerField->installEventFilter(this);
    m_markerField->hide();
    connect(m_markerField, &QLineEdit::textChanged, this, [this](const QString &text) {
        if (text.toUtf8().size() > static_cast<qsizetype>(maxMarkerText))
            m_markerField->setText(text.chopped(1));
    });
}

int TimelineView::markersHeight() const
{
    return m_data->result && (!m_markers.markers().empty() || m_writtenMarker) ? MarkerStrip::height : 0;
}

void TimelineView::setMarkers(std::vector<Marker> markers)
{
    if (!m_markers.setMarkers(std::move(markers)))
        return;
    m_draggedMarker.reset();
    if (m_writtenMarker && m_writtenMarker->id != 0 && !m_markers.find(m_writtenMarker->id))
        closeMarkerField(false);
    if (!m_markers.find(m_selectedMarker))
        selectMarker(0);
    clearHover();
    updateScrollBar();
    changeView();
}

void TimelineView::selectMarker(int id)
{
    const Marker *marker = m_markers.find(id);
    if (marker && m_data->result) {
        const double x = m_view.x(timeOf(*marker));
        if (x < 0 || x > m_view.width) {
            m_view.scrollBy(x - m_view.width / 2);
            changeView();
        }
        if (const int lane = m_markers.laneOf(*marker);
            lane >= 0 && m_rows.table()->pinOf[static_cast<std::size_t>(lane)] < 0) {
            const TimelineLayout layout = layoutState();
            const int top = layout.laneTop(lane) - layout.bodyTop() + layout.scroll;
            const int room = layout.size.height() - layout.bodyTop();
            if (layout.isVisible(lane) || m_rows.table()->rowOf[static_cast<std::size_t>(lane)] >= 0)
                verticalScrollBar()->setValue(
                    std::min(top, std::max(verticalScrollBar()->value(), top + laneHeight - room)));
        }
    }
    if (const int now = marker ? id : 0; now != m_selectedMarker) {
        m_selectedMarker = now;
        viewport()->update();
        emit markerSelected(now);
    }
}

int TimelineView::flagAt(QPoint at) const
{
    if (!m_data->result)
        return 0;
    const TimelineLayout layout = layoutState();
    if (!layout.markersRect().contains(at))
        return 0;
    for (const MarkerStrip::Flag &flag : m_markers.flags(layout, m_view))
        if (flag.box.adjusted(-2, -2, 2, 2).contains(at))
            return m_markers.markers()[flag.index].id;
    return 0;
}

int TimelineView::markerAt(QPoint viewportPoint) const { return flagAt(inner(viewportPoint)); }

void TimelineView::writeMarker(std::optional<QPoint> viewportPoint)
{
    if (!m_data->result)
        return;
    Marker marker;
    Ticks time = m_view.time(m_view.width / 2);
    int lane = -1;
    if (viewportPoint) {
        const QPoint at = inner(*viewportPoint);
        time = m_view.time(at.x() - laneHeadWidth);
        lane = layoutState().laneAt(at.y());
    } else if (const LaneInterval *bar =
                   m_selectedBar.isValid() ? intervalOf(*m_data->result, m_selectedBar) : nullptr) {
        time = bar->start;
        lane = m_selectedBar.lane;
    }
    marker.time = secondsOf(std::clamp(time, Ticks(0), m_data->result->stepTime));
    if (lane >= 0 && m_data->topology) {
        const auto &devices = m_data->result->lanes[static_cast<std::size_t>(lane)].devices;
        if (!devices.empty())
            marker.device = m_data->topology->device(devices.front()).name;
    }
    openMarkerField(marker);
}

void TimelineView::editMarker(int id)
{
    if (const Marker *marker = m_markers.find(id)) {
        const Marker edited = *marker; // selecting may scroll, but not change the markers
        selectMarker(id);
        openMarkerField(edited);
    }
}

void TimelineView::openMarkerField(const Marker &marker)
{
    if (m_writtenMarker)
        closeMarkerField(true);
    m_writtenMarker = marker;
    clearHover();
    updateScrollBar();
    m_markerField->setText(QString::fromStdString(marker.text));
    m_markerField->selectAll();
    m_markerField->show();
    m_markerField->setFocus();
    changeView();
}

void TimelineView::placeMarkerField()
{
    if (!m_writtenMarker)
        return;
    const QRect strip = layoutState().markersRect();
    const double x = laneHeadWidth + m_view.x(timeOf(*m_writtenMarker));
    const double left =
        std::clamp<double>(x, laneHeadWidth, std::max<double>(laneHeadWidth, strip.right() - fieldWidth));
    m_markerField->setGeometry(
        QRectF(QPointF(left, strip.top()) * m_magnification, QSizeF(fieldWidth, strip.height()) * m_magnification)
            .toRect());
}

/// take: makes what is written the text of the marker; else it is dropped.
void TimelineView::closeMarkerField(bool take)
{
    auto marker = std::exchange(m_writtenMarker, std::nullopt);
    if (!marker)
        return;
    const QString text = m_markerField->text().trimmed();
    const bool hadFocus = m_markerField->hasFocus();
    m_markerField->hide();
    if (hadFocus)
        setFocus();
    updateScrollBar();
    changeView();
    if (!take || text == QString::fromStdString(marker->text))
        return;
    marker->text = text.toStdString();
    if (marker->id != 0)
        emit markerChanged(*marker);
    else if (!text.isEmpty())
        emit markerAdded(*marker);
}

void TimelineView::pressMarker(int id)
{
    setFocus();
    m_drag = Drag::marker;
    selectMarker(id);
}

void TimelineView::dragMarker(QPoint at)
{
    const Marker *marker = m_markers.find(m_selectedMarker);
    if (!marker || (!m_moved && std::abs(at.x() - m_pressed.x()) < dragThreshold))
        return;
    m_moved = true;
    Ticks time = std::clamp(m_view.time(at.x() - laneHeadWidth), Ticks(0), m_data->result->stepTime);
    if (const int lane = m_markers.laneOf(*marker); lane >= 0)
        time = snappedTo(m_data->result->lanes[static_cast<std::size_t>(lane)], time, m_view.ticksPerPixel);
    m_draggedMarker = *marker;
    m_draggedMarker->time = secondsOf(time);
    viewport()->update();
}

void TimelineView::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (const int marker = event->button() == Qt::LeftButton ? flagAt(inner(event->position())) : 0; marker != 0)
        editMarker(marker);
    else
        QAbstractScrollArea::mouseDoubleClickEvent(event);
}

void TimelineView::stepMarker(bool forward)
{
    const auto &markers = m_markers.markers();
    if (markers.empty())
        return;
    const auto at = std::find_if(markers.begin(), markers.end(),
                                 [this](const Marker &marker) { return marker.id == m_selectedMarker; });
    const std::size_t count = markers.size();
    const std::size_t next = at == markers.end()
                                 ? (forward ? 0 : count - 1)
                                 : (static_cast<std::size_t>(at - markers.begin()) + (forward ? 1 : count - 1)) % count;
    const Marker &marker = markers[next];
    selectMarker(marker.id);
    emit hovered(explanationOf(marker).plain());
}

Explanation TimelineView::explanationOf(const Marker &marker) const
{
    Explanation says{QString::fromStdString(marker.text).simplified(), {}};
    says.lines << tr("time") + u'\t' + formatTicks(timeOf(marker));
    if (!marker.device.empty())
        says.lines << tr("device") + u'\t' + QString::fromStdString(marker.device);
    return says;
}

bool TimelineView::markerKey(const QKeyEvent &event)
{
    const bool isStep = event.key() == Qt::Key_Left || event.key() == Qt::Key_Right;
    if (isStep && event.modifiers() == Qt::ControlModifier) {
        stepMarker(event.key() == Qt::Key_Right);
        return true;
    }
    if (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::ShiftModifier))
        return false;
    switch (event.key()) {
    case Qt::Key_M: {
        const QRect lanes = layoutState().lanesRect();
        const bool isThere = m_isPointed && lanes.contains(m_cursor);
        writeMarker(isThere ? std::optional((QPointF(m_cursor) * m_magnification).toPoint()) : std::nullopt);
        return true;
    }
    case Qt::Key_F2:
        editMarker(m_selectedMarker);
        return true;
    case Qt::Key_Delete:
    case Qt::Key_Backspace:
        if (m_selectedMarker == 0)
            return false;
        emit markerRemoved(m_selectedMarker);
        return true;
    default:
        return false;
    }
}

} // namespace heteroscope
