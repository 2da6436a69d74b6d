// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/fixture.h"
#include "exchange/recognise.h"
#include "support/strict_test.h"

using namespace heteroscope;

class SailorTest : public StrictTest
{
    Q_OBJECT

    static std::size_t nodesOf(const Cluster &cluster, std::string_view begin)
    {
        return static_cast<std::size_t>(
            std::count_if(cluster.nodes.begin(), cluster.nodes.end(),
                          [begin](const Node &node) { return node.name.starts_with(begin); }));
    }

private slots:
    void theFilesAreOneProject()
    {
        const std::vector<ImportFile> files = {test::fixture("sailor/training.json"), test::fixture("sailor/trace.csv"),
                                               test::fixture("sailor/cluster.json")};
        for (const ImportFile &file : files)
            QCOMPARE(recogniseFormat({file})->name, std::string_view("sailor"));
        const auto imported = findImportFormat("sailor")->import(emptyProject(), files, {});
        QVERIFY2(imported, imported ? "" : toString(imported.error()).c_str());
        const Cluster &cluster = imported->project.cluster;
        QCOMPARE(nodesOf(cluster, "A100-40-east-a-"), std::size_t(4));
        QCOMPARE(nodesOf(cluster, "A100-40-east-b-"), std::size_t(1));
        QCOMPARE(nodesOf(cluster, "V100-16-east-a-"), std::size_t(1));
        QCOMPARE(cluster.findNode("V100-16-east-a-0")->devices.size(), std::size_t(8));
        QCOMPARE(cluster.findNode("V100-16-east-a-0")->devices.front().type, std::string("V100-16GB SXM2"));
        QCOMPARE(cluster.findNode("A100-40-east-a-3")->devices.front().type, std::string("A100-40GB SXM"));
        QVERIFY(cluster.findSwitch("zone-east-a") && cluster.findSwitch("zone-east-b"));
        const Workload &workload = imported->project.workload;
        QCOMPARE(workload.model.name, std::string("small"));
        QCOMPARE(workload.model.layers, 12);
        QCOMPARE(workload.model.ffn, 3072);
        QCOMPARE(workload.job.globalBatch, 64);
        QCOMPARE(workload.job.sequenceLength, 1024);
    }

    /// 8, 16 and 8 GPUs in nodes of four: the third node is there in the second row alone.
    void whatIsTakenAwayIsDown()
    {
        const auto imported = findImportFormat("sailor")->import(
            emptyProject(), {test::fixture("sailor/trace.csv"), test::fixture("sailor/cluster.json")}, {});
        QVERIFY(imported);
        const auto speed = [&imported](const char *node, double at) {
            return imported->project.cluster.findNode(node)->devices.front().speed.factorAt(Seconds(at));
        };
        QVERIFY(imported->project.cluster.findNode("A100-40-east-a-1")->devices.front().speed.isConstantOne());
        for (const char *node : {"A100-40-east-a-2", "A100-40-east-a-3"}) {
            QCOMPARE(speed(node, 0), 0.0);
            QCOMPARE(speed(node, 60), 1.0);
            QCOMPARE(speed(node, 180), 0.0);
        }
        QCOMPARE(speed("V100-16-east-a-0", 59), 0.0);
        QCOMPARE(speed("V100-16-east-a-0", 1e6), 1.0);
        QVERIFY(test::hasNote(*imported, "3 rows over"));
    }

    void aTraceAloneHasNodesOfFour()
    {
        const auto imported = test::import("sailor", "sailor/trace.csv", emptyProject());
        QVERIFY2(imported, imported ? "" : toString(imported.error()).c_str());
        QCOMPARE(nodesOf(imported->project.cluster, "V100-16-east-a-"), std::size_t(2));
        QVERIFY(test::hasNote(*imported, "4 GPUs in each node are taken"));
    }

    void mistakesAreRefused_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("place");
        const QString head = QStringLiteral("Timestamp,A100-40_a\n");
        QTest::newRow("no zone") << QStringLiteral("Timestamp,A100-40,V_1\n1,2,3\n") << "line 1";
        QTest::newRow("no row") << head << "line 2";
        QTest::newRow("cells") << head + QStringLiteral("1,2,3\n") << "line 2";
        QTest::newRow("time") << head + QStringLiteral("noon,2\n") << "line 2";
        QTest::newRow("order") << head + QStringLiteral("2,4\n1,4\n") << "line 3";
        QTest::newRow("number") << head + QStringLiteral("2,-4\n") << "line 2";
        QTest::newRow("nodes") << head + QStringLiteral("2,262144\n") << "line 1";
        QTest::newRow("type") << QStringLiteral("Timestamp,XYZ-40_a\n2,8\n") << "";
        QTest::newRow("no number of nodes")
            << QStringLiteral(R"({"A100-40": {"gpus_per_node": 4, "mem_per_gpu": 1}})") << "/";
        QTest::newRow("training") << QStringLiteral(R"({"num_all_layers": 3, "heads": 0, "num_layers": 1})") << "";
    }
    void mistakesAreRefused()
    {
        QFETCH(QString, text);
        QFETCH(QString, place);
        const QString found = test::refusal("sailor", text.toStdString(), emptyProject());
        QVERIFY2(!found.isEmpty() && (place.isEmpty() || found.startsWith(place + u':')), qPrintable(found));
    }
};

QTEST_GUILESS_MAIN(SailorTest)
#include "sailor_test.moc"
