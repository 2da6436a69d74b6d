// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a job says about its software is read as it was written, and mistakes in it are named with their place.
#include "workload/software_ticks.h"

#include "support/property.h"
#include "support/strict_test.h"
#include "workload/workload_json.h"

using namespace heteroscope;

namespace {

struct Read
{
    SoftwareTicks ticks;
    Extensions unknown;
    Findings findings;
};

Read read(const Json &json)
{
    Read result;
    result.ticks = readTicks(json, "/runs", result.findings, result.unknown);
    return result;
}

std::string firstError(const Json &json)
{
    const auto result = read(json);
    return result.findings.ok() ? std::string() : toString(result.findings.errors.front());
}

} // namespace

class SoftwareTicksTest : public StrictTest
{
    Q_OBJECT

private slots:
    void itIsReadAsItWasWritten()
    {
        HETEROSCOPE_PROPERTY("ticks are read as they were written", [] {
            SoftwareTicks ticks;
            if (*rc::gen::arbitrary<bool>())
                ticks.schedules = *rc::gen::elementOf(
                    std::vector<std::vector<std::string>>{{}, {"1f1b"}, {"zb-h1", "1f1b", "custom"}});
            if (*rc::gen::arbitrary<bool>())
                ticks.zeroStages = *rc::gen::elementOf(std::vector<std::vector<int>>{{}, {0}, {3, 1}, {0, 1, 2, 3}});
            if (*rc::gen::arbitrary<bool>())
                ticks.degrees = {*rc::gen::arbitrary<bool>(), *rc::gen::arbitrary<bool>(), *rc::gen::arbitrary<bool>(),
                                 *rc::gen::arbitrary<bool>()};
            if (*rc::gen::arbitrary<bool>())
                ticks.recomputeModules = RecomputeModules{*rc::gen::arbitrary<std::uint8_t>()};
            const auto again = read(toJson(ticks));
            RC_ASSERT(again.findings.ok());
            RC_ASSERT(again.ticks == ticks);
            Workload workload;
            workload.model = *findModel("Llama 2 7B");
            workload.job.runs = ticks;
            Findings findings;
            RC_ASSERT(readWorkload(toJson(workload), "", findings) == workload);
            RC_ASSERT(toJson(workload)["job"].contains("runs") == !ticks.isEmpty());
        });
    }
    void aMissingListIsLeftToTheStack()
    {
        const auto one = read({{"zeroStages", {1}}, {"x-note", 1}});
        QVERIFY(one.findings.ok());
        QVERIFY(!one.ticks.schedules && !one.ticks.degrees && one.ticks.zeroStages == std::vector<int>{1});
        QCOMPARE(one.unknown.size(), std::size_t(1));
        QVERIFY(read(Json::object()).ticks.isEmpty());
        // Nothing is ticked, which is something else.
        const auto none = read({{"schedules", Json::array()}, {"degrees", Json::array()}});
        QVERIFY(none.ticks.schedules && none.ticks.schedules->empty());
        QVERIFY(none.ticks.degrees == (SoftwareDegrees{false, false, false, false}));
    }
    void mistakesAreNamed_data()
    {
        QTest::addColumn<QString>("json");
        QTest::addColumn<QString>("words");
        const auto row = [](const char *name, const char *json, const char *words) {
            QTest::newRow(name) << QString::fromUtf8(json) << QString::fromUtf8(words);
        };
        row("no object", "[]", "/runs");
        row("ZeRO 4", R"({"zeroStages": [4]})", "whole numbers from 0 to 3");
        row("half a stage", R"({"zeroStages": [1.5]})", "1.5");
        row("twice", R"({"zeroStages": [1, 1]})", "every value once");
        row("degree", R"({"degrees": ["tp", "dp"]})",
            "tp, cp, ep, hsdp, unlikePipelines, tpByStage or recomputeByStage");
        row("degree twice", R"({"degrees": ["tp", "tp"]})", "every value once");
        row("schedule", R"({"schedules": [1]})", "names of schedules");
        row("schedule twice", R"({"schedules": ["1f1b", "1f1b"]})", "every value once");
        row("no list", R"({"schedules": "1f1b"})", "/runs/schedules");
        row("module", R"({"recomputeModules": ["mlp", "attention"]})", "core_attn, layernorm");
        row("another key", R"({"zero": [1]})", "zero");
    }
    void mistakesAreNamed()
    {
        QFETCH(const QString, json);
        QFETCH(const QString, words);
        const auto parsed = parseJson(json.toStdString());
        QVERIFY(parsed);
        const auto error = QString::fromStdString(firstError(*parsed));
        QVERIFY2(error.contains(words), qPrintable(error));
    }
};

QTEST_GUILESS_MAIN(SoftwareTicksTest)
#include "software_ticks_test.moc"
