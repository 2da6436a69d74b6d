// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/scenario_span.h"

#include "support/strict_test.h"

using namespace heteroscope;

class ScenarioSpanTest : public StrictTest
{
    Q_OBJECT

private slots:
    void changesAreCollected()
    {
        Cluster cluster;
        cluster.nodes.emplace_back().devices.emplace_back();
        cluster.links.emplace_back().rate.points = {{Seconds(100), 0.1}, {Seconds(300), 1}};
        const ScenarioSpan span = scenarioSpan(cluster);
        QVERIFY(span.changes == (std::vector<Seconds>{Seconds(100), Seconds(300)}));
        QCOMPARE(span.horizon().value, 330.0);
        QCOMPARE(span.after(Seconds(0)).value, 100.0);
        QCOMPARE(span.after(Seconds(100)).value, 300.0);
        QCOMPARE(span.after(Seconds(300)).value, 330.0);
        QCOMPARE(span.before(Seconds(300)).value, 100.0);
        QCOMPARE(span.before(Seconds(100)).value, 0.0);
        // A device that is slow from the start changes nothing, nor does a point that repeats the factor before it.
        RateCurve &speed = cluster.nodes[0].devices[0].speed;
        speed.points = {{Seconds(0), 0.9}, {Seconds(50), 0.9}};
        QVERIFY(scenarioSpan(cluster) == span);
        QVERIFY(!changesOverTime(speed));
        speed.points.push_back({Seconds(100), 0.5});
        QVERIFY(scenarioSpan(cluster) == span); // at the same time as the link
        QVERIFY(changesOverTime(speed));
        cluster.links.clear();
        QCOMPARE(scenarioSpan(cluster).changes.size(), std::size_t(1));
    }

    void withoutChangesThereIsNoHorizon()
    {
        QVERIFY(scenarioSpan({}).isEmpty());
        QCOMPARE(scenarioSpan({}).horizon().value, 0.0);
    }
};

QTEST_GUILESS_MAIN(ScenarioSpanTest)
#include "scenario_span_test.moc"
