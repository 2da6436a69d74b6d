// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/availability_csv/availability.h"

#include "fixture.h"
#include "support/sample_cluster.h"
#include "support/strict_test.h"

using namespace heteroscope;

class AvailabilityCsvTest : public StrictTest
{
    Q_OBJECT

    static std::vector<RateCurve::Point> speed(const Project &project, const char *node, std::size_t device)
    {
        return project.cluster.findNode(node)->devices[device].speed.points;
    }
    static QString refused(const std::string &text)
    {
        return test::refusal("availability-csv", text, samples::project());
    }

private slots:
    void aTableCountsTheDevicesOfANode()
    {
        const auto result = test::import("availability-csv", "availability_csv/table.csv", samples::project());
        QVERIFY2(result.hasValue(), result ? "" : toString(result.error()).c_str());
        using Points = std::vector<RateCurve::Point>;
        const Seconds end(1800.5);
        QCOMPARE(speed(result->project, "a", 4), (Points{{Seconds(1200), 0}, {end, 1}}));
        QCOMPARE(speed(result->project, "a", 5), (Points{{Seconds(600), 0}, {end, 1}}));
        // An empty cell keeps the value; four of b come back.
        QCOMPARE(speed(result->project, "b", 3), (Points{{Seconds(1200), 0}, {end, 1}}));
        QCOMPARE(speed(result->project, "b", 4), (Points{{Seconds(1200), 0}}));
        QCOMPARE(result->what, std::string("speeds of 16 devices, 28 changes"));
    }
    void eventsTakeNodesAndDevicesAway()
    {
        const auto result = test::import("availability-csv", "availability_csv/events.csv", samples::project());
        QVERIFY2(result.hasValue(), result ? "" : toString(result.error()).c_str());
        using Points = std::vector<RateCurve::Point>;
        QCOMPARE(speed(result->project, "a", 7), (Points{{Seconds(3600), 0}, {Seconds(7200), 1}}));
        QCOMPARE(speed(result->project, "b", 0), (Points{{Seconds(3600), 0}, {Seconds(7300), 1}}));
        QVERIFY(speed(result->project, "b", 1).empty());
    }
    void aTypeCountsOverItsNodes()
    {
        const auto result = test::import("availability-csv", "availability_csv/type.csv", samples::project());
        QVERIFY2(result.hasValue(), result ? "" : toString(result.error()).c_str());
        QVERIFY(speed(result->project, "a", 7).empty() && speed(result->project, "b", 0).empty());
        QCOMPARE(speed(result->project, "b", 1).size(), std::size_t(2));
    }
    void oneColumnMayBeForNamedNodes()
    {
        ImportOptions options;
        options.things = {"b"};
        const auto result = findImportFormat("availability-csv")
                                ->import(samples::project(), {{"file", "time,count (available)\n10,0\n"}}, options);
        QVERIFY(result.hasValue());
        QVERIFY(speed(result->project, "a", 0).empty());
        QCOMPARE(speed(result->project, "b", 0).size(), std::size_t(1));
    }
    void whatIsNamedGetsANewCurve()
    {
        Project project = samples::project();
        project.cluster.nodes[0].devices[0].speed.points = {{Seconds(5), 0.5}};
        const auto *format = findImportFormat("availability-csv");
        auto result = format->import(project, {{"file", "time,a:0 (available)\n0,1\n"}}, {});
        QVERIFY(result && speed(result->project, "a", 0).empty());
        result = format->import(project, {{"file", "time,b (available)\n0,8\n"}}, {});
        QVERIFY(result && speed(result->project, "a", 0).size() == 1);
        // Gone and back in one instant is nothing; the second of two files counts.
        result = format->import(project, {{"f", "time,node,event\n0,a:0,down\n0,a:0,up\n"}}, {});
        QVERIFY(result && speed(result->project, "a", 0).empty());
        result = format->import(project,
                                {{"f", "time,node,event\n9,a:0,down\n"}, {"g", "time,node,event\n3,a:0,down\n"}}, {});
        QCOMPARE(speed(result->project, "a", 0).front().at, Seconds(3));
    }
    void mistakesAreNamed()
    {
        QVERIFY(!test::import("availability-csv", "availability_csv/unknown.csv", samples::project()));
        QVERIFY(!test::import("availability-csv", "availability_csv/word.csv", samples::project()));
        QCOMPARE(refused("time,node,event\n0,bb,down\n"),
                 QStringLiteral("line 2, column 2: \"bb\", a node or device of the project"));
        QCOMPARE(refused("time,node,event\n0,a,gone\n"), QStringLiteral("line 2, column 3: \"gone\", up or down"));
        QCOMPARE(refused("time,a (available)\n0,9\n"), QStringLiteral("line 2, column 2: \"9\", at most 8 devices"));
        QCOMPARE(refused("time,a (available)\n0,8\n0,4\n"),
                 QStringLiteral("line 3, column 1: \"0\", times that rise from row to row"));
        QCOMPARE(refused("time,a (available)\n-1,8\n"), QStringLiteral("line 2, column 1: \"-1\", a time in seconds"));
        QCOMPARE(refused("time,a (available)\n0\n"),
                 QStringLiteral("line 2, column 1: 1 cells, 2 cells, as in the first line"));
        QVERIFY(!refused("").isEmpty());
        QVERIFY(!refused("time,a\n0,8\n").isEmpty());
        QVERIFY(!refused("time,a (available)\n").isEmpty());
        QVERIFY(!refused("time,a (available)\n0,1e9\n").isEmpty());
    }
    void itIsTold()
    {
        QVERIFY(isAvailabilityCsv("time,node,event\n"));
        QVERIFY(isAvailabilityCsv("# spot\n\nTimestamp,Instance,State\n"));
        QVERIFY(isAvailabilityCsv("t,a (available)\n0,1\n"));
        for (const char *other : {"", "time,a-s (Gbit/s)\n", "Timestamp,A100_zone\n", "node,event\n", "time,node\n"})
            QVERIFY2(!isAvailabilityCsv(other), other);
    }
};

QTEST_GUILESS_MAIN(AvailabilityCsvTest)
#include "availability_csv_test.moc"
