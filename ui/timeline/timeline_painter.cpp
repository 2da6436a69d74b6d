// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/timeline_painter.h"

#include "language/step_words.h"
#include "theme/numbers.h"
#include "widgets/plain_text.h"

#include <QPainter>
#include <QPainterPath>

#include <cmath>

namespace heteroscope {

namespace {

// One pass over all intervals; each spreads its time over the parts of the step it touches.
void fillOverview(TimelineData &data)
{
    const StepResult &result = *data.result;
    data.busy.assign(TimelineData::overviewParts, 0);
    data.waiting.assign(TimelineData::overviewParts, 0);
    double weights = 0;
    const double part = static_cast<double>(result.stepTime.count) / TimelineData::overviewParts;
    if (part <= 0)
        return;
    for (const Lane &lane : result.lanes) {
        const double weight = static_cast<double>(std::max<std::size_t>(1, lane.devices.size()));
        weights += weight;
        for (const LaneInterval &interval : lane.intervals) {
            const bool works = isCompute(interval.activity) || interval.activity == Activity::optimizer;
            if (!works && !isExposed(interval.activity))
                continue;
            std::vector<double> &row = works ? data.busy : data.waiting;
            const double from = static_cast<double>(interval.start.count) / part;
            const double to =
                std::min<double>(static_cast<double>(interval.end.count) / part, TimelineData::overviewParts);
            for (auto i = static_cast<std::size_t>(from); static_cast<double>(i) < to; ++i)
                row[i] += weight * (std::min(to, static_cast<double>(i + 1)) - std::max(from, static_cast<double>(i)));
        }
    }
    for (std::size_t i = 0; i < TimelineData::overviewParts && weights > 0; ++i) {
        data.busy[i] /= weights;
        data.waiting[i] /= weights;
    }
}

} // namespace

std::shared_ptr<const TimelineData> TimelineData::make(std::shared_ptr<const StepResult> result,
                                                       std::shared_ptr<const Topology> topology)
{
    auto data = std::make_shared<TimelineData>();
    data->result = std::move(result);
    data->topology = std::move(topology);
    if (data->result) {
        data->indices.reserve(data->result->lanes.size());
        for (const Lane &lane : data->result->lanes)
            data->indices.emplace_back(lane);
        for (const Lane &lane : data->result->lanes)
            data->memory.emplace_back(lane);
        data->thread = criticalThread(*data->result);
        data->events = eventCount(*data->result);
        if (data->topology)
            data->links = linkRows(*data->result, *data->topology, data->linkRowsInAll);
        fillOverview(*data);
    }
    return data;
}

namespace {

QBrush stripes(const QColor &color, double ratio)
{
    const int side = std::max(2, static_cast<int>(std::lround(4 * ratio)));
    QPixmap tile(side, side);
    tile.fill(Qt::transparent);
    QPainter painter(&tile);
    painter.fillRect(QRectF(0, 0, std::max(1.0, ratio), side), color);
    painter.end();
    tile.setDevicePixelRatio(ratio);
    return QBrush(tile);
}

QBrush dots(const QColor &color, double ratio)
{
    const int side = std::max(2, static_cast<int>(std::lround(6 * ratio)));
    QPixmap tile(side, side);
    tile.fill(Qt::transparent);
    QPainter painter(&tile);
    painter.fillRect(QRectF(2 * ratio, 2 * ratio, 2 * ratio, 2 * ratio), color);
    painter.end();
    tile.setDevicePixelRatio(ratio);
    return QBrush(tile);
}

} // namespace

TimelinePainter::TimelinePainter(QPainter &painter, const TimelineData &data, const TimelineLayout &layout,
                                 const TimelineViewport &viewport, const Theme &theme, double devicePixelRatio)
    : m_painter(painter),
      m_data(data),
      m_layout(layout),
      m_viewport(viewport),
      m_theme(theme),
      m_ratio(devicePixelRatio),
      m_bubbleHatch(theme.bubbleHatch(devicePixelRatio)),
      m_stragglerHatch(theme.hatch(Role::warning, devicePixelRatio)),
      m_overflowHatch(theme.overflowHatch(devicePixelRatio)),
      m_stripes(stripes(theme[Role::forward], devicePixelRatio)),
      m_dots(dots(theme[Role::ep], devicePixelRatio))
{
    m_painter.setBrushOrigin(0, 0);
    for (std::size_t i = 0; i < activityCount; ++i)
        m_fills[i] = theme.fill(static_cast<Activity>(i));
}

void TimelinePainter::fill(const QRectF &rect, const QColor &color)
{
    m_painter.fillRect(rect, color);
    ++m_statistics.operations;
}

void TimelinePainter::fill(const QRectF &rect, const QBrush &brush)
{
    m_painter.fillRect(rect, brush);
    ++m_statistics.operations;
}

QColor TimelinePainter::shade(Activity activity, int chunk) const
{
    const QColor &color = fillOf(activity);
    if (chunk <= 0)
        return color;
    // Steps of lightness away from the ink, so that labels stay readable.
    const bool lightInk = m_theme.ink(activity).lightnessF() > 0.5F;
    const int factor = 100 + 14 * std::min(chunk, 4);
    return lightInk ? color.darker(factor) : color.lighter(factor);
}

void TimelinePainter::paintGround() { m_painter.fillRect(QRect(QPoint(0, 0), m_layout.size), m_theme[Role::base]); }

void TimelinePainter::paintLanes()
{
    if (!m_data.result)
        return;
    m_painter.save();
    for (const TimelineLayout::PlacedRow &placed : m_layout.visibleRows()) {
        m_painter.setClipRect(placed.pinned ? m_layout.lanesRect() : m_layout.bodyRect());
        m_painter.setFont(font(TypeRole::badge));
        if (placed.row.lane >= 0)
            paintLane(placed.row.lane, placed.y);
        else if (placed.row.folded)
            paintGroup(m_layout.rows->groups[static_cast<std::size_t>(placed.row.group)], placed.y);
        else
            m_painter.fillRect(QRect(laneHeadWidth, placed.y, m_layout.barsWidth(), placed.row.height - 1),
                               m_theme[Role::panel]);
    }
    m_painter.restore();
}

void TimelinePainter::paintGroup(const LaneGroup &group, int top)
{
    constexpr double columnWidth = 2;
    const double bottom = top + laneHeight - 3;
    const double height = laneHeight - 6;
    const double right = std::min<double>(m_layout.barsWidth(), m_viewport.x(m_viewport.stepEnd));
    fill(QRectF(laneHeadWidth, bottom - height, right, height), m_theme[Role::panelSunk]);
    const QColor busyColor = m_theme.mixed(Role::forward, 0.55);
    const QColor waitColor = m_theme.mixed(Role::pp, 0.55);
    for (double x = 0; x < right; x += columnWidth) {
        const Ticks from = m_viewport.time(x);
        const Ticks to = m_viewport.time(std::min(right, x + columnWidth));
        std::int64_t busy = 0, waiting = 0;
        for (const int lane : group.lanes) {
            const auto number = static_cast<std::size_t>(lane);
            const ActivityTicks sums = m_data.indices[number].sumOver(m_data.result->lanes[number], from, to);
            for (std::size_t a = 0; a < activityCount; ++a) {
                const auto activity = static_cast<Activity>(a);
                if (isCompute(activity) || activity == Activity::optimizer)
                    busy += sums[a];
                else if (isExposed(activity))
                    waiting += sums[a];
            }
        }
        const double all = static_cast<double>(to.count - from.count) * static_cast<double>(group.lanes.size());
        if (all <= 0)
            continue;
        const double working = height * static_cast<double>(busy) / all;
        const double blocked = height * static_cast<double>(waiting) / all;
        const double left = snap(laneHeadWidth + x);
        const double width = snap(laneHeadWidth + std::min(right, x + columnWidth)) - left;
        if (working > 0)
            fill(QRectF(left, bottom - working, width, working), busyColor);
        if (blocked > 0)
            fill(QRectF(left, bottom - working - blocked, width, blocked), waitColor);
    }
    m_painter.fillRect(QRectF(laneHeadWidth, top + laneHeight - 1, m_layout.barsWidth(), 1), m_theme[Role::grid]);
}

void TimelinePainter::paintLane(int number, int top)
{
    const Lane &lane = m_data.result->lanes[static_cast<std::size_t>(number)];
    const LaneIndex &index = m_data.indices[static_cast<std::size_t>(number)];
    paintMemory(number, top);
    const std::vector<ComputeMark> marks = computeMarks(lane, index, m_viewport);
    for (std::size_t i = 0; i < marks.size(); ++i) {
        m_statistics.events += marks[i].works;
        if (!marks[i].isMerged()) {
            paintBar(lane, marks[i], top);
            continue;
        }
        const std::size_t first = i;
        m_statistics.merged += marks[i].works;
        while (i + 1 < marks.size() && marks[i + 1].isMerged()) {
            ++i;
            m_statistics.events += marks[i].works;
            m_statistics.merged += marks[i].works;
        }
        paintMergedRun(&marks[first], &marks[i], top);
    }
    for (const TrafficMark &mark : trafficMarks(lane, index, m_viewport)) {
        m_statistics.events += mark.count;
        m_statistics.merged += mark.count > 1 ? mark.count : 0;
        paintTraffic(mark, top);
    }
    const bool lastOfReplica = static_cast<std::size_t>(number) + 1 < m_data.result->lanes.size() &&
                               m_data.result->lanes[static_cast<std::size_t>(number) + 1].pipeline != lane.pipeline;
    m_painter.fillRect(QRectF(laneHeadWidth, top + laneHeight - 1, m_layout.barsWidth(), 1),
                       m_theme[lastOfReplica ? Role::borderStrong : Role::grid]);
}

void TimelinePainter::paintMemory(int number, int top)
{
    const Lane &lane = m_data.result->lanes[static_cast<std::size_t>(number)];
    const MemoryIndex &index = m_data.memory[static_cast<std::size_t>(number)];
    if (lane.memoryCapacity.value <= 0)
        return;
    const double capacity = lane.memoryCapacity.value;
    const double stripTop = top + TimelineLayout::memoryTop;
    const double bottom = stripTop + TimelineLayout::memoryHeight;
    const double right = std::min<double>(m_layout.barsWidth(), m_viewport.x(m_viewport.stepEnd));
    fill(QRectF(laneHeadWidth, stripTop, right, TimelineLayout::memoryHeight), m_theme[Role::memoryTrack]);

    // A row of pixels has few levels: the topmost one is drawn as thin as it is high.
    QVector<QRectF> held;
    QVector<QRectF> over;
    // Neighbours of one height are one rectangle.
    const auto append = [](QVector<QRectF> &rects, const QRectF &rect) {
        if (!rects.isEmpty() && rects.last().top() == rect.top() && std::abs(rects.last().right() - rect.left()) < 1e-6)
            rects.last().setRight(rect.right());
        else
            rects << rect;
    };
    for (const MemoryColumn &column : memoryColumns(index, m_viewport, m_ratio)) {
        const double share = std::min(1.0, column.highest.value / capacity);
        const double height = std::max(0.5, std::round(share * TimelineLayout::memoryHeight * 8) / 8);
        append(held, QRectF(laneHeadWidth + column.x0, bottom - height, column.x1 - column.x0, height));
        if (column.highest > lane.memoryCapacity)
            append(over,
                   QRectF(laneHeadWidth + column.x0, stripTop, column.x1 - column.x0, TimelineLayout::memoryHeight));
    }
    m_painter.save();
    m_painter.setPen(Qt::NoPen);
    if (m_pixels.start(m_painter, QRectF(laneHeadWidth, stripTop - 1, right, TimelineLayout::memoryHeight + 2))) {
        for (const QRectF &rect : std::as_const(held))
            m_pixels.fillSmooth(rect, qPremultiply(m_theme[Role::memory].rgba()));
        m_pixels.draw(m_painter);
    } else {
        m_painter.setRenderHint(QPainter::Antialiasing);
        m_painter.setBrush(m_theme[Role::memory]);
        m_painter.drawRects(held);
        m_painter.setRenderHint(QPainter::Antialiasing, false);
    }
    ++m_statistics.operations;
    if (!over.isEmpty()) {
        m_painter.setBrush(m_theme[Role::errorFill]);
        m_painter.drawRects(over);
        m_painter.setBrush(m_overflowHatch);
        m_painter.drawRects(over);
        m_statistics.operations += 2;
    }
    m_painter.restore();
    if (lane.peakInFlight > 0 && lane.peakAt >= m_viewport.start && lane.peakAt < m_viewport.visibleEnd()) {
        const double x = snap(laneHeadWidth + m_viewport.x(lane.peakAt));
        const bool overflows = lane.memory.total() > lane.memoryCapacity;
        fill(QRectF(x, stripTop - 1, 2, TimelineLayout::memoryHeight + 1),
             m_theme[overflows ? Role::error : Role::text]);
    }
}

void TimelinePainter::paintBar(const Lane &lane, const ComputeMark &mark, int top)
{
    const LaneInterval &interval = lane.intervals[mark.first];
    if (interval.activity == Activity::idle)
        return;
    const double left = snap(laneHeadWidth + std::max(-8.0, mark.x0));
    double right = std::max(left + 1 / m_ratio, snap(laneHeadWidth + std::min(m_viewport.width + 8, mark.x1)));
    const bool hatched = mark.hatched > 0;
    if (right - left >= 3)
        right -= 1; // the gap
    const QRectF bar(left, top + TimelineLayout::barTop, right - left, TimelineLayout::barHeight);
    fill(bar, shade(interval.activity, interval.chunk));
    if (hatched) {
        fill(bar, interval.activity == Activity::straggler ? m_stragglerHatch : m_bubbleHatch);
        return;
    }
    switch (interval.activity) {
    case Activity::recompute:
        fill(bar, m_stripes);
        break;
    case Activity::weightGradient:
        fill(QRectF(bar.left(), bar.bottom() - 2, bar.width(), 2), m_theme[Role::weightGradientInk]);
        break;
    case Activity::exposedDp:
        fill(QRectF(bar.left(), bar.top(), bar.width(), 2), m_theme[Role::dp]);
        break;
    case Activity::exposedCp:
    case Activity::exposedEp:
        fill(bar, m_dots);
        break;
    default:
        break;
    }
    if (mark.x1 - mark.x0 >= 16 && !isExposed(interval.activity))
        paintLabel(bar, barLabel(interval), m_theme.ink(interval.activity));
}

void TimelinePainter::paintMergedRun(const ComputeMark *first, const ComputeMark *last, int top)
{
    const double left = snap(laneHeadWidth + first->x0);
    const double right = std::max(left + 1 / m_ratio, snap(laneHeadWidth + last->x1));
    const QRectF run(left, top + TimelineLayout::barTop, right - left, TimelineLayout::barHeight);
    // The hatch of the whole run at once, as far down as any mark leaves it to be seen: a pattern takes much longer
    // than a plain colour. What is not waiting is drawn over it.
    double waiting = 0;
    for (const ComputeMark *mark = first; mark <= last; ++mark)
        waiting = std::max(waiting, mark->ticks > 0 ? static_cast<double>(mark->hatched + mark->bare) /
                                                          static_cast<double>(mark->ticks)
                                                    : 1);
    if (waiting > 0) {
        QRectF ground = run;
        ground.setHeight(std::min(run.height(), run.height() * waiting + 1)); // one more: edges are rounded
        fill(ground, m_theme[Role::bubble]);
        fill(ground, m_bubbleHatch);
    }
    const bool asPixels = last - first >= 4 && m_pixels.start(m_painter, run.adjusted(0, 0, 1, 0));
    for (const ComputeMark *mark = first; mark <= last; ++mark)
        paintMerged(*mark, top, asPixels);
    if (asPixels) {
        m_pixels.draw(m_painter);
        ++m_statistics.operations;
    }
}

void TimelinePainter::fillMark(const QRectF &rect, const QColor &color, bool asPixels)
{
    if (asPixels)
        m_pixels.fill(rect, qPremultiply(color.rgba()));
    else
        fill(rect, color);
}

void TimelinePainter::paintMerged(const ComputeMark &mark, int top, bool asPixels)
{
    // Stacked by share: work below, waiting for a link above it; above them the hatch of the ground stays visible.
    if (mark.ticks <= 0)
        return;
    const double left = snap(laneHeadWidth + mark.x0);
    const double right = std::max(left + 1 / m_ratio, snap(laneHeadWidth + mark.x1));
    const double scale = static_cast<double>(TimelineLayout::barHeight) / static_cast<double>(mark.ticks);
    double bottom = top + TimelineLayout::barTop + TimelineLayout::barHeight;
    const auto stack = [&](std::int64_t ticks, const QColor &color) {
        if (ticks <= 0)
            return;
        const double height = static_cast<double>(ticks) * scale;
        bottom -= height;
        fillMark(QRectF(left, bottom, right - left, height), color, asPixels);
    };
    stack(mark.work, fillOf(mark.activity));
    stack(mark.exposed, fillOf(mark.waiting));
    if (mark.bare > 0) {
        const double height = static_cast<double>(mark.bare) * scale;
        fillMark(QRectF(left, top + TimelineLayout::barTop, right - left, height), m_theme[Role::base], asPixels);
    }
}

void TimelinePainter::paintTraffic(const TrafficMark &mark, int top)
{
    const double left = snap(laneHeadWidth + std::max(-8.0, mark.x0));
    double right = std::max(left + 1, snap(laneHeadWidth + std::min(m_viewport.width + 8, mark.x1)));
    if (right - left >= 3)
        right -= 1;
    const QRectF bar(left, top + TimelineLayout::trafficTop, right - left, TimelineLayout::trafficHeight);
    fill(bar, m_theme.fill(mark.traffic));
    const bool pipeline = mark.traffic == Traffic::send || mark.traffic == Traffic::receive;
    if (pipeline && bar.width() > 9) {
        const double x = bar.right() - 1.5;
        const double y = bar.center().y();
        const std::array<QPointF, 3> head = {QPointF(x - 4.5, y - 2.5), QPointF(x, y), QPointF(x - 4.5, y + 2.5)};
        m_painter.save();
        m_painter.setRenderHint(QPainter::Antialiasing);
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(m_theme[Role::ppInk]);
        m_painter.drawPolygon(head.data(), 3);
        m_painter.restore();
        ++m_statistics.operations;
    } else if (mark.traffic == Traffic::dp && bar.width() > 2) {
        fill(QRectF(bar.left(), bar.top(), bar.width(), 2), m_theme[Role::dpInk]);
    } else if ((mark.traffic == Traffic::ep || mark.traffic == Traffic::cp) && bar.width() > 6) {
        for (double x = bar.left() + 3; x < std::min(bar.right() - 2, bar.left() + 60); x += 6)
            fill(QRectF(x, bar.top() + 2, 2, 2), m_theme[Role::epInk]);
    }
}

void TimelinePainter::paintLabel(const QRectF &bar, const QString &label, const QColor &ink)
{
    if (label.isEmpty())
        return;
    auto found = m_labels.find(label);
    if (found == m_labels.end()) {
        QStaticText text = plainStaticText(label);
        text.setPerformanceHint(QStaticText::AggressiveCaching);
        text.prepare(QTransform(), m_painter.font());
        found = m_labels.insert(label, text);
    }
    const QSizeF size = found->size();
    if (size.width() + 2 > bar.width())
        return;
    m_painter.setPen(ink);
    // A bar that is cut by the edge of the view keeps its label in its visible part.
    const double from = std::max<double>(bar.left(), laneHeadWidth);
    const double to = std::min<double>(bar.right(), m_layout.size.width());
    if (to - from < size.width() + 2)
        return;
    m_painter.drawStaticText(
        QPointF(snap((from + to - size.width()) / 2), bar.top() + snap((bar.height() - size.height()) / 2)), *found);
    ++m_statistics.operations;
}

QRectF TimelinePainter::barRect(BarId id) const
{
    const LaneInterval &interval =
        m_data.result->lanes[static_cast<std::size_t>(id.lane)].intervals[static_cast<std::size_t>(id.interval)];
    const double left = laneHeadWidth + m_viewport.x(interval.start);
    const double right = laneHeadWidth + m_viewport.x(interval.end);
    return QRectF(left, m_layout.laneTop(id.lane) + TimelineLayout::barTop, std::max(2.0, right - left),
                  TimelineLayout::barHeight);
}

void TimelinePainter::paintRing(BarId bar)
{
    m_painter.save();
    m_painter.setClipRect(m_layout.lanesRect());
    m_painter.setPen(QPen(m_theme[Role::selection], 2, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    m_painter.setBrush(Qt::NoBrush);
    const QRectF rect = barRect(bar).intersected(QRectF(m_layout.lanesRect()).adjusted(-4, -4, 4, 4));
    m_painter.drawRect(QRectF(snap(rect.left()), rect.top(), snap(rect.width()) - 1, rect.height()));
    m_painter.restore();
}

void TimelinePainter::paintDependency(BarId from, BarId to)
{
    m_painter.save();
    m_painter.setClipRect(m_layout.lanesRect());
    m_painter.setRenderHint(QPainter::Antialiasing);
    const QRectF source = barRect(from);
    const QRectF target = barRect(to);
    const QPointF a(source.right() - 3, source.center().y());
    const QPointF b(target.left(), target.center().y());
    const double reach = std::clamp(std::abs(b.x() - a.x()) / 2, 14.0, 60.0);
    QPainterPath curve(a);
    curve.cubicTo(a + QPointF(reach, 0), b - QPointF(reach, 0), b);
    const QColor color = m_theme[Role::selection];
    m_painter.setPen(QPen(m_theme[Role::base], 3.5));
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawPath(curve);
    m_painter.setPen(QPen(color, 1.5));
    m_painter.drawPath(curve);
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(color);
    m_painter.drawEllipse(a, 3, 3);
    const std::array<QPointF, 3> head = {b + QPointF(-6, -3.5), b, b + QPointF(-6, 3.5)};
    m_painter.drawPolygon(head.data(), 3);
    m_painter.restore();
}

int timelineHeight(const TimelineData &data)
{
    TimelineLayout layout;
    layout.laneCount = data.result ? static_cast<int>(data.result->lanes.size()) : 0;
    layout.links.count = static_cast<int>(data.links.size());
    return 26 + overviewHeight + rulerHeight + layout.contentHeight();
}

} // namespace heteroscope
