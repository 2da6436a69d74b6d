// SPDX-License-Identifier: GPL-3.0-or-later
//
// Collectives against the bus-bandwidth factors of nccl-tests.
#include "cost/network.h"

#include "support/clusters.h"
#include "support/ideal_links.h"
#include "support/property.h"
#include "support/strict_test.h"

#include <map>

using namespace heteroscope;

namespace {

constexpr double fabricRate = 3e11;

std::vector<DeviceId> firstDevices(std::size_t count)
{
    std::vector<DeviceId> devices;
    for (std::size_t i = 0; i < count; ++i)
        devices.emplace_back(i);
    return devices;
}

LinkConstants &linkIn(CalibrationValues &values, LinkTechnology technology)
{
    return *std::find_if(values.links.begin(), values.links.end(),
                         [technology](const auto &link) { return link.technology == technology; });
}

} // namespace

class CollectiveTest : public StrictTest
{
    Q_OBJECT

private slots:
    void meetTheBusBandwidthFactors()
    {
        const auto topology =
            test::topology(test::star({test::node("a", "A100-80GB SXM", 16, BytesPerSecond(fabricRate))}));
        const auto calibration = test::idealLinks();
        HETEROSCOPE_PROPERTY("time = bytes x factor / bandwidth", [&] {
            const auto n = static_cast<std::size_t>(*rc::gen::inRange(2, 17));
            Network network(topology, calibration);
            const double passed = static_cast<double>(n - 1) / static_cast<double>(n);
            const std::vector<std::vector<DeviceId>> group(1, firstDevices(n));
            RC_ASSERT(std::abs(network.allReduce(group)->secondsPerByte * fabricRate / (2 * passed) - 1) < 1e-9);
            RC_ASSERT(std::abs(network.allGather(group)->secondsPerByte * fabricRate / passed - 1) < 1e-9);
            RC_ASSERT(std::abs((*network.allToAll(group))->secondsPerByte * fabricRate / passed - 1) < 1e-9);
        });
    }
    void whatTheGroupsOfAnExchangeSendAddsUpToAllOfIt()
    {
        HETEROSCOPE_PROPERTY("together the groups load the narrowest link as the whole exchange does", [] {
            const int nodes = *rc::gen::inRange(2, 5), each = 1 << *rc::gen::inRange(1, 4);
            const auto together = static_cast<std::size_t>(1 << *rc::gen::inRange(0, 3));
            std::vector<Node> boxes;
            for (int i = 0; i < nodes; ++i)
                boxes.push_back(test::node("n" + std::to_string(i), "A100-80GB SXM", each));
            const auto all = firstDevices(static_cast<std::size_t>(nodes * each));
            if (all.size() % together != 0 || all.size() < 2 * together)
                return;
            // Now the cards of the devices are the narrowest, now what the devices of a node share.
            const double uplink = *rc::gen::element(1e10, 1e12);
            const auto topology = test::topology(test::star(std::move(boxes), BytesPerSecond(uplink)));
            const auto calibration = test::idealLinks();
            Network network(topology, calibration);
            std::map<EdgeId, double> sum;
            double longest = 0;
            for (std::size_t first = 0; first < all.size(); first += together) {
                const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first);
                const std::vector<DeviceId> senders(begin, begin + static_cast<std::ptrdiff_t>(together));
                const auto own = network.exchangeOf({all}, senders, static_cast<int>(together));
                RC_ASSERT(bool(own));
                for (const auto &share : own->traffic)
                    sum[share.edge] += share.perByte;
                longest = std::max(longest, own->secondsPerByte);
            }
            double asOne = 0;
            for (const auto &[edge, perByte] : sum)
                asOne = std::max(asOne, perByte / network.fullCapacity(edge));
            const double exchange = (*network.allToAll({all}))->secondsPerByte;
            RC_ASSERT(std::abs(asOne / exchange - 1) < 1e-9);
            RC_ASSERT(longest <= exchange * (1 + 1e-9));
            // A group whose own cards are the narrowest takes as long alone.
            if (uplink > 1e11)
                RC_ASSERT(std::abs(longest / exchange - 1) < 1e-9);
        });
    }
    void aTreeIsTakenForManyNodes()
    {
        std::vector<Node> nodes;
        for (int i = 0; i < 64; ++i)
            nodes.push_back(test::node("n" + std::to_string(i), "A100-80GB SXM", 1));
        const auto topology = test::topology(test::star(std::move(nodes)));
        const auto calibration = test::idealLinks();
        Network network(topology, calibration);
        const auto cost = network.allReduce({firstDevices(64)});
        QVERIFY(cost && cost->treeLatency);
        QVERIFY(*cost->treeLatency < cost->latency * 0.2); // 2 log2 64 steps instead of 2 x 63
        QCOMPARE(cost->time(Bytes(0)).value, cost->treeLatency->value);
        QVERIFY(!network.allGather({firstDevices(64)})->treeLatency);
    }
    void switchesThatAddUpSendEveryByteOnce()
    {
        constexpr double card = 2.5e10; // of test::node
        constexpr double uplink = 1e11;
        const auto cost = [](int nodes, int devices, bool reduces) {
            std::vector<Node> boxes;
            for (int i = 0; i < nodes; ++i)
                boxes.push_back(test::node("n" + std::to_string(i), "A100-80GB SXM", devices));
            auto cluster = test::star(std::move(boxes), BytesPerSecond(uplink));
            cluster.switches.front().reduces = reduces;
            const auto topology = test::topology(cluster);
            const auto calibration = test::idealLinks();
            return *Network(topology, calibration).allReduce({firstDevices(static_cast<std::size_t>(nodes * devices))});
        };
        const auto ring = cost(64, 1, false);
        const auto added = cost(64, 1, true);
        QCOMPARE(added.form, TransferForm::inSwitch);
        QVERIFY(std::abs(ring.secondsPerByte * card - 2 * 63.0 / 64) < 1e-9);
        QVERIFY(std::abs(added.secondsPerByte * card - 1) < 1e-9);
        QVERIFY(!added.treeLatency);
        // One way up and down instead of 2 log2 64 of them.
        QVERIFY(std::abs(added.latency / *ring.treeLatency - 1.0 / 12) < 1e-9);
        // Eight rings share the uplink of a node.
        QVERIFY(std::abs(cost(4, 8, true).secondsPerByte * uplink - 1) < 1e-9);
        // Between two nodes a ring is as good.
        QCOMPARE(cost(2, 1, true).form, TransferForm::ring);
        QCOMPARE(cost(2, 1, true).secondsPerByte, cost(2, 1, false).secondsPerByte);
    }
    void onePlainSwitchOnTheWayKeepsTheRing()
    {
        auto cluster = test::star({test::node("a", "A100-80GB SXM", 1), test::node("b", "A100-80GB SXM", 1),
                                   test::node("c", "A100-80GB SXM", 1)});
        cluster.switches.front().reduces = true;
        const auto form = [&cluster](bool gather) {
            const auto topology = test::topology(cluster);
            const auto calibration = test::idealLinks();
            Network network(topology, calibration);
            return (gather ? network.allGather({firstDevices(3)}) : network.allReduce({firstDevices(3)}))->form;
        };
        QCOMPARE(form(false), TransferForm::inSwitch);
        QCOMPARE(form(true), TransferForm::ring); // only sums are made in switches
        auto plain = cluster.switches.front();
        plain.name = "plain";
        plain.reduces = false;
        cluster.switches.push_back(plain);
        auto &last = cluster.links.back();
        auto between = last;
        between.name = "between";
        between.from = plain.name;
        between.to = cluster.switches.front().name;
        (last.from == between.to ? last.from : last.to) = plain.name;
        cluster.links.push_back(between);
        QCOMPARE(form(false), TransferForm::ring);
    }
    void protocolsFollowTheMessage()
    {
        const auto topology =
            test::topology(test::star({test::node("a", "A100-80GB SXM", 8, BytesPerSecond(fabricRate))}));
        auto calibration = test::idealLinks();
        auto &nvlink = linkIn(calibration, LinkTechnology::nvlink);
        nvlink.hop = Seconds(3.4e-6);
        Network simple(topology, calibration);
        const auto plain = *simple.allReduce({firstDevices(8)});
        const double way = (*simple.route(DeviceId(0), DeviceId(1)))->latency.value;
        nvlink.hopLL128 = Seconds(1.9e-6);
        nvlink.hopLL = Seconds(0.6e-6);
        Network network(topology, calibration);
        const auto cost = *network.allReduce({firstDevices(8)});
        const double perByte = 2 * 7.0 / 8 / fabricRate;
        QCOMPARE(cost.traffic, plain.traffic);
        QCOMPARE(cost.longLatency().value, plain.longLatency().value);
        double before = 0, slope = 1;
        for (double bytes = 1; bytes < 1e10; bytes *= 2) {
            const double expected =
                std::min({14 * (3.4e-6 + way) + bytes * perByte, 14 * (1.9e-6 + way) + bytes * perByte * 128 / 120,
                          14 * (0.6e-6 + way) + bytes * perByte * 2});
            const double time = cost.time(Bytes(bytes)).value;
            QVERIFY(std::abs(time / expected - 1) < 1e-12);
            QVERIFY(std::abs(plain.time(Bytes(bytes)).value / (14 * (3.4e-6 + way) + bytes * perByte) - 1) < 1e-12);
            // As a flow, and as the planner bounds it.
            QCOMPARE((cost.latencyOf(Bytes(bytes)) + cost.occupancy(Bytes(bytes))).value, time);
            QVERIFY(cost.shortestLatency().value + bytes * cost.secondsPerByte <= time);
            if (before > 0) {
                const double now = (time - before) / (bytes / 2);
                QVERIFY(now > 0 && now <= slope * (1 + 1e-9));
                slope = now;
            }
            before = time;
        }
        QVERIFY(std::abs(cost.shortestLatency().value / (14 * (0.6e-6 + way)) - 1) < 1e-12);
        const auto gather = *network.allGather({firstDevices(8)});
        QVERIFY(std::abs(gather.shortestLatency().value / (7 * (0.6e-6 + way)) - 1) < 1e-12);
        QCOMPARE(network.transfer({DeviceId(0)}, {DeviceId(1)})->shortestLatency().value, way);
    }
    void switchesOfANodeHaveNoMiddleProtocol()
    {
        auto node = test::node("a", "H100-80GB SXM", 8, BytesPerSecond(fabricRate));
        const auto topology = test::topology(test::star({node}));
        auto calibration = test::idealLinks();
        auto &nvlink = linkIn(calibration, LinkTechnology::nvlink);
        nvlink.hop = Seconds(3.4e-6);
        nvlink.hopLL128 = Seconds(1.9e-6);
        nvlink.hopLL = Seconds(0.6e-6);
        nvlink.inSwitch = 0.8;
        nvlink.inSwitchFill = Seconds(6e-5);
        Network network(topology, calibration);
        const auto cost = *network.allReduce({firstDevices(8)});
        QCOMPARE(cost.form, TransferForm::inSwitch);
        const double way = (*network.route(DeviceId(0), DeviceId(1)))->latency.value;
        const double perByte = 9.0 / 8 / (0.8 * fabricRate);
        for (double bytes = 1; bytes < 1e10; bytes *= 2) {
            const double expected =
                std::min(2 * (3.4e-6 + way) + 6e-5 + bytes * perByte, 2 * (0.6e-6 + way) + bytes * perByte * 2);
            QVERIFY(std::abs(cost.time(Bytes(bytes)).value / expected - 1) < 1e-12);
        }
    }
    void operationsInTurnKeepTheirProtocols()
    {
        const auto topology =
            test::topology(test::star({test::node("a", "A100-80GB SXM", 8, BytesPerSecond(fabricRate))}));
        auto calibration = test::idealLinks();
        auto &nvlink = linkIn(calibration, LinkTechnology::nvlink);
        nvlink.hop = Seconds(3.4e-6);
        nvlink.hopLL = Seconds(0.6e-6);
        Network network(topology, calibration);
        const auto one = *network.allGather({firstDevices(8)});
        const auto both = network.inTurn(one, one, 0.25);
        for (double bytes = 1; bytes < 1e10; bytes *= 2) {
            const double expected = std::min(2 * one.longLatency().value + bytes * one.secondsPerByte,
                                             2 * one.shortestLatency().value + 2 * bytes * one.secondsPerByte);
            QVERIFY(std::abs(both.time(Bytes(bytes)).value / expected - 1) < 1e-12);
        }
    }
    void moreBytesTakeLonger()
    {
        const auto topology =
            test::topology(test::star({test::node("a", "A100-80GB SXM", 4), test::node("b", "A100-80GB SXM", 4)}));
        const auto calibration = test::idealLinks();
        Network network(topology, calibration);
        const auto cost = network.allReduce({firstDevices(8)});
        QVERIFY(cost->time(Bytes(2e6)) > cost->time(Bytes(1e6)));
    }
};

QTEST_GUILESS_MAIN(CollectiveTest)
#include "collective_test.moc"
