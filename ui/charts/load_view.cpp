// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/load_view.h"

#include "analysis/lane_shares.h"
#include "language/step_words.h"
#include "theme/numbers.h"
#include "theme/predicted.h"
#include "widgets/drawing.h"
#include "widgets/plain_text.h"

#include <QtWidgets>

#include <cmath>

namespace heteroscope {

namespace {

constexpr int rowHeight = 26;
constexpr int maxRowHeight = 40; // of a lane, where the dock is tall
constexpr int headHeight = 28;
constexpr int legendRowHeight = 20; // of what does not fit above the bars
constexpr int totalHeight = 34;
constexpr int sidePad = 14;
constexpr int headWidth = 172; // of the names of lanes
constexpr int busyWidth = 64;
constexpr int memoryWidth = 250;
constexpr int narrowHead = 116;      // of a narrow view
constexpr double narrowMemory = 100; // of figures without a bar
constexpr int barGap = 5;            // above and below a bar

/// Where the columns of a view this wide lie. The bars keep their room; names and memory give way.
struct Columns
{
    int name = headWidth;
    QRectF bars; ///< left and width
    double memory = 0;
    double track = 0; ///< width of the memory bar; 0: only its figures

    explicit Columns(int width)
    {
        constexpr double minBars = 240;
        constexpr double besideBars = busyWidth + 24;
        const double wanted = width - headWidth - besideBars - memoryWidth;
        if (wanted < minBars)
            name = std::max(narrowHead, headWidth - static_cast<int>(minBars - wanted));
        memory = std::clamp(width - name - besideBars - minBars, narrowMemory, double(memoryWidth));
        bars = QRectF(name, 0, std::max(60.0, width - name - besideBars - memory), 0);
        track = memory - narrowMemory - 16;
        if (track < 24)
            track = 0;
    }
    double memoryLeft() const { return bars.right() + busyWidth + 16; }
};

QRectF barsRect(int width, int top, int height = rowHeight)
{
    const QRectF bars = Columns(width).bars;
    return QRectF(bars.left(), top + barGap, bars.width(), height - 2 * barGap);
}

} // namespace

// What one painting needs.
struct LoadView::Frame
{
    QPainter &painter;
    const Theme &theme;
    int width;
    int row; ///< height of a lane
    QBrush bubbleHatch;
    QBrush stragglerHatch;
    QBrush overflowHatch;

    void paintParts(const QRectF &bar, const std::vector<SharePart> &parts)
    {
        painter.setFont(heteroscope::font(TypeRole::badge));
        double x = bar.left();
        for (const SharePart &part : parts) {
            const double wide = bar.width() * part.share;
            const double left = std::round(x);
            double right = std::round(x + wide);
            x += wide;
            if (right - left >= 3)
                right -= 1;
            const QRectF box(left, bar.top(), right - left, bar.height());
            if (box.width() <= 0 || part.activity == Activity::idle)
                continue;
            painter.fillRect(box, theme.fill(part.activity));
            if (part.activity == Activity::bubble)
                painter.fillRect(box, bubbleHatch);
            else if (part.activity == Activity::straggler)
                painter.fillRect(box, stragglerHatch);
            else if (part.activity == Activity::weightGradient)
                painter.fillRect(QRectF(box.left(), box.bottom() - 2, box.width(), 2), theme[Role::weightGradientInk]);
            else if (isExposed(part.activity))
                painter.fillRect(QRectF(box.left(), box.top(), box.width(), 3), theme[roleOf(part.activity)]);
            const QString text = formatPercent(part.share, 0);
            const double needed = numberWidth(painter, text) + 8;
            if (needed > box.width())
                continue;
            if (part.activity == Activity::bubble || part.activity == Activity::straggler) {
                const QRectF plate(box.center().x() - needed / 2, box.top() + 1, needed, box.height() - 2);
                painter.fillRect(plate, theme.fill(part.activity));
            }
            painter.setPen(theme.ink(part.activity));
            drawNumber(painter, box, Qt::AlignCenter, text);
        }
    }
};

LoadView::LoadView(QWidget *parent) : QAbstractScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
    setAccessibleName(tr("Where the time goes"));
    connect(&ThemeHolder::instance(), &ThemeHolder::changed, viewport(), qOverload<>(&QWidget::update));
}

void LoadView::setResult(std::shared_ptr<const StepResult> result)
{
    m_result = std::move(result);
    m_stale = false;
    updateScrollBar();
    viewport()->update();
}

void LoadView::setStale(bool stale)
{
    m_stale = stale;
    viewport()->update();
}

