// SPDX-License-Identifier: GPL-3.0-or-later
//
// hscope design on a specification of its own, and on the shipped one.
#include "support/hscope_run.h"
#include "support/strict_test.h"
#include "json/json.h"

#include <QTemporaryDir>

using namespace heteroscope;
using test::hscope;

class DesignCommandTest : public StrictTest
{
    Q_OBJECT

    QTemporaryDir m_folder;

    std::string written(const std::string &text) const
    {
        const QString path = m_folder.filePath(QStringLiteral("spec.json"));
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(text.data(), qint64(text.size())) < 0)
            qFatal("not written");
        return path.toStdString();
    }
    static std::string text(const std::string &more = {})
    {
        return R"({"formatVersion": 1, "workload": {"model": "GPT-3 1.3B", "job": {"globalBatch": 8, "sequenceLength": 2048}},)"
               R"("choices": [{"nodes": [{"node": "4 A100 hdr200", "pricePerHour": 8}], "counts": [1, 2]}])" +
               more + "}";
    }

private slots:
    void theFrontIsPrinted()
    {
        const auto run = hscope({"design", written(text(R"(, "tokens": 1e9)")), "--space", "C", "--threads", "2"});
        QVERIFY2(run.status == 0, run.err.c_str());
        QVERIFY(run.out.find("1x4 A100") != std::string::npos);
        QVERIFY(run.out.find("days") != std::string::npos);
        QVERIFY2(run.out.find("2 clusters, 2 planned") != std::string::npos, run.out.c_str());
    }
    void jsonHasTheFront()
    {
        const auto run = hscope({"design", written(text()), "--space", "C", "--json", "-"});
        QVERIFY2(run.status == 0, run.err.c_str());
        const auto json = parseJson(run.out);
        QVERIFY(json);
        const Json &first = (*json)["front"][0];
        QCOMPARE(first["costPerHour"].get<double>(), 8.0);
        QVERIFY(first["stepTime"].get<double>() > 0 && first["energy"].get<double>() > 0);
        QVERIFY(first["daysToTrain"].is_null() && first["proved"].get<bool>());
        QCOMPARE((*json)["candidates"]["enumerated"].get<int>(), 2);
        QVERIFY(first["plan"].is_object());
    }
    void mistakesAreRefused()
    {
        const auto run = hscope({"design", written(text(R"(, "fabric": 1)"))});
        QCOMPARE(run.status, 3);
        QVERIFY2(run.err.find("fabric") != std::string::npos, run.err.c_str());
        QCOMPARE(hscope({"design", m_folder.filePath(QStringLiteral("none")).toStdString()}).status, 3);
        QCOMPARE(hscope({"design"}).status, 2);
    }
    void noClusterWithinTheLimits()
    {
        const auto run = hscope({"design", written(text(R"(, "limits": {"pricePerHour": 1})"))});
        QCOMPARE(run.status, 1);
        QVERIFY(run.err.find("no cluster") != std::string::npos);
        QVERIFY(run.out.find("2 above the limit of price") != std::string::npos);
    }
    void theShippedOneIsAsItShouldBe()
    {
        const auto run = hscope({"lint", test::sourcePath("/resources/designs/h100-or-a100.design.json")});
        QVERIFY2(run.status == 0, run.out.c_str());
    }
};

QTEST_GUILESS_MAIN(DesignCommandTest)
#include "design_test.moc"
