// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/topology.h"

#include "support/sample_cluster.h"
#include "support/strict_test.h"

using namespace heteroscope;

class TopologyTest : public StrictTest
{
    Q_OBJECT

    static QStringList names(const Topology &topology, const Route &route)
    {
        QStringList result;
        for (const auto edge : route.edges)
            result << QString::fromStdString(topology.edge(edge).link);
        return result;
    }

    static QStringList route(const Topology &topology, const char *from, const char *to)
    {
        const auto found = topology.route(*topology.findDevice(from), *topology.findDevice(to));
        return found ? names(topology, *found) : QStringList{"none"};
    }

private slots:
    void routesInsideABoxOverItsSwitch()
    {
        const auto topology = *Topology::build(samples::pairCluster());
        const auto found = topology.route(*topology.findDevice("a:2"), *topology.findDevice("a:5"));
        QVERIFY(found);
        QCOMPARE(names(topology, *found), (QStringList{"a/gpu2-nvswitch", "a/gpu5-nvswitch"}));
        QCOMPARE(found->bandwidth.value, 3e11);
        QCOMPARE(found->latency.value, 2e-6);
        QVERIFY(!found->crossesNodes);
    }

    void routesBetweenBoxesOverTheNics()
    {
        const auto topology = *Topology::build(samples::pairCluster());
        const auto found = topology.route(*topology.findDevice("a:2"), *topology.findDevice("b:5"));
        QVERIFY(found);
        QCOMPARE(names(topology, *found), (QStringList{"a/gpu2-nic", "a-s", "b-s", "b/gpu5-nic"}));
        QCOMPARE(found->bandwidth.value, 2.5e10);
        QCOMPARE(found->latency.value, 2e-6 + 1e-6 + 5e-7 + 1e-6 + 2e-6);
        QVERIFY(found->crossesNodes);
    }

    void prefersFewerHopsThenWidthThenLatencyThenLowerIds()
    {
        auto cluster = samples::pairCluster(); // a - s - b, 200 GB/s
        cluster.switches.push_back(samples::networkSwitch("t"));
        cluster.links.push_back(samples::link("a-t", "a", "t"));
        cluster.links.push_back(samples::link("b-t", "b", "t"));
        const auto through = [&cluster] { return route(*Topology::build(cluster), "a:0", "b:0").at(1); };
        QCOMPARE(through(), QString("a-s")); // all equal: the first of both
        QCOMPARE(route(*Topology::build(cluster), "a:0", "b:1").at(1), QString("a-t"));

        cluster.switches[1].latency = Seconds(4e-7);
        QCOMPARE(through(), QString("a-t")); // less latency

        for (auto &link : cluster.links)
            link.bandwidth = BytesPerSecond(link.name == "b-t" ? 1e10 : 2e10);
        QCOMPARE(through(), QString("a-s")); // wider at its narrowest, below the 25 GB/s of the nics

        cluster.links.push_back(samples::link("a-b", "a", "b", 1e9));
        QCOMPARE(through(), QString("a-b")); // fewer hops, however narrow
    }

    void takesTheLeastLatencyAmongWaysThatAreEquallyWideInTheEnd()
    {
        // The part to s is wider over u but slower; behind it the way is narrow anyway, so the width does not count.
        Cluster cluster;
        cluster.nodes = {samples::box("a"), samples::box("b")};
        for (const char *name : {"u", "v", "s"})
            cluster.switches.push_back(samples::networkSwitch(name));
        cluster.switches[0].latency = Seconds(9e-7);
        cluster.links = {samples::link("a-u", "a", "u", 2e10), samples::link("a-v", "a", "v", 1e10),
                         samples::link("u-s", "u", "s", 2e10), samples::link("v-s", "v", "s", 1e10),
                         samples::link("s-b", "s", "b", 1e9)};
        QCOMPARE(route(*Topology::build(cluster), "a:0", "b:0").at(1), QString("a-v"));
    }