void LoadView::setSelectedLanes(const std::set<int> &lanes)
{
    if (lanes == m_selected)
        return;
    m_selected = lanes;
    viewport()->update();
}

int LoadView::fullHeight(int width) const
{
    return legendHeight(width) + totalHeight + (m_result ? static_cast<int>(m_result->lanes.size()) * rowHeight : 0);
}

int LoadView::laneHeight(QSize size) const
{
    const int lanes = m_result ? std::max(1, static_cast<int>(m_result->lanes.size())) : 1;
    return std::clamp((size.height() - legendHeight(size.width()) - totalHeight) / lanes, rowHeight, maxRowHeight);
}

void LoadView::updateScrollBar()
{
    verticalScrollBar()->setRange(0, std::max(0, fullHeight(viewport()->width()) - viewport()->height()));
    verticalScrollBar()->setPageStep(std::max(1, viewport()->height()));
    verticalScrollBar()->setSingleStep(rowHeight);
}

void LoadView::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    updateScrollBar();
}

int LoadView::laneAt(int y) const
{
    const int head = legendHeight(viewport()->width());
    if (!m_result || y < head)
        return -1;
    const int lane = (y - head + verticalScrollBar()->value()) / laneHeight(viewport()->size());
    return lane < static_cast<int>(m_result->lanes.size()) ? lane : -1;
}

void LoadView::paintRow(Frame &frame, int number, int top) const
{
    const Theme &t = frame.theme;
    QPainter &painter = frame.painter;
    const Lane &lane = m_result->lanes[static_cast<std::size_t>(number)];
    if (m_selected.contains(number)) {
        painter.fillRect(QRect(0, top, frame.width, frame.row), t[Role::selectionFill]);
        painter.fillRect(QRect(0, top, 3, frame.row), t[Role::selection]);
    } else if (number == m_hoveredLane) {
        painter.fillRect(QRect(0, top, frame.width, frame.row), t[Role::hover]);
    }
    const int chipTop = top + (frame.row - 16) / 2;
    const QRectF chip(14, chipTop, 16, 16);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(t.stageFill(lane.stage));
    painter.drawRoundedRect(chip, 3, 3);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setFont(heteroscope::font(TypeRole::badge));
    painter.setPen(t.stage(lane.stage));
    painter.drawText(chip, Qt::AlignCenter, stageLetter(lane.stage));
    painter.setFont(heteroscope::font(TypeRole::label));
    painter.setPen(t[Role::text]);
    const Columns columns(frame.width);
    const QRect name(38, top, columns.name - 46, frame.row);
    painter.drawText(name, Qt::AlignVCenter | Qt::AlignLeft,
                     painter.fontMetrics().elidedText(laneName(lane), Qt::ElideMiddle, name.width()));

    const QRectF bars = barsRect(frame.width, top, frame.row);
    const double opacity = m_stale ? Theme::staleOpacity : 1.0;
    painter.setOpacity(opacity);
    frame.paintParts(bars, laneShares(*m_result, lane));
    painter.setFont(heteroscope::font(TypeRole::badge));
    painter.setPen(t[Role::text]);
    drawNumber(painter, QRectF(bars.right(), top, busyWidth - 8, frame.row), Qt::AlignRight | Qt::AlignVCenter,
               formatPercent(busyShare(lane, m_result->stepTime)));

    paintMemory(frame, lane, columns.memoryLeft(), columns.track, top);
    painter.setOpacity(1);
    const bool lastOfReplica = static_cast<std::size_t>(number) + 1 < m_result->lanes.size() &&
                               m_result->lanes[static_cast<std::size_t>(number) + 1].pipeline != lane.pipeline;
    painter.fillRect(QRect(0, top + frame.row - 1, frame.width, 1), t[lastOfReplica ? Role::borderStrong : Role::grid]);
}

void LoadView::paintMemory(Frame &frame, const Lane &lane, double left, double width, int top) const
{
    const Theme &t = frame.theme;
    QPainter &painter = frame.painter;
    const QRectF track(left, top + frame.row / 2.0 - 3, width, 7);
    const Bytes peak = lane.memory.total();
    const double share = lane.memoryCapacity.value > 0 ? peak / lane.memoryCapacity : 0;
    const bool over = share > 1;
    const double solid = over ? track.width() / share : track.width() * share;
    painter.fillRect(track, t[Role::memoryTrack]);
    painter.fillRect(QRectF(track.left(), track.top(), solid, track.height()), t[Role::memory]);
    if (over) {
        const QRectF beyond(track.left() + solid, track.top(), track.width() - solid, track.height());
        painter.fillRect(beyond, t[Role::errorFill]);
        painter.fillRect(beyond, frame.overflowHatch);
    }
    painter.setPen(t[over ? Role::error : Role::secondary]);
    painter.setFont(heteroscope::font(over ? TypeRole::badge : TypeRole::label));
    drawNumber(painter, QRectF(track.right() + (width > 0 ? 8 : 0), top, 124, frame.row),
               Qt::AlignLeft | Qt::AlignVCenter, formatMemoryOf(peak, lane.memoryCapacity));
}

