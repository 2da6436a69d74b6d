// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/network.h"

#include "support/clusters.h"
#include "support/ideal_links.h"
#include "support/property.h"
#include "support/strict_test.h"

using namespace heteroscope;

namespace {

std::vector<DeviceId> devices(std::initializer_list<std::size_t> indices)
{
    std::vector<DeviceId> result;
    for (const auto index : indices)
        result.emplace_back(index);
    return result;
}

} // namespace

class NetworkTest : public StrictTest
{
    Q_OBJECT

private slots:
    void allReduceMeetsTheBusBandwidthFactor()
    {
        const auto topology = test::topology(test::star({test::node("a", "A100-80GB SXM", 8)}));
        const auto calibration = test::idealLinks();
        Network network(topology, calibration);
        for (const std::size_t n : {2U, 4U, 8U}) {
            std::vector<DeviceId> group;
            for (std::size_t i = 0; i < n; ++i)
                group.emplace_back(i);
            const double share = static_cast<double>(n - 1) / static_cast<double>(n);
            QCOMPARE(network.allReduce({group})->secondsPerByte, 2 * share / 3e11);
            QCOMPARE(network.allGather({group})->secondsPerByte, share / 3e11);
        }
    }
    void allReduceLatencyIsOneHopAStep()
    {
        const auto topology = test::topology(test::star({test::node("a", "A100-80GB SXM", 4)}));
        const auto calibration = test::idealLinks();
        Network network(topology, calibration);
        // 2 (n-1) steps over two edges of 1 us each.
        QVERIFY(std::abs(network.allReduce({devices({0, 1, 2, 3})})->latency.value - 6 * 2e-6) < 1e-15);
    }
    void aRingOverTwoNodesRunsAtTheSlowestPart()
    {
        const auto topology = test::topology(test::star(
            {test::node("a", "A100-80GB SXM", 1), test::node("b", "V100-16GB SXM2", 1)}, BytesPerSecond(1e9)));
        const auto calibration = test::idealLinks();
        Network network(topology, calibration);
        QCOMPARE(network.allReduce({devices({0, 1})})->secondsPerByte, 2 * 0.5 / 1e9);
    }
    void siblingRingsShareTheCable()
    {
        const auto topology = test::topology(test::star(
            {test::node("a", "A100-80GB SXM", 2), test::node("b", "A100-80GB SXM", 2)}, BytesPerSecond(1e9)));
        const auto calibration = test::idealLinks();
        Network network(topology, calibration);
        const auto one = network.allReduce({devices({0, 2})});
        const auto two = network.allReduce({devices({0, 2}), devices({1, 3})});
        QCOMPARE(two->secondsPerByte, 2 * one->secondsPerByte);
    }
    void severalMembersOfANodeUseItsPathsTogether()
    {
        // Two nodes of two; 25 GB/s for each device's way out, 1 TB/s between: two rings with half of the bytes each.
        const auto topology = test::topology(test::star({test::node("a", "A100-80GB SXM", 2, BytesPerSecond(1e15)),
                                                         test::node("b", "A100-80GB SXM", 2, BytesPerSecond(1e15))},
                                                        BytesPerSecond(1e12)));
        const auto calibration = test::idealLinks();
        Network network(topology, calibration);
        QCOMPARE(network.allReduce({devices({0, 1, 2, 3})})->secondsPerByte, 2 * 0.5 / 2 / 2.5e10);
    }
    void transferSplitsOverTheShards()
    {
        const auto topology = test::topology(test::star(
            {test::node("a", "A100-80GB SXM", 2), test::node("b", "A100-80GB SXM", 2)}, BytesPerSecond(1e12)));
        const auto calibration = test::idealLinks();
        Network network(topology, calibration);
        QCOMPARE(network.transfer(devices({0}), devices({2}))->secondsPerByte, 1 / 2.5e10);
        QCOMPARE(network.transfer(devices({0, 1}), devices({2, 3}))->secondsPerByte, 0.5 / 2.5e10);
        QVERIFY(network.transfer(devices({0, 1}), devices({2, 3}))->crossesNodes);
    }
    void sendingToOneselfIsFree()
    {
        const auto topology = test::topology(test::star({test::node("a", "A100-80GB SXM", 2)}));
        const auto calibration = test::idealLinks();
        Network network(topology, calibration);
        QCOMPARE(network.transfer(devices({0}), devices({0}))->time(Bytes(1e9)).value, 0.0);
    }
    void aDownLinkIsAnErrorThatNamesIt()
    {
        auto cluster = test::star({test::node("a", "A100-80GB SXM", 1), test::node("b", "A100-80GB SXM", 1)});
        cluster.links[1].rate.points = {{Seconds(10), 0.0}};
        const auto topology = test::topology(cluster);
        const auto calibration = test::idealLinks();
        Network before(topology, calibration, Seconds(9));
        QVERIFY(before.transfer(devices({0}), devices({1})));
        Network after(topology, calibration, Seconds(11));
        const auto failure = after.transfer(devices({0}), devices({1}));
        QVERIFY(!failure);
        QVERIFY(toString(failure.error()).find("to-b") != std::string::npos);
    }
    void anUnreachableDeviceIsAnError()
    {
        Cluster cluster;
        cluster.nodes = {test::node("a", "A100-80GB SXM", 1), test::node("b", "A100-80GB SXM", 1)};
        const auto topology = test::topology(cluster);
        const auto calibration = test::idealLinks();
        Network network(topology, calibration);
        QVERIFY(!network.transfer(devices({0}), devices({1})));
    }
    void fasterLinksAreNeverSlower()
    {
        const auto calibration = test::idealLinks();
        HETEROSCOPE_PROPERTY("doubling every link never costs time", [&] {
            const auto slow = *rc::gen::inRange(1, 1000);
            const auto count = *rc::gen::inRange<std::size_t>(1, 5);
            const auto build = [&](double factor) {
                return test::topology(
                    test::star({test::node("a", "A100-80GB SXM", count, BytesPerSecond(3e11 * factor),
                                           BytesPerSecond(1e10 * factor)),
                                test::node("b", "V100-16GB SXM2", count, BytesPerSecond(1e11 * factor),
                                           BytesPerSecond(5e9 * factor))},
                               BytesPerSecond(slow * 1e8 * factor)));
            };
            const auto slower = build(1), faster = build(2);
            std::vector<DeviceId> group;
            for (std::size_t i = 0; i < 2 * count; ++i)
                group.emplace_back(i);
            RC_ASSERT(Network(faster, calibration).allReduce({group})->secondsPerByte <=
                      Network(slower, calibration).allReduce({group})->secondsPerByte);
        });
    }
};

QTEST_GUILESS_MAIN(NetworkTest)
#include "network_test.moc"
