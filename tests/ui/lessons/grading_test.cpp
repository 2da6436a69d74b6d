// SPDX-License-Identifier: GPL-3.0-or-later
//
// Hand-ins of an exercise sheet, graded in the window: by real events, and with the verdicts of hscope grade.
#include "lesson/lesson_file.h"
#include "lesson/sheet_files.h"
#include "lessons/grading_dialog.h"
#include "lessons/lesson_view.h"
#include "project/project_file.h"
#include "shell/commands/lesson_commands.h"
#include "shell/files/standard_dialogs.h"
#include "shell/main_window.h"
#include "support/content_of.h"
#include "support/patience.h"
#include "support/strict_test.h"
#include "theme/theme.h"
#include "ui/support/window_fixture.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>

using namespace heteroscope;

namespace {

const std::string lessonOfSheet = "01-why-pipelines-wait";

} // namespace

class GradingTest : public StrictTest
{
    Q_OBJECT

    PrivateSettings m_settings;
    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
    OpenedSheet m_sheet;
    QStringList m_handIns; ///< right, a wrong answer, another cable, no answer, not of this sheet
    QString m_answeredPath;
    QStringList m_answeredFiles;

    QString path(const QString &name) const { return m_folder.filePath(name); }
    GradingDialog &dialog() { return *m_window->teaching().grading(); }
    QPushButton *button(const char *name) { return dialog().findChild<QPushButton *>(QString::fromLatin1(name)); }
    void press(const char *name)
    {
        QVERIFY(button(name)->isEnabled());
        QTest::mouseClick(button(name), Qt::LeftButton);
    }
    QString cell(int row, GradingModel::Column column)
    {
        return dialog().table()->model()->index(row, column).data().toString();
    }

    /// The student's project with the goal reached and the answer written.
    Project solved(std::size_t student, const std::string &answer = {})
    {
        const ExerciseTask &task = m_sheet.sheet.students[student].front();
        const Lesson &lesson = m_sheet.lessons.at(task.lesson);
        const TaskKey key = *taskKey(lesson, task);
        Project project = *taskProject(lesson, m_sheet.sheet, student, task, "en");
        project = withSettings(lesson, {project, {}}, key.solution)->project;
        project.notes.front().text += answer.empty() ? shownText(key.answer, lesson.exercise->show) : answer;
        return project;
    }
    void handIn(const Project &project, const QString &name)
    {
        QVERIFY(saveProject(project, path(name).toStdString()));
        m_handIns << path(name);
    }

private slots:
    void initTestCase()
    {
        applyTheme(*qApp, ThemeKind::light);
        const SheetLessons lessons = {{lessonOfSheet, *findLesson(lessonOfSheet)}};
        const auto files = sheetFiles({{lessonOfSheet}, 5, 3, "en"}, lessons);
        QVERIFY(files);
        QVERIFY(writeSheetFiles(*files, m_folder.path().toStdString()));
        const auto sheet = openSheet(path(QStringLiteral("sheet.json")).toStdString());
        QVERIFY(sheet);
        m_sheet = *sheet;
        handIn(solved(0), QStringLiteral("a-right.hscope.json"));
        handIn(solved(1, "99 %"), QStringLiteral("b-wrong.hscope.json"));
        Project project = solved(2);
        project.cluster.links.front().bandwidth = BytesPerSecond(1e12);
        handIn(project, QStringLiteral("c-cable.hscope.json"));
        project = solved(3);
        project.notes.clear();
        handIn(project, QStringLiteral("d-silent.hscope.json"));
        project = solved(4);
        project.extensions.clear();
        handIn(project, QStringLiteral("e-other.hscope.json"));
    }

