// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/recipe_text.h"

#include "cluster/catalog.h"
#include "cluster/cluster_json.h"
#include "cluster/topology.h"
#include "project/library_edits.h"
#include "project/recipe_words.h"
#include "support/property.h"
#include "support/random_project.h"
#include "support/strict_test.h"

#include <array>
#include <set>

using namespace heteroscope;

class RecipeTest : public StrictTest
{
    Q_OBJECT

    static Project built(const char *line)
    {
        const auto recipe = parseRecipe(line);
        if (!recipe)
            qFatal("%s: %s", line, toString(recipe.error()).c_str());
        const auto project = buildRecipe(*recipe);
        if (!project)
            qFatal("%s: %s", line, toString(project.error()).c_str());
        return *project;
    }

    static double linkBetween(const Project &project, const char *from, const char *to)
    {
        for (const auto &link : project.cluster.links)
            if (link.from == from && link.to == to)
                return link.bandwidth.value;
        return 0;
    }

private slots:
    void readsTheLineOfTheBook()
    {
        const auto recipe = parseRecipe("4x8 A100 hdr200 + 2x8 H100 ndr400 / spine 2:1");
        QVERIFY(recipe);
        QCOMPARE(recipe->groups.size(), std::size_t(2));
        QCOMPARE(recipe->groups[0].count, 4);
        QCOMPARE(recipe->groups[0].node.name, std::string("8x A100-80GB HGX"));
        QCOMPARE(recipe->groups[0].link, std::string("hdr200"));
        QCOMPARE(recipe->groups[1].node.name, std::string("8x H100 HGX"));
        QCOMPARE(recipe->shape, FabricShape::fatTree);
        QCOMPARE(recipe->oversubscription, 2.0);
    }

    void buildsAFatTreeWithThinnerUplinks()
    {
        const Project project = built("4x8 A100 hdr200 + 2x8 H100 ndr400 / spine 2:1");
        QCOMPARE(project.cluster.nodes.size(), std::size_t(6));
        QCOMPARE(project.cluster.switches.size(), std::size_t(3));
        QCOMPARE(linkBetween(project, "a100-0", "leaf-0"), 25e9);
        QCOMPARE(linkBetween(project, "leaf-0", "spine"), 4 * 25e9 / 2);
        QCOMPARE(linkBetween(project, "leaf-1", "spine"), 2 * 50e9 / 2);
    }

    void oneLeafNeedsNoSpine() { QCOMPARE(built("4x8 H100 / spine").cluster.switches.size(), std::size_t(1)); }

    void railsReachFurtherThanLeaves()
    {
        QCOMPARE(built("32x8 H100 ndr400x8 / rails").cluster.switches.size(), std::size_t(1));
        const Project two = built("33x8 H100 ndr400x8 / rails 1:1");
        QCOMPARE(two.cluster.switches.size(), std::size_t(3));
        QCOMPARE(linkBetween(two, "rails-1", "spine"), 400e9);
        const Project apart = built("33x8 H100 ndr400x8 / rail-only");
        QCOMPARE(apart.cluster.switches.size(), std::size_t(2));
        const auto topology = Topology::build(apart.cluster);
        QVERIFY(!topology->route(*topology->findDevice("h100-0:0"), *topology->findDevice("h100-32:0")));
        QVERIFY(topology->route(*topology->findDevice("h100-0:0"), *topology->findDevice("h100-31:0")));
    }

    void aRingSharesTheNodesBandwidth()
    {
        const Project ring = built("5x8 H100 ndr400 / ring");
        QCOMPARE(ring.cluster.links.size(), std::size_t(5));
        QCOMPARE(ring.cluster.links[0].bandwidth.value, 25e9);
        const Project pair = built("2x8 H100 ndr400 / ring");
        QCOMPARE(pair.cluster.links.size(), std::size_t(1));
        QCOMPARE(pair.cluster.links[0].bandwidth.value, 50e9);
        QVERIFY(built("1x8 H100 / ring").cluster.links.empty());
    }

