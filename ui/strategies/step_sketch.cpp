// SPDX-License-Identifier: GPL-3.0-or-later
#include "strategies/step_sketch.h"

#include "analysis/lane_geometry.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace heteroscope {

void paintSketch(QPainter &painter, const QRectF &rect, const StepResult &result, const Theme &theme)
{
    if (result.lanes.empty() || result.stepTime.count <= 0)
        return;
    // One pipeline tells the shape; its replicas look alike.
    std::vector<const Lane *> lanes;
    for (const Lane &lane : result.lanes)
        if (lane.pipeline == result.lanes.front().pipeline && lane.group == 0)
            lanes.push_back(&lane);
    const auto most = static_cast<std::size_t>(std::max(1.0, rect.height() / 3));
    const std::size_t shown = std::min(lanes.size(), most);
    TimelineViewport viewport;
    viewport.width = rect.width() + TimelineViewport::rightPad;
    viewport.stepEnd = result.stepTime;
    viewport.fit();
    const double pitch = rect.height() / static_cast<double>(shown);
    for (std::size_t i = 0; i < shown; ++i) {
        const Lane &lane = *lanes[i * lanes.size() / shown];
        const LaneIndex index(lane);
        const double top = rect.top() + pitch * static_cast<double>(i);
        const double height = std::max(1.0, pitch - (pitch >= 3 ? 1 : 0));
        for (const ComputeMark &mark : computeMarks(lane, index, viewport)) {
            const double left = rect.left() + mark.x0;
            const double width = std::min(mark.x1, rect.width()) - mark.x0;
            if (width <= 0 || mark.ticks <= 0)
                continue;
            const double work = static_cast<double>(mark.work) / static_cast<double>(mark.ticks);
            const double waits = static_cast<double>(mark.exposed) / static_cast<double>(mark.ticks);
            if (mark.hatched > 0)
                painter.fillRect(QRectF(left, top, width, height), theme[Role::bubble]);
            if (mark.exposed > 0)
                painter.fillRect(QRectF(left, top + height * (1 - work - waits), width, height * waits),
                                 theme.fill(mark.isMerged() ? mark.waiting : mark.activity));
            if (mark.work > 0)
                painter.fillRect(QRectF(left, top + height * (1 - work), width, height * work),
                                 theme.fill(mark.activity));
        }
    }
}

} // namespace heteroscope