void LoadView::paintTotal(Frame &frame, int top) const
{
    const Theme &t = frame.theme;
    QPainter &painter = frame.painter;
    const std::vector<SharePart> parts = allShares(*m_result);
    double busy = 0;
    for (const SharePart &part : parts)
        if (isCompute(part.activity) || part.activity == Activity::optimizer)
            busy += part.share;
    painter.setFont(heteroscope::font(TypeRole::badge));
    painter.setPen(t[Role::text]);
    const Columns columns(frame.width);
    painter.drawText(QRect(14, top + 4, columns.name, rowHeight), Qt::AlignVCenter | Qt::AlignLeft, tr("all lanes"));
    const QRectF bars = barsRect(frame.width, top + 4);
    painter.setOpacity(m_stale ? Theme::staleOpacity : 1.0);
    frame.paintParts(bars, parts);
    painter.setFont(heteroscope::font(TypeRole::badge));
    painter.setPen(t[Role::text]);
    drawNumber(painter, QRectF(bars.right(), top + 4, busyWidth - 8, rowHeight), Qt::AlignRight | Qt::AlignVCenter,
               formatPercent(busy));
    painter.setFont(heteroscope::font(TypeRole::label));
    painter.setPen(t[Role::secondary]);
    const double room = frame.width - columns.memoryLeft() - 4;
    const QString shares = tr("exposed %1 · bubble %2")
                               .arg(formatPercent(m_result->exposedShare()), formatPercent(m_result->bubbleShare()));
    drawNumber(painter, QRectF(columns.memoryLeft(), top + 4, room, rowHeight), Qt::AlignLeft | Qt::AlignVCenter,
               painter.fontMetrics().elidedText(shares, Qt::ElideRight, static_cast<int>(room)));
    painter.setOpacity(1);
}

std::vector<LoadView::LegendEntry> LoadView::legend(int width) const
{
    // Above the bars when all of it fits there, else below in rows as wide as the view.
    const QFontMetrics metrics(heteroscope::font(TypeRole::label));
    const QRectF bars = barsRect(width, 0);
    std::vector<LegendEntry> entries;
    for (const SharePart &part : allShares(*m_result)) {
        const QString text = activityName(part.activity);
        entries.push_back({part.activity, text, QRect(0, 0, 16 + metrics.horizontalAdvance(text) + 14, headHeight)});
    }
    int x = static_cast<int>(bars.left());
    for (LegendEntry &entry : entries) {
        entry.place.moveLeft(x);
        x = entry.place.right() + 1;
    }
    if (x <= bars.right())
        return entries;
    x = sidePad;
    int top = headHeight - 4;
    for (LegendEntry &entry : entries) {
        if (x > sidePad && x + entry.place.width() > width) {
            x = sidePad;
            top += legendRowHeight;
        }
        entry.place = QRect(x, top, entry.place.width(), legendRowHeight);
        x += entry.place.width();
    }
    return entries;
}

int LoadView::legendHeight(int width) const
{
    int bottom = headHeight;
    if (m_result)
        for (const LegendEntry &entry : legend(width))
            bottom = std::max(bottom, entry.place.bottom() + 1);
    return bottom > headHeight ? bottom + 4 : bottom;
}

void LoadView::paintLegend(Frame &frame) const
{
    const Theme &t = frame.theme;
    QPainter &painter = frame.painter;
    const int height = legendHeight(frame.width);
    painter.fillRect(QRect(0, 0, frame.width, height), t[Role::base]);
    const QRectF bars = barsRect(frame.width, 0);
    painter.setFont(heteroscope::font(TypeRole::label));
    painter.setPen(t[Role::secondary]);
    const Columns columns(frame.width);
    const int overBars = static_cast<int>(bars.right()) - sidePad - 8;
    painter.drawText(QRect(sidePad, 0, overBars, headHeight), Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(
                         tr("share of %1").arg(formatPredicted(m_result->stepTime, m_result->uncertainty)),
                         Qt::ElideRight, overBars));
    painter.drawText(QRectF(bars.right(), 0, busyWidth - 8, headHeight), Qt::AlignVCenter | Qt::AlignRight, tr("busy"));
    const double room = frame.width - columns.memoryLeft() - 4;
    painter.drawText(
        QRectF(columns.memoryLeft(), 0, room, headHeight), Qt::AlignVCenter,
        painter.fontMetrics().elidedText(tr("peak memory / capacity"), Qt::ElideRight, static_cast<int>(room)));
    for (const LegendEntry &entry : legend(frame.width)) {
        const QRect &place = entry.place;
        frame.paintParts(QRectF(place.left(), place.top() + place.height() / 2.0 - 5, 11, 10),
                         {{entry.activity, 1, 1.0}});
        painter.setFont(heteroscope::font(TypeRole::label));
        painter.setPen(t[Role::secondary]);
        painter.drawText(place.adjusted(16, 0, 0, 0), Qt::AlignVCenter, entry.text);
    }
    painter.fillRect(QRect(0, height - 1, frame.width, 1), t[Role::border]);
}

