// SPDX-License-Identifier: GPL-3.0-or-later
//
// The differences by node add up to the difference of the step times, to the tick, and name a cause of their own sign.
#include "analysis/node_difference.h"

#include "support/small_steps.h"
#include "support/strict_test.h"

#include <set>

using namespace heteroscope;

namespace {

Topology smallTopology()
{
    return test::topology(test::star({test::node("a", "A100-80GB SXM", 2), test::node("v", "V100-32GB SXM2/SXM3", 1)}));
}

} // namespace

class NodeDifferenceTest : public StrictTest
{
    Q_OBJECT

private slots:
    void nodesAddUpToTheTick()
    {
        const Topology topology = smallTopology();
        for (const ScheduleKind first : {ScheduleKind::oneFOneB, ScheduleKind::gpipe, ScheduleKind::zbH1})
            for (const ScheduleKind second : {ScheduleKind::oneFOneB, ScheduleKind::gpipe, ScheduleKind::zbH1}) {
                const StepResult a = test::simulated(first), b = test::simulated(second);
                std::int64_t sum = 0;
                std::set<std::string> names;
                for (const NodeDifference &one : nodeDifferences(a, topology, b, topology)) {
                    sum += one.ticks;
                    QVERIFY(names.insert(one.node).second);
                    QVERIFY(one.ticks == 0 || (one.ofCause < 0) == (one.ticks < 0));
                }
                QCOMPARE(sum, (b.stepTime - a.stepTime).count);
                for (const std::string &name : names)
                    QVERIFY(name == "a" || name == "v");
                if (first == second)
                    for (const NodeDifference &one : nodeDifferences(a, topology, b, topology))
                        QVERIFY(one.ticks == 0 && one.ofCause == 0);
            }
    }

    void theLargestComesFirst()
    {
        const Topology topology = smallTopology();
        const auto found = nodeDifferences(test::simulated(ScheduleKind::gpipe), topology,
                                           test::simulated(ScheduleKind::zbH1), topology);
        for (std::size_t i = 1; i < found.size(); ++i)
            QVERIFY(std::abs(found[i - 1].ticks) >= std::abs(found[i].ticks));
        QVERIFY(nodeDifferences({}, topology, {}, topology).empty());
    }
};

QTEST_GUILESS_MAIN(NodeDifferenceTest)
#include "node_difference_test.moc"