    void parallelLinksShareTheDevicesOfANode()
    {
        auto cluster = samples::pairCluster();
        cluster.links.push_back(samples::link("a-s 2", "a", "s"));
        const auto topology = *Topology::build(cluster);
        for (const char *from : {"b:0", "b:5"}) {
            QCOMPARE(route(topology, from, "a:2").at(2), QString("a-s"));
            QCOMPARE(route(topology, from, "a:3").at(2), QString("a-s 2"));
        }
        // From a the device of b that is sent to chooses.
        QCOMPARE(route(topology, "a:0", "b:6").at(1), QString("a-s"));
        QCOMPARE(route(topology, "a:0", "b:7").at(1), QString("a-s 2"));
    }

    void ringsGoRoundTheNodesOfASwitchOneAfterTheOther()
    {
        // Two leaves below a spine, their nodes drawn in turn.
        Cluster cluster;
        for (const char *name : {"leaf 1", "leaf 2", "spine"})
            cluster.switches.push_back(samples::networkSwitch(name));
        for (const char *name : {"n0", "n1", "n2", "n3"})
            cluster.nodes.push_back(samples::box(name));
        cluster.links = {samples::link("0", "n0", "leaf 1"),       samples::link("1", "n1", "leaf 2"),
                         samples::link("2", "n2", "leaf 1"),       samples::link("3", "n3", "leaf 2"),
                         samples::link("up 1", "leaf 1", "spine"), samples::link("up 2", "leaf 2", "spine")};
        const auto topology = *Topology::build(cluster);
        QCOMPARE(topology.ringPlace(0), std::size_t(0));
        QCOMPARE(topology.ringPlace(2), std::size_t(1));
        QCOMPARE(topology.ringPlace(1), std::size_t(2));
        QCOMPARE(topology.ringPlace(3), std::size_t(3));
    }

    void neverForwardsThroughADevice()
    {
        Node chain = samples::box("n", "V100-16GB SXM2", 3);
        chain.vertices.clear();
        chain.fabric = {{"gpu0", "gpu1", LinkTechnology::nvlink, BytesPerSecond(1e11), Seconds(1e-6), {}},
                        {"gpu1", "gpu2", LinkTechnology::nvlink, BytesPerSecond(1e11), Seconds(1e-6), {}}};
        Cluster cluster;
        cluster.nodes = {chain};
        const auto topology = *Topology::build(cluster);
        QCOMPARE(route(topology, "n:0", "n:1"), QStringList{"n/gpu0-gpu1"});
        QCOMPARE(route(topology, "n:0", "n:2"), QStringList{"none"});
    }

    void attachesALoneDeviceByItself()
    {
        Cluster cluster = samples::pairCluster();
        Node lone;
        lone.name = "lone";
        lone.devices.resize(1);
        lone.devices[0].type = "T4";
        cluster.nodes.push_back(lone);
        cluster.links.push_back(samples::link("lone-s", "lone", "s"));
        const auto topology = *Topology::build(cluster);
        QCOMPARE(route(topology, "lone:0", "a:0"), (QStringList{"lone-s", "a-s", "a/gpu0-nic"}));
        QCOMPARE(topology.deviceTypes().size(), std::size_t(2));
    }

    void attachesToHostWhereThereIsNoNic()
    {
        Cluster cluster = samples::pairCluster();
        cluster.nodes[0].vertices[1] = {"cpu", FabricVertex::Kind::host, {}};
        cluster.nodes[0].fabric[1].to = "cpu";
        QCOMPARE(route(*Topology::build(cluster), "a:0", "b:0").at(0), QString("a/gpu0-cpu"));
    }

