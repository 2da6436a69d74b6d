// SPDX-License-Identifier: GPL-3.0-or-later
//
// Places for what has none in the project.
#include "analysis/auto_layout.h"
#include "cluster/catalog.h"
#include "project/edits.h"
#include "support/strict_test.h"

#include <cmath>
#include <set>

using namespace heteroscope;

namespace {

void join(Project &project, const std::string &from, const std::string &to)
{
    Link link;
    link.name = from + "-" + to;
    link.from = from;
    link.to = to;
    link.bandwidth = BytesPerSecond(25e9);
    project.cluster.links.push_back(link);
}

} // namespace

class AutoLayoutTest : public StrictTest
{
    Q_OBJECT

private slots:
    void everythingGetsAPlaceOfItsOwn()
    {
        Project project;
        for (int i = 0; i < 20; ++i)
            project = *addNode(project, *builtinCatalog().findNode("8x H100 HGX"), "n-" + std::to_string(i), {0, 0});
        project = *addSwitch(project, "leaf", {0, 0});
        project.canvas.clear();
        const auto positions = completePositions(project);
        QCOMPARE(positions.size(), std::size_t(21));
        std::set<std::pair<double, double>> places;
        for (const auto &[name, at] : positions)
            places.insert({at.x, at.y});
        QCOMPARE(places.size(), std::size_t(21));
    }

    void nodesStandBelowTheirOwnSwitch()
    {
        // Nodes of four leaves in turn, two leaves under each of two spines.
        Project project;
        for (const char *name : {"leaf-0", "leaf-1", "leaf-2", "leaf-3", "spine-0", "spine-1"})
            project.cluster.switches.push_back({name, 0, Seconds(0), false, {}});
        for (int leaf = 0; leaf < 4; ++leaf)
            join(project, "leaf-" + std::to_string(leaf), "spine-" + std::to_string(leaf % 2));
        std::map<int, std::vector<std::string>> below;
        for (int i = 0; i < 40; ++i) {
            Node node;
            node.name = "n" + std::to_string(i);
            project.cluster.nodes.push_back(node);
            join(project, node.name, "leaf-" + std::to_string(i % 4));
            below[i % 4].push_back(node.name);
        }
        const auto positions = completePositions(project);
        std::map<double, double> ranges; // of each leaf's nodes, left to right
        for (const auto &[leaf, nodes] : below) {
            double left = 1e9, right = -1e9;
            for (const std::string &node : nodes) {
                left = std::min(left, positions.at(node).x);
                right = std::max(right, positions.at(node).x);
                QVERIFY(positions.at(node).y > positions.at("leaf-" + std::to_string(leaf)).y);
            }
            const double at = positions.at("leaf-" + std::to_string(leaf)).x;
            QVERIFY2(at >= left - 1 && at <= right + 1, std::to_string(leaf).c_str());
            ranges[left] = right;
        }
        QCOMPARE(ranges.size(), std::size_t(4));
        for (auto range = ranges.begin(); std::next(range) != ranges.end(); ++range)
            QVERIFY(range->second < std::next(range)->first);
        // Leaves of one spine are neighbours.
        QVERIFY((positions.at("leaf-0").x < positions.at("leaf-1").x) ==
                (positions.at("leaf-2").x < positions.at("leaf-1").x));
        QVERIFY(positions.at("spine-0").y < positions.at("leaf-0").y);
    }

    void wideTiersHaveSeveralRows()
    {
        // 128 nodes with a switch of their own each, all on one more.
        Project project;
        project.cluster.switches.push_back({"spine", 0, Seconds(0), false, {}});
        for (int i = 0; i < 128; ++i) {
            const std::string number = std::to_string(i);
            Node node;
            node.name = "n-" + number;
            project.cluster.nodes.push_back(node);
            project.cluster.switches.push_back({"leaf-" + number, 0, Seconds(0), false, {}});
            join(project, node.name, "leaf-" + number);
            join(project, "leaf-" + number, "spine");
        }
        const auto positions = completePositions(project);
        double left = 0, right = 0, top = 0, bottom = 0, leaves = 0;
        std::set<std::pair<double, double>> places;
        for (const auto &[name, at] : positions) {
            QVERIFY2(places.insert({at.x, at.y}).second, name.c_str());
            left = std::min(left, at.x);
            right = std::max(right, at.x);
            top = std::min(top, at.y);
            bottom = std::max(bottom, at.y);
            if (name.starts_with("leaf"))
                leaves = std::min(leaves, at.y);
        }
        QVERIFY(right - left < 4 * (bottom - top));
        QVERIFY(positions.at("spine").y < leaves);
        for (int i = 0; i < 128; ++i) // each tier above the one that hangs on it
            QVERIFY(positions.at("leaf-" + std::to_string(i)).y < positions.at("n-" + std::to_string(i)).y);
    }

    void whatHasAPlaceKeepsIt()
    {
        Project project;
        for (const char *name : {"a", "b", "c"}) {
            Node node;
            node.name = name;
            project.cluster.nodes.push_back(node);
        }
        project.canvas["b"] = {7, -3};
        const auto positions = completePositions(project);
        QCOMPARE(positions.size(), std::size_t(3));
        QVERIFY(positions.at("b") == (CanvasPosition{7, -3}));
        QVERIFY(positions.at("a").y > -3 && positions.at("a").y == positions.at("c").y); // below it, in a row
        QCOMPARE(std::abs(positions.at("a").x - positions.at("c").x), nodePitch.x);
    }
};

QTEST_GUILESS_MAIN(AutoLayoutTest)
#include "auto_layout_test.moc"
