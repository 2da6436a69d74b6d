// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every lesson played in the window, from its script to its end, by keys alone: once with right answers, once with
// wrong ones.
#include "lesson/lesson_file.h"
#include "lessons/formula_view.h"
#include "lessons/lesson_view.h"
#include "report/glossary.h"
#include "shell/commands/lesson_commands.h"
#include "shell/main_window.h"
#include "support/patience.h"
#include "support/strict_test.h"
#include "theme/theme.h"
#include "ui/support/window_fixture.h"
#include "welcome/welcome_page.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QSignalSpy>
#include <QSlider>

using namespace heteroscope;

class LessonsTest : public StrictTest
{
    Q_OBJECT

    PrivateSettings m_settings;
    std::unique_ptr<MainWindow> m_window;

    LessonView *view() const { return m_window->findChild<LessonView *>(); }
    LessonPlayer &player() const { return *view()->player(); }
    template<class Widget>
    Widget *child(const char *name) const
    {
        return view()->findChild<Widget *>(QString::fromLatin1(name));
    }
    static void press(QWidget *widget, Qt::Key key)
    {
        widget->setFocus(Qt::TabFocusReason);
        QTest::keyClick(widget, key);
    }

    /// Chooses the lesson in the list: Home, arrow down, Enter.
    void start(int row)
    {
        QListWidget *list = view()->list();
        press(list, Qt::Key_Home);
        for (int i = 0; i < row; ++i)
            press(list, Qt::Key_Down);
        press(list, Qt::Key_Return);
        QTRY_VERIFY(player().lesson());
    }

    void answer(bool isRight)
    {
        const LessonStep &step = *player().step();
        if (!step.predict)
            return;
        QTRY_VERIFY(player().isReady());
        const LessonState state{m_window->document()->project(), m_window->session()->startTime()};
        const auto asked = simulateMoment(*withSettings(*player().lesson(), state, step.predict->at));
        LessonScope scope = player().scope();
        scope.now = &*asked;
        if (step.predict->choices.empty()) {
            const double correct = judge(scope, *step.predict, 0.0)->correct;
            auto *field = view()->findChild<QLineEdit *>();
            field->setFocus();
            QTest::keyClicks(field, QString::number(isRight ? correct : correct * 3 + 1));
            QTest::keyClick(field, Qt::Key_Return);
        } else {
            const std::size_t right = judge(scope, *step.predict, std::size_t{0})->rightChoice;
            const std::size_t chosen = isRight ? right : (right + 1) % step.predict->choices.size();
            press(view()->findChildren<QRadioButton *>()[static_cast<int>(chosen)], Qt::Key_Space);
            QTRY_VERIFY(child<QPushButton>("checkAnswer")->isEnabled());
            press(child<QPushButton>("checkAnswer"), Qt::Key_Space);
        }
        QVERIFY(player().isAnswered());
        QCOMPARE(player().verdict()->isRight, isRight);
    }

    /// Moves the controls to the first values that reach the goals.
    void reachGoals()
    {
        const LessonStep &step = *player().step();
        const LessonState state{m_window->document()->project(), m_window->session()->startTime()};
        const auto solution = findSolution(*player().lesson(), step, state);
        QVERIFY(solution && *solution);
        const auto sliders = view()->findChildren<QSlider *>();
        const auto boxes = view()->findChildren<QComboBox *>();
        int slider = 0, box = 0;
        for (const auto &[name, value] : **solution) {
            const LessonControl &control = *player().lesson()->findControl(name);
            const auto index = std::find(control.values.begin(), control.values.end(), value) - control.values.begin();
            const bool isNumber = std::holds_alternative<double>(value);
            QWidget *field = isNumber ? static_cast<QWidget *>(sliders[slider++]) : boxes[box++];
            QVERIFY(!field->accessibleName().isEmpty());
            moveTo(field, static_cast<int>(index));
            QVERIFY(player().value(control) == value);
        }
    }

    /// To a row of a list, or a position of a slider, by arrow keys.
    static void moveTo(QWidget *field, int index)
    {
        const auto at = [field] {
            const auto *slider = qobject_cast<QSlider *>(field);
            return slider ? slider->value() : qobject_cast<QComboBox *>(field)->currentIndex();
        };
        const bool isSlider = qobject_cast<QSlider *>(field);
        for (int presses = 0; at() != index && presses < 400; ++presses) {
            const bool isDown = at() < index;
            press(field, isSlider ? (isDown ? Qt::Key_Right : Qt::Key_Left) : (isDown ? Qt::Key_Down : Qt::Key_Up));
        }
        QCOMPARE(at(), index);
    }