    void repeatsRacks()
    {
        Cluster cluster = samples::pairCluster();
        cluster.switches.push_back(samples::networkSwitch("leaf"));
        cluster.links.push_back(samples::link("b-leaf", "b", "leaf"));
        Rack rack;
        rack.name = "r";
        rack.members = {"b", "leaf"};
        rack.repeat = 3;
        cluster.racks = {rack};
        const auto topology = *Topology::build(cluster);
        QCOMPARE(topology.devices().size(), std::size_t(8 + 3 * 8));
        QCOMPARE(topology.nodes().size(), std::size_t(4));
        QCOMPARE(topology.nodes()[3].name, std::string("b#3"));
        QCOMPARE(topology.device(DeviceId(std::size_t(16))).name, std::string("b#2:0"));
        // b - leaf is inside the rack; b - s goes out of it, once for each copy
        QCOMPARE(route(topology, "b#2:0", "b#3:1"), (QStringList{"b#2/gpu0-nic", "b-s#2", "b-s#3", "b#3/gpu1-nic"}));
        QCOMPARE(topology.edges().size(), std::size_t(2 * (4 * 16 + 1 + 3 + 3)));
    }

    void linksEachPairOfCopiesOfTwoRacks()
    {
        Cluster cluster;
        cluster.nodes = {samples::box("a"), samples::box("b")};
        cluster.links = {samples::link("l", "a", "b")};
        Rack one;
        one.name = "r";
        one.members = {"a"};
        one.repeat = 2;
        Rack other = one;
        other.name = "q";
        other.members = {"b"};
        cluster.racks = {one, other};
        const auto topology = *Topology::build(cluster);
        QCOMPARE(route(topology, "a:0", "b:0").at(1), QString("l"));
        QCOMPARE(route(topology, "a:0", "b#2:0").at(1), QString("l#1.2"));
        QCOMPARE(route(topology, "a#2:0", "b:0").at(1), QString("l#2.1"));
        QCOMPARE(route(topology, "a#2:0", "b#2:0").at(1), QString("l#2.2"));
    }

    void keepsDrawnDevicesInPlaceWhenARackIsRepeated()
    {
        Cluster cluster = samples::pairCluster();
        Rack rack;
        rack.name = "r";
        rack.members = {"a"};
        rack.repeat = 4;
        cluster.racks = {rack};
        const auto topology = *Topology::build(cluster);
        QCOMPARE(topology.findDevice("b:7")->index(), std::size_t(15));
    }

    void holdsACurveAndASlowdown()
    {
        Cluster cluster = samples::pairCluster();
        cluster.links[0].rate.points = {{Seconds(1), 0.5}};
        cluster.nodes[0].devices[3].speed.points = {{Seconds(0), 0.8}};
        const auto topology = *Topology::build(cluster);
        QCOMPARE(topology.device(*topology.findDevice("a:3")).speed.factorAt(Seconds(5)), 0.8);
        const auto found = *topology.route(*topology.findDevice("a:0"), *topology.findDevice("b:0"));
        QCOMPARE(topology.edge(found.edges[1]).rate.factorAt(Seconds(2)), 0.5);
    }

    void refusesWhatItCannotExpand()
    {
        Cluster cluster = samples::pairCluster();
        Rack rack;
        rack.name = "r";
        rack.members = {"a", "b"};
        rack.repeat = 262'144;
        cluster.racks = {rack};
        const auto topology = Topology::build(cluster);
        QVERIFY(!topology);
        QCOMPARE(QString::fromStdString(topology.error().expected), QString("at most 262144"));
    }

    void expandsSixteenThousandDevices()
    {
        Cluster cluster = samples::pairCluster();
        Rack rack;
        rack.name = "r";
        rack.members = {"a", "b"};
        rack.repeat = 1024;
        cluster.racks = {rack};
        const auto topology = *Topology::build(cluster);
        QCOMPARE(topology.devices().size(), std::size_t(16'384));
        QCOMPARE(route(topology, "a:0", "b#1024:7").size(), qsizetype(4));
    }

    void knowsNoRouteOutOfRange()
    {
        const auto topology = *Topology::build(samples::pairCluster());
        QVERIFY(!topology.route(DeviceId(), DeviceId(std::size_t(0))));
        QVERIFY(!topology.route(DeviceId(std::size_t(0)), DeviceId(std::size_t(99))));
        QVERIFY(topology.route(DeviceId(std::size_t(1)), DeviceId(std::size_t(1)))->edges.empty());
    }
};

QTEST_GUILESS_MAIN(TopologyTest)
#include "topology_test.moc"
