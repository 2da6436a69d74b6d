// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/impossible_links.h"

#include "cluster/cluster_json.h"
#include "project/advice.h"
#include "project/project_file.h"
#include "support/clusters.h"
#include "support/strict_test.h"

#include <QDir>

using namespace heteroscope;
using Reason = ImpossibleLink::Reason;

class ImpossibleLinksTest : public StrictTest
{
    Q_OBJECT

    /// Two nodes "a" and "b" with a link of the technology; without b's devices it is a switch.
    static Cluster pair(const char *aType, int aDevices, const char *bType, int bDevices, LinkTechnology technology)
    {
        Cluster cluster;
        cluster.nodes.push_back(test::node("a", aType, static_cast<std::size_t>(aDevices)));
        if (bDevices > 0)
            cluster.nodes.push_back(test::node("b", bType, static_cast<std::size_t>(bDevices)));
        else
            cluster.switches.emplace_back().name = "b";
        Link link;
        link.name = "l";
        link.from = "a";
        link.to = "b";
        link.technology = technology;
        link.bandwidth = BytesPerSecond(1e9);
        cluster.links.push_back(link);
        return cluster;
    }
    static std::optional<Reason> reasonOf(const Cluster &cluster)
    {
        const auto found = findImpossibleLinks(cluster);
        return found.empty() ? std::nullopt : std::optional(found.front().reason);
    }

private slots:
    void whatStaysInAServerDoesNotJoinTwo()
    {
        const auto between = [](LinkTechnology technology) {
            return reasonOf(pair("A100-80GB SXM", 8, "H100-80GB SXM", 8, technology));
        };
        QCOMPARE(between(LinkTechnology::nvlink), std::optional(Reason::nvlinkBetweenServers));
        QCOMPARE(between(LinkTechnology::pcie), std::optional(Reason::pcieBetweenServers));
        QCOMPARE(between(LinkTechnology::infinityFabric), std::optional(Reason::infinityFabricBetweenServers));
        for (const auto technology : {LinkTechnology::infiniband, LinkTechnology::roce, LinkTechnology::ethernet})
            QVERIFY(!between(technology));
    }

    void modulesAreServersAndCardsMayShareOne()
    {
        QCOMPARE(reasonOf(pair("H100-80GB SXM", 1, "H100-80GB SXM", 1, LinkTechnology::pcie)),
                 std::optional(Reason::pcieBetweenServers));
        QVERIFY(!reasonOf(pair("RTX 3090", 1, "RTX 4090", 1, LinkTechnology::pcie)));
        QVERIFY(!reasonOf(pair("RTX 3090", 1, "RTX 3090", 1, LinkTechnology::nvlink)));
        QCOMPARE(reasonOf(pair("RTX 3090", 4, "RTX 3090", 4, LinkTechnology::nvlink)),
                 std::optional(Reason::nvlinkBetweenServers));
    }

    void nvlinkNeedsAPort()
    {
        QCOMPARE(reasonOf(pair("RTX 3090", 1, "RTX 4090", 1, LinkTechnology::nvlink)),
                 std::optional(Reason::noNvlinkPort));
        QCOMPARE(findImpossibleLinks(pair("RTX 3090", 1, "RTX 4090", 1, LinkTechnology::nvlink)).front().from,
                 std::string("b")); // the end at fault
        QCOMPARE(reasonOf(pair("MI300X", 8, "", 0, LinkTechnology::nvlink)), std::optional(Reason::noNvlinkPort));
        QCOMPARE(reasonOf(pair("A30", 2, "", 0, LinkTechnology::nvlink)), std::optional(Reason::bridgeAtSwitch));
        QVERIFY(!reasonOf(pair("GB200", 4, "", 0, LinkTechnology::nvlink)));
        QVERIFY(!reasonOf(pair("not in the catalog", 4, "", 0, LinkTechnology::nvlink)));
    }

    void theProjectIsAdvisedAndKeepsItsLink()
    {
        Project project;
        project.cluster = pair("A100-80GB SXM", 8, "A100-80GB SXM", 8, LinkTechnology::nvlink);
        std::size_t found = 0;
        for (const Advice &advice : findAdvice(project))
            if (std::holds_alternative<ImpossibleLink>(advice.about)) {
                ++found;
                QCOMPARE(advice.thing, std::string("l"));
                QVERIFY(!advice.canBeFollowed && !advice.isNote());
            }
        QCOMPARE(found, std::size_t(1));
        QVERIFY(findClusterMistakes(project.cluster, "").ok());
    }

    void shippedExamplesCanBeBuilt()
    {
        const QDir examples(qEnvironmentVariable("HETEROSCOPE_SOURCE_DIR") + QStringLiteral("/resources/examples"));
        const QStringList files = examples.entryList({QStringLiteral("*.hscope.json")});
        QVERIFY(!files.isEmpty());
        for (const QString &file : files) {
            const auto loaded = loadProject(examples.filePath(file).toStdString());
            QVERIFY2(loaded && findImpossibleLinks(loaded->cluster).empty(), qPrintable(file));
        }
    }
};

QTEST_GUILESS_MAIN(ImpossibleLinksTest)
#include "impossible_links_test.moc"
