// SPDX-License-Identifier: GPL-3.0-or-later
//
// What stands around the bars: lane heads, ruler, overview and legend.
#include "timeline/timeline_painter.h"

#include "language/step_words.h"
#include "theme/icons.h"
#include "theme/numbers.h"

#include <QFontMetrics>
#include <QPainter>
#include <QPainterPath>

#include <cmath>

namespace heteroscope {

namespace {

struct RulerUnit
{
    double seconds;
    const char16_t *name;
};

constexpr std::array<RulerUnit, 5> rulerUnits = {
    {{1, u"s"}, {1e-3, u"ms"}, {1e-6, u"µs"}, {1e-9, u"ns"}, {1e-12, u"ps"}}};

// The next of 1, 2, 5 times a power of ten.
double niceStep(double atLeast)
{
    const double power = std::pow(10.0, std::floor(std::log10(atLeast)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (power * factor >= atLeast * 0.9999)
            return power * factor;
    return power * 10;
}

QString tickLabel(double seconds, double step)
{
    if (seconds == 0)
        return QStringLiteral("0");
    for (const RulerUnit &unit : rulerUnits) {
        if (step < unit.seconds * 0.0999)
            continue;
        const int decimals = step < unit.seconds * 0.999 ? 1 : 0;
        return QString::number(seconds / unit.seconds, 'f', decimals) + u' ' + QString::fromUtf16(unit.name);
    }
    return formatSeconds(Seconds(seconds));
}

} // namespace

void TimelinePainter::paintHeads(const std::set<int> &selectedLanes, int hovered)
{
    if (!m_data.result)
        return;
    const QRect heads(0, m_layout.lanesTop(), laneHeadWidth, m_layout.size.height() - m_layout.lanesTop());
    m_painter.save();
    m_painter.fillRect(heads, m_theme[Role::base]);
    for (const TimelineLayout::PlacedRow &placed : m_layout.visibleRows()) {
        m_painter.setClipRect(placed.pinned ? heads : heads.adjusted(0, m_layout.pinnedHeight(), 0, 0));
        if (placed.row.lane >= 0) {
            paintLaneHead(placed.row.lane, placed.y, selectedLanes.contains(placed.row.lane));
            paintLaneTools(placed.row.lane, placed.y, placed.row.lane == hovered);
            continue;
        }
        const LaneGroup &group = m_layout.rows->groups[static_cast<std::size_t>(placed.row.group)];
        paintGroupHead(placed.row, placed.y,
                       std::any_of(group.lanes.begin(), group.lanes.end(),
                                   [&selectedLanes](int lane) { return selectedLanes.contains(lane); }));
    }
    m_painter.setClipRect(heads);
    m_painter.fillRect(QRect(laneHeadWidth - 1, m_layout.lanesTop(), 1, m_layout.size.height()), m_theme[Role::border]);
    m_painter.restore();
    if (m_layout.pinnedHeight() > 0) // the pinned lanes end here
        m_painter.fillRect(QRect(0, m_layout.bodyTop() - 2, m_layout.size.width(), 2), m_theme[Role::borderStrong]);
}

void TimelinePainter::paintLaneTools(int lane, int top, bool hovered)
{
    const bool pinned = m_layout.rows && m_layout.rows->isPinned(lane);
    if (!hovered && !pinned)
        return;
    const QRect pin = TimelineLayout::pinRect(top);
    m_painter.fillRect(hovered ? pin.united(TimelineLayout::hideRect(top)).adjusted(-2, 0, 2, 0)
                               : pin.adjusted(-2, 0, 2, 0),
                       m_theme[Role::base]);
    paintIcon(m_painter, pin, IconName::pin, m_theme[pinned ? Role::selection : Role::secondary]);
    if (hovered)
        paintIcon(m_painter, TimelineLayout::hideRect(top), IconName::cross, m_theme[Role::secondary]);
}

void TimelinePainter::paintGroupHead(const TimelineRow &row, int top, bool selected)
{
    const LaneGroup &group = m_layout.rows->groups[static_cast<std::size_t>(row.group)];
    const QRect rect(0, top, laneHeadWidth, row.height - 1);
    m_painter.fillRect(rect, m_theme[selected ? Role::selectionFill : Role::panel]);
    if (selected)
        m_painter.fillRect(QRect(0, top, 3, row.height - 1), m_theme[Role::selection]);
    paintIcon(m_painter, QRectF(8, rect.center().y() - 7.5, 16, 16),
              row.folded ? IconName::chevronRight : IconName::chevronDown, m_theme[Role::secondary]);
    m_painter.setFont(font(TypeRole::badge));
    m_painter.setPen(m_theme[Role::text]);
    const QString name = m_painter.fontMetrics().elidedText(group.name, Qt::ElideMiddle, laneHeadWidth - 36);
    m_painter.drawText(rect.adjusted(28, 0, -8, 0), Qt::AlignVCenter | Qt::AlignLeft, name);
    const int end = 28 + m_painter.fontMetrics().horizontalAdvance(name) + 8;
    m_painter.setFont(font(TypeRole::label));
    m_painter.setPen(m_theme[Role::secondary]);
    const QString count =
        group.lanes.size() == 1 ? TimelineText::tr("1 lane") : TimelineText::tr("%1 lanes").arg(group.lanes.size());
    if (end + m_painter.fontMetrics().horizontalAdvance(count) <= laneHeadWidth - 8)
        m_painter.drawText(rect.adjusted(0, 0, -8, 0), Qt::AlignVCenter | Qt::AlignRight, count);
    m_painter.fillRect(QRect(0, rect.bottom() + 1, laneHeadWidth, 1), m_theme[Role::grid]);
}

void TimelinePainter::paintLaneHead(int number, int top, bool selected)
{
    const Lane &lane = m_data.result->lanes[static_cast<std::size_t>(number)];
    if (selected) {
        m_painter.fillRect(QRect(0, top, laneHeadWidth, laneHeight - 1), m_theme[Role::selectionFill]);
        m_painter.fillRect(QRect(0, top, 3, laneHeight - 1), m_theme[Role::selection]);
    }
    const QRectF chip(10, top + 9, 16, 16);
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.setPen(selected ? QPen(m_theme.stage(lane.stage), 1) : QPen(Qt::NoPen));
    m_painter.setBrush(m_theme.stageFill(lane.stage));
    m_painter.drawRoundedRect(chip, 3, 3);
    m_painter.setRenderHint(QPainter::Antialiasing, false);
    m_painter.setFont(font(TypeRole::badge));
    m_painter.setPen(m_theme.stage(lane.stage));
    m_painter.drawText(chip, Qt::AlignCenter, stageLetter(lane.stage));

    m_painter.setPen(m_theme[Role::text]);
    const QRect name(32, top + 3, laneHeadWidth - 40, 15);
    m_painter.drawText(name, Qt::AlignLeft | Qt::AlignVCenter,
                       m_painter.fontMetrics().elidedText(laneName(lane), Qt::ElideMiddle, name.width()));

    const double share = busyShare(lane, m_data.result->stepTime);
    const QRectF track(32, top + 22, 72, 5);
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(m_theme[Role::memoryTrack]);
    m_painter.drawRoundedRect(track, 2.5, 2.5);
    if (share > 0) {
        m_painter.setBrush(m_theme[Role::forward]);
        m_painter.drawRoundedRect(QRectF(track.left(), track.top(), std::max(3.0, track.width() * share), 5), 2.5, 2.5);
    }
    m_painter.setRenderHint(QPainter::Antialiasing, false);
    m_painter.setFont(font(TypeRole::label));
    m_painter.setPen(m_theme[Role::secondary]);
    drawNumber(m_painter, QRectF(104, top + 17, laneHeadWidth - 112, 15), Qt::AlignRight | Qt::AlignVCenter,
               formatPercent(share, 0));
    const bool lastOfReplica = static_cast<std::size_t>(number) + 1 < m_data.result->lanes.size() &&
                               m_data.result->lanes[static_cast<std::size_t>(number) + 1].pipeline != lane.pipeline;
    m_painter.fillRect(QRect(0, top + laneHeight - 1, laneHeadWidth, 1),
                       m_theme[lastOfReplica ? Role::borderStrong : Role::grid]);
}

void TimelinePainter::paintRuler()
{
    if (!m_data.result)
        return;
    const QRect rect = m_layout.rulerRect();
    m_painter.save();
    m_painter.fillRect(QRect(0, rect.top(), m_layout.size.width(), rect.height()), m_theme[Role::base]);
    m_painter.setFont(font(TypeRole::label));
    m_painter.setPen(m_theme[Role::secondary]);
    const auto &lanes = m_data.result->lanes;
    QString what =
        lanes.size() == 1 ? TimelineText::tr("1 lane") : TimelineText::tr("%1 lanes").arg(formatCount(lanes.size()));
    // The sign that plays stands at the right end.
    const QRect room(10, rect.top(), laneHeadWidth - 26, rect.height() - 1);
    if (!lanes.empty() && std::all_of(lanes.begin(), lanes.end(), [&lanes](const Lane &l) {
            return l.devices.size() == lanes[0].devices.size();
        })) {
        const QString each = lanes[0].devices.size() == 1
                                 ? TimelineText::tr(" · 1 device each")
                                 : TimelineText::tr(" · %1 devices each").arg(lanes[0].devices.size());
        if (m_painter.fontMetrics().horizontalAdvance(what + each) <= room.width())
            what += each;
    }
    m_painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft, what);

    m_painter.setClipRect(rect);
    const double secondsPerPixel = m_viewport.ticksPerPixel / static_cast<double>(Ticks::perSecond);
    const double step = niceStep(secondsPerPixel * 90);
    const double from = toSeconds(m_viewport.start).value;
    const double to = std::min(toSeconds(m_viewport.stepEnd).value, from + m_viewport.width * secondsPerPixel);
    double free = rect.left(); // right of the last label
    for (double n = std::floor(from / step); n * step <= to; ++n) {
        const double x = snap(rect.left() + (n * step - from) / secondsPerPixel);
        m_painter.fillRect(QRectF(x, rect.bottom() - 6, 1, 6), m_theme[Role::borderStrong]);
        if (x + 5 < rect.left())
            continue;
        const QString label = tickLabel(n * step, step);
        const double width = numberWidth(m_painter, label);
        // The last one has no room at its right, so it stands left of its tick.
        const double left = x + 5 + width <= rect.right() ? x + 5 : x - 4 - width;
        if (left < free)
            continue;
        drawNumber(m_painter, QRectF(left, rect.top(), width, rect.height() - 3), Qt::AlignLeft | Qt::AlignVCenter,
                   label);
        free = left + width + 8;
    }
    m_painter.setClipping(false);
    m_painter.fillRect(QRect(0, rect.bottom(), m_layout.size.width(), 1), m_theme[Role::border]);
    m_painter.fillRect(QRect(laneHeadWidth - 1, m_layout.legend, 1, m_layout.overview + rulerHeight),
                       m_theme[Role::border]);
    m_painter.restore();
}

void TimelinePainter::paintOverview()
{
    if (!m_data.result || m_layout.overview <= 0)
        return;
    const QRect rect = m_layout.overviewRect();
    m_painter.save();
    m_painter.fillRect(QRect(0, rect.top(), m_layout.size.width(), rect.height()), m_theme[Role::base]);
    m_painter.setFont(font(TypeRole::label));
    m_painter.setPen(m_theme[Role::secondary]);
    m_painter.drawText(QRect(10, rect.top(), laneHeadWidth - 16, rect.height()), Qt::AlignVCenter | Qt::AlignLeft,
                       TimelineText::tr("whole step"));
    const QRectF field(rect.left(), rect.top() + 1, m_viewport.width - TimelineViewport::rightPad, rect.height() - 2);
    m_painter.fillRect(field, m_theme[Role::panelSunk]);

    // Share of all lanes that compute, and above it the share that waits for a link.
    const QColor busyColor = m_theme.mixed(Role::forward, 0.55);
    const QColor waitColor = m_theme.mixed(Role::pp, 0.55);
    // The axis may be longer than the step.
    const double share = m_viewport.stepEnd > Ticks(0) ? static_cast<double>(m_data.result->stepTime.count) /
                                                             static_cast<double>(m_viewport.stepEnd.count)
                                                       : 1;
    const double part = field.width() * share / static_cast<double>(TimelineData::overviewParts);
    for (std::size_t i = 0; i < m_data.busy.size(); ++i) {
        const double left = snap(field.left() + part * static_cast<double>(i));
        const double right = snap(field.left() + part * static_cast<double>(i + 1));
        const double busy = field.height() * m_data.busy[i];
        const double waiting = field.height() * m_data.waiting[i];
        m_painter.fillRect(QRectF(left, field.bottom() - busy, right - left, busy), busyColor);
        m_painter.fillRect(QRectF(left, field.bottom() - busy - waiting, right - left, waiting), waitColor);
    }
    m_painter.restore();
}

void TimelinePainter::paintOverviewWindow()
{
    if (m_layout.overview <= 0 || m_viewport.isFit())
        return;
    const QRect rect = m_layout.overviewRect();
    const double scale =
        (m_viewport.width - TimelineViewport::rightPad) / static_cast<double>(m_viewport.stepEnd.count);
    const double left = rect.left() + static_cast<double>(m_viewport.start.count) * scale;
    const double right = rect.left() + static_cast<double>(m_viewport.visibleEnd().count) * scale;
    QColor veil = m_theme[Role::base];
    veil.setAlphaF(0.6F);
    m_painter.fillRect(QRectF(rect.left(), rect.top(), left - rect.left(), rect.height()), veil);
    m_painter.fillRect(QRectF(right, rect.top(), rect.right() - right, rect.height()), veil);
    m_painter.save();
    m_painter.setPen(QPen(m_theme[Role::selection], 2, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawRect(QRectF(left + 1, rect.top() + 2, std::max(3.0, right - left - 2), rect.height() - 4));
    m_painter.restore();
}

void TimelinePainter::paintBlame()
{
    if (!m_data.result || m_layout.legend <= 0)
        return;
    const QRect rect = m_layout.legendRect();
    m_painter.save();
    m_painter.fillRect(rect, m_theme[Role::base]);
    const auto shares = criticalShares(m_data.thread);
    std::int64_t all = 0;
    for (const CriticalShare &share : shares)
        all += share.time.count;
    double x = 14;
    const auto text = [&](TypeRole type, Role role, const QString &words) {
        m_painter.setFont(font(type));
        m_painter.setPen(m_theme[role]);
        const double width = numberWidth(m_painter, words);
        drawNumber(m_painter, QRectF(x, rect.top(), width + 1, rect.height()), Qt::AlignVCenter | Qt::AlignLeft, words);
        x += width;
    };
    text(TypeRole::badge, Role::text, TimelineText::tr("Critical path · %1").arg(formatTicks(Ticks(all))));
    x += 18;
    for (std::size_t i = 0; i < shares.size() && all > 0; ++i) {
        const CriticalShare &share = shares[i];
        const QString name = causeName(share.cause);
        const QString part = formatPercent(share.share);
        m_painter.setFont(font(TypeRole::badge));
        const double partWidth = numberWidth(m_painter, part);
        m_painter.setFont(font(TypeRole::label));
        const double width = 20 + numberWidth(m_painter, name) + 6 + partWidth;
        const double moreRoom = i + 1 < shares.size() ? 60 : 8;
        if (x + width > rect.right() - moreRoom) {
            text(TypeRole::label, Role::muted, TimelineText::tr("%1 more").arg(shares.size() - i));
            break;
        }
        const double height = isTransfer({0, share.cause, {}, {}}) ? 6 : 10;
        const QRectF box(x, std::round(rect.center().y() - height / 2) + 1, 14, height);
        m_painter.fillRect(box, isExposed(share.cause) ? m_theme[roleOf(share.cause)] : m_theme.fill(share.cause));
        if (share.cause == Activity::recompute)
            m_painter.fillRect(box, m_stripes);
        if (share.cause == Activity::bubble)
            m_painter.fillRect(box, m_bubbleHatch);
        x += 20;
        text(TypeRole::label, Role::secondary, name);
        x += 6;
        text(TypeRole::badge, Role::text, part);
        x += 16;
    }
    m_painter.restore();
}

void TimelinePainter::paintLegend()
{
    if (!m_data.result || m_layout.legend <= 0)
        return;
    const QRect rect = m_layout.legendRect();
    m_painter.save();
    m_painter.fillRect(rect, m_theme[Role::base]);
    m_painter.setFont(font(TypeRole::label));
    ActivityTicks sums{};
    std::array<bool, trafficKinds> traffic{};
    for (std::size_t l = 0; l < m_data.result->lanes.size(); ++l) {
        const Lane &lane = m_data.result->lanes[l];
        for (std::size_t a = 0; a < activityCount; ++a)
            sums[a] += lane.time[a].count;
        for (std::size_t k = 0; k < trafficKinds; ++k)
            traffic[k] = traffic[k] || !m_data.indices[l].row(static_cast<Traffic>(k)).order.empty();
    }
    double x = 14;
    const QFontMetrics metrics(m_painter.font());
    const auto entry = [&](const QString &text, auto &&swatch, double height) {
        const double width = 14 + 6 + metrics.horizontalAdvance(text) + 16;
        if (x + width > rect.right())
            return;
        swatch(QRectF(x, std::round(rect.center().y() - height / 2) + 1, 14, height));
        m_painter.setPen(m_theme[Role::secondary]);
        m_painter.drawText(QRectF(x + 20, rect.top(), width, rect.height()), Qt::AlignVCenter | Qt::AlignLeft, text);
        x += width;
    };
    const auto present = [&sums](Activity a) { return sums[static_cast<std::size_t>(a)] > 0; };
    for (const Activity a : {Activity::forward, Activity::recompute, Activity::backward, Activity::inputGradient,
                             Activity::weightGradient, Activity::optimizer, Activity::overhead}) {
        if (!present(a))
            continue;
        entry(
            activityName(a),
            [&](const QRectF &box) {
                m_painter.fillRect(box, m_theme.fill(a));
                if (a == Activity::recompute)
                    m_painter.fillRect(box, m_stripes);
                if (a == Activity::weightGradient)
                    m_painter.fillRect(QRectF(box.left(), box.bottom() - 2, box.width(), 2),
                                       m_theme[Role::weightGradientInk]);
            },
            10);
    }
    const auto trafficEntry = [&](Traffic kind, Traffic other, const QString &text) {
        if (traffic[static_cast<std::size_t>(kind)] || traffic[static_cast<std::size_t>(other)])
            entry(
                text,
                [&](const QRectF &box) {
                    m_painter.fillRect(box, m_theme.fill(kind));
                    if (kind == Traffic::dp)
                        m_painter.fillRect(QRectF(box.left(), box.top(), box.width(), 2), m_theme[Role::dpInk]);
                },
                6);
    };
    trafficEntry(Traffic::tp, Traffic::tp, TimelineText::tr("TP"));
    trafficEntry(Traffic::send, Traffic::receive, TimelineText::tr("PP send"));
    trafficEntry(Traffic::dp, Traffic::dp, TimelineText::tr("DP"));
    trafficEntry(Traffic::cp, Traffic::ep, TimelineText::tr("CP, EP"));
    for (const Activity a : {Activity::exposedPp, Activity::exposedTp, Activity::exposedDp, Activity::exposedEp})
        if (present(a)) {
            entry(
                TimelineText::tr("waiting for a link"),
                [&](const QRectF &box) { m_painter.fillRect(box, m_theme.fill(a)); }, 10);
            break;
        }
    for (const Activity a : {Activity::bubble, Activity::straggler})
        if (present(a))
            entry(
                activityName(a),
                [&](const QRectF &box) {
                    m_painter.fillRect(box, m_theme.fill(a));
                    m_painter.fillRect(box, a == Activity::bubble ? m_bubbleHatch : m_stragglerHatch);
                },
                10);
    entry(
        TimelineText::tr("memory"), [&](const QRectF &box) { m_painter.fillRect(box, m_theme[Role::memory]); }, 4);
    m_painter.restore();
}

} // namespace heteroscope
