// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/catalog.h"

#include "cluster/attach.h"
#include "cluster/cluster_json.h"
#include "cluster/topology.h"

#include "support/strict_test.h"

using namespace heteroscope;

class CatalogTest : public StrictTest
{
    Q_OBJECT

private slots:
    void hasNoMistakes()
    {
        const auto &findings = builtinCatalogFindings();
        QVERIFY2(findings.ok(), findings.ok() ? "" : toString(findings.errors.front()).c_str());
        QVERIFY(!builtinCatalog().devices.empty());
        QVERIFY(!builtinCatalog().links.empty());
        QVERIFY(!builtinCatalog().nodes.empty());
    }

    void namesASourceForEverything()
    {
        for (const auto &device : builtinCatalog().devices)
            QVERIFY2(!device.source.empty(), device.name.c_str());
        for (const auto &link : builtinCatalog().links)
            QVERIFY2(!link.source.empty(), link.name.c_str());
        for (const auto &node : builtinCatalog().nodes)
            QVERIFY2(!node.source.empty(), node.name.c_str());
    }

    void hasNodeTemplatesWhoseDevicesReachEachOther()
    {
        for (const auto &node : builtinCatalog().nodes) {
            Cluster cluster;
            cluster.nodes = {node};
            cluster.nodes[0].name = "n";
            const auto topology = Topology::build(cluster);
            QVERIFY2(topology.hasValue(), topology ? "" : toString(topology.error()).c_str());
            QVERIFY2(attachPoint(node).has_value(), node.name.c_str());
            for (std::size_t a = 0; a < topology->devices().size(); ++a) {
                for (std::size_t b = 0; b < topology->devices().size(); ++b)
                    QVERIFY2(topology->route(DeviceId(a), DeviceId(b)).has_value(), node.name.c_str());
            }
        }
    }

    void roundTripsEveryEntry()
    {
        Findings findings;
        for (const auto &device : builtinCatalog().devices)
            QVERIFY(readDeviceType(toJson(device), "", findings) == device);
        for (const auto &link : builtinCatalog().links)
            QVERIFY(readLinkType(toJson(link), "", findings) == link);
        for (const auto &node : builtinCatalog().nodes)
            QVERIFY(readNode(toJson(node), "", findings) == node);
        QVERIFY(findings.ok());
    }

    void letsAProjectHideAType()
    {
        Cluster cluster;
        DeviceType own = builtinCatalog().devices.front();
        own.power = 1;
        cluster.deviceTypes = {own};
        QCOMPARE(findDeviceType(cluster, own.name)->power, 1.0);
        QVERIFY(findDeviceType({}, own.name)->power != 1.0);
        QVERIFY(!findDeviceType(cluster, "no such type"));
    }
};

QTEST_GUILESS_MAIN(CatalogTest)
#include "catalog_test.moc"
