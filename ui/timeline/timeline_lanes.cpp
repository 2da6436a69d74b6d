// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which lanes the timeline shows: folded groups, pinned and hidden lanes, and the filter.
#include "theme/numbers.h"
#include "timeline/timeline_view.h"

#include <QtWidgets>

namespace heteroscope {

void TimelineView::buildFilter()
{
    m_filterField->setObjectName(QStringLiteral("laneFilter"));
    m_filterField->setPlaceholderText(tr("Filter lanes"));
    m_filterField->setToolTip(tr("Shows the lanes whose device, stage or replica has these words (/)"));
    m_filterField->setAccessibleName(m_filterField->placeholderText());
    m_filterField->setClearButtonEnabled(true);
    m_filterField->setFont(heteroscope::font(TypeRole::label));
    m_filterField->setFocusPolicy(Qt::ClickFocus); // by Tab the timeline is one stop
    m_filterField->setCursor(Qt::IBeamCursor);
    m_filterField->installEventFilter(this);
    m_filterField->hide();
    connect(m_filterField, &QLineEdit::textChanged, this, &TimelineView::setLaneFilter);
}

bool TimelineView::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_filterField && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Escape)
            m_filterField->clear();
        if (key == Qt::Key_Escape || key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Down) {
            setFocus();
            return true;
        }
    }
    if (watched == m_markerField && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        const bool take = key == Qt::Key_Return || key == Qt::Key_Enter;
        if (take || key == Qt::Key_Escape) {
            closeMarkerField(take);
            return true;
        }
    }
    if (watched == m_markerField && event->type() == QEvent::FocusOut && m_markerField->isVisible() &&
        static_cast<QFocusEvent *>(event)->reason() != Qt::PopupFocusReason)
        closeMarkerField(true);
    return QAbstractScrollArea::eventFilter(watched, event);
}

void TimelineView::changeRows()
{
    clearHover();
    m_headHover = -1;
    findAgain();
    updateScrollBar();
    changeView();
}

void TimelineView::setLaneFilter(const QString &words)
{
    if (words == m_rows.filter())
        return;
    m_rows.setFilter(words);
    if (m_filterField->text() != words)
        m_filterField->setText(words);
    verticalScrollBar()->setValue(0); // what was found first
    changeRows();
}

void TimelineView::toggleGroup(int group)
{
    m_rows.toggleGroup(group);
    changeRows();
}

void TimelineView::toggleAllGroups()
{
    m_rows.toggleAllGroups();
    changeRows();
}

void TimelineView::setGrouping(LaneGrouping grouping)
{
    m_rows.setGrouping(grouping);
    verticalScrollBar()->setValue(0);
    changeRows();
    emit hovered(tr("Lanes by: %1").arg(groupingName(grouping)));
}

QString TimelineView::groupingName(LaneGrouping grouping)
{
    switch (grouping) {
    case LaneGrouping::none:
        return tr("the plan, ungrouped");
    case LaneGrouping::replica:
        return tr("replica");
    case LaneGrouping::stage:
        return tr("stage");
    case LaneGrouping::node:
        return tr("node");
    case LaneGrouping::automatic:
        break;
    }
    return tr("replica, in large steps");
}

void TimelineView::moveLanes(const std::set<int> &lanes, int by)
{
    m_rows.move(lanes, by);
    changeRows();
}

void TimelineView::resetLaneOrder()
{
    m_rows.resetOrder();
    changeRows();
}

/// A lane that is dragged by its head takes the place of the one under the mouse.
void TimelineView::dragLane(QPoint at)
{
    constexpr int threshold = 6; // px
    if (!m_moved && std::abs(at.y() - m_pressed.y()) < threshold)
        return;
    m_moved = true;
    viewport()->setCursor(Qt::ClosedHandCursor);
    const int target = layoutState().laneAt(at.y());
    if (target < 0 || target == m_draggedLane)
        return;
    m_rows.place(m_draggedLane, target);
    changeRows();
}

/// Alt+Up and Alt+Down move the selected lanes.
bool TimelineView::moveKey(const QKeyEvent &event)
{
    const bool isArrow = event.key() == Qt::Key_Up || event.key() == Qt::Key_Down;
    if (!isArrow || !(event.modifiers() & Qt::AltModifier) || m_selectedLanes.empty())
        return false;
    moveLanes(m_selectedLanes, event.key() == Qt::Key_Down ? 1 : -1);
    return true;
}

void TimelineView::toggleLanePins(const std::set<int> &lanes)
{
    m_rows.togglePins(lanes);
    changeRows();
}

void TimelineView::hideLanes(const std::set<int> &lanes)
{
    m_rows.hide(lanes);
    if (m_selectedBar.isValid() && lanes.contains(m_selectedBar.lane))
        m_selectedBar = {};
    changeRows();
}

void TimelineView::showAllLanes()
{
    m_rows.showAll();
    m_filterField->clear();
    changeRows();
}

bool TimelineView::laneKey(const QKeyEvent &event)
{
    switch (event.key()) {
    case Qt::Key_P:
        if (!m_selectedLanes.empty())
            toggleLanePins(m_selectedLanes);
        return true;
    case Qt::Key_H:
        if (event.modifiers() & Qt::ShiftModifier)
            showAllLanes();
        else if (!m_selectedLanes.empty())
            hideLanes(m_selectedLanes);
        return true;
    case Qt::Key_G:
        if (event.modifiers() & Qt::ShiftModifier)
            setGrouping(static_cast<LaneGrouping>((static_cast<std::size_t>(grouping()) + 1) % laneGroupingCount));
        else
            toggleAllGroups();
        return true;
    case Qt::Key_Slash:
        m_filterWanted = true;
        updateScrollBar();
        m_filterField->setFocus();
        m_filterField->selectAll();
        return true;
    default:
        return false;
    }
}

bool TimelineView::clickRow(QPoint at)
{
    const TimelineLayout layout = layoutState();
    if (const int group = layout.groupAt(at.y()); group >= 0) {
        toggleGroup(group);
        return true;
    }
    const int lane = layout.laneAt(at.y());
    if (lane < 0 || at.x() >= laneHeadWidth)
        return false;
    const int top = layout.laneTop(lane);
    constexpr QMargins reach(3, 3, 3, 3);
    if (TimelineLayout::pinRect(top).marginsAdded(reach).contains(at)) {
        toggleLanePins({lane});
        return true;
    }
    if (TimelineLayout::hideRect(top).marginsAdded(reach).contains(at)) {
        hideLanes({lane});
        return true;
    }
    return false;
}

void TimelineView::hoverHead(QPoint at)
{
    const int lane = at.x() < laneHeadWidth ? layoutState().laneAt(at.y()) : -1;
    if (lane == m_headHover)
        return;
    m_headHover = lane;
    m_bars = QPixmap();
    viewport()->update();
}

/// What of the lanes is not drawn, for the corner line.
QString TimelineView::leftOutText() const
{
    const RowTable &rows = *m_rows.table();
    QString text;
    const auto add = [&text](int count, const QString &one, const QString &many) {
        if (count > 0)
            text += QStringLiteral(" · ") + (count == 1 ? one : many.arg(formatCount(static_cast<std::size_t>(count))));
    };
    add(rows.folded, tr("1 lane folded"), tr("%1 lanes folded"));
    add(rows.hidden, tr("1 lane hidden"), tr("%1 lanes hidden"));
    add(rows.filtered, tr("1 lane filtered out"), tr("%1 lanes filtered out"));
    return text;
}

} // namespace heteroscope
