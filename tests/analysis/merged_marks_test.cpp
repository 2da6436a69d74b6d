// SPDX-License-Identifier: GPL-3.0-or-later
//
// Merged bars against brute force: every part of a mark is the sum over the very intervals that it stands for, at any
// zoom, so that no device is drawn busy while it is not, and no wait is lost.
#include "analysis/lane_geometry.h"
#include "support/property.h"
#include "support/strict_test.h"

#include <array>
#include <cmath>

using namespace heteroscope;

namespace {

/// A lane of intervals of any length and activity; as in a step, none is empty.
StepResult randomLane()
{
    constexpr std::array<Activity, 10> kinds = {
        Activity::forward,   Activity::backward,  Activity::weightGradient, Activity::optimizer, Activity::overhead,
        Activity::exposedPp, Activity::exposedTp, Activity::bubble,         Activity::straggler, Activity::idle};
    StepResult result;
    Lane &lane = result.lanes.emplace_back();
    const auto count = *rc::gen::inRange<std::size_t>(1, 400);
    Ticks at(0);
    for (std::size_t i = 0; i < count; ++i) {
        LaneInterval interval;
        interval.start = at;
        const int kind = *rc::gen::inRange(0, 4); // nothing, short, usual, long
        const std::int64_t longest = kind == 0 ? 1 : kind == 1 ? 50 : kind == 2 ? 5'000 : 400'000;
        at = at + Ticks(*rc::gen::inRange<std::int64_t>(1, longest + 1));
        interval.end = at;
        interval.activity = kinds[*rc::gen::inRange<std::size_t>(0, kinds.size())];
        lane.intervals.push_back(interval);
    }
    result.stepTime = at;
    for (const LaneInterval &interval : lane.intervals)
        lane.time[static_cast<std::size_t>(interval.activity)] += interval.end - interval.start;
    return result;
}

} // namespace

class MergedMarksTest : public StrictTest
{
    Q_OBJECT

private slots:
    void everyMarkIsTheSumOfItsIntervals()
    {
        HETEROSCOPE_PROPERTY("parts of marks are sums over their intervals", [] {
            const StepResult result = randomLane();
            const Lane &lane = result.lanes.front();
            const LaneIndex index(lane);
            TimelineViewport view;
            view.stepEnd = result.stepTime;
            view.width = *rc::gen::inRange(1, 300);
            view.fit();
            const int zooms = *rc::gen::inRange(0, 12);
            view.zoomAt(*rc::gen::inRange(0, 300), std::pow(2.0, zooms));
            std::size_t next = lane.intervals.size(); // the interval that the next mark begins with
            double right = -1e300;
            for (const ComputeMark &mark : computeMarks(lane, index, view)) {
                RC_ASSERT(mark.count >= 1 && mark.first + mark.count <= lane.intervals.size());
                RC_ASSERT(next == lane.intervals.size() || mark.first == next); // each interval in one mark only
                next = mark.first + mark.count;
                RC_ASSERT(mark.x0 >= right - 1e-6);
                right = mark.x1;
                std::int64_t work = 0, exposed = 0, hatched = 0, bare = 0;
                std::size_t works = 0;
                for (std::size_t i = mark.first; i < next; ++i) {
                    const LaneInterval &one = lane.intervals[i];
                    const std::int64_t ticks = (one.end - one.start).count;
                    if (isWork(one.activity))
                        work += ticks;
                    else if (isExposed(one.activity))
                        exposed += ticks;
                    else if (one.activity == Activity::bubble || one.activity == Activity::straggler)
                        hatched += ticks;
                    else
                        bare += ticks;
                    works += isWork(one.activity) ? 1 : 0;
                }
                RC_ASSERT(mark.work == work);
                RC_ASSERT(mark.exposed == exposed);
                RC_ASSERT(mark.hatched == hatched);
                RC_ASSERT(mark.bare == bare);
                RC_ASSERT(mark.works == works);
                RC_ASSERT(mark.ticks == work + exposed + hatched + bare);
                // What is drawn in the colour of work or of a wait has some of it.
                if (mark.isMerged() && mark.work > 0)
                    RC_ASSERT(isWork(mark.activity));
                if (mark.isMerged() && mark.exposed > 0)
                    RC_ASSERT(isExposed(mark.waiting));
                if (!mark.isMerged())
                    RC_ASSERT(mark.activity == lane.intervals[mark.first].activity);
            }
        });
    }

    void nothingOfTheViewIsMissing()
    {
        HETEROSCOPE_PROPERTY("every interval in view is in a mark, at any zoom", [] {
            const StepResult result = randomLane();
            const Lane &lane = result.lanes.front();
            const LaneIndex index(lane);
            TimelineViewport view;
            view.stepEnd = result.stepTime;
            view.width = *rc::gen::inRange(1, 300);
            view.fit();
            view.zoomAt(*rc::gen::inRange(0, 300), std::pow(2.0, *rc::gen::inRange(0, 12)));
            std::vector<char> isMarked(lane.intervals.size());
            for (const ComputeMark &mark : computeMarks(lane, index, view))
                for (std::size_t i = mark.first; i < mark.first + mark.count; ++i)
                    isMarked[i] = 1;
            for (std::size_t i = 0; i < lane.intervals.size(); ++i) {
                const LaneInterval &one = lane.intervals[i];
                const bool isSeen = one.end > one.start && one.end > view.start && one.start < view.visibleEnd();
                RC_ASSERT(!isSeen || isMarked[i]);
            }
        });
    }
};

QTEST_GUILESS_MAIN(MergedMarksTest)
#include "merged_marks_test.moc"
