// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/sensitivity_json.h"

#include "support/strict_test.h"

using namespace heteroscope;

class SensitivityJsonTest : public StrictTest
{
    Q_OBJECT

private slots:
    void jsonAndCsvHoldTheSame()
    {
        Sensitivity found;
        found.stepTime = Seconds(2);
        SensitivityItem &item = found.items.emplace_back();
        item.subject = {SensitivityKind::nodeCount, "=a,b", {"=a,b"}, 1, 4.0};
        item.more.value = 2;
        item.more.stepTime = Seconds(1.5);
        item.less.problem = Error{Error::Code::invalid, {}, {}, "none left", "at least one", {}};
        const Json json = sensitivityJson(found);
        QCOMPARE(json["items"][0]["saved"].get<double>(), 0.5);
        QCOMPARE(json["items"][0]["savedPerDollar"].get<double>(), 0.125);
        QVERIFY(json["items"][0]["less"].contains("problem"));
        const std::string csv = sensitivityCsv(found);
        QVERIFY(csv.find("\"'=a,b\",1,1,2,1.5,,0,,,0.5,0.5,0.125,\n") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(SensitivityJsonTest)
#include "sensitivity_json_test.moc"
