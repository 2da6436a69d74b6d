// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sheets as they are opened, and the reasons why a task is not right.
#include "lesson/grading.h"

#include "base/files.h"
#include "lesson/lesson_file.h"
#include "lesson/sheet_files.h"
#include "project/project_file.h"
#include "support/strict_test.h"

#include <QFile>
#include <QTemporaryDir>

using namespace heteroscope;

class LessonGradingTest : public StrictTest
{
    Q_OBJECT

private slots:
    void reasonsOfAVerdict()
    {
        TaskVerdict verdict;
        using Faults = std::vector<TaskFault>;
        QVERIFY(faultsOf(verdict) == (Faults{TaskFault::noAnswer, TaskFault::goalMissed}));
        verdict.written = "many";
        verdict.isOtherwiseChanged = true;
        QVERIFY(faultsOf(verdict) == (Faults{TaskFault::noNumber, TaskFault::otherwiseChanged}));
        verdict.given = 3;
        verdict.isOtherwiseChanged = false;
        verdict.problem = Error{Error::Code::invalid, {}, {}, "a", "b", "c"};
        QVERIFY(faultsOf(verdict) == (Faults{TaskFault::wrongAnswer, TaskFault::doesNotRun}));
        verdict.isAnswerRight = true;
        QVERIFY(faultsOf(verdict) == Faults{TaskFault::doesNotRun});
        verdict.problem.reset();
        verdict.isGoalReached = true;
        QVERIFY(faultsOf(verdict).empty() && verdict.isRight());
    }

    /// A sheet of a teacher's own lesson is graded from another folder than it was made in.
    void ownLessonsLieBesideTheSheet()
    {
        QTemporaryDir folder;
        const auto path = [&folder](const char *name) {
            return folder.filePath(QString::fromLatin1(name)).toStdString();
        };
        QFile shipped(QStringLiteral("%1/resources/lessons/01-why-pipelines-wait.lesson.json")
                          .arg(qEnvironmentVariable("HETEROSCOPE_SOURCE_DIR")));
        QVERIFY(shipped.copy(folder.filePath(QStringLiteral("own.lesson.json"))));
        SheetLessons lessons;
        lessons.emplace("own.lesson.json", *loadLesson(path("own.lesson.json")));
        const auto files = sheetFiles({{"own.lesson.json"}, 2, 1, "en"}, lessons);
        QVERIFY(files);
        QVERIFY(writeSheetFiles(*files, folder.path().toStdString()));
        const auto opened = openSheet(path("sheet.json"));
        QVERIFY2(opened, opened ? "" : toString(opened.error()).c_str());
        const std::string handIn = path(files->back().name.c_str());
        const auto graded = gradeFile(handIn, *opened);
        QVERIFY2(graded, graded ? "" : toString(graded.error()).c_str());
        QCOMPARE(graded->task.student, std::size_t{1});
        QVERIFY(faultsOf(graded->verdict).front() == TaskFault::noAnswer);
        // Without the lesson the sheet cannot be opened, and the file is named.
        QVERIFY(QFile::remove(folder.filePath(QStringLiteral("own.lesson.json"))));
        const auto lost = openSheet(path("sheet.json"));
        QVERIFY(!lost && lost.error().file.find("own.lesson.json") != std::string::npos);
        const auto foreign = gradeFile(path("sheet.json"), *opened);
        QVERIFY(!foreign && foreign.error().file == path("sheet.json"));
    }
};

QTEST_GUILESS_MAIN(LessonGradingTest)
#include "grading_test.moc"