    void init()
    {
        StrictTest::init();
        m_window = std::make_unique<MainWindow>();
        Dialogs dialogs = standardDialogs(m_window.get());
        dialogs.openSheet = [this] { return m_answeredPath; };
        dialogs.openHandIns = [this] { return m_answeredFiles; };
        dialogs.exportAs = [this](const QString &, const QString &) { return m_answeredPath; };
        dialogs.unsavedChanges = [](const QString &) { return Dialogs::Answer::discard; };
        m_window->setDialogs(dialogs);
        m_window->session()->setFollowDelay(0);
        m_window->session()->setLiveBudget(Seconds(0.01));
        m_window->resize(1366, 768);
        m_window->show();
        m_window->actions()[ActionId::gradeHandIns]->trigger();
        QVERIFY(m_window->teaching().grading());
        QVERIFY(QTest::qWaitForWindowExposed(&dialog()));
    }
    void cleanup() { m_window.reset(); }

    void verdictsAndReasons()
    {
        QVERIFY(!button("gradeHandIns")->isEnabled());
        QVERIFY(!button("saveVerdicts")->isEnabled());
        const QAbstractItemModelTester tester(dialog().model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        const QAbstractItemModelTester sorted(dialog().table()->model(),
                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        m_answeredPath = path(QStringLiteral("sheet.json"));
        press("chooseSheet");
        QCOMPARE(dialog().sheet()->text(), m_answeredPath);
        QVERIFY(!button("gradeHandIns")->isEnabled()); // nothing was handed in
        m_answeredFiles = m_handIns;
        press("chooseHandIns");
        QCOMPARE(dialog().model()->rowCount(), 5);
        QCOMPARE(cell(0, GradingModel::result), QStringLiteral("not checked yet"));
        press("gradeHandIns");
        QTRY_VERIFY_WITH_TIMEOUT(!dialog().isGrading(), test::patience);
        QCOMPARE(dialog().statusText(),
                 QStringLiteral("1 of 5 are right · 1 cannot be graded · 1 task of the sheet was not handed in"));
        for (int row = 0; row < 5; ++row) {
            const auto graded = gradeFile(m_handIns[row].toStdString(), m_sheet);
            QCOMPARE(cell(row, GradingModel::result).startsWith(u'✓'), graded && graded->verdict.isRight());
            QCOMPARE(cell(row, GradingModel::reason).isEmpty(), graded && graded->verdict.isRight());
            if (graded)
                QCOMPARE(cell(row, GradingModel::studentNumber), QString::number(row + 1));
        }
        QCOMPARE(cell(1, GradingModel::reason), QStringLiteral("the answer is not what was simulated"));
        QVERIFY(cell(2, GradingModel::reason).contains(QStringLiteral("does not allow")));
        QVERIFY(cell(3, GradingModel::reason).contains(QStringLiteral("no answer")));
        QVERIFY2(cell(4, GradingModel::reason).contains(QStringLiteral("x-exercise")),
                 qPrintable(cell(4, GradingModel::reason)));
        QCOMPARE(cell(0, GradingModel::lessonTitle), QStringLiteral("Why pipelines wait"));
        const QString pictures = qEnvironmentVariable("HETEROSCOPE_PICTURES");
        const auto *status = dialog().findChild<QLabel *>(QStringLiteral("gradingStatus"));
        QVERIFY(status);
        for (const ThemeKind kind : {ThemeKind::dark, ThemeKind::light}) {
            applyTheme(*qApp, kind);
            QApplication::processEvents();
            // The line that was there before can be read in the new theme.
            QCOMPARE(status->palette().color(QPalette::WindowText), theme(kind)[Role::text]);
            if (!pictures.isEmpty())
                dialog().grab().save(pictures +
                                     (kind == ThemeKind::light ? "/grading-light.png" : "/grading-dark.png"));
        }
    }

    void theTableIsSortedWrittenAndOpened()
    {
        dialog().sheet()->setText(path(QStringLiteral("sheet.json")));
        dialog().setHandIns(m_handIns);
        QTest::keyClick(dialog().sheet(), Qt::Key_End);
        press("gradeHandIns");
        QTRY_VERIFY_WITH_TIMEOUT(!dialog().isGrading(), test::patience);
        // A click on the heading sorts: students from the last to the first.
        QHeaderView *header = dialog().table()->horizontalHeader();
        const QPoint student(header->sectionViewportPosition(GradingModel::studentNumber) + 10, header->height() / 2);
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, student);
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, student);
        QCOMPARE(cell(0, GradingModel::studentNumber), QStringLiteral("4"));
        QCOMPARE(cell(3, GradingModel::studentNumber), QStringLiteral("1"));
        m_answeredPath = path(QStringLiteral("grades.csv"));
        press("saveVerdicts");
        const QByteArray csv = test::contentOf(m_answeredPath);
        QVERIFY2(csv.startsWith("Hand-in,Student,Lesson,Answer,Simulated,Result,Why not\nd-silent.hscope.json,4,"),
                 csv.constData());
        QCOMPARE(csv.count('\n'), 6);
        // Enter opens the hand-in in the window.
        dialog().table()->setFocus();
        dialog().table()->setCurrentIndex(dialog().table()->model()->index(3, 0));
        QTest::keyClick(dialog().table(), Qt::Key_Return);
        QCOMPARE(m_window->document()->filePath(), m_handIns[0]);
        QVERIFY(!m_window->isWelcomeShown());
        QVERIFY(dialog().isVisible());
        dialog().table()->setCurrentIndex(dialog().table()->model()->index(2, 0));
        press("openHandIn");
        QCOMPARE(m_window->document()->filePath(), m_handIns[1]);
    }

