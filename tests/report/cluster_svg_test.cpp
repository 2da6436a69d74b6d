// SPDX-License-Identifier: GPL-3.0-or-later
//
// The picture of a cluster: well-formed, complete, bounded, and deaf to markup in names.
#include "project/edits.h"
#include "project/project_file.h"
#include "report/cluster_svg.h"
#include "support/strict_test.h"

#include <QXmlStreamReader>

#include <map>

using namespace heteroscope;

class ClusterSvgTest : public StrictTest
{
    Q_OBJECT

    /// How often each element occurs; fails on text that is not XML.
    static std::map<QString, int> elementsOf(const std::string &svg)
    {
        std::map<QString, int> elements;
        QXmlStreamReader reader(QString::fromStdString(svg));
        while (!reader.atEnd()) {
            if (reader.readNext() == QXmlStreamReader::StartElement)
                ++elements[reader.name().toString()];
        }
        if (reader.hasError())
            elements.clear();
        return elements;
    }

private slots:
    void everyThingIsDrawn()
    {
        for (const Example &example : builtinExamples()) {
            const Cluster &cluster = example.project.cluster;
            auto elements = elementsOf(clusterSvg(example.project));
            QCOMPARE(elements["svg"], 1);
            QCOMPARE(std::size_t(elements["g"]), cluster.nodes.size() + cluster.switches.size());
            QCOMPARE(std::size_t(elements["path"]), cluster.links.size());
        }
    }
    void anEmptyProjectIsAnEmptyPicture() { QCOMPARE(elementsOf(clusterSvg({}))["svg"], 1); }
    void namesAreNoMarkup()
    {
        Project project = builtinExamples().front().project;
        project.cluster.nodes.front().devices.front().type = "<script>&\"";
        const std::string svg = clusterSvg(project);
        QVERIFY(!elementsOf(svg).empty());
        QVERIFY(svg.find("<script>") == std::string::npos && svg.find("&lt;script&gt;&amp;") != std::string::npos);
    }
    void whatIsLeftOutIsStated()
    {
        const Project &project = builtinExamples().front().project;
        const std::string svg = clusterSvg(project, {.width = 300, .most = 1});
        QCOMPARE(elementsOf(svg)["g"], 1);
        QVERIFY(svg.find("more are not drawn") != std::string::npos);
        QCOMPARE(elementsOf(svg)["path"], 0);
    }
};

QTEST_GUILESS_MAIN(ClusterSvgTest)
#include "cluster_svg_test.moc"
