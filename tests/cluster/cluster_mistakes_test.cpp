// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/cluster_json.h"

#include "support/sample_cluster.h"
#include "support/strict_test.h"

#include <functional>

using namespace heteroscope;
using Spoil = std::function<void(Cluster &)>;
Q_DECLARE_METATYPE(Spoil)

class ClusterMistakesTest : public StrictTest
{
    Q_OBJECT

    static void row(const char *name, const char *path, Spoil spoil) { QTest::newRow(name) << spoil << QString(path); }

    static void fabricMistakes()
    {
        row("unknown fabric end", "/nodes/0/fabric/0/to", [](Cluster &c) { c.nodes[0].fabric[0].to = "nvswitch2"; });
        row("device beyond the last", "/nodes/0/fabric/0/from",
            [](Cluster &c) { c.nodes[0].fabric[0].from = "gpu4-8"; });
        row("range backwards", "/nodes/0/fabric/0/from", [](Cluster &c) { c.nodes[0].fabric[0].from = "gpu3-1"; });
        row("overflowing range", "/nodes/0/fabric/0/from",
            [](Cluster &c) { c.nodes[0].fabric[0].from = "gpu0-99999999999999999999999"; });
        row("two ranges", "/nodes/0/fabric/0", [](Cluster &c) { c.nodes[0].fabric[0].to = "gpu0-3"; });
        row("device to itself", "/nodes/0/fabric/0/to", [](Cluster &c) {
            c.nodes[0].fabric[0] = c.nodes[0].fabric[1];
            c.nodes[0].fabric[0].from = "gpu1";
            c.nodes[0].fabric[0].to = "gpu0-3";
        });
        row("vertex named like a device", "/nodes/0/vertices/0/id",
            [](Cluster &c) { c.nodes[0].vertices[0].id = "gpu7"; });
        row("vertex twice", "/nodes/0/vertices/1/id", [](Cluster &c) { c.nodes[0].vertices[1].id = "nvswitch"; });
        row("nothing to attach to", "/links/0/from", [](Cluster &c) {
            c.nodes[0].vertices.clear();
            c.nodes[0].fabric.clear();
        });
    }
    static void rackMistakes()
    {
        row("too few ports", "/switches/0/ports", [](Cluster &c) { c.switches[0].ports = 1; });
        row("rack with a stranger", "/racks/0/members/0", [](Cluster &c) { c.racks = {{"r", {"nobody"}, 2, {}}}; });
        row("rack member twice", "/racks/1/members/0", [](Cluster &c) {
            c.racks = {{"r", {"a"}, 2, {}}, {"q", {"a"}, 2, {}}};
        });
        row("rack repeated 0 times", "/racks/0/repeat", [](Cluster &c) { c.racks = {{"r", {"a"}, 0, {}}}; });
        row("ports of a repeated rack", "/switches/0/ports", [](Cluster &c) {
            c.switches[0].ports = 4;
            c.racks = {{"r", {"a"}, 4, {}}};
        });
        row("too many devices", "", [](Cluster &c) { c.racks = {{"r", {"a"}, 200'000, {}}}; });
        row("too many links", "", [](Cluster &c) {
            c.nodes[0].devices.clear();
            c.nodes[0].fabric.clear();
            c.nodes[1] = c.nodes[0];
            c.nodes[1].name = "b";
            c.links = {samples::link("l", "a", "b")};
            c.racks = {{"r", {"a"}, 20'000, {}}, {"q", {"b"}, 20'000, {}}};
        });
        row("conflict of a stranger", "/conflictSets/0/links/0", [](Cluster &c) {
            c.conflictSets = {{"c", {"nobody"}, {}}};
        });
        row("group of a stranger", "/deviceGroups/0/devices/1", [](Cluster &c) {
            c.deviceGroups = {{"g", {"a", "a:8"}, {}}};
        });
        row("group of a copy that is not", "/deviceGroups/0/devices/0", [](Cluster &c) {
            c.deviceGroups = {{"g", {"a#2:0"}, {}}};
        });
        row("type without peak", "/deviceTypes/0/peakFlops", [](Cluster &c) {
            DeviceType type;
            type.name = "t";
            type.memory = Bytes(1e9);
            type.memoryBandwidth = BytesPerSecond(1e9);
            c.deviceTypes = {type};
        });
    }

private slots:
    void findsNoneInASoundCluster()
    {
        const auto findings = findClusterMistakes(samples::pairCluster(), "/cluster");
        QVERIFY(findings.ok());
        QVERIFY(findings.warnings.empty());
    }

    void findsEachMistakeAtItsPlace_data()
    {
        QTest::addColumn<Spoil>("spoil");
        QTest::addColumn<QString>("path");
        row("empty name", "/nodes/0/name", [](Cluster &c) { c.nodes[0].name.clear(); });
        row("slash", "/nodes/0/name", [](Cluster &c) { c.nodes[0].name = "a/b"; });
        row("colon", "/switches/0/name", [](Cluster &c) { c.switches[0].name = "s:1"; });
        row("hash", "/links/0/name", [](Cluster &c) { c.links[0].name = "l#2"; });
        row("reserved", "/nodes/1/name", [](Cluster &c) { c.nodes[1].name = "x-b"; });
        row("control character", "/nodes/1/name", [](Cluster &c) { c.nodes[1].name = "b\n"; });
        row("doubled name", "/switches/0/name", [](Cluster &c) { c.switches[0].name = "a"; });
        row("link named like a node", "/links/1/name", [](Cluster &c) { c.links[1].name = "a"; });
        row("unknown device type", "/nodes/1/devices", [](Cluster &c) { c.nodes[1].devices[2].type = "H1000"; });
        row("link to nowhere", "/links/0/to", [](Cluster &c) { c.links[0].to = "nobody"; });
        row("link to itself", "/links/0/to", [](Cluster &c) { c.links[0].to = "a"; });
        row("no bandwidth", "/links/0/bandwidth", [](Cluster &c) { c.links[0].bandwidth = BytesPerSecond(0); });
        row("bandwidth not a number", "/links/0/bandwidth",
            [](Cluster &c) { c.links[0].bandwidth = BytesPerSecond(std::nan("")); });
        row("infinite latency", "/links/0/latency", [](Cluster &c) { c.links[0].latency = Seconds(HUGE_VAL); });
        row("curve out of order", "/links/0/rate/1/at", [](Cluster &c) {
            c.links[0].rate.points = {{Seconds(2), 1}, {Seconds(2), 0.5}};
        });
        row("negative factor", "/links/0/rate/0/factor", [](Cluster &c) {
            c.links[0].rate.points = {{Seconds(2), -1}};
        });
        row("speed", "/nodes/0/devices/1/speed/0/factor", [](Cluster &c) {
            c.nodes[0].devices[4].speed.points = {{Seconds(2), 1e9}};
        });
        row("negative host power", "/nodes/1/power", [](Cluster &c) { c.nodes[1].power = -1; });
        row("host power not a number", "/nodes/0/power", [](Cluster &c) { c.nodes[0].power = std::nan(""); });
        row("negative switch power", "/switches/0/power", [](Cluster &c) { c.switches[0].power = -0.5; });
        row("PUE below 1", "/powerUsageEffectiveness", [](Cluster &c) { c.powerUsageEffectiveness = 0.99; });
        row("infinite PUE", "/powerUsageEffectiveness", [](Cluster &c) { c.powerUsageEffectiveness = HUGE_VAL; });
        fabricMistakes();
        rackMistakes();
    }
    void findsEachMistakeAtItsPlace()
    {
        QFETCH(Spoil, spoil);
        QFETCH(QString, path);
        auto cluster = samples::pairCluster();
        spoil(cluster);
        const auto findings = findClusterMistakes(cluster, "/cluster");
        QVERIFY(!findings.ok());
        QStringList all;
        for (const auto &error : findings.errors)
            all << QString::fromStdString(error.path);
        QVERIFY2(all.contains("/cluster" + path), qPrintable(all.join(' ')));
        for (const auto &error : findings.errors)
            QVERIFY(!error.found.empty() && !error.expected.empty());
    }

    void powersAreReadAndWrittenOnlyIfStated()
    {
        auto cluster = samples::pairCluster();
        const auto plain = toText(toJson(cluster));
        QVERIFY(plain.find("power") == std::string::npos);
        cluster.nodes[0].power = 1234.5;
        cluster.switches[0].power = 77;
        cluster.powerUsageEffectiveness = 1.2;
        Findings findings;
        QVERIFY(readCluster(toJson(cluster), "/cluster", findings) == cluster);
        QVERIFY(findings.ok());
    }
    void aPowerOutsideOfItsRangeIsRefusedWhereItStands()
    {
        auto json = toJson(samples::pairCluster());
        json["nodes"][0]["power"] = -5;
        json["switches"][0]["power"] = "much";
        json["powerUsageEffectiveness"] = 0.9;
        Findings findings;
        readCluster(json, "/cluster", findings);
        QCOMPARE(findings.errors.size(), std::size_t(3));
        QCOMPARE(findings.errors[0].path, std::string("/cluster/nodes/0/power"));
        QCOMPARE(findings.errors[1].path, std::string("/cluster/switches/0/power"));
        QCOMPARE(findings.errors[2].path, std::string("/cluster/powerUsageEffectiveness"));
        QVERIFY(findings.errors[2].expected.find("from 1 to 100") != std::string::npos);
    }
    void warnsOfASecondLinkBetweenTheSameEnds()
    {
        auto cluster = samples::pairCluster();
        cluster.links.push_back(samples::link("again", "s", "a"));
        const auto findings = findClusterMistakes(cluster, "");
        QVERIFY(findings.ok());
        QCOMPARE(findings.warnings.size(), std::size_t(1));
    }

    void hintsAtTheNameThatWasMeant()
    {
        auto cluster = samples::pairCluster();
        cluster.nodes[0].devices[0].type = "A100-80GB SMX";
        QCOMPARE(findClusterMistakes(cluster, "").errors.front().hint, std::string("did you mean \"A100-80GB SXM\"?"));
    }

    void boundsARunOfDevices()
    {
        Findings findings;
        const auto json = parseJson(R"({"nodes": [{"name": "a", "devices": [{"type": "T4", "count": 262144}]},
                                                  {"name": "b", "devices": [{"type": "T4", "count": 262144}]}]})");
        const auto cluster = readCluster(*json, "", findings);
        QCOMPARE(cluster.nodes[0].devices.size(), maxDevices);
        QVERIFY(cluster.nodes[1].devices.empty());
        QCOMPARE(findings.errors.size(), std::size_t(1));
        QCOMPARE(findings.errors.front().path, std::string("/nodes/1/devices/0/count"));
    }

    void refusesTooManyDevicesBeforeTheRestIsRead()
    {
        std::string text = R"({"cluster": {"nodes": [{"name": "a", "devices": [{"type": "T4", "count": 262143}]},
                                                     {"name": "b", "devices": [{"type": "T4"}, {"type": "T4"}, )";
        const auto json = parseJson(text + "what follows is not read", "f", maxJsonValues, deviceWatch());
        QVERIFY(!json);
        QCOMPARE(json.error().path, std::string("/cluster/nodes/1/devices"));
        QCOMPARE(json.error().found, std::string("1 more devices"));
        // Devices elsewhere in the text are none of the cluster.
        QVERIFY(parseJson(R"({"library": {"nodes": [{"devices": [{"count": 262144}, {"count": 262144}]}]}})", "f",
                          maxJsonValues, deviceWatch())
                    .hasValue());
    }

    void boundsTheConflictSetsOfALink()
    {
        auto cluster = samples::pairCluster();
        const auto &link = cluster.links.front().name;
        for (int i = 0; i < maxSetsOfLink; ++i)
            cluster.conflictSets.push_back({"c" + std::to_string(i), {link}, {}});
        QVERIFY(findClusterMistakes(cluster, "").ok());
        for (int i = 0; i < 1000; ++i)
            cluster.conflictSets.push_back({"d" + std::to_string(i), {link}, {}});
        const auto findings = findClusterMistakes(cluster, "");
        QCOMPARE(findings.errors.size(), std::size_t(1)); // one for the link
        QCOMPARE(findings.errors.front().path, "/conflictSets/" + std::to_string(maxSetsOfLink) + "/links/0");
        QVERIFY(!findings.errors.front().hint.empty());
    }

    void boundsTheSizeOfManyHopelessNames()
    {
        Cluster cluster;
        for (int i = 0; i < 20'000; ++i)
            cluster.links.push_back(samples::link("l" + std::to_string(i), "nobody" + std::to_string(i), "none"));
        QCOMPARE(findClusterMistakes(cluster, "").errors.size(), Findings::most);
    }
};

QTEST_GUILESS_MAIN(ClusterMistakesTest)
#include "cluster_mistakes_test.moc"
