// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/marker_edits.h"

#include "project/changes.h"
#include "project/edits.h"
#include "project/project_file.h"

#include "support/property.h"
#include "support/random_project.h"
#include "support/sample_cluster.h"
#include "support/strict_test.h"

#include <cmath>

using namespace heteroscope;

class MarkerTest : public StrictTest
{
    Q_OBJECT

    static Marker marker(const std::string &text, double time = 1.5, const std::string &device = {})
    {
        Marker made;
        made.text = text;
        made.time = Seconds(time);
        made.device = device;
        return made;
    }
    static std::string fileWith(const std::string &markers)
    {
        std::string text = projectText(samples::project());
        return text.insert(text.rfind('}'), ", \"markers\": " + markers);
    }
    static std::string firstNode() { return samples::project().cluster.nodes.front().name; }

private slots:
    void theyAreAddedChangedAndRemoved()
    {
        Project project = *addMarker(samples::project(), marker("first"));
        project = *addMarker(project, marker("second", 0.25, firstNode() + ":1"));
        QCOMPARE(project.markers.size(), std::size_t(2));
        QCOMPARE(project.markers[0].id, 1);
        QCOMPARE(project.markers[1].id, 2);
        QVERIFY(findMarker(project.markers, 2) == &project.markers[1]);
        QVERIFY(!findMarker(project.markers, 3));
        Marker later = project.markers[1];
        later.time = Seconds(0.5);
        const auto moved = replaceMarker(project, later);
        QVERIFY(moved);
        QCOMPARE(moved->markers[1].time.value, 0.5);
        const auto less = removeMarker(*moved, 1);
        QVERIFY(less);
        QCOMPARE(less->markers.size(), std::size_t(1));
        QCOMPARE(less->markers[0].text, std::string("second"));
        QVERIFY(!removeMarker(*less, 1));
        later.id = 9;
        QVERIFY(!replaceMarker(project, later));
    }

    void whatAFileCannotHoldIsRefusedOrBroughtBack()
    {
        const Project project = samples::project();
        QVERIFY(!addMarker(project, marker("")));
        const auto tooLong = addMarker(project, marker(std::string(maxMarkerText + 1, 'x')));
        QVERIFY(!tooLong);
        QCOMPARE(tooLong.error().found, std::string("a marker of 1001 bytes"));
        QCOMPARE(addMarker(project, marker("early", -3))->markers[0].time.value, 0.0);
        QCOMPARE(addMarker(project, marker("late", 1e300))->markers[0].time.value, maxMarkerTime);
        QCOMPARE(addMarker(project, marker("odd", std::nan("")))->markers[0].time.value, 0.0);
        Project full = project;
        for (std::size_t i = 0; i < maxMarkers; ++i) {
            full.markers.push_back(marker("m"));
            full.markers.back().id = static_cast<int>(i) + 1;
        }
        QVERIFY(parseProject(projectText(full), "p").project == full);
        QCOMPARE(addMarker(full, marker("one more")).error().found, std::string("1001 markers"));
    }

    void theyFollowTheirDevice()
    {
        const std::string node = firstNode();
        const Project project = *addMarker(samples::project(), marker("here", 1, node + ":1"));
        Node renamed = *project.cluster.findNode(node);
        renamed.name = "other";
        const auto after = replaceNode(project, node, renamed);
        QVERIFY(after);
        QCOMPARE(after->markers[0].device, std::string("other:1"));
        renamed.devices.resize(1);
        const auto fewer = replaceNode(*after, "other", renamed);
        QVERIFY(fewer);
        QCOMPARE(fewer->markers[0].device, std::string()); // its text and its time stay
        QCOMPARE(fewer->markers[0].text, std::string("here"));
        QCOMPARE(removeThings(project, {node})->markers[0].device, std::string());
    }

