// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/timeline_view.h"

#include "theme/icons.h"
#include "theme/numbers.h"
#include "timeline/find_bar.h"
#include "widgets/drawing.h"

#include <QtWidgets>

#include <cmath>

namespace heteroscope {

namespace {

constexpr int criticalButtonPad = 10; // left and right of its text
constexpr int criticalButtonHeight = 20;
constexpr int filterWidth = 150;
constexpr int playIcon = 12;

/// Before it is magnified.
int widthOf(const QToolButton &button, double magnification)
{
    return static_cast<int>(std::ceil(button.fontMetrics().horizontalAdvance(button.text()) / magnification)) +
           2 * criticalButtonPad;
}

} // namespace

TimelineView::TimelineView(QWidget *parent)
    : QAbstractScrollArea(parent),
      m_data(TimelineData::make(nullptr)),
      m_markerField(new QLineEdit(viewport())),
      m_filterField(new QLineEdit(viewport())),
      m_findBar(new FindBar(viewport())),
      m_findButton(new QToolButton(viewport())),
      m_criticalButton(new QToolButton(viewport())),
      m_playButton(new QToolButton(viewport()))
{
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    m_hoverTimer.setSingleShot(true);
    connect(&m_hoverTimer, &QTimer::timeout, this, &TimelineView::showHover);
    connect(&ThemeHolder::instance(), &ThemeHolder::changed, this, &TimelineView::dropLayers);
    setAccessibleName(tr("Timeline of one step"));
    m_criticalButton->setText(tr("Critical path"));
    m_criticalButton->setToolTip(tr("What makes the step as long as it is (C)"));
    m_criticalButton->setCheckable(true);
    m_criticalButton->setProperty("framed", true);
    m_criticalButton->setFont(heteroscope::font(TypeRole::label));
    m_criticalButton->setFocusPolicy(Qt::NoFocus);
    m_criticalButton->setCursor(Qt::ArrowCursor);
    m_criticalButton->hide();
    m_playButton->setFocusPolicy(Qt::NoFocus);
    m_playButton->setCursor(Qt::ArrowCursor);
    m_playButton->setIconSize(QSize(playIcon, playIcon));
    m_playButton->hide();
    buildFilter();
    buildSearch();
    buildMarkers();
    connect(m_criticalButton, &QToolButton::clicked, this, &TimelineView::setCriticalPathShown);
    connect(this, &TimelineView::criticalPathToggled, m_criticalButton, &QToolButton::setChecked);
}

TimelineView::~TimelineView() = default;

void TimelineView::setResult(std::shared_ptr<const StepResult> result, std::shared_ptr<const Topology> topology)
{
    const bool hadResult = m_data->result != nullptr;
    m_data = TimelineData::make(std::move(result), std::move(topology));
    m_rows.setStep(m_data->result.get());
    m_markers.setStep(m_data->result.get(), m_data->topology.get());
    m_headHover = -1;
    m_stale = false;
    clearMeasure();
    clearHover();
    emit hovered(QString()); // also what was said of the selected bar
    const Ticks end = m_data->result ? m_data->result->stepTime : Ticks(0);
    m_view.width = layoutState().barsWidth();
    if (!hadResult)
        m_view.stepEnd = Ticks(0);
    m_view.setStepEnd(std::max(end, m_axisEnd));
    const auto lanes = m_data->result ? static_cast<int>(m_data->result->lanes.size()) : 0;
    std::erase_if(m_selectedLanes, [lanes](int lane) { return lane >= lanes; });
    if (m_selectedBar.isValid() &&
        (m_selectedBar.lane >= lanes ||
         static_cast<std::size_t>(m_selectedBar.interval) >=
             m_data->result->lanes[static_cast<std::size_t>(m_selectedBar.lane)].intervals.size()))
        m_selectedBar = {};
    findAgain();
    makeCounters();
    updateScrollBar();
    m_overview = QPixmap();
    changeView();
}

void TimelineView::setAxisEnd(Ticks end)
{
    if (end == m_axisEnd)
        return;
    m_axisEnd = end;
    m_view.setStepEnd(std::max(m_data->result ? m_data->result->stepTime : Ticks(0), end));
    m_overview = QPixmap();
    clearHover();
    changeView();
}

void TimelineView::followRange(const TimelineView &other)
{
    const TimelineViewport &there = other.m_view;
    const bool sameRows = other.verticalScrollBar()->maximum() == verticalScrollBar()->maximum();
    if (sameRows)
        verticalScrollBar()->setValue(other.verticalScrollBar()->value());
    if (there.start == m_view.start && there.ticksPerPixel == m_view.ticksPerPixel)
        return;
    m_view.start = there.start;
    m_view.ticksPerPixel = there.ticksPerPixel;
    clearHover();
    changeView();
}

void TimelineView::setStale(bool stale)
{
    if (stale == m_stale)
        return;
    m_stale = stale;
    viewport()->update();
}

void TimelineView::setSelectedLanes(const std::set<int> &lanes)
{
    if (lanes == m_selectedLanes)
        return;
    m_selectedLanes = lanes;
    makeCounters();
    m_bars = QPixmap();
    viewport()->update();
}

void TimelineView::setSelectedLinks(const std::set<std::string> &links)
{
    if (links == m_selectedLinks)
        return;
    m_selectedLinks = links;
    m_bars = QPixmap();
    viewport()->update();
}

void TimelineView::setLinksShown(bool shown)
{
    if (shown == m_linksShown)
        return;
    m_linksShown = shown;
    clearHover();
    updateScrollBar();
    changeView();
}

void TimelineView::setCriticalPathShown(bool shown)
{
    if (shown == m_criticalShown)
        return;
    m_criticalShown = shown;
    updateScrollBar(); // the blame takes a row of its own
    dropLayers();
    emit criticalPathToggled(shown);
}

TimelineLayout TimelineView::layoutState() const
{
    const int lanes = m_data->result ? static_cast<int>(m_data->result->lanes.size()) : 0;
    // Who looks at a projector has not learnt the colours yet.
    TimelineLayout layout =
        TimelineLayout::arrange(innerSize(), lanes, verticalScrollBar()->value(),
                                m_criticalShown || m_magnification > 1 || isFilterShown() || m_search.open,
                                {static_cast<int>(m_data->links.size()), m_linksShown}, m_rows.table(),
                                static_cast<int>(m_counters.size()), markersHeight());
    layout.legendPad = widthOf(*m_criticalButton, m_magnification) + 12 + (isFilterShown() ? filterWidth + 8 : 0) +
                       (m_search.open ? FindBar::width : criticalButtonHeight) + 8;
    return layout;
}

/// In large steps, and wherever somebody has asked for it.
bool TimelineView::isFilterShown() const
{
    const RowTable &rows = *m_rows.table();
    return m_filterWanted || !rows.groups.empty() || rows.filtered > 0 || rows.hidden > 0;
}

void TimelineView::showRange(Ticks from, Ticks to)
{
    m_view.show(from, to);
    changeView();
}

QString TimelineView::cornerText()
{
    if (!m_data->result)
        return {};
    if (m_bars.isNull())
        m_statistics = drawLayers();
    // The statistics count what is in view; vertically everything counts, scrolled out lanes are not cut.
    const TimelineLayout layout = layoutState();
    const bool whole = m_view.isFit() && layout.showsAll();
    return timelineSummary(*m_data->result, m_data->events, m_statistics.events, m_statistics.merged, whole) +
           leftOutText();
}

void TimelineView::paint(QPainter &painter, QSize size, const Theme &theme, double devicePixelRatio,
                         const std::shared_ptr<const RowTable> &rows) const
{
    if (!m_data->result)
        return;
    const TimelineLayout layout =
        TimelineLayout::arrange(size, static_cast<int>(m_data->result->lanes.size()), verticalScrollBar()->value(),
                                m_criticalShown, {static_cast<int>(m_data->links.size()), m_linksShown}, rows,
                                static_cast<int>(m_counters.size()), markersHeight());
    TimelineViewport view = m_view;
    view.setWidth(layout.barsWidth());
    TimelinePainter timeline(painter, *m_data, layout, view, theme, devicePixelRatio);
    timeline.paintGround();
    painter.save();
    if (m_criticalShown)
        painter.setOpacity(Theme::dimmedOpacity);
    timeline.paintLanes();
    painter.restore();
    if (m_criticalShown)
        timeline.paintCritical(m_data->thread);
    timeline.paintHeads(m_selectedLanes);
    timeline.paintLinks(m_selectedLinks);
    paintCounters(painter, layout, view, theme, devicePixelRatio);
    paintAfterEnd(painter, layout, view, theme);
    m_criticalShown ? timeline.paintBlame() : timeline.paintLegend();
    timeline.paintOverview();
    timeline.paintOverviewWindow();
    timeline.paintRuler();
    m_markers.paint(painter, layout, view, theme);
}

void TimelineView::dropLayers()
{
    m_bars = QPixmap();
    m_overview = QPixmap();
    viewport()->update();
}

void TimelineView::changeView()
{
    m_bars = QPixmap();
    placeMarkerField();
    viewport()->update();
    emit viewChanged();
}

void TimelineView::updateScrollBar()
{
    const TimelineLayout layout = layoutState();
    verticalScrollBar()->setRange(0, layout.maximumScroll());
    verticalScrollBar()->setPageStep(std::max(1, layout.size.height() - layout.bodyTop()));
    verticalScrollBar()->setSingleStep(laneHeight);
    placeControls();
}

int TimelineView::heightOfLanes(double magnification) const
{
    const int rows =
        rulerHeight + TimelineLayout::legendHeight + markersHeight() + layoutState().laneCount * laneHeight;
    return static_cast<int>(std::ceil(rows * magnification));
}

QSize TimelineView::innerSize() const
{
    // A part of a pixel at the edge is drawn, too.
    return {static_cast<int>(std::ceil(viewport()->width() / m_magnification)),
            static_cast<int>(std::ceil(viewport()->height() / m_magnification))};
}

void TimelineView::setMagnification(double magnification)
{
    if (magnification == m_magnification)
        return;
    QFont text = m_criticalButton->font();
    text.setPixelSize(static_cast<int>(std::lround(text.pixelSize() * magnification / m_magnification)));
    m_criticalButton->setFont(text);
    m_magnification = magnification;
    m_filterField->setFont(text);
    m_markerField->setFont(text);
    const int side = static_cast<int>(std::lround(playIcon * magnification));
    m_findBar->setMagnified(text, side);
    m_findButton->setIconSize(QSize(side, side));
    m_playButton->setIconSize(QSize(side, side));
    m_view.setWidth(layoutState().barsWidth());
    clearHover();
    updateScrollBar();
    dropLayers();
    emit viewChanged();
}

void TimelineView::placeControls()
{
    const TimelineLayout layout = layoutState();
    const auto outer = [this](const QRect &rect) {
        return QRectF(rect.topLeft() * m_magnification, QSizeF(rect.size()) * m_magnification).toRect();
    };
    m_criticalButton->setVisible(layout.legend > 0 && m_data->result && !m_data->result->lanes.empty());
    const int width = widthOf(*m_criticalButton, m_magnification);
    const QRect button(layout.size.width() - width - 8, (layout.legend - criticalButtonHeight) / 2, width,
                       criticalButtonHeight);
    m_criticalButton->setGeometry(outer(button));
    m_filterField->setVisible(isFilterShown() && m_criticalButton->isVisibleTo(viewport()));
    m_filterField->setGeometry(
        outer(QRect(button.left() - filterWidth - 8, button.top(), filterWidth, button.height())));
    const int right = isFilterShown() ? button.left() - filterWidth - 16 : button.left() - 8;
    m_findBar->setVisible(m_search.open && m_criticalButton->isVisibleTo(viewport()));
    m_findBar->setGeometry(outer(QRect(right - FindBar::width, button.top(), FindBar::width, button.height())));
    m_findButton->setVisible(!m_search.open && m_criticalButton->isVisibleTo(viewport()));
    m_findButton->setGeometry(
        outer(QRect(right - criticalButtonHeight, button.top(), criticalButtonHeight, button.height())));
    m_playButton->setVisible(m_replay && m_data->result && !m_data->result->lanes.empty());
    m_playButton->setGeometry(
        outer(QRect(laneHeadWidth - rulerHeight - 2, layout.rulerRect().top(), rulerHeight, rulerHeight - 1)));
    placeMarkerField();
}

TimelineStatistics TimelineView::drawLayers()
{
    const Theme &theme = currentTheme();
    const double ratio = innerRatio();
    const TimelineLayout layout = layoutState();
    const QSize pixels = (QSizeF(layout.size) * ratio).toSize();
    if (layout.overview > 0 && m_overview.size() != pixels) {
        m_overview = QPixmap(pixels);
        m_overview.setDevicePixelRatio(ratio);
        m_overview.fill(Qt::transparent);
        QPainter painter(&m_overview);
        TimelinePainter(painter, *m_data, layout, m_view, theme, ratio).paintOverview();
    }
    m_bars = QPixmap(pixels);
    m_bars.setDevicePixelRatio(ratio);
    QPainter painter(&m_bars);
    TimelinePainter timeline(painter, *m_data, layout, m_view, theme, ratio);
    timeline.paintGround();
    if (m_criticalShown)
        painter.setOpacity(Theme::dimmedOpacity);
    timeline.paintLanes();
    const TimelineStatistics statistics = timeline.statistics();
    painter.setOpacity(1);
    if (m_criticalShown)
        timeline.paintCritical(m_data->thread);
    timeline.paintHeads(m_selectedLanes, m_headHover);
    timeline.paintLinks(m_selectedLinks);
    paintCounters(painter, layout, m_view, theme, ratio);
    paintAfterEnd(painter, layout, m_view, theme);
    m_criticalShown ? timeline.paintBlame() : timeline.paintLegend();
    timeline.paintRuler();
    return statistics;
}

void TimelineView::paintEvent(QPaintEvent *)
{
    const Theme &theme = currentTheme();
    QPainter painter(viewport());
    const TimelineLayout layout = layoutState();
    painter.fillRect(viewport()->rect(), theme[Role::base]);
    if (!m_data->result) {
        drawEmptyState(painter, viewport()->rect(), tr("The timeline appears with the first simulated step."), theme);
        return;
    }
    const double ratio = innerRatio();
    if (m_bars.isNull() || m_bars.size() != (QSizeF(layout.size) * ratio).toSize())
        m_statistics = drawLayers();
    painter.scale(m_magnification, m_magnification);
    if (m_stale)
        painter.setOpacity(Theme::staleOpacity);
    painter.drawPixmap(0, 0, m_bars);
    if (layout.overview > 0) {
        const QRectF source = QRectF(0, layout.legend * ratio, m_overview.width(), layout.overview * ratio);
        painter.drawPixmap(QRectF(0, layout.legend, layout.size.width(), layout.overview), m_overview, source);
    }
    painter.setOpacity(1);
    TimelinePainter timeline(painter, *m_data, layout, m_view, theme, ratio);
    timeline.paintOverviewWindow();
    if (m_hover && m_drag == Drag::none) {
        painter.fillRect(QRect(m_hover->at.x(), layout.lanesTop(), 1, layout.lanesRect().height()),
                         theme.color(Role::muted, 0.5));
        if (m_hover->bar.isValid() && m_hover->traffic < 0 && !m_hover->memory)
            timeline.paintRing(m_hover->bar);
    }
    paintFound(painter, layout);
    m_markers.paint(painter, layout, m_view, theme, m_selectedMarker, movedMarker());
    if (m_selectedBar.isValid()) {
        timeline.paintRing(m_selectedBar);
        if (const auto needed = directDependency(*m_data->result, m_selectedBar)) {
            timeline.paintRing(*needed);
            timeline.paintDependency(*needed, m_selectedBar);
        }
        for (const BarId &waiting : dependentsOfSelected())
            timeline.paintDependency(m_selectedBar, waiting);
    }
    paintMeasure(painter, layout);
    paintPlayHead(painter, layout);
    if (m_hover && m_drag == Drag::none && !m_card.headline.isEmpty())
        paintCard(painter, m_card, m_hover->at);
    else if (m_measure && m_drag == Drag::none && !m_measureCard.headline.isEmpty())
        paintCard(painter, m_measureCard,
                  QPoint(static_cast<int>(laneHeadWidth + m_view.x(m_measure->second)) - 8, layout.lanesTop()));
    if (hasFocus() && property("showFocus").toBool())
        painter.fillRect(QRect(0, 0, layout.size.width(), 2), theme[Role::selection]);
}

const std::vector<BarId> &TimelineView::dependentsOfSelected()
{
    if (m_dependents.data != m_data || m_dependents.bar != m_selectedBar)
        m_dependents = {m_data, m_selectedBar, directDependents(*m_data->result, m_selectedBar)};
    return m_dependents.bars;
}

void TimelineView::paintAfterEnd(QPainter &painter, const TimelineLayout &layout, const TimelineViewport &view,
                                 const Theme &theme) const
{
    const Ticks end = m_data->result->stepTime;
    if (end >= view.stepEnd)
        return;
    const double left = std::max(0.0, std::round(view.x(end)));
    if (left >= layout.barsWidth())
        return;
    const QRectF after(laneHeadWidth + left, layout.lanesTop(), layout.barsWidth() - left, layout.lanesRect().height());
    painter.fillRect(after, theme[Role::panelSunk]);
    painter.fillRect(QRectF(after.left(), after.top(), 1, after.height()), theme[Role::borderStrong]);
    const QString text = tr("%1 earlier").arg(formatTicks(view.stepEnd - end));
    painter.setFont(heteroscope::font(TypeRole::label));
    if (numberWidth(painter, text) + 12 > after.width())
        return;
    painter.setPen(theme[Role::secondary]);
    drawNumber(painter, after.adjusted(6, 0, -4, 0), Qt::AlignCenter, text);
}

} // namespace heteroscope
