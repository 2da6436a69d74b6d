// SPDX-License-Identifier: GPL-3.0-or-later
//
// The difference of two steps by cause and place adds up, in ticks and in doubles, whatever the steps are.
#include "analysis/step_difference.h"

#include "support/clusters.h"
#include "support/property.h"
#include "support/strict_test.h"

#include <cmath>
#include <limits>

using namespace heteroscope;
using namespace heteroscope::test;

namespace {

/// A step with this critical path only; lanes "NAME0", "NAME1" ... of the devices in turn.
StepResult stepOf(const std::vector<std::int64_t> &lengths, const std::vector<int> &causes, const std::string &name,
                  std::size_t lanes)
{
    StepResult result;
    for (std::size_t i = 0; i < lanes; ++i) {
        Lane lane;
        lane.name = name + std::to_string(i);
        lane.devices = {DeviceId(i % 2)};
        result.lanes.push_back(std::move(lane));
    }
    for (std::size_t i = 0; i < lengths.size(); ++i) {
        const Ticks end = result.stepTime;
        result.stepTime += Ticks(lengths[i]);
        result.criticalPieces.push_back({static_cast<std::int32_t>(i % lanes),
                                         static_cast<Activity>(causes[i % causes.size()]), end, result.stepTime});
    }
    return result;
}

StepResult randomStep(const std::string &name)
{
    // From picoseconds to days.
    const int digits = *rc::gen::inRange(1, 18);
    const auto most = static_cast<std::int64_t>(std::pow(10.0, digits));
    const auto lengths =
        *rc::gen::nonEmpty(rc::gen::container<std::vector<std::int64_t>>(rc::gen::inRange<std::int64_t>(1, most + 1)));
    const auto causes =
        *rc::gen::nonEmpty(rc::gen::container<std::vector<int>>(rc::gen::inRange(0, static_cast<int>(activityCount))));
    return stepOf(
        {lengths.begin(), lengths.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(lengths.size(), 8))},
        causes, name, *rc::gen::inRange<std::size_t>(1, 6));
}

} // namespace

class StepDifferenceTest : public StrictTest
{
    Q_OBJECT

    Topology m_topology = test::topology(star({node("a", "A100-80GB SXM", 2)}));

private slots:
    void itAddsUp()
    {
        HETEROSCOPE_PROPERTY("ticks and seconds of the causes add up to the difference", [this] {
            const StepResult a = randomStep("x"), b = randomStep(*rc::gen::element<std::string>("x", "y"));
            const auto found = stepDifference(a, m_topology, b, m_topology);
            std::int64_t ticks = 0;
            double seconds = 0;
            const double longer = std::max(found.a.value, found.b.value);
            const double unit = std::nextafter(longer, std::numeric_limits<double>::infinity()) - longer;
            for (const auto &cause : found.causes) {
                ticks += cause.ticks;
                seconds += cause.seconds;
                RC_ASSERT(cause.ticks != 0);
                const double exact = static_cast<double>(cause.ticks) / static_cast<double>(Ticks::perSecond);
                RC_ASSERT(std::abs(cause.seconds - exact) <= 2 * unit);
            }
            RC_ASSERT(ticks == b.stepTime.count - a.stepTime.count);
            RC_ASSERT(found.difference == found.b.value - found.a.value);
            RC_ASSERT(seconds == found.difference);

            std::int64_t sums = 0;
            for (const auto &sum : causeSums(a, b, found)) {
                sums += sum.ticks;
                RC_ASSERT((sum.ticks != 0) == !sum.where.empty());
            }
            RC_ASSERT(sums == ticks);
        });
    }
    void aStepDoesNotDifferFromItself()
    {
        const auto step = stepOf({5, 7, 11}, {0, 2, 8}, "x", 2);
        const auto found = stepDifference(step, m_topology, step, m_topology);
        QVERIFY(found.causes.empty());
        QCOMPARE(found.difference, 0.0);
        QCOMPARE(causeSums(step, step, found).size(), std::size_t(3));
    }
    void thePlaceIsALaneWhereBothHaveIt()
    {
        const auto a = stepOf({1'000'000, 2'000'000}, {0, 8}, "x", 2);
        const auto b = stepOf({1'000'000, 5'000'000}, {0, 8}, "x", 2);
        const auto found = stepDifference(a, m_topology, b, m_topology);
        QVERIFY(found.byLane);
        QCOMPARE(found.causes.size(), std::size_t(1));
        QCOMPARE(found.causes[0].where, std::string("x1"));
        QCOMPARE(found.causes[0].cause, Activity::exposedPp);
        QCOMPARE(found.causes[0].ticks, std::int64_t(3'000'000));
        QCOMPARE(found.causes[0].seconds, found.difference);
        QCOMPARE(found.causes[0].a, toSeconds(Ticks(2'000'000)));
        QCOMPARE(found.causes[0].b, toSeconds(Ticks(5'000'000)));
    }
    void elseItIsADeviceType()
    {
        const auto a = stepOf({1'000'000}, {0}, "x", 1);
        const auto b = stepOf({4'000'000}, {0}, "y", 1);
        const auto found = stepDifference(a, m_topology, b, m_topology);
        QVERIFY(!found.byLane);
        QCOMPARE(found.causes.size(), std::size_t(1));
        QCOMPARE(found.causes[0].where, shortName(m_topology.typeOf(DeviceId(0))));
    }
};

QTEST_GUILESS_MAIN(StepDifferenceTest)
#include "step_difference_test.moc"
