// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibration/csv.h"
#include "calibration/measured_steps.h"

#include "support/strict_test.h"

using namespace heteroscope;

class MeasuredStepsTest : public StrictTest
{
    Q_OBJECT

private slots:
    void readsQuotedCells()
    {
        const auto rows = parseCsv("a,b\n1,\"x, \"\"y\"\"\"\r\n\n2,\"two\nlines\"\n", "f.csv");
        QVERIFY(rows && rows->rows.size() == 2);
        QCOMPARE(rows->cell(rows->rows[0], "b"), std::string("x, \"y\""));
        QCOMPARE(rows->cell(rows->rows[1], "b"), std::string("two\nlines"));
        QCOMPARE(rows->rows[1].line, 4);
        QCOMPARE(rows->cell(rows->rows[1], "c"), std::string());
    }
    void namesTheBrokenLine()
    {
        const auto shortRow = parseCsv("a,b\n1\n", "f.csv");
        QVERIFY(!shortRow);
        QCOMPARE(shortRow.error().path, std::string("line 2"));
        QVERIFY(!parseCsv("a,b\n1,\"never ends\n", "f.csv"));
    }
    void absentDataIsAnErrorNotACrash()
    {
        qputenv("HETEROSCOPE_MEASURED", "/nonexistent");
        const auto step = findMeasuredStep("steps.csv", "row");
        QVERIFY(!step);
        QCOMPARE(step.error().code, Error::Code::unreadable);
    }
};

QTEST_GUILESS_MAIN(MeasuredStepsTest)
#include "measured_steps_test.moc"
