// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/bandwidth_csv/curve.h"

#include "exchange/fixture.h"
#include "support/sample_cluster.h"
#include "support/strict_test.h"

using namespace heteroscope;

class BandwidthCsvTest : public StrictTest
{
    Q_OBJECT

    using Points = std::vector<RateCurve::Point>;
    static QString refused(const std::string &text, const ImportOptions &options = {})
    {
        return test::refusal("bandwidth-csv", text, samples::project(), options);
    }

private slots:
    void columnsBecomeCurvesOfTheirLinks()
    {
        const auto result = test::import("bandwidth-csv", "bandwidth_csv/two_links.csv", samples::project());
        const Cluster &cluster = result->project.cluster;
        // a-s has 200 GB/s = 1,600 Gbit/s.
        QVERIFY(cluster.findLink("a-s")->rate.points ==
                (Points{{Seconds(0), 1}, {Seconds(10), 0.5}, {Seconds(20), 0}, {Seconds(30.5), 1}}));
        QVERIFY(cluster.findLink("b-s")->rate.points == (Points{{Seconds(0), 1}, {Seconds(20), 0.5}}));
        QVERIFY(result->notes.empty());
    }
    void aLoneColumnIsAboutTheLinksThatAreMeant()
    {
        const auto result = test::import("bandwidth-csv", "bandwidth_csv/time_stamps.csv", samples::project(),
                                         {.things = {"a-s", "b-s"}});
        const Points expected = {{Seconds(0), 0.5}, {Seconds(60), 0.25}};
        QVERIFY(result->project.cluster.findLink("a-s")->rate.points == expected);
        QVERIFY(result->project.cluster.findLink("b-s")->rate.points == expected);
    }
    void aCurveAboveTheBandwidthIsNoted()
    {
        const auto result =
            findImportFormat("bandwidth-csv")->import(samples::project(), {{"file", "t,a-s (GB/s)\n0,400\n"}}, {});
        QVERIFY(result && test::hasNote(*result, "is the unit right?"));
        QVERIFY(refused("t,a-s (GB/s)\n0,400000\n").contains("at most 1000 times"));
    }
    void saysWhichCellIsWrong()
    {
        QVERIFY(!test::import("bandwidth-csv", "bandwidth_csv/semicolons.csv", samples::project()));
        QVERIFY(refused("").contains("no line"));
        QVERIFY(refused("t,a-s\n").contains("no row"));
        QVERIFY(refused("0,1\n").startsWith("line 1, column 1"));
        QVERIFY(refused("t,a-s (parsecs)\n0,1\n").contains("the unit \"parsecs\""));
        QVERIFY(refused("t,a-s\n0,1\n0,2\n").startsWith("line 3, column 1"));
        QVERIFY(refused("t,a-s\n0,-1\n").startsWith("line 2, column 2"));
        QVERIFY(refused("t,a-s\n0,nan\n").startsWith("line 2, column 2"));
        QVERIFY(refused("t,a-s\n0,inf\n").startsWith("line 2, column 2"));
        QVERIFY(refused("t,a-s\n-1,1\n").startsWith("line 2, column 1"));
        QVERIFY(refused("t,a-s\n0\n").contains("1 cells"));
        QVERIFY(refused("t,nobody\n0,1\n").contains("\"nobody\""));
        QVERIFY(refused("t,nobody\n0,1\n", {.things = {"b-t"}}).contains("\"b-t\""));
    }
};

QTEST_GUILESS_MAIN(BandwidthCsvTest)
#include "bandwidth_csv_test.moc"
