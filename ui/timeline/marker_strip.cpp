// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/marker_strip.h"

#include "analysis/timeline_viewport.h"
#include "cluster/topology.h"
#include "timeline/timeline_text.h"
#include "widgets/drawing.h"
#include "widgets/note_paper.h"

#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace heteroscope {

namespace {

constexpr double narrow = 10; // a flag without its text
constexpr double wide = 240;  // at most
constexpr double textPad = 6; // left and right
constexpr double leastText = 24;

QString lineOf(const Marker &marker) { return QString::fromStdString(marker.text).simplified(); }

} // namespace

Ticks timeOf(const Marker &marker)
{
    return Ticks(std::llround(std::min(marker.time.value, maxMarkerTime) * static_cast<double>(Ticks::perSecond)));
}

bool MarkerStrip::setMarkers(std::vector<Marker> markers)
{
    std::stable_sort(markers.begin(), markers.end(), [](const Marker &a, const Marker &b) { return a.time < b.time; });
    if (markers == m_markers)
        return false;
    m_markers = std::move(markers);
    return true;
}

void MarkerStrip::setStep(const StepResult *result, const Topology *topology)
{
    m_result = result;
    m_topology = topology;
}

int MarkerStrip::laneOf(const Marker &marker) const
{
    if (marker.device.empty() || !m_result || !m_topology)
        return -1;
    const auto device = m_topology->findDevice(marker.device);
    if (!device)
        return -1;
    const auto &lanes = m_result->lanes;
    const auto found = std::find_if(lanes.begin(), lanes.end(), [&device](const Lane &lane) {
        return std::find(lane.devices.begin(), lane.devices.end(), *device) != lane.devices.end();
    });
    return found == lanes.end() ? -1 : static_cast<int>(found - lanes.begin());
}

std::vector<MarkerStrip::Flag> MarkerStrip::flags(const TimelineLayout &layout, const TimelineViewport &viewport,
                                                  const Marker *moved) const
{
    std::vector<Flag> flags;
    for (std::size_t i = 0; i < m_markers.size(); ++i) {
        const Marker &marker = moved && moved->id == m_markers[i].id ? *moved : m_markers[i];
        const double x = viewport.x(timeOf(marker));
        if (x < -0.5 || x > viewport.width)
            continue;
        Flag flag;
        flag.index = i;
        flag.x = laneHeadWidth + x;
        flag.lane = laneOf(marker);
        flags.push_back(flag);
    }
    if (moved)
        std::stable_sort(flags.begin(), flags.end(), [](const Flag &a, const Flag &b) { return a.x < b.x; });
    // From the right, so that each has room for its narrowest form; then each gets what is left to the next one.
    double right = laneHeadWidth + viewport.width;
    std::vector<double> left(flags.size());
    for (std::size_t i = flags.size(); i-- > 0;) {
        left[i] = std::min(flags[i].x, right - narrow);
        right = left[i] - 1;
    }
    double end = laneHeadWidth; // crowded at the left edge they go right again
    for (std::size_t i = 0; i < flags.size(); ++i) {
        left[i] = std::max(left[i], end);
        end = left[i] + narrow + 1;
    }
    const QRect strip = layout.markersRect();
    for (std::size_t i = 0; i < flags.size(); ++i) {
        const double next = i + 1 < flags.size() ? left[i + 1] - 1 : laneHeadWidth + viewport.width;
        const QString text = lineOf(m_markers[flags[i].index]);
        const double whole = std::min(wide, std::ceil(labelWidth(text, TypeRole::label)) + 2 * textPad);
        double width = std::min(whole, next - left[i]);
        if (width < whole && width < leastText + 2 * textPad)
            width = std::min(narrow, width);
        flags[i].box = QRectF(left[i], strip.top() + 2, width, strip.height() - 4);
    }
    return flags;
}

void MarkerStrip::paint(QPainter &painter, const TimelineLayout &layout, const TimelineViewport &viewport,
                        const Theme &theme, int selected, const Marker *moved) const
{
    const QRect strip = layout.markersRect();
    if (strip.height() <= 0)
        return;
    painter.save();
    painter.fillRect(strip.adjusted(-laneHeadWidth, 0, 0, 0), theme[Role::base]);
    drawLabel(painter, QRectF(10, strip.top(), laneHeadWidth - 16, strip.height()), Qt::AlignVCenter | Qt::AlignLeft,
              m_markers.size() == 1 ? TimelineText::tr("1 marker")
                                    : TimelineText::tr("%1 markers").arg(m_markers.size()),
              TypeRole::label, theme[Role::secondary]);
    painter.fillRect(QRect(laneHeadWidth - 1, strip.top(), 1, strip.height()), theme[Role::border]);
    painter.fillRect(QRect(0, strip.bottom(), layout.size.width(), 1), theme[Role::border]);
    painter.setClipRect(QRect(laneHeadWidth, strip.top(), layout.barsWidth(), layout.size.height() - strip.top()));
    for (const Flag &flag : flags(layout, viewport, moved)) {
        const Marker &marker = m_markers[flag.index];
        const bool isSelected = marker.id == selected;
        const bool isShown = flag.lane >= 0 && layout.isVisible(flag.lane);
        const double x = std::round(flag.x);
        const double top = strip.bottom() - 1;
        // A lane that is scrolled away or folded leaves the line in the strip alone.
        const double end = isShown ? layout.laneTop(flag.lane) + TimelineLayout::barTop : layout.size.height();
        if (isShown || flag.lane < 0)
            painter.fillRect(QRectF(x, top, isSelected ? 2 : 1, end - top),
                             theme.color(isSelected ? Role::selection : Role::text, isSelected ? 1 : 0.6));
        if (isShown) { // where the line ends
            const double half = 3.5;
            const std::array<QPointF, 4> diamond = {QPointF(x + 0.5, end - half), QPointF(x + 0.5 + half, end),
                                                    QPointF(x + 0.5, end + half), QPointF(x + 0.5 - half, end)};
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setPen(QPen(theme[isSelected ? Role::selection : Role::text], 1));
            painter.setBrush(theme[paperOf(marker.colour)]);
            painter.drawPolygon(diamond.data(), 4);
            painter.setRenderHint(QPainter::Antialiasing, false);
        }
        drawRounded(painter, flag.box, 2, theme[paperOf(marker.colour)],
                    theme[isSelected ? Role::selection : Role::borderStrong], isSelected ? 2 : 1);
        if (flag.box.width() > narrow)
            drawLabel(painter, flag.box.adjusted(textPad, 0, -textPad, 0), Qt::AlignVCenter | Qt::AlignLeft,
                      lineOf(marker), TypeRole::label, theme[Role::text]);
    }
    painter.restore();
}

} // namespace heteroscope
