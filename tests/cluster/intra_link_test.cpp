// SPDX-License-Identifier: GPL-3.0-or-later
//
// What joins the devices of a node, read from the words of the catalog.
#include "cluster/catalog.h"
#include "cluster/intra_link.h"
#include "support/strict_test.h"

using namespace heteroscope;

namespace {

IntraLink linkNamed(const std::string &words)
{
    DeviceType type;
    type.intraLinkTechnology = words;
    return intraLink(type);
}

} // namespace

class IntraLinkTest : public StrictTest
{
    Q_OBJECT
private slots:
    void wordsOfModulesGiveTheirGeneration()
    {
        QCOMPARE(linkNamed("NVLink 4").nvlink, 4);
        QCOMPARE(linkNamed("NVLink 5 (NVL72)").nvlink, 5);
        QCOMPARE(linkNamed("NVLink 12").nvlink, 12);
        QCOMPARE(linkNamed("NVLink").nvlink, 1);
        QCOMPARE(linkNamed("NVLink 99999999999999").nvlink, 1);
        QVERIFY(linkNamed("NVLink 4").isModule);
        QVERIFY(linkNamed("Infinity Fabric").isModule);
        QCOMPARE(linkNamed("Infinity Fabric").nvlink, 0);
    }

    void cardsAreNoModules()
    {
        const auto bridged = linkNamed("PCIe 4 x16 (NVLink bridge 56)");
        QCOMPARE(bridged.pcie, 4);
        QCOMPARE(bridged.nvlink, 0);
        QVERIFY(bridged.nvlinkBridge);
        QVERIFY(!bridged.isModule);
        const auto pair = linkNamed("NVLink bridge 4");
        QVERIFY(pair.nvlinkBridge);
        QCOMPARE(pair.nvlink, 0);
        QCOMPARE(pair.pcie, 0);
        QVERIFY(!linkNamed("Infinity Fabric bridge").nvlinkBridge);
        const auto nothing = linkNamed("");
        QVERIFY(!nothing.isModule && !nothing.nvlinkBridge && nothing.pcie == 0 && nothing.nvlink == 0);
    }

    void everyTypeOfTheCatalogIsRead()
    {
        for (const DeviceType &type : builtinCatalog().devices) {
            const auto links = intraLink(type);
            const bool isNvidia = type.intraLinkTechnology.find("NVLink") != std::string::npos;
            QVERIFY2(!isNvidia || links.nvlinkBridge || (links.nvlink >= 1 && links.nvlink <= 6), type.name.c_str());
            const bool isPcie = type.intraLinkTechnology.starts_with("PCIe");
            QVERIFY2(!isPcie || (links.pcie >= 3 && links.pcie <= 6), type.name.c_str());
        }
    }
};

QTEST_GUILESS_MAIN(IntraLinkTest)
#include "intra_link_test.moc"