void LoadView::paint(QPainter &painter, QSize size, const Theme &theme, double devicePixelRatio) const
{
    painter.fillRect(QRect(QPoint(0, 0), size), theme[Role::base]);
    if (!m_result) {
        drawEmptyState(painter, QRectF(QPointF(0, 0), size), tr("The load appears with the first simulated step."),
                       theme);
        return;
    }
    Frame frame{painter,
                theme,
                size.width(),
                laneHeight(size),
                theme.bubbleHatch(devicePixelRatio),
                theme.hatch(Role::warning, devicePixelRatio),
                theme.overflowHatch(devicePixelRatio)};
    const int scroll = verticalScrollBar()->value();
    const int head = legendHeight(size.width());
    int top = head - scroll;
    for (int lane = 0; lane < static_cast<int>(m_result->lanes.size()); ++lane, top += frame.row)
        if (top + frame.row > head && top < size.height())
            paintRow(frame, lane, top);
    if (top < size.height())
        paintTotal(frame, top);
    paintLegend(frame);
}

void LoadView::paintEvent(QPaintEvent *)
{
    QPainter painter(viewport());
    paint(painter, viewport()->size(), currentTheme(), devicePixelRatioF());
}

void LoadView::mousePressEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton)
        emit laneSelected(laneAt(event->pos().y()));
}

QString LoadView::textAt(QPoint at) const
{
    const int number = laneAt(at.y());
    if (number < 0)
        return {};
    const Lane &lane = m_result->lanes[static_cast<std::size_t>(number)];
    const QRectF bars = barsRect(viewport()->width(), 0);
    double x = bars.left();
    for (const SharePart &part : laneShares(*m_result, lane)) {
        const double wide = bars.width() * part.share;
        if (at.x() >= x && at.x() < x + wide)
            return tr("%1: %2 %3 = %4 of the step")
                .arg(laneName(lane), activityName(part.activity), formatTicks(Ticks(part.ticks)),
                     formatPercent(part.share, 2));
        x += wide;
    }
    return tr("%1: weights %2, gradients %3, optimizer %4, activations %5, logits %6, buffers %7, reserve %8")
        .arg(laneName(lane), formatMemory(lane.memory.weights), formatMemory(lane.memory.gradients),
             formatMemory(lane.memory.optimizerState), formatMemory(lane.memory.activations),
             formatMemory(lane.memory.logits), formatMemory(lane.memory.buffers), formatMemory(lane.memory.reserve));
}

void LoadView::mouseMoveEvent(QMouseEvent *event)
{
    const int lane = laneAt(event->pos().y());
    if (lane != m_hoveredLane) {
        m_hoveredLane = lane;
        viewport()->update();
    }
    emit hovered(textAt(event->pos()));
}

void LoadView::mouseReleaseEvent(QMouseEvent *event) { event->accept(); }

bool LoadView::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::Leave) {
        m_hoveredLane = -1;
        viewport()->update();
        emit hovered(QString());
    } else if (event->type() == QEvent::ToolTip) {
        auto *help = static_cast<QHelpEvent *>(event);
        QToolTip::showText(help->globalPos(), plainTip(textAt(help->pos())), this);
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void LoadView::keyPressEvent(QKeyEvent *event)
{
    if (m_result && !m_result->lanes.empty() && (event->key() == Qt::Key_Up || event->key() == Qt::Key_Down)) {
        const int at = m_selected.empty() ? -1 : *m_selected.begin();
        const int next =
            std::clamp(at + (event->key() == Qt::Key_Down ? 1 : -1), 0, static_cast<int>(m_result->lanes.size()) - 1);
        emit laneSelected(next);
        return;
    }
    QAbstractScrollArea::keyPressEvent(event);
}

} // namespace heteroscope