    /// What has no room on the page of the lesson; empty if everything has.
    QString crampedText() const
    {
        const auto *scroll = view()->findChild<QScrollArea *>();
        if (scroll->widget()->width() > scroll->viewport()->width())
            return QStringLiteral("the page is %1 px wide, the view %2")
                .arg(scroll->widget()->width())
                .arg(scroll->viewport()->width());
        const int smallestType = m_window->width() > 3000 ? 22 : 11; // px
        for (const QLabel *label : scroll->findChildren<QLabel *>()) {
            if (!label->isVisible() || label->text().isEmpty())
                continue;
            if (const int type = label->fontInfo().pixelSize(); type < smallestType)
                return QStringLiteral("%1 has a height of %2 px").arg(label->text()).arg(type);
            const int height = label->wordWrap() ? label->heightForWidth(label->width()) : label->sizeHint().height();
            if (label->height() < height || (!label->wordWrap() && label->width() < label->sizeHint().width()))
                return label->text();
        }
        if (const auto *formula = scroll->findChild<FormulaView *>();
            formula && formula->isVisible() && formula->height() < formula->heightForWidth(formula->width()))
            return formula->accessibleName();
        for (const QPushButton *button : scroll->findChildren<QPushButton *>())
            if (button->isVisible() && button->fontInfo().pixelSize() < smallestType)
                return button->text();
        return child<QPushButton>("lessonNext")->visibleRegion().isEmpty() ? QStringLiteral("Next") : QString();
    }

private slots:
    void init()
    {
        StrictTest::init();
        m_window = std::make_unique<MainWindow>();
        m_window->session()->setFollowDelay(0);
        m_window->session()->setLiveBudget(Seconds(0.01));
        m_window->resize(1366, 768);
        m_window->show();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        QVERIFY(m_window->isWelcomeShown());
        QTest::keyClick(m_window->findChild<WelcomePage *>(), Qt::Key_3); // the third door
        QVERIFY(!m_window->isWelcomeShown());
        QTRY_VERIFY(view()->isVisible());
    }
    void cleanup() { m_window.reset(); }

    void plays_data()
    {
        QTest::addColumn<int>("row");
        QTest::addColumn<bool>("isRight");
        int row = 0;
        for (const Lesson &lesson : builtinLessons()) {
            QTest::addRow("%s, right", lesson.name.c_str()) << row << true;
            QTest::addRow("%s, wrong", lesson.name.c_str()) << row << false;
            ++row;
        }
    }
    void plays()
    {
        QFETCH(int, row);
        QFETCH(bool, isRight);
        start(row);
        const std::string name = player().lesson()->name;
        QCOMPARE(name, builtinLessons()[static_cast<std::size_t>(row)].name);
        while (!player().isOver()) {
            const std::size_t step = player().stepIndex();
            answer(isRight);
            if (!player().step()->goals.empty()) {
                QTRY_VERIFY(player().now());
                QVERIFY(!player().canGoNext());
                reachGoals();
            }
            QTRY_VERIFY2(player().canGoNext(), name.c_str());
            QTRY_VERIFY(player().now());
            if (auto *formula = view()->findChild<FormulaView *>())
                QVERIFY2(!formula->accessibleName().contains(u'–'), qPrintable(formula->accessibleName()));
            press(child<QPushButton>("lessonNext"), Qt::Key_Space);
            QTRY_COMPARE(player().stepIndex(), step + 1);
        }
        QTRY_VERIFY(player().now() && player().isReady());
        for (const QLabel *label : view()->findChildren<QLabel *>())
            QVERIFY2(!label->text().contains(u'{'), qPrintable(label->text()));
        QVERIFY(keptProgress(name).isFinished);
        press(child<QPushButton>("lessonNext"), Qt::Key_Space); // back to all lessons
        QTRY_VERIFY(!player().lesson());
        QVERIFY(view()->list()->item(row)->text().contains(QStringLiteral("finished")));
    }

    void aClickOnTheWordsOfAnAnswerChoosesIt()
    {
        start(2);
        QTRY_VERIFY(player().isReady());
        const auto buttons = view()->findChildren<QRadioButton *>();
        for (QLabel *label : view()->findChildren<QLabel *>())
            if (label->text() == buttons[1]->accessibleName())
                QTest::mouseClick(label, Qt::LeftButton);
        QVERIFY(buttons[1]->isChecked());
        QVERIFY(child<QPushButton>("checkAnswer")->isEnabled());
    }

    void hintsComeOneByOne()
    {
        start(0);
        answer(true);
        QTRY_VERIFY(player().canGoNext());
        press(child<QPushButton>("lessonNext"), Qt::Key_Space);
        QTRY_COMPARE(player().stepIndex(), std::size_t{1});
        for (int hint = 1; hint <= 3; ++hint) {
            press(child<QPushButton>("showHint"), Qt::Key_Space);
            QCOMPARE(player().hints(), hint);
        }
        QVERIFY(!child<QPushButton>("showHint")->isEnabled());
        press(child<QPushButton>("lessonBack"), Qt::Key_Space);
        QTRY_COMPARE(player().stepIndex(), std::size_t{0});
    }

    void followsUndoAndOtherProjects()
    {
        start(0);
        answer(false);
        QTRY_VERIFY(player().canGoNext());
        press(child<QPushButton>("lessonNext"), Qt::Key_Space);
        QTRY_COMPARE(player().stepIndex(), std::size_t{1});
        auto *slider = view()->findChild<QSlider *>();
        QCOMPARE(slider->value(), 7);
        moveTo(slider, 20);
        m_window->document()->undoStack()->undo();
        QCOMPARE(slider->value(), 7);
        QTRY_VERIFY(player().now() && !player().canGoNext());
        m_window->document()->reset(Project());
        QVERIFY(!player().lesson());
    }