    void filesAreDropped()
    {
        QMimeData mime;
        mime.setUrls({QUrl::fromLocalFile(m_handIns[1]), QUrl::fromLocalFile(path(QStringLiteral("sheet.json"))),
                      QUrl::fromLocalFile(m_handIns[0])});
        QDragEnterEvent enter(QPoint(100, 200), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&dialog(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(QPoint(100, 200), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&dialog(), &drop);
        QCOMPARE(dialog().sheet()->text(), path(QStringLiteral("sheet.json")));
        QCOMPARE(dialog().model()->files(), (QStringList{m_handIns[1], m_handIns[0]}));
    }

    void aFileThatIsNoSheetIsSaid()
    {
        dialog().setHandIns(m_handIns);
        dialog().sheet()->setText(m_handIns[0]);
        press("gradeHandIns");
        QTRY_VERIFY_WITH_TIMEOUT(!dialog().isGrading(), test::patience);
        QVERIFY(!dialog().statusText().isEmpty());
        QCOMPARE(dialog().model()->checkedCount(), 0);
        QVERIFY(button("gradeHandIns")->isEnabled()); // with another sheet
    }

    void theListOfLessonsLeadsHere()
    {
        delete m_window->teaching().grading();
        m_window->showWorkspace();
        m_window->teaching().showLessons();
        auto *view = m_window->view<LessonView>();
        QTest::mouseClick(view->findChild<QPushButton *>(QStringLiteral("gradeHandIns")), Qt::LeftButton);
        QVERIFY(m_window->teaching().grading());
        QPointer<GradingDialog> first = m_window->teaching().grading();
        m_window->actions()[ActionId::gradeHandIns]->trigger();
        QCOMPARE(m_window->teaching().grading(), first.data()); // not a second one
    }

    void everythingHasAName()
    {
        for (const QWidget *widget : dialog().findChildren<QWidget *>()) {
            if (widget->focusPolicy() == Qt::NoFocus || widget->objectName().startsWith(QStringLiteral("qt_")))
                continue;
            const auto *one = qobject_cast<const QAbstractButton *>(widget);
            QVERIFY2(!widget->accessibleName().isEmpty() || (one && !one->text().isEmpty()),
                     widget->metaObject()->className());
        }
    }
};

QTEST_MAIN(GradingTest)
#include "grading_test.moc"
