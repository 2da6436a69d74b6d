// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every lesson played in the window, from its script to its end, by keys alone: once with right answers, once with
// wrong ones.
#include "lesson/lesson_file.h"
#include "lessons/lesson_drawings.h"
#include "lessons/lesson_view.h"
#include "shell/main_window.h"
#include "support/patience.h"
#include "support/strict_test.h"
#include "ui/support/window_fixture.h"
#include "welcome/welcome_page.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QRadioButton>
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
