// SPDX-License-Identifier: GPL-3.0-or-later
#include "workload/workload_json.h"

#include "support/strict_test.h"

using namespace heteroscope;

class ModelsTest : public StrictTest
{
    Q_OBJECT

private slots:
    void areReadWithoutMistake()
    {
        const auto &findings = builtinModelFindings();
        QVERIFY2(findings.ok(), findings.ok() ? "" : toString(findings.errors.front()).c_str());
        QVERIFY(!builtinModels().empty());
    }

    void haveThePublishedNumberOfParameters_data()
    {
        QTest::addColumn<QByteArray>("name");
        for (const auto &model : builtinModels())
            QTest::newRow(model.name.c_str()) << QByteArray::fromStdString(model.name);
    }
    void haveThePublishedNumberOfParameters()
    {
        QFETCH(QByteArray, name);
        const Model &model = *findModel(name.toStdString());
        QVERIFY(model.parameters > 0);
        const double ratio = totalParameters(model) / model.parameters;
        QVERIFY2(std::abs(ratio - 1) < 0.03, std::to_string(ratio).c_str());
    }

    void roundTrip()
    {
        Findings findings;
        for (const auto &model : builtinModels())
            QVERIFY(readModel(toJson(model), "", findings) == model);
        QVERIFY(findings.ok());
    }

    void areWrittenByNameAloneUntilTheyAreChanged()
    {
        Workload workload;
        workload.model = builtinModels().front();
        QVERIFY(toJson(workload)["model"].is_string());
        workload.model.layers += 1;
        QVERIFY(toJson(workload)["model"].is_object());
        Findings findings;
        QVERIFY(readWorkload(toJson(workload), "", findings) == workload);
        QVERIFY(findings.ok());
    }

    void refuseWhatCannotBe_data()
    {
        QTest::addColumn<QByteArray>("change");
        QTest::addColumn<QString>("path");
        QTest::newRow("no layers") << QByteArray(R"({"layers": 0})") << "/m/layers";
        QTest::newRow("layers without end") << QByteArray(R"({"layers": 1e12})") << "/m/layers";
        QTest::newRow("half a head") << QByteArray(R"({"heads": 7.5})") << "/m/heads";
        QTest::newRow("key heads") << QByteArray(R"({"kvHeads": 3})") << "/m/kvHeads";
        QTest::newRow("top of experts") << QByteArray(R"({"moe": {"experts": 2, "topK": 3, "expertFfn": 8}})")
                                        << "/m/moe/topK";
        QTest::newRow("experts typo") << QByteArray(
                                             R"({"moe": {"expert": 2, "experts": 2, "topK": 1, "expertFfn": 8}})")
                                      << "/m/moe/expert";
        QTest::newRow("a window of nothing")
            << QByteArray(R"({"blocks": [{"mixer": "window"}]})") << "/m/blocks/0/mixer";
        QTest::newRow("experts of nothing")
            << QByteArray(R"({"blocks": [{}, {"feed": "experts"}]})") << "/m/blocks/1/feed";
        QTest::newRow("a block of nothing")
            << QByteArray(R"({"blocks": [{"mixer": "none", "feed": "none"}]})") << "/m/blocks/0/feed";
        QTest::newRow("more blocks than layers") << QByteArray(R"({"blocks": [{"count": 3}]})") << "/m/blocks";
        QTest::newRow("a block's typo") << QByteArray(R"({"blocks": [{"mixers": "none"}]})") << "/m/blocks/0/mixers";
        QTest::newRow("mla") << QByteArray(R"({"mla": {"kvRank": 2, "nopeDim": 0, "ropeDim": 0, "valueDim": 1}})")
                             << "/m/mla/nopeDim";
    }
    void refuseWhatCannotBe()
    {
        QFETCH(QByteArray, change);
        QFETCH(QString, path);
        auto json = *parseJson(R"({"name": "m", "layers": 2, "hidden": 64, "heads": 8, "ffn": 128, "vocab": 100})");
        Findings findings;
        readModel(json, "/m", findings);
        QVERIFY(findings.ok());
        const auto changes = *parseJson(change.toStdString());
        for (const auto &[key, value] : changes.items())
            json[key] = value;
        readModel(json, "/m", findings);
        QVERIFY(!findings.ok());
        QCOMPARE(QString::fromStdString(findings.errors.front().path), path);
    }
};

QTEST_GUILESS_MAIN(ModelsTest)
#include "models_test.moc"