    void aTorusHasTwoRingsThroughEachNode()
    {
        const Project torus = built("12x8 H100 ndr400 / torus 3 rows");
        QCOMPARE(torus.cluster.links.size(), std::size_t(24)); // two for each node
        QCOMPARE(torus.cluster.links[0].bandwidth.value, 12.5e9);
        std::map<std::string, int> ends;
        for (const auto &link : torus.cluster.links) {
            ++ends[link.from];
            ++ends[link.to];
        }
        for (const auto &[name, count] : ends)
            QCOMPARE(count, 4);
        QCOMPARE(built("4x8 H100 ndr400 / torus").cluster.links.size(),
                 std::size_t(4)); // 2 x 2: rings of two are one link
        QVERIFY(!buildRecipe(*parseRecipe("12x8 H100 / torus 5 rows")));
    }

    void zonesHangOnThinUplinks()
    {
        const Project zones = built("2x8 A100 + 2x8 H100 / zones eth10");
        QCOMPARE(zones.cluster.switches.size(), std::size_t(3));
        QCOMPARE(linkBetween(zones, "zone-1", "region"), 1.25e9);
    }

    void changesTheNumberOfDevicesWhereTheFabricLets()
    {
        QCOMPARE(built("1x2 H100").cluster.nodes[0].devices.size(), std::size_t(2));
        QCOMPARE(nodeNamed("rtx 3090", 4)->name, std::string("4x RTX 3090 PCIe"));
        QCOMPARE(nodeNamed("3090", 8)->name, std::string("8x RTX 3090 PCIe"));
        QCOMPARE(nodeNamed("V100", 8)->name, std::string("8x V100-32GB DGX-1"));
    }

    void refusesMoreDevicesThanAClusterMayHold()
    {
        // Within the limits of nodes and of devices in a node, so the product must be refused before it is made.
        const auto huge = buildRecipe(*parseRecipe("4096x512 H100"));
        QVERIFY(!huge);
        QCOMPARE(huge.error().found, std::string("2097152 devices"));
        QCOMPARE(huge.error().expected, std::string("at most 262144"));
    }

    void buildsFromAProjectsOwnEntries()
    {
        Project project;
        project.cluster.deviceTypes = {*builtinCatalog().findDevice("H100-80GB SXM")};
        project.cluster.deviceTypes[0].name = "Home 1";
        project.library.nodes = {samples::box("Home box", "Home 1", 2)};
        project.library.links = {*builtinCatalog().findLink("InfiniBand NDR 400G")};
        project.library.links[0].name = "Home wire";
        project.library.links[0].bandwidth = BytesPerSecond(3e9);
        const Catalog catalog = wholeCatalog(project);
        for (const char *line :
             {"2x2 Home \"Home wire\"x2", "2x\"Home box\" \"Home wire\"X2", "2 x 2 home1 \"Home wire\"x2"}) {
            const auto recipe = parseRecipe(line, catalog);
            QVERIFY2(recipe.hasValue(), line);
            QCOMPARE(QString::fromStdString(recipeText(*recipe, catalog)), QStringLiteral("2x2 Home \"Home wire\"x2"));
            const auto cluster = buildRecipe(*recipe, catalog)->cluster;
            QCOMPARE(cluster.nodes[1].name, std::string("home1-1"));
            QCOMPARE(cluster.nodes[1].templateName, std::string("Home box"));
            QCOMPARE(cluster.links[0].bandwidth.value, 6e9);
            QVERIFY(cluster.deviceTypes == project.cluster.deviceTypes);
        }
        const auto uplink = parseRecipe("1x8 H100 + 1x8 A100 / zones \"Home wire\"", catalog);
        const auto zones = buildRecipe(*uplink, catalog);
        QCOMPARE(linkBetween(*zones, "zone-1", "region"), 3e9);
        QVERIFY(zones->cluster.deviceTypes.empty());
        QCOMPARE(ownLinkWords(catalog), (std::vector<std::string>{"\"Home wire\""}));
        QVERIFY(ownLinkWords(builtinCatalog()).empty());
        QVERIFY(!parseRecipe("2x2 Home"));
        QVERIFY(!buildRecipe(*uplink));
    }

