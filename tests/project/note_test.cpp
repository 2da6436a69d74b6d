// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/note_edits.h"

#include "project/edits.h"
#include "project/fragment.h"
#include "project/project_file.h"

#include "support/property.h"
#include "support/random_project.h"
#include "support/sample_cluster.h"
#include "support/strict_test.h"

#include <cmath>
#include <limits>

using namespace heteroscope;

class NoteTest : public StrictTest
{
    Q_OBJECT

    static Note note(const std::string &text, CanvasPosition at = {10, 20})
    {
        Note made;
        made.text = text;
        made.at = at;
        return made;
    }
    /// The sample project with the notes 1, 2 and 3.
    static Project noted()
    {
        Project project = samples::project();
        for (const char *text : {"first", "second", "third"})
            project = *addNote(project, note(text));
        return project;
    }
    /// A project file with these notes.
    static std::string fileWith(const std::string &notes)
    {
        std::string text = projectText(samples::project());
        return text.insert(text.rfind('}'), ", \"notes\": " + notes);
    }
    static QString firstError(const std::string &text)
    {
        const auto loaded = parseProject(text, "p.json");
        return loaded.findings.ok() ? QString() : QString::fromStdString(toString(loaded.findings.errors.front()));
    }

private slots:
    void theyAreAddedWithIdsOfTheirOwn()
    {
        const Project project = noted();
        QCOMPARE(project.notes.size(), std::size_t(3));
        for (std::size_t i = 0; i < 3; ++i)
            QCOMPARE(project.notes[i].id, static_cast<int>(i) + 1);
        QVERIFY(findNote(project.notes, "note/2") == &project.notes[1]);
        for (const char *none : {"note/4", "note/", "note/02", "note/2x", "note/-1", "2", "note"})
            QVERIFY2(!findNote(project.notes, none), none);
        const auto without = removeThings(project, {"note/2"});
        QVERIFY(without);
        QCOMPARE(addNote(*without, note("fourth"))->notes.back().id, 4); // none that was another's
    }

    void anIdIsFoundAtTheEndOfTheNumbers()
    {
        Project project = samples::project();
        project.notes.push_back(note("last"));
        project.notes.back().id = std::numeric_limits<int>::max();
        project = *addNote(project, note("first free"));
        QCOMPARE(project.notes.back().id, 1);
        project = *addNote(project, note("second free"));
        QCOMPARE(project.notes.back().id, 2);
    }

    void whatAFileCannotHoldIsRefusedOrBroughtBack()
    {
        const Project project = noted();
        QVERIFY(!addNote(project, note("")));
        const auto tooLong = addNote(project, note(std::string(maxNoteText + 1, 'x')));
        QVERIFY(!tooLong);
        QCOMPARE(tooLong.error().found, std::string("a note of 4001 bytes"));
        QVERIFY(addNote(project, note(std::string(maxNoteText, 'x'))));
        Note odd = project.notes[0];
        odd.at = {std::nan(""), 1e300};
        odd.width = 1e9;
        const auto changed = replaceNote(project, odd);
        QVERIFY(changed);
        QCOMPARE(changed->notes[0].at, (CanvasPosition{0, maxScene}));
        QCOMPARE(changed->notes[0].width, maxNoteWidth);
        odd.id = 9;
        QVERIFY(!replaceNote(project, odd));
        Project full = samples::project();
        for (std::size_t i = 0; i < maxNotes; ++i) {
            full.notes.push_back(note("n"));
            full.notes.back().id = static_cast<int>(i) + 1;
        }
        QVERIFY(parseProject(projectText(full), "p").project == full);
        const auto more = addNote(full, note("one more"));
        QVERIFY(!more);
        QCOMPARE(more.error().found, std::string("1001 notes"));
        QVERIFY(!addFragment(full, fragmentOf(full, {"note/1"}), 0, 0));
    }

    void theyMoveAndGoWithThingsInOneEdit()
    {
        const Project project = noted();
        const std::string node = project.cluster.nodes.front().name;
        const Project moved = moveThings(project, {{node, {1, 2}}, {"note/3", {3, 4}}, {"note/9", {5, 6}}});
        QCOMPARE(moved.canvas.at(node), (CanvasPosition{1, 2}));
        QCOMPARE(moved.notes[2].at, (CanvasPosition{3, 4}));
        QVERIFY(moved.canvas.count("note/3") == 0);
        QVERIFY(moveThings(project, {{"note/3", {std::nan(""), 0}}}) == project);
        const auto less = removeThings(project, {node, "note/1", "note/3"});
        QVERIFY(less);
        QVERIFY(!less->cluster.findNode(node));
        QCOMPARE(less->notes.size(), std::size_t(1));
        QCOMPARE(less->notes[0].text, std::string("second"));
        QVERIFY(!removeThings(project, {"note/9"}));
    }

