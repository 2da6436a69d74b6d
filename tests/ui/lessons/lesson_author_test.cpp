// SPDX-License-Identifier: GPL-3.0-or-later
//
// The page on which lessons are written: mistakes with their place, a preview that follows the text and the cursor, the
// check by playing, files; and exercise sheets from the window.
#include "lessons/lesson_author.h"

#include "lesson/exercise.h"
#include "lesson/lesson_file.h"
#include "lessons/formula_view.h"
#include "lessons/lesson_view.h"
#include "lessons/sheet_dialog.h"
#include "shell/commands/lesson_commands.h"
#include "shell/main_window.h"
#include "support/content_of.h"
#include "support/patience.h"
#include "support/strict_test.h"
#include "theme/theme.h"
#include "ui/support/window_fixture.h"

#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>

using namespace heteroscope;

namespace {

QString firstLesson()
{
    QFile file(qEnvironmentVariable("HETEROSCOPE_SOURCE_DIR") +
               QStringLiteral("/resources/lessons/01-why-pipelines-wait.lesson.json"));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("the lesson cannot be opened");
    return QString::fromUtf8(file.readAll());
}

} // namespace

class LessonAuthorTest : public StrictTest
{
    Q_OBJECT

    PrivateSettings m_settings;
    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
    QString m_answeredPath; ///< that file dialogs return
    QStringList m_reports;
    Dialogs::Answer m_answer = Dialogs::Answer::cancel;
    int m_questions = 0;

    LessonAuthor &author() const { return *m_window->teaching().author(); }
    QPushButton *button(const char *name) const { return author().findChild<QPushButton *>(QLatin1String(name)); }
    bool previewSays(const QString &text) const
    {
        for (const QLabel *label : author().preview()->findChildren<QLabel *>())
            if (label->isVisibleTo(author().preview()) && label->text().contains(text))
                return true;
        return false;
    }
    void putCursorAt(const QString &words) const
    {
        QTextCursor cursor(author().editor()->document());
        cursor.setPosition(static_cast<int>(author().editor()->toPlainText().indexOf(words)));
        author().editor()->setTextCursor(cursor);
    }
    void replace(const QString &before, const QString &after) const
    {
        const QString text = author().editor()->toPlainText();
        QVERIFY(text.contains(before));
        QTextCursor cursor(author().editor()->document());
        cursor.setPosition(static_cast<int>(text.indexOf(before)));
        cursor.setPosition(static_cast<int>(text.indexOf(before) + before.size()), QTextCursor::KeepAnchor);
        cursor.insertText(after); // as if typed: the page follows after a rest
    }

private slots:
    void initTestCase() { applyTheme(*qApp, ThemeKind::light); }
    void init()
    {
        StrictTest::init();
        m_window = std::make_unique<MainWindow>();
        Dialogs dialogs;
        dialogs.openLesson = [this] { return m_answeredPath; };
        dialogs.exportAs = [this](const QString &, const QString &) { return m_answeredPath; };
        dialogs.chooseFolder = [this](const QString &) { return m_answeredPath; };
        dialogs.report = [this](const QString &title, const QString &text) { m_reports << title + u'\n' + text; };
        dialogs.unsavedChanges = [this](const QString &) {
            ++m_questions;
            return m_answer;
        };
        m_window->setDialogs(dialogs);
        m_window->session()->setFollowDelay(0);
        m_window->session()->setLiveBudget(Seconds(0.01));
        m_window->resize(1366, 768);
        m_window->show();
        m_reports.clear();
        m_questions = 0;
    }
    void cleanup() { m_window.reset(); }

    void beginsWithALessonThatCanBePlayed()
    {
        m_window->actions()[ActionId::writeLesson]->trigger();
        QVERIFY(m_window->teaching().author());
        QVERIFY(author().lesson());
        QCOMPARE(author().findings()->count(), 0);
        QVERIFY(button("checkText")->isEnabled());
        QTRY_VERIFY(author().preview()->player()->isReady());
        QVERIFY(previewSays(QStringLiteral("Say in at most 60 words")));
        button("checkText")->click();
        QTRY_VERIFY_WITH_TIMEOUT(!author().isChecking(), test::patience);
        QVERIFY2(author().statusText().contains(QStringLiteral("Played to its end")),
                 qPrintable(author().statusText()));
        m_window->actions()[ActionId::writeLesson]->trigger(); // not a second page
        QCOMPARE(m_window->findChildren<LessonAuthor *>().size(), 1);
    }

