// SPDX-License-Identifier: GPL-3.0-or-later
//
// The statistics of a part of the step, against a walk over every interval.
#include "analysis/stretch_statistics.h"

#include "support/property.h"
#include "support/strict_test.h"
#include "support/synthetic_step.h"

#include <cmath>
#include <map>

using namespace heteroscope;

namespace {

std::vector<LaneIndex> indicesOf(const StepResult &result)
{
    std::vector<LaneIndex> indices;
    for (const Lane &lane : result.lanes)
        indices.emplace_back(lane);
    return indices;
}

} // namespace

class StretchStatisticsTest : public StrictTest
{
    Q_OBJECT

private slots:
    void theyAreThoseOfEveryInterval()
    {
        synthetic::Pipeline1F1B shape;
        shape.transfer = 30 * synthetic::ms;
        const StepResult result = synthetic::oneFOneB(shape);
        const auto indices = indicesOf(result);
        HETEROSCOPE_PROPERTY("sums of a stretch are those of a walk", [&] {
            const auto most = result.stepTime.count;
            const Ticks from(*rc::gen::inRange<std::int64_t>(0, most));
            const Ticks to(*rc::gen::inRange<std::int64_t>(from.count + 1, most + 1));
            const auto lanes =
                *rc::gen::container<std::set<int>>(rc::gen::inRange(0, static_cast<int>(result.lanes.size())));
            const auto found = stretchStatistics(result, indices, from, to, lanes);
            std::map<Activity, std::pair<std::size_t, std::int64_t>> kinds;
            std::map<Traffic, std::pair<std::size_t, double>> traffic;
            std::size_t count = 0;
            for (std::size_t l = 0; l < result.lanes.size(); ++l) {
                if (!lanes.empty() && !lanes.contains(static_cast<int>(l)))
                    continue;
                ++count;
                for (const LaneInterval &one : result.lanes[l].intervals) {
                    const auto part = std::min(one.end, to).count - std::max(one.start, from).count;
                    if (part > 0) {
                        ++kinds[one.activity].first;
                        kinds[one.activity].second += part;
                    }
                }
                for (const TrafficInterval &one : result.lanes[l].traffic) {
                    const auto part = std::min(one.end, to).count - std::max(one.start, from).count;
                    if (part > 0) {
                        ++traffic[one.traffic].first;
                        traffic[one.traffic].second += one.bytes.value * static_cast<double>(part) /
                                                       static_cast<double>((one.end - one.start).count);
                    }
                }
            }
            RC_ASSERT(found.lanes.size() == count);
            RC_ASSERT(found.kinds.size() == kinds.size());
            std::int64_t all = 0;
            double share = 0;
            for (const KindStatistics &kind : found.kinds) {
                RC_ASSERT(kind.count == kinds[kind.activity].first);
                RC_ASSERT(kind.total.count == kinds[kind.activity].second);
                all += kind.total.count;
                share += kind.share;
            }
            RC_ASSERT(all == (to - from).count * static_cast<std::int64_t>(count));
            RC_ASSERT(std::abs(share - 1) < 1e-9);
            RC_ASSERT(found.traffic.size() == traffic.size());
            for (const TrafficStatistics &kind : found.traffic) {
                RC_ASSERT(kind.count == traffic[kind.traffic].first);
                RC_ASSERT(std::abs(kind.bytes.value - traffic[kind.traffic].second) <=
                          1e-9 * traffic[kind.traffic].second);
            }
        });
    }
    void anEmptyStretchHasNothing()
    {
        const StepResult result = synthetic::oneFOneB({});
        const auto found = stretchStatistics(result, indicesOf(result), result.stepTime, Ticks(0));
        QVERIFY(found.kinds.empty() && found.traffic.empty());
        QCOMPARE(found.lanes.size(), result.lanes.size());
    }
};

QTEST_GUILESS_MAIN(StretchStatisticsTest)
#include "stretch_statistics_test.moc"
