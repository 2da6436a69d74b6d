// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/fixture.h"
#include "support/strict_test.h"

using namespace heteroscope;

class SimaiWorkloadTest : public StrictTest
{
    Q_OBJECT

private slots:
    void theDegreesBecomeAPlan()
    {
        const auto imported = test::import("simai-workload", "simai_workload/two_stages.txt", emptyProject());
        QVERIFY(imported);
        const Plan &plan = imported->project.plans.back().plan;
        const PlanName name = planName(plan);
        QCOMPARE(name.tp.high, 2);
        QCOMPARE(name.stages.high, 2);
        QCOMPARE(name.replicas, 2);
        QCOMPARE(name.microBatches.high, 4);
        QCOMPARE(deviceCount(plan), 8);
        QCOMPARE(imported->project.workload.job.globalBatch, 8);
        QVERIFY(test::hasNote(*imported, "ALLREDUCE of 4.19 MB, REDUCESCATTER of 8.39 MB"));
        QVERIFY(test::hasNote(*imported, "2 records with 361 µs of computation"));
    }

    void otherFilesAreRefusedWithTheLine_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("place");
        const QString head = QStringLiteral("HYBRID_TRANSFORMER model_parallel_NPU_group: 2 ep: 1 pp: 1 all_gpus: 8\n");
        QTest::newRow("other text") << QStringLiteral("workload\n1\n") << "line 1";
        QTest::newRow("no degree") << QStringLiteral("HYBRID_TRANSFORMER pp: 1 all_gpus: 8\n1\n") << "line 1";
        QTest::newRow("3 of 8") << QString(head).replace(u'2', u'3') << "line 1";
        QTest::newRow("no number") << head + QStringLiteral("a\n") << "line 2";
        QTest::newRow("fewer records") << head + QStringLiteral("2\na -1 1 NONE 0 1 NONE 0 1 NONE 0 1\n") << "line 2";
        QTest::newRow("short record") << head + QStringLiteral("1\na -1 1 NONE 0 1 NONE 0 1\n") << "line 3";
        QTest::newRow("negative bytes") << head + QStringLiteral("1\na -1 1 NONE -5 1 NONE 0 1 NONE 0 1\n") << "line 3";
    }
    void otherFilesAreRefusedWithTheLine()
    {
        QFETCH(QString, text);
        QFETCH(QString, place);
        const QString found = test::refusal("simai-workload", text.toStdString(), emptyProject());
        QVERIFY2(found.startsWith(place + u':'), qPrintable(found));
    }
};

QTEST_GUILESS_MAIN(SimaiWorkloadTest)
#include "simai_workload_test.moc"