    void filesMayLeaveIdsOutAndNameLostDevices()
    {
        const auto loaded = parseProject(fileWith(R"([{"text": "a", "time": 0.125},
            {"id": 5, "text": "b", "time": 2, "device": "gone:3", "colour": "blue", "x-a": 1}])"),
                                         "p.json");
        QVERIFY(loaded.findings.ok());
        QCOMPARE(loaded.findings.warnings.size(), std::size_t(1));
        QCOMPARE(toString(loaded.findings.warnings[0]),
                 std::string("p.json: /markers/1/device: found \"gone:3\", expected a device of the cluster, like "
                             "\"node:0\" (name another one, or leave it out: the marker is shown at the whole step)"));
        const auto &markers = loaded.project.markers;
        QCOMPARE(markers.size(), std::size_t(2));
        QCOMPARE(markers[0].id, 6);
        QCOMPARE(markers[0].time.value, 0.125);
        QVERIFY(markers[1].colour == NoteColour::blue);
        QCOMPARE(markers[1].extensions.at("x-a"), std::string("1"));
        QVERIFY(parseProject(projectText(loaded.project), "p").project == loaded.project);
    }

    void errorsNameTheVeryPlace_data()
    {
        QTest::addColumn<QString>("markers");
        QTest::addColumn<QString>("error");
        const auto row = [](const char *name, const QString &json, const char *error) {
            QTest::newRow(name) << json << QStringLiteral("p.json: /markers") + QLatin1String(error);
        };
        row("no list", QStringLiteral("{}"), ": found an object, expected an array");
        row("empty", QStringLiteral("[{\"text\": \"\", \"time\": 0}]"),
            "/0/text: found an empty text, expected something to read (write something, or remove the marker)");
        row("no time", QStringLiteral("[{\"text\": \"a\"}]"), "/0/time: found nothing, expected a number");
        row("early", QStringLiteral("[{\"text\": \"a\", \"time\": -1}]"),
            "/0/time: found -1, expected a number from 0 to");
        row("colour", QStringLiteral("[{\"text\": \"a\", \"time\": 0, \"colour\": \"red\"}]"),
            "/0/colour: found \"red\", expected one of yellow, blue, green, pink, grey");
        row("twice",
            QStringLiteral("[{\"id\": 2, \"text\": \"a\", \"time\": 0}, {\"id\": 2, \"text\": \"b\", \"time\": 0}]"),
            "/1/id: found the id 2 again, expected an id of its own (leave one of them out: one is given)");
        row("key", QStringLiteral("[{\"text\": \"a\", \"time\": 0, \"x\": 5}]"), "/0/x: found the unknown key \"x\"");
        QStringList many;
        for (std::size_t i = 0; i <= maxMarkers; ++i)
            many << QStringLiteral("{\"text\": \"a\", \"time\": 0}");
        row("many", u'[' + many.join(u',') + u']',
            ": found 1001 markers, expected at most 1000 (remove markers that are not needed any more)");
    }
    void errorsNameTheVeryPlace()
    {
        QFETCH(QString, markers);
        QFETCH(QString, error);
        const auto loaded = parseProject(fileWith(markers.toStdString()), "p.json");
        QVERIFY(!loaded.findings.ok());
        const QString first = QString::fromStdString(toString(loaded.findings.errors.front()));
        QVERIFY2(first.startsWith(error), qPrintable(first));
    }

    void aDifferenceNamesThem()
    {
        const Project before = *addMarker(samples::project(), marker("slow send", 0.5));
        Project after = before;
        after.markers[0].time = Seconds(1.5);
        after = *addMarker(after, marker("starts late", 0.25, firstNode() + ":0"));
        const auto changes = changesBetween(before, after);
        QCOMPARE(changes.size(), std::size_t(2));
        QVERIFY(changes[0].kind == Change::Kind::changed && changes[0].thing == ChangedThing::marker);
        QCOMPARE(changes[0].name, std::string("slow send"));
        QCOMPARE(changes[0].fields.size(), std::size_t(1));
        QCOMPARE(changes[0].fields[0].key, std::string("time"));
        QVERIFY(changes[1].kind == Change::Kind::added && changes[1].thing == ChangedThing::marker);
        QCOMPARE(changes[1].name, std::string("starts late"));
    }

    void editsTouchNothingElse()
    {
        HETEROSCOPE_PROPERTY("edits of markers leave the rest as it is", [] {
            const Project project = samples::randomProject();
            Project edited = *addMarker(project, marker("new", samples::number(0, 10) * 1.0));
            RC_ASSERT(edited.markers.size() == project.markers.size() + 1);
            Marker changed = edited.markers.back();
            changed.text = "changed";
            edited = *replaceMarker(edited, changed);
            RC_ASSERT(*removeMarker(edited, changed.id) == project);
            const auto loaded = parseProject(projectText(project), "p");
            RC_ASSERT(loaded.project.markers == project.markers);
        });
    }
};

QTEST_GUILESS_MAIN(MarkerTest)
#include "marker_test.moc"
