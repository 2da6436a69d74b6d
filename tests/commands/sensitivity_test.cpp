// SPDX-License-Identifier: GPL-3.0-or-later
//
// hscope explain --sensitivity: its table, its JSON, and what it refuses.
#include "support/hscope_run.h"
#include "support/strict_test.h"
#include "json/json.h"

#include <cmath>

using namespace heteroscope;
using namespace heteroscope::test;

class SensitivityCommandTest : public StrictTest
{
    Q_OBJECT

private slots:
    void theJsonIsRankedAndAddsUp()
    {
        const auto file = example("rtx3090-titan");
        const auto run = hscope({"explain", file, "--sensitivity", "--json", "-"});
        QVERIFY2(run.status == 0, run.err.c_str());
        const Json json = *parseJson(run.out);
        const double step = json["stepTime"].get<double>();
        double before = HUGE_VAL;
        std::size_t thresholds = 0;
        QVERIFY(json["items"].size() >= 6);
        for (const Json &item : json["items"]) {
            const double saved = item["saved"].is_null() ? 0 : item["saved"].get<double>();
            QVERIFY(saved <= before);
            before = saved;
            thresholds += item["enough"].is_null() ? 0 : 1;
            if (item["more"].contains("problem"))
                continue;
            QCOMPARE(saved, step - item["more"]["stepTime"].get<double>());
            const double units = item["more"]["value"].get<double>() - item["present"].get<double>();
            QCOMPARE(item["savedPerUnit"].get<double>(), saved / units);
        }
        QVERIFY(thresholds > 0);
        // The step is that of the planner.
        const Json planned = *parseJson(hscope({"plan", file, "--json", "-"}).out);
        QCOMPARE(step, planned["plans"][0]["stepTime"].get<double>());
    }
    void theTableNamesWhatChanges()
    {
        const auto run = hscope({"explain", example("rtx3090-titan"), "--sensitivity", "--factor", "4"});
        QVERIFY2(run.status == 0, run.err.c_str());
        for (const char *text : {"each times 4 and divided by 4", "speed of", "memory of", "number of", "per unit",
                                 "bandwidths", "matters"})
            QVERIFY2(run.out.find(text) != std::string::npos, text);
    }
    void itIsAQuestionOfItsOwn()
    {
        const auto file = example("rtx3090-titan");
        QCOMPARE(hscope({"explain", file, "--sensitivity", "--all"}).status, 2);
        QCOMPARE(hscope({"explain", file, "--sensitivity", "--plan", "x"}).status, 2);
        QCOMPARE(hscope({"explain", file, "--factor", "3"}).status, 2);
        QCOMPARE(hscope({"explain", file, "--sensitivity", "--factor", "1"}).status, 2);
    }
};

QTEST_GUILESS_MAIN(SensitivityCommandTest)
#include "sensitivity_test.moc"
