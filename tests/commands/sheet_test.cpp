// SPDX-License-Identifier: GPL-3.0-or-later
//
// Exercise sheets and their grading, from the command line.
#include "lesson/exercise.h"
#include "lesson/lesson_file.h"
#include "project/project_file.h"
#include "support/content_of.h"
#include "support/hscope_run.h"
#include "support/strict_test.h"

#include <QDir>
#include <QTemporaryDir>

using namespace heteroscope;
using namespace heteroscope::test;

namespace {

const std::vector<std::string> lessonNames = {"01-why-pipelines-wait", "09-interleaving"};

} // namespace

class SheetTest : public StrictTest
{
    Q_OBJECT

    QTemporaryDir m_folder;

    HscopeRun makeSheetIn(const QString &folder, const std::string &seed)
    {
        return hscope({"sheet", lessonNames[0], lessonNames[1], "--students", "5", "--seed", seed, "-o",
                       m_folder.filePath(folder).toStdString()});
    }
    std::string file(const char *name) const
    {
        return m_folder.filePath(QStringLiteral("a/") + QString::fromUtf8(name)).toStdString();
    }
    /// Solves the first student's task: the answer into the note, the controls of the key into the project.
    Project solved(std::size_t lessonIndex)
    {
        const auto sheet = *readSheet(*readJsonFile(file("sheet.json")));
        const ExerciseTask &task = sheet.students[0][lessonIndex];
        const Lesson &lesson = *findLesson(task.lesson);
        const TaskKey key = *taskKey(lesson, task);
        Project project = *loadProject(file(("student-01-" + lesson.name + ".hscope.json").c_str()));
        project = withSettings(lesson, {project, {}}, key.solution)->project;
        project.notes.front().text += shownText(key.answer, lesson.exercise->show);
        return project;
    }
    HscopeRun gradeOf(const Project &project)
    {
        const auto path = file("handed-in.hscope.json");
        if (const auto saved = saveProject(project, path); !saved)
            return {99, {}, toString(saved.error())};
        return hscope({"grade", file("sheet.json"), path});
    }

private slots:
    void initTestCase() { QCOMPARE(makeSheetIn(QStringLiteral("a"), "7").status, 0); }

    void sameSeedSameFiles()
    {
        QCOMPARE(makeSheetIn(QStringLiteral("b"), "7").status, 0);
        QCOMPARE(makeSheetIn(QStringLiteral("c"), "8").status, 0);
        const auto names = QDir(m_folder.filePath(QStringLiteral("b"))).entryList(QDir::Files);
        QCOMPARE(names.size(), 3 + 5 * 2);
        for (const QString &name : names)
            QCOMPARE(test::contentOf(m_folder.filePath(QStringLiteral("a/") + name)),
                     test::contentOf(m_folder.filePath(QStringLiteral("b/") + name)));
        QVERIFY(test::contentOf(m_folder.filePath(QStringLiteral("a/sheet.json"))) !=
                test::contentOf(m_folder.filePath(QStringLiteral("c/sheet.json"))));
    }

    void everyStudentHasOtherNumbers()
    {
        const auto sheet = *readSheet(*readJsonFile(file("sheet.json")));
        QCOMPARE(sheet.students.size(), std::size_t{5});
        for (std::size_t i = 0; i < 5; ++i)
            for (std::size_t j = 0; j < i; ++j)
                QVERIFY(sheet.students[i] != sheet.students[j]);
        // 32 values of micro-batches are not enough for 33 students.
        const auto tooMany = hscope(
            {"sheet", lessonNames[0], "--students", "33", "-o", m_folder.filePath(QStringLiteral("d")).toStdString()});
        QCOMPARE(tooMany.status, 3);
        QVERIFY(tooMany.err.find("at most 32") != std::string::npos);
        QVERIFY(!QDir(m_folder.filePath(QStringLiteral("d"))).exists());
    }

    void whatIsSolvedIsRight()
    {
        for (const std::size_t lesson : {0u, 1u}) {
            const auto run = gradeOf(solved(lesson));
            QVERIFY2(run.status == 0, (run.out + run.err).c_str());
            QVERIFY(run.out.find("reached") != std::string::npos);
        }
    }

