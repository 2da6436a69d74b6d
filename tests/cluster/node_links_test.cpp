// SPDX-License-Identifier: GPL-3.0-or-later
//
// What joins the devices of a node, read from the words of the catalog.
#include "cluster/catalog.h"
#include "cluster/node_links.h"
#include "support/strict_test.h"

using namespace heteroscope;

namespace {

NodeLinks linksNamed(const std::string &words)
{
    DeviceType type;
    type.intraLinkTechnology = words;
    return nodeLinks(type);
}

} // namespace

class NodeLinksTest : public StrictTest
{
    Q_OBJECT
private slots:
    void wordsOfModulesGiveTheirGeneration()
    {
        QCOMPARE(linksNamed("NVLink 4").nvlink, 4);
        QCOMPARE(linksNamed("NVLink 5 (NVL72)").nvlink, 5);
        QCOMPARE(linksNamed("NVLink 12").nvlink, 12);
        QCOMPARE(linksNamed("NVLink").nvlink, 1);
        QCOMPARE(linksNamed("NVLink 99999999999999").nvlink, 1);
        QVERIFY(linksNamed("NVLink 4").isModule);
        QVERIFY(linksNamed("Infinity Fabric").isModule);
        QCOMPARE(linksNamed("Infinity Fabric").nvlink, 0);
    }

    void cardsAreNoModules()
    {
        const auto bridged = linksNamed("PCIe 4 x16 (NVLink bridge 56)");
        QCOMPARE(bridged.pcie, 4);
        QCOMPARE(bridged.nvlink, 0);
        QVERIFY(bridged.nvlinkBridge);
        QVERIFY(!bridged.isModule);
        const auto pair = linksNamed("NVLink bridge 4");
        QVERIFY(pair.nvlinkBridge);
        QCOMPARE(pair.nvlink, 0);
        QCOMPARE(pair.pcie, 0);
        QVERIFY(!linksNamed("Infinity Fabric bridge").nvlinkBridge);
        const auto nothing = linksNamed("");
        QVERIFY(!nothing.isModule && !nothing.nvlinkBridge && nothing.pcie == 0 && nothing.nvlink == 0);
    }

    void everyTypeOfTheCatalogIsRead()
    {
        for (const DeviceType &type : builtinCatalog().devices) {
            const auto links = nodeLinks(type);
            const bool isNvidia = type.intraLinkTechnology.find("NVLink") != std::string::npos;
            QVERIFY2(!isNvidia || links.nvlinkBridge || (links.nvlink >= 1 && links.nvlink <= 6), type.name.c_str());
            const bool isPcie = type.intraLinkTechnology.starts_with("PCIe");
            QVERIFY2(!isPcie || (links.pcie >= 3 && links.pcie <= 6), type.name.c_str());
        }
    }
};

QTEST_GUILESS_MAIN(NodeLinksTest)
#include "node_links_test.moc"
