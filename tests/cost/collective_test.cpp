// SPDX-License-Identifier: GPL-3.0-or-later
//
// Collectives against the bus-bandwidth factors of nccl-tests.
#include "cost/network.h"

#include "support/clusters.h"
#include "support/property.h"
#include "support/strict_test.h"

using namespace heteroscope;

namespace {

constexpr double fabric = 3e11;

CalibrationValues idealLinks()
{
    CalibrationValues values;
    for (std::size_t i = 0; i < linkTechnologyNames.size(); ++i)
        values.links.push_back({static_cast<LinkTechnology>(i), 1, Seconds(0), {}, {}});
    return values;
}

std::vector<DeviceId> firstDevices(std::size_t count)
{
    std::vector<DeviceId> devices;
    for (std::size_t i = 0; i < count; ++i)
        devices.emplace_back(i);
    return devices;
}

} // namespace

class CollectiveTest : public StrictTest
{
    Q_OBJECT

private slots:
    void meetTheBusBandwidthFactors()
    {
        const auto topology =
            test::topology(test::star({test::node("a", "A100-80GB SXM", 16, BytesPerSecond(fabric))}));
        const auto calibration = idealLinks();
        HETEROSCOPE_PROPERTY("time = bytes x factor / bandwidth", [&] {
            const auto n = static_cast<std::size_t>(*rc::gen::inRange(2, 17));
            Network network(topology, calibration);
            const double passed = static_cast<double>(n - 1) / static_cast<double>(n);
            const std::vector<std::vector<DeviceId>> group(1, firstDevices(n));
            RC_ASSERT(std::abs(network.allReduce(group)->secondsPerByte * fabric / (2 * passed) - 1) < 1e-9);
            RC_ASSERT(std::abs(network.allGather(group)->secondsPerByte * fabric / passed - 1) < 1e-9);
            RC_ASSERT(std::abs(network.allToAll(group)->secondsPerByte * fabric / passed - 1) < 1e-9);
        });
    }
    void aTreeIsTakenForManyNodes()
    {
        std::vector<Node> nodes;
        for (int i = 0; i < 64; ++i)
            nodes.push_back(test::node("n" + std::to_string(i), "A100-80GB SXM", 1));
        const auto topology = test::topology(test::star(std::move(nodes)));
        const auto calibration = idealLinks();
        Network network(topology, calibration);
        const auto cost = network.allReduce({firstDevices(64)});
        QVERIFY(cost && cost->treeLatency);
        QVERIFY(*cost->treeLatency < cost->latency * 0.2); // 2 log2 64 steps instead of 2 x 63
        QCOMPARE(cost->time(Bytes(0)).value, cost->treeLatency->value);
        QVERIFY(!network.allGather({firstDevices(64)})->treeLatency);
    }
    void moreBytesTakeLonger()
    {
        const auto topology =
            test::topology(test::star({test::node("a", "A100-80GB SXM", 4), test::node("b", "A100-80GB SXM", 4)}));
        const auto calibration = idealLinks();
        Network network(topology, calibration);
        const auto cost = network.allReduce({firstDevices(8)});
        QVERIFY(cost->time(Bytes(2e6)) > cost->time(Bytes(1e6)));
    }
};

QTEST_GUILESS_MAIN(CollectiveTest)
#include "collective_test.moc"