    void anOwnEntryStandsForTheBuiltInOneThatItHides()
    {
        Project project;
        project.library.links = {*builtinCatalog().findLink("InfiniBand NDR 400G")};
        project.library.links[0].bandwidth = BytesPerSecond(40e9);
        project.library.nodes = {*builtinCatalog().findNode("8x H100 HGX")};
        project.library.nodes[0].notes = "ours";
        const Catalog catalog = wholeCatalog(project);
        QCOMPARE(catalog.nodes.size(), builtinCatalog().nodes.size());
        QCOMPARE(linkNamed("ndr400x2", catalog)->bandwidth.value, 80e9);
        QCOMPARE(nodeNamed("H100", 8, catalog)->notes, std::string("ours"));
        // Another template of such devices leaves the words their meaning.
        project.library.nodes[0].name = "8x H100 again";
        QCOMPARE(nodeNamed("H100", 8, wholeCatalog(project))->name, std::string("8x H100 HGX"));
    }

    void saysWhatIsWrongAndWhere_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("found");
        QTest::addColumn<QString>("expected");
        const std::array<const char *, 5> rows[] = {
            {"nothing", "", "1:1", "the end", "a number of nodes"},
            {"no x", "4 A100", "1:3", "\"A100\"", "\"x\""},
            {"no devices", "4x A100", "1:4", "\"A100\"", "a number of devices"},
            {"no device", "4x8", "1:4", "the end", "a device such as"},
            {"unknown device", "4x8 A1000", "1:5", "\"A1000\"", "a device of the catalog"},
            {"unknown link", "4x8 A100 hdr201", "1:10", "\"hdr201\"", "a link such as"},
            {"too many ports", "4x8 A100 hdr200x99", "1:10", "\"hdr200x99\"", "a link such as"},
            {"no group", "4x8 A100 +", "1:11", "the end", "a number of nodes"},
            {"unknown fabric", "4x8 A100 / spyne", "1:12", "\"spyne\"", "switch, spine"},
            {"no fabric", "4x8 A100 /", "1:11", "the end", "switch, spine"},
            {"half a ratio", "4x8 A100 / spine 2", "1:19", "the end", "\":\""},
            {"upside down", "4x8 A100 / spine 1:2", "1:18", "1:2", "no more uplinks"},
            {"more", "4x8 A100 / ring 3", "1:17", "\"3\"", "the end"},
            {"too many nodes", "4097x8 A100", "1:1", "\"4097x8\"", "1 to 4096"},
            {"huge number", "99999999999999999999x8 A100", "1:1", "\"99999999999999999999x8\"", "1 to 4096"},
            {"open quotation", "2x\"8x H100", "1:4", "\"8x H100\"", "closing quotation"},
            {"open link", "2x8 A100 \"Ether", "1:11", "\"Ether\"", "closing quotation"},
            {"unknown link name", "2x8 A100 / zones \"Ether\"", "1:19", "\"Ether\"", "a link type"},
            {"no ports", "2x8 A100 \"Ethernet 10G (TCP)\"x65", "1:30", "\"x65\"", "up to x64"},
            {"unknown template", "2x\"8x H1\"", "1:4", "\"8x H1\"", "a node template"},
        };
        for (const auto &[name, line, path, found, expected] : rows)
            QTest::newRow(name) << QString(line) << QString(path) << QString(found) << QString(expected);
    }

    void saysWhatIsWrongAndWhere()
    {
        QFETCH(QString, line);
        QFETCH(QString, path);
        QFETCH(QString, found);
        QFETCH(QString, expected);
        const auto recipe = parseRecipe(line.toStdString());
        QVERIFY(!recipe);
        QCOMPARE(QString::fromStdString(recipe.error().path), path);
        QCOMPARE(QString::fromStdString(recipe.error().found), found);
        QVERIFY2(recipe.error().expected.find(expected.toStdString()) != std::string::npos,
                 recipe.error().expected.c_str());
    }

    void largeClustersAreAboutTwiceAsWideAsHigh()
    {
        for (const char *line :
             {"128x8 H100 / spine", "128x8 H100 / switch", "128x8 H100 / rails", "512x8 H100 / spine",
              "64x8 A100 + 64x8 H100 / zones eth10", "33x8 H100 / rail-only leaf 2"}) {
            const auto project = buildRecipe(*parseRecipe(line));
            QVERIFY2(project.hasValue(), line);
            double left = 0, right = 0, top = 0, bottom = 0;
            for (const auto &[name, at] : project->canvas) {
                left = std::min(left, at.x);
                right = std::max(right, at.x);
                top = std::min(top, at.y);
                bottom = std::max(bottom, at.y);
            }
            const double aspect = (right - left) / (bottom - top);
            QVERIFY2(aspect > 1 && aspect < 4.5, (std::string(line) + ": " + std::to_string(aspect)).c_str());
            // A switch stands above its nodes.
            for (const Link &link : project->cluster.links)
                QVERIFY2(project->canvas.at(link.to).y < project->canvas.at(link.from).y, link.name.c_str());
        }
    }

    void hintsAtWhatWasMeant()
    {
        QVERIFY(parseRecipe("4x8 A100 / spyne").error().hint.find("spine") != std::string::npos);
        QVERIFY(parseRecipe("4x8 A100 hrd200").error().expected.find("device") != std::string::npos);
        QVERIFY(parseRecipe("4x8 A100 hdr20").error().hint.find("hdr200") != std::string::npos);
    }

    void itsTextReadsTheSame()
    {
        HETEROSCOPE_PROPERTY("parse(text(recipe)) is the recipe, and it builds a sound cluster", [] {
            ClusterRecipe recipe;
            for (int i = samples::number(1, 3); i > 0; --i) {
                NodeGroup group;
                group.count = samples::number(1, 9);
                group.node = *rc::gen::elementOf(builtinCatalog().nodes);
                group.link = std::string(*rc::gen::elementOf(linkWords()));
                if (samples::coin())
                    group.link += "x" + std::to_string(samples::number(2, 64));
                recipe.groups.push_back(group);
            }
            recipe.shape = static_cast<FabricShape>(samples::number(0, static_cast<int>(fabricShapeNames.size()) - 1));
            const bool isTree = recipe.shape == FabricShape::fatTree || recipe.shape == FabricShape::railOptimized;
            if (isTree)
                recipe.oversubscription = samples::pick({1.0, 1.5, 2.0, 4.0, 8.0 / 3.0});
            if (isTree || recipe.shape == FabricShape::railOnly)
                recipe.nodesPerLeaf = samples::number(0, 3);
            if (recipe.shape == FabricShape::zones)
                recipe.uplink = std::string(*rc::gen::elementOf(linkWords()));
            const auto again = parseRecipe(recipeText(recipe));
            RC_ASSERT(again.hasValue());
            RC_ASSERT(*again == recipe);
            const auto project = buildRecipe(recipe);
            RC_ASSERT(project.hasValue());
            RC_ASSERT(findClusterMistakes(project->cluster, "/cluster").ok());
            RC_ASSERT(project->canvas.size() == project->cluster.nodes.size() + project->cluster.switches.size());
            std::set<std::pair<double, double>> places;
            for (const auto &[name, at] : project->canvas)
                RC_ASSERT(places.insert({at.x, at.y}).second);
        });
    }

    void survivesGarbage()
    {
        HETEROSCOPE_PROPERTY("no text breaks the parser", [] {
            const auto text =
                *rc::gen::container<std::string>(rc::gen::elementOf(std::string("0123456789x +/:\"A1hdrspine\n\xFF")));
            const auto recipe = parseRecipe(text);
            RC_ASSERT(recipe.hasValue() || !recipe.error().expected.empty());
        });
    }
};

QTEST_GUILESS_MAIN(RecipeTest)
#include "recipe_test.moc"