    void mistakesAreNamedWithTheirPlace()
    {
        m_window->teaching().writeLesson();
        author().setText(firstLesson());
        QVERIFY(author().lesson());
        replace(QStringLiteral("\"when\": \"bubble < 10 %\""), QStringLiteral("\"when\": \"bublle < 10 %\""));
        QTRY_VERIFY(!author().lesson());
        QVERIFY(!button("checkText")->isEnabled());
        QVERIFY(!author().preview()->isEnabled());
        QCOMPARE(author().findings()->count(), 1);
        QVERIFY2(author().findings()->item(0)->text().startsWith(QStringLiteral("/steps/1/goals/0/when")),
                 qPrintable(author().findings()->item(0)->text()));
        author().findings()->setFocus();
        author().findings()->setCurrentRow(0);
        QTest::keyClick(author().findings(), Qt::Key_Return);
        const int at = author().editor()->textCursor().position();
        QCOMPARE(author().editor()->toPlainText().mid(at, 15), QStringLiteral("\"bublle < 10 %\""));
        QCOMPARE(author().editor()->extraSelections().size(), 1);
        if (const QString pictures = qEnvironmentVariable("HETEROSCOPE_PICTURES"); !pictures.isEmpty())
            for (const ThemeKind kind : {ThemeKind::dark, ThemeKind::light}) {
                applyTheme(*qApp, kind);
                QApplication::processEvents();
                author().grab().save(pictures + (kind == ThemeKind::light ? "/author-light.png" : "/author-dark.png"));
            }
        // Wrong syntax has a line and a column.
        author().editor()->undo();
        QTRY_VERIFY(author().lesson());
        replace(QStringLiteral("\"formatVersion\": 1,"), QStringLiteral("\"formatVersion\": 1,,"));
        QTRY_COMPARE(author().findings()->count(), 1);
        QVERIFY2(author().findings()->item(0)->text().startsWith(QStringLiteral("2:")),
                 qPrintable(author().findings()->item(0)->text()));
        author().editor()->undo();
        QTRY_VERIFY(author().lesson() && author().preview()->isEnabled());
    }

    void thePreviewFollowsTextAndCursor()
    {
        m_window->teaching().writeLesson();
        author().setText(firstLesson());
        QVERIFY(previewSays(QStringLiteral("Predict first")));
        putCursorAt(QStringLiteral("Each further micro-batch"));
        QCOMPARE(author().preview()->player()->stepIndex(), std::size_t{1});
        QTRY_VERIFY_WITH_TIMEOUT(author().preview()->player()->now(), test::patience);
        const auto *formula = author().preview()->findChild<FormulaView *>();
        QVERIFY(formula && !formula->accessibleName().contains(u'–')); // the values are simulated
        replace(QStringLiteral("Each further micro-batch"), QStringLiteral("Every other word"));
        QTRY_VERIFY(previewSays(QStringLiteral("Every other word")));
        QCOMPARE(author().preview()->player()->stepIndex(), std::size_t{1});
        // Steps can be left without an answer, and nothing of it is kept as progress.
        putCursorAt(QStringLiteral("A pipeline of four stages"));
        QCOMPARE(author().preview()->player()->stepIndex(), std::size_t{0});
        for (int step = 1; step <= 2; ++step) {
            auto *next = author().preview()->findChild<QPushButton *>(QStringLiteral("lessonNext"));
            QVERIFY(next->isEnabled());
            next->click();
            QCOMPARE(author().preview()->player()->stepIndex(), static_cast<std::size_t>(step));
        }
        QCOMPARE(keptProgress("new").steps, 0);
        QVERIFY(author().editor()->hasFocus() || !author().isActiveWindow());
    }

    void theCheckFindsWhatOnlySimulationShows()
    {
        m_window->teaching().writeLesson();
        author().setText(firstLesson());
        replace(QStringLiteral("\"when\": \"bubble < 10 %\""), QStringLiteral("\"when\": \"bubble < 0.1 %\""));
        QTRY_VERIFY(button("checkText")->isEnabled());
        author().readNow();
        author().checkByPlaying();
        QTRY_VERIFY_WITH_TIMEOUT(!author().isChecking(), test::patience);
        QCOMPARE(author().findings()->count(), 1);
        QVERIFY(author().findings()->item(0)->text().startsWith(QStringLiteral("/steps/1/goals")));
        // Another text is no longer that one: its verdict is not awaited.
        author().checkByPlaying();
        replace(QStringLiteral("\"when\": \"bubble < 0.1 %\""), QStringLiteral("\"when\": \"bubble < 9 %\""));
        QVERIFY(!author().isChecking());
    }

    void filesAreWrittenReadAndPlayed()
    {
        const QString path = m_folder.filePath(QStringLiteral("mine"));
        m_window->teaching().writeLesson();
        author().setText(firstLesson());
        replace(QStringLiteral("Why pipelines wait"), QStringLiteral("My own lesson"));
        QVERIFY(author().isWindowModified());
        m_answeredPath = path;
        QVERIFY(author().save());
        QVERIFY(!author().isWindowModified());
        const QString file = path + QStringLiteral(".lesson.json");
        QCOMPARE(QString::fromUtf8(test::contentOf(file)), author().editor()->toPlainText());
        button("playText")->click();
        auto *view = m_window->view<LessonView>();
        QVERIFY(view->player()->lesson());
        QCOMPARE(view->player()->lesson()->title.in("en"), std::string("My own lesson"));
        view->showList();
        // The same from the list of lessons, and by a drop on the window.
        m_answeredPath = file;
        view->findChild<QPushButton *>(QStringLiteral("openLesson"))->click();
        QVERIFY(view->player()->lesson());
        QCOMPARE(view->player()->lesson()->name, std::string("mine"));
        view->showList();
        QMimeData mime;
        mime.setUrls({QUrl::fromLocalFile(file)});
        QDragEnterEvent enter(QPoint(300, 300), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_window.get(), &enter);
        QDropEvent drop(QPoint(300, 300), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_window.get(), &drop);
        QVERIFY(view->player()->lesson());
        QVERIFY(m_reports.isEmpty());
        QCOMPARE(m_questions, 0); // what a lesson changed is not asked about
        m_answeredPath = m_folder.filePath(QStringLiteral("none.lesson.json"));
        view->showList();
        view->findChild<QPushButton *>(QStringLiteral("openLesson"))->click();
        QVERIFY(!view->player()->lesson());
        QCOMPARE(m_reports.size(), 1);
        QVERIFY(m_reports.front().startsWith(QStringLiteral("none.lesson.json is no lesson")));
    }