    void fragmentsCarryThem()
    {
        Project project = noted();
        project.notes[1].colour = NoteColour::pink;
        project.notes[1].width = 333;
        project.notes[1].extensions["x-by"] = "\"me\"";
        const auto copy = duplicateThings(project, {"note/2", project.cluster.nodes.front().name}, 100, -50);
        QVERIFY(copy);
        QCOMPARE(copy->project.notes.size(), std::size_t(4));
        Note expected = project.notes[1];
        expected.id = 4;
        expected.at = {expected.at.x + 100, expected.at.y - 50};
        QVERIFY(copy->project.notes[3] == expected);
        QVERIFY(copy->names.count("note/4") == 1);
        QCOMPARE(copy->names.size(), std::size_t(2));
        // Through the clipboard, and with nothing else.
        const auto pasted = parseFragment(projectText(fragmentOf(project, {"note/2"})));
        QVERIFY(pasted);
        QVERIFY(pasted->cluster.nodes.empty());
        const auto added = addFragment(samples::project(), *pasted, 0, 0);
        QVERIFY(added);
        QCOMPARE(added->project.notes.size(), std::size_t(1));
        QCOMPARE(added->project.notes[0].width, 333.0);
        QVERIFY(!duplicateThings(project, {"note/9"}, 0, 0));
    }

    void filesMayLeaveIdsOut()
    {
        const auto loaded =
            parseProject(fileWith(R"([{"text": "a", "x": 0, "y": 0}, {"id": 5, "text": "b", "x": 0, "y": 0},
                                      {"text": "c", "x": 0, "y": 0, "width": 300, "colour": "green", "x-a": 1}])"),
                         "p");
        QVERIFY(loaded.findings.ok());
        const auto &notes = loaded.project.notes;
        QCOMPARE(notes.size(), std::size_t(3));
        QCOMPARE(notes[0].id, 6);
        QCOMPARE(notes[1].id, 5);
        QCOMPARE(notes[2].id, 7);
        QCOMPARE(notes[0].width, usualNoteWidth);
        QVERIFY(notes[2].colour == NoteColour::green);
        QCOMPARE(notes[2].extensions.at("x-a"), std::string("1"));
        QVERIFY(parseProject(projectText(loaded.project), "p").project == loaded.project);
    }

    void errorsNameTheVeryPlace_data()
    {
        QTest::addColumn<QString>("notes");
        QTest::addColumn<QString>("error");
        const QString good = QStringLiteral(R"({"id": 2, "text": "a", "x": 0, "y": 0})");
        const auto row = [&](const char *name, const QString &json, const char *error) {
            QTest::newRow(name) << json << QStringLiteral("p.json: /notes") + QLatin1String(error);
        };
        row("no list", QStringLiteral("{}"), ": found an object, expected an array");
        row("empty", QStringLiteral("[{\"text\": \"\", \"x\": 0, \"y\": 0}]"),
            "/0/text: found an empty text, expected something to read (write something, or remove the note)");
        row("no text", QStringLiteral("[{\"x\": 0, \"y\": 0}]"),
            "/0/text: found nothing, expected a text (add the key \"text\")");
        row("place", QStringLiteral("[{\"text\": \"a\", \"x\": 2e9, \"y\": 0}]"),
            "/0/x: found 2000000000.0, expected a number from -1e+09 to 1e+09");
        row("width", QStringLiteral("[{\"text\": \"a\", \"x\": 0, \"y\": 0, \"width\": 5}]"),
            "/0/width: found 5, expected a number from 80 to 800");
        row("colour", QStringLiteral("[{\"text\": \"a\", \"x\": 0, \"y\": 0, \"colour\": \"red\"}]"),
            "/0/colour: found \"red\", expected one of yellow, blue, green, pink, grey");
        row("twice", QStringLiteral("[%1, %1]").arg(good),
            "/1/id: found the id 2 again, expected an id of its own (leave one of them out: one is given)");
        row("key", QStringLiteral("[{\"text\": \"a\", \"x\": 0, \"y\": 0, \"size\": 5}]"),
            "/0/size: found the unknown key \"size\"");
        QStringList many;
        for (std::size_t i = 0; i <= maxNotes; ++i)
            many << QStringLiteral("{\"text\": \"a\", \"x\": 0, \"y\": 0}");
        row("many", u'[' + many.join(u',') + u']',
            ": found 1001 notes, expected at most 1000 (remove notes, or write several into one)");
        row("long", QStringLiteral("[{\"text\": \"%1\", \"x\": 0, \"y\": 0}]").arg(QString(4001, QLatin1Char('x'))),
            "/0/text: found a note of 4001 bytes, expected at most 4000 (shorten it, or make two of it)");
    }
    void errorsNameTheVeryPlace()
    {
        QFETCH(QString, notes);
        QFETCH(QString, error);
        const QString first = firstError(fileWith(notes.toStdString()));
        QVERIFY2(first.startsWith(error), qPrintable(first));
    }

    void editsTouchNothingElse()
    {
        HETEROSCOPE_PROPERTY("edits of notes leave the rest as it is", [] {
            const Project project = samples::randomProject();
            Project edited = *addNote(project, note("new", {samples::number(-10, 10) * 1.0, 0}));
            RC_ASSERT(edited.notes.size() == project.notes.size() + 1);
            const std::string key = noteKey(edited.notes.back().id);
            edited = moveThings(edited, {{key, {1, 1}}});
            Note changed = edited.notes.back();
            changed.text = "changed";
            edited = *replaceNote(edited, changed);
            edited.notes.pop_back();
            RC_ASSERT(edited == project);
            RC_ASSERT(parseProject(projectText(project), "p").project.notes == project.notes);
        });
    }
};

QTEST_GUILESS_MAIN(NoteTest)
#include "note_test.moc"