    void aSheetIsAnsweredInItsLanguage()
    {
        for (const auto &[language, mark] : {std::pair("de", "Antwort: "), std::pair("zh_CN", "\u56de\u7b54\uff1a ")}) {
            const auto folder = m_folder.filePath(QLatin1String(language)).toStdString();
            QCOMPARE(hscope({"sheet", lessonNames[0], "--students", "1", "--language", language, "-o", folder}).status,
                     0);
            const auto sheet = *readSheet(*readJsonFile(folder + "/sheet.json"));
            const Lesson &lesson = *findLesson(lessonNames[0]);
            const TaskKey key = *taskKey(lesson, sheet.students[0][0]);
            Project project = *loadProject(folder + "/student-01-" + lesson.name + ".hscope.json");
            QVERIFY(project.notes.front().text.ends_with(mark));
            QVERIFY(project.notes.front().text.find("Answer") == std::string::npos);
            project.notes.front().text += shownText(key.answer, lesson.exercise->show);
            const auto verdict = gradeTask(lesson, sheet.students[0][0], project);
            QVERIFY(verdict && verdict->isAnswerRight);
        }
    }

    void saysWhatIsWrong()
    {
        Project project = solved(0);
        project.notes.front().text += "1";
        auto run = gradeOf(project);
        QCOMPARE(run.status, 1);
        QVERIFY2(run.out.find("answered") != std::string::npos || run.out.find("not a number") != std::string::npos,
                 run.out.c_str());
        project = solved(0);
        project.notes.clear();
        run = gradeOf(project);
        QCOMPARE(run.status, 1);
        QVERIFY(run.out.find("no answer") != std::string::npos);
        // A faster cable was not allowed.
        project = solved(0);
        project.cluster.links.front().bandwidth = BytesPerSecond(1e12);
        run = gradeOf(project);
        QCOMPARE(run.status, 1);
        QVERIFY(run.out.find("does not allow") != std::string::npos);
    }

    void refusesProjectsOfOthers()
    {
        auto run = hscope({"grade", file("sheet.json"), example("mixed-32")});
        QCOMPARE(run.status, 3);
        QVERIFY(run.err.find("/x-exercise") != std::string::npos);
        run = hscope({"grade", example("mixed-32"), file("sheet.json")});
        QCOMPARE(run.status, 3);
        run = hscope({"sheet", "01-why-pipelines-weit", "--students", "2", "-o",
                      m_folder.filePath(QStringLiteral("e")).toStdString()});
        QCOMPARE(run.status, 3);
        QVERIFY(run.err.find("01-why-pipelines-wait") != std::string::npos);
        run = hscope({"sheet", "03-slowest-stage", "--students", "2", "-o",
                      m_folder.filePath(QStringLiteral("e")).toStdString()});
        QCOMPARE(run.status, 3);
        QVERIFY(run.err.find("without an exercise") != std::string::npos);
    }

    void gradesAsJson()
    {
        const auto path = file("handed-in.hscope.json");
        QVERIFY(saveProject(solved(1), path));
        const auto run = hscope({"grade", file("sheet.json"), path, "--json", "-"});
        QCOMPARE(run.status, 0);
        const auto json = parseJson(run.out);
        QVERIFY(json);
        QCOMPARE((*json)["tasks"][0]["goalReached"].get<bool>(), true);
        QCOMPARE((*json)["tasks"][0]["why"].get<std::string>(), std::string());
    }

    void everyExerciseHasAKey_data()
    {
        QTest::addColumn<QString>("name");
        for (const Lesson &lesson : builtinLessons())
            if (lesson.exercise)
                QTest::newRow(lesson.name.c_str()) << QString::fromStdString(lesson.name);
    }
    void everyExerciseHasAKey()
    {
        QFETCH(QString, name);
        const std::string lesson = name.toStdString();
        const SheetLessons lessons = {{lesson, *findLesson(lesson)}};
        const auto sheet = makeSheet({lesson}, lessons, 4, 3);
        QVERIFY(sheet);
        for (const auto &tasks : sheet->students) {
            const auto key = taskKey(lessons.at(lesson), tasks.front());
            QVERIFY2(key, key ? "" : toString(key.error()).c_str());
            QVERIFY(key->tolerance > 0);
        }
    }
};

QTEST_GUILESS_MAIN(SheetTest)
#include "sheet_test.moc"