    /// A lesson locks nothing, unless it says so; then undo and redo of its own controls still work.
    void onlyALockedLessonTakesBackOtherEdits()
    {
        Lesson lesson = builtinLessons().front();
        for (const bool isLocked : {false, true}) {
            lesson.isLocked = isLocked;
            m_window->teaching().play(lesson);
            answer(true);
            QTRY_VERIFY(player().canGoNext());
            press(child<QPushButton>("lessonNext"), Qt::Key_Space);
            QTRY_COMPARE(player().stepIndex(), std::size_t{1});
            Document &document = *m_window->document();
            QSignalSpy refused(&document, &Document::editRefused);
            Project other = document.project();
            other.workload.job.sequenceLength *= 2;
            QVERIFY(document.edit(QStringLiteral("another edit"), other));
            QTRY_COMPARE(refused.size(), isLocked ? 1 : 0);
            QCOMPARE(document.project() == other, !isLocked);
            auto *slider = view()->findChild<QSlider *>();
            moveTo(slider, 9);
            const Project moved = document.project();
            QCOMPARE(moved.workload.job.sequenceLength == other.workload.job.sequenceLength, !isLocked);
            document.undoStack()->undo();
            QCOMPARE(slider->value(), 7);
            document.undoStack()->redo();
            QApplication::processEvents();
            QVERIFY(document.project() == moved);
            QCOMPARE(refused.size(), isLocked ? 1 : 0);
            document.undoStack()->setClean();
        }
    }

    void wordsAreExplainedOnce()
    {
        start(0);
        const auto explained = [this] {
            QStringList found;
            for (const QLabel *label : view()->findChildren<QLabel *>())
                if (label->isVisibleTo(view()) && label->text().contains(QStringLiteral(": ")) &&
                    label->text().contains(QString::fromStdString(termsIn("stage", "en").front()->meaning)))
                    found << label->text();
            return found;
        };
        QCOMPARE(explained().size(), 1); // the card says "stages"
        answer(true);
        QTRY_VERIFY(player().canGoNext());
        press(child<QPushButton>("lessonNext"), Qt::Key_Space);
        QTRY_COMPARE(player().stepIndex(), std::size_t{1});
        QTRY_VERIFY(explained().isEmpty());
    }

    /// On a small screen and on a large one, in both themes: every text has the room that it needs, and the page never
    /// scrolls to the side.
    void everyLessonFitsTheScreen_data()
    {
        QTest::addColumn<int>("row");
        QTest::addColumn<QSize>("size");
        QTest::addColumn<ThemeKind>("theme");
        const auto add = [](const char *screen, const QSize &size, ThemeKind theme) {
            int row = 0;
            for (const Lesson &lesson : builtinLessons())
                QTest::addRow("%s, %s", lesson.name.c_str(), screen) << row++ << size << theme;
        };
        add("small, light", QSize(1366, 768), ThemeKind::light);
        add("large, dark", QSize(3840, 2160), ThemeKind::dark);
    }
    void everyLessonFitsTheScreen()
    {
        QFETCH(int, row);
        QFETCH(QSize, size);
        QFETCH(ThemeKind, theme);
        if (currentTheme().kind() != theme)
            applyTheme(*qApp, theme); // takes a second
        m_window->resize(size);
        start(row);
        const auto name = QString::fromStdString(player().lesson()->name);
        const QString pictures = qEnvironmentVariable("HETEROSCOPE_PICTURES");
        for (std::size_t step = 0; !player().isOver(); ++step) {
            answer(true);
            QTRY_VERIFY_WITH_TIMEOUT(player().isReady() && player().now(), test::patience);
            QTRY_COMPARE_WITH_TIMEOUT(crampedText(), QString(), 5000);
            if (!pictures.isEmpty())
                m_window->grab().save(
                    QStringLiteral("%1/%2-%3-%4.png").arg(pictures, name).arg(step + 1).arg(size.width()));
            if (!player().step()->goals.empty())
                reachGoals();
            QTRY_VERIFY(player().canGoNext());
            press(child<QPushButton>("lessonNext"), Qt::Key_Space);
            QTRY_COMPARE(player().stepIndex(), step + 1);
        }
        QTRY_VERIFY(player().isReady());
        QTRY_COMPARE_WITH_TIMEOUT(crampedText(), QString(), 5000);
    }

    void everythingHasAName()
    {
        start(1);
        for (const QWidget *widget : view()->findChildren<QWidget *>()) {
            if (widget->focusPolicy() == Qt::NoFocus || widget->objectName().startsWith(QStringLiteral("qt_")))
                continue;
            const auto *button = qobject_cast<const QAbstractButton *>(widget);
            QVERIFY2(!widget->accessibleName().isEmpty() || (button && !button->text().isEmpty()),
                     widget->metaObject()->className());
        }
    }
};

QTEST_MAIN(LessonsTest)
#include "lessons_test.moc"
