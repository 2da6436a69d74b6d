// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/way.h"

#include "support/clusters.h"
#include "support/ideal_links.h"
#include "support/strict_test.h"

using namespace heteroscope;

class WayTest : public StrictTest
{
    Q_OBJECT

private slots:
    void aWayIsAsWideAsItsNarrowestLink()
    {
        auto cluster = test::star({test::node("a", "A100-80GB SXM", 2), test::node("b", "A100-80GB SXM", 2)},
                                  BytesPerSecond(1e10));
        cluster.links[1].bandwidth = BytesPerSecond(4e9);
        cluster.links[0].latency = Seconds(3e-6);
        const auto topology = test::topology(cluster);
        const auto calibration = test::idealLinks();
        Network network(topology, calibration);
        const auto way = wayBetween(network, "a", "b");
        QVERIFY(way);
        QCOMPARE(way->links.size(), std::size_t(2));
        QCOMPARE(way->links[0], cluster.links[0].name);
        QCOMPARE(way->links[1], cluster.links[1].name);
        QCOMPARE(way->narrowest, cluster.links[1].name);
        QCOMPARE(way->rate.value, 4e9);
        QVERIFY(way->latency.value >= 3e-6);
        QCOMPARE(way->time(Bytes(4e9)).value, way->latency.value + 1);
        // There and back is the same here.
        const auto back = wayBetween(network, "b", "a");
        QVERIFY(back);
        QCOMPARE(back->rate.value, way->rate.value);
        QCOMPARE(back->latency.value, way->latency.value);
    }

    void whatIsNoWayIsSaid()
    {
        auto cluster = test::star({test::node("a", "A100-80GB SXM", 2), test::node("b", "A100-80GB SXM", 2)});
        cluster.nodes.push_back(test::node("island", "A100-80GB SXM", 2));
        const auto topology = test::topology(cluster);
        const auto calibration = test::idealLinks();
        Network network(topology, calibration);
        QCOMPARE(wayBetween(network, "a", "nowhere").error().code, Error::Code::reference);
        QVERIFY(!wayBetween(network, "a", "a"));
        QVERIFY(!wayBetween(network, cluster.switches.front().name, "a"));
        QVERIFY(!wayBetween(network, "a", "island"));
    }
};

QTEST_GUILESS_MAIN(WayTest)
#include "way_test.moc"