    void unsavedTextIsNotLostUnasked()
    {
        m_window->teaching().writeLesson();
        author().editor()->insertPlainText(QStringLiteral(" "));
        m_answer = Dialogs::Answer::cancel;
        author().close();
        QCOMPARE(m_questions, 1);
        QVERIFY(author().isVisible());
        QVERIFY(!m_window->close());
        QVERIFY(m_window->isVisible());
        m_answer = Dialogs::Answer::discard;
        author().close();
        QTRY_VERIFY(!m_window->teaching().author());
    }

    void everythingHasAName()
    {
        m_window->teaching().writeLesson();
        m_window->teaching().makeSheets();
        for (const QWidget *top : std::initializer_list<QWidget *>{&author(), m_window->teaching().sheets()})
            for (const QWidget *widget : top->findChildren<QWidget *>()) {
                if (widget->focusPolicy() == Qt::NoFocus || widget->objectName().startsWith(QStringLiteral("qt_")))
                    continue;
                const auto *one = qobject_cast<const QAbstractButton *>(widget);
                QVERIFY2(!widget->accessibleName().isEmpty() || (one && !one->text().isEmpty()),
                         widget->metaObject()->className());
            }
    }

    void sheetsAreMade()
    {
        m_window->actions()[ActionId::exerciseSheets]->trigger();
        SheetDialog &dialog = *m_window->teaching().sheets();
        QVERIFY(!dialog.makeButton()->isEnabled()); // no folder yet
        const QString folder = m_folder.filePath(QStringLiteral("sheets"));
        dialog.folder()->setText(folder);
        dialog.students()->setValue(2);
        dialog.seed()->setValue(7);
        dialog.language()->setCurrentIndex(dialog.language()->findData(QStringLiteral("de")));
        QCOMPARE(dialog.lessons()->item(0)->checkState(), Qt::Checked);
        QTest::keyClick(dialog.lessons(), Qt::Key_Space); // off
        QVERIFY(!dialog.makeButton()->isEnabled());
        QTest::keyClick(dialog.lessons(), Qt::Key_Space);
        QVERIFY(dialog.makeButton()->isEnabled());
        if (const QString pictures = qEnvironmentVariable("HETEROSCOPE_PICTURES"); !pictures.isEmpty())
            dialog.grab().save(pictures + "/sheets.png");
        dialog.makeButton()->click();
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isMaking(), test::patience);
        QVERIFY2(dialog.statusText().contains(folder), qPrintable(dialog.statusText()));
        const QStringList names = QDir(folder).entryList(QDir::Files);
        QCOMPARE(names, (QStringList{"key.html", "key.pdf", "sheet.html", "sheet.json", "sheet.pdf",
                                     "student-01-01-why-pipelines-wait.hscope.json",
                                     "student-02-01-why-pipelines-wait.hscope.json"}));
        QVERIFY(test::contentOf(folder + QStringLiteral("/sheet.html")).contains("Übungsblatt"));
        const QByteArray pdf = test::contentOf(folder + QStringLiteral("/sheet.pdf"));
        QVERIFY(pdf.startsWith("%PDF"));
        QVERIFY(pdf.contains("/Count 2")); // a sheet of paper for each student
        // The same order on the command line is the same sheet.
        SheetLessons lessons;
        lessons.emplace("01-why-pipelines-wait", *findLesson("01-why-pipelines-wait"));
        const auto files = sheetFiles({{"01-why-pipelines-wait"}, 2, 7, "de"}, lessons);
        QVERIFY(files);
        for (const SheetFile &file : *files)
            QCOMPARE(test::contentOf(folder + u'/' + QString::fromStdString(file.name)),
                     QByteArray::fromStdString(file.text));
        // What cannot be written is said.
        dialog.folder()->setText(folder + QStringLiteral("/sheet.json"));
        dialog.make();
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isMaking(), test::patience);
        QVERIFY2(!dialog.statusText().contains(QStringLiteral("Wrote")), qPrintable(dialog.statusText()));
    }
};

QTEST_MAIN(LessonAuthorTest)
#include "lesson_author_test.moc"
