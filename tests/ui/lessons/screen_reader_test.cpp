// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lessons finished by who hears the window only: what is known comes from names, values, descriptions, roles and states
// of QAccessible, and what is done is one of its actions or a key. The window itself is asked for one thing, whether a
// simulation is over.
#include "lessons/lesson_view.h"
#include "shell/main_window.h"
#include "support/patience.h"
#include "support/strict_test.h"
#include "ui/support/window_fixture.h"

#include <QAccessible>

using namespace heteroscope;

namespace {

using Spoken = QAccessibleInterface *;

/// What of the window can be met, without what is hidden.
void gather(Spoken node, std::vector<Spoken> &nodes)
{
    if (!node || !node->isValid() || node->state().invisible)
        return;
    nodes.push_back(node);
    for (int i = 0; i < node->childCount(); ++i)
        gather(node->child(i), nodes);
}

QString nameOf(Spoken node) { return node->text(QAccessible::Name); }

} // namespace

class ScreenReaderTest : public StrictTest
{
    Q_OBJECT

    PrivateSettings m_settings;
    std::unique_ptr<MainWindow> m_window;

    std::vector<Spoken> everything() const
    {
        std::vector<Spoken> nodes;
        gather(QAccessible::queryAccessibleInterface(m_window.get()), nodes);
        return nodes;
    }
    /// Of the page of lessons: the largest part of the window that is called so.
    std::vector<Spoken> nodes(QAccessible::Role role) const
    {
        std::vector<Spoken> page;
        for (const Spoken node : everything()) {
            std::vector<Spoken> part;
            if (nameOf(node) == QStringLiteral("Lessons"))
                gather(node, part);
            if (part.size() > page.size())
                page = std::move(part);
        }
        std::erase_if(page, [role](Spoken node) { return node->role() != role; });
        return page;
    }
    static Spoken named(const std::vector<Spoken> &nodes, const QString &name)
    {
        for (const Spoken node : nodes)
            if (nameOf(node) == name)
                return node;
        return nullptr;
    }
    Spoken button(const QString &name) const { return named(nodes(QAccessible::Button), name); }
    QString textThatBegins(const QString &beginning) const
    {
        for (const Spoken node : nodes(QAccessible::StaticText))
            if (nameOf(node).startsWith(beginning))
                return nameOf(node);
        return {};
    }
    /// Where the focus is: in a list on one of its items.
    Spoken focus() const
    {
        const Spoken widget = QAccessible::queryAccessibleInterface(m_window->focusWidget());
        for (int i = 0; widget && widget->role() == QAccessible::List && i < widget->childCount(); ++i)
            if (widget->child(i)->state().focused)
                return widget->child(i);
        return widget;
    }
    /// What is said when the focus comes to where it is now.
    QString heardAtFocus() const
    {
        const Spoken node = focus();
        return node ? nameOf(node) + u'\n' + node->text(QAccessible::Value) + u'\n' +
                          node->text(QAccessible::Description)
                    : QString();
    }
    /// Tab until this is said.
    void tabTo(const QString &beginning)
    {
        for (int i = 0; i < 60 && !heardAtFocus().startsWith(beginning); ++i)
            key(Qt::Key_Tab);
        QVERIFY2(heardAtFocus().startsWith(beginning), qPrintable(beginning + u'\n' + heardAtFocus()));
    }
    static void perform(Spoken node, const QString &action)
    {
        QVERIFY(node && node->actionInterface());
        QVERIFY2(node->actionInterface()->actionNames().contains(action), qPrintable(nameOf(node)));
        QVERIFY2(!node->state().disabled, qPrintable(nameOf(node)));
        node->actionInterface()->doAction(action);
    }
    void pressButton(const QString &name)
    {
        QTRY_VERIFY2_WITH_TIMEOUT(button(name) && !button(name)->state().disabled, qPrintable(name), test::patience);
        perform(button(name), QAccessibleActionInterface::pressAction());
    }
    void key(Qt::Key which) { QTest::keyClick(m_window->focusWidget(), which); }
    void waitForTheSimulation()
    {
        auto &player = *m_window->view<LessonView>()->player();
        QTRY_VERIFY_WITH_TIMEOUT(player.now() && player.isReady(), test::patience);
    }

    /// Down the list of lessons until the wanted one is said.
    void startLesson(const QString &title)
    {
        tabTo(QStringLiteral("1. "));
        key(Qt::Key_Home);
        for (int i = 0; i < 40 && !heardAtFocus().startsWith(title); ++i)
            key(Qt::Key_Down);
        QVERIFY2(heardAtFocus().startsWith(title), qPrintable(heardAtFocus()));
        QVERIFY(!heardAtFocus().section(u'\n', 2).isEmpty()); // what the lesson is about
        pressButton(QStringLiteral("Start the lesson"));
        QTRY_VERIFY(button(QStringLiteral("Leave the lesson")));
    }

    void answerTheQuestion()
    {
        waitForTheSimulation();
        if (const auto numbers = nodes(QAccessible::EditableText); !numbers.empty()) {
            QVERIFY2(nameOf(numbers.front()).contains(u'?'), qPrintable(nameOf(numbers.front())));
            QVERIFY(numbers.front()->state().focused);
            numbers.front()->setText(QAccessible::Value, QStringLiteral("16"));
            QCOMPARE(numbers.front()->text(QAccessible::Value), QStringLiteral("16"));
        } else {
            const auto choices = nodes(QAccessible::RadioButton);
            QVERIFY(choices.size() >= 2);
            for (const Spoken choice : choices)
                QVERIFY(!nameOf(choice).isEmpty() && !choice->state().checked);
            QVERIFY(heardAtFocus().contains(u'?')); // the question is said with the first answer
            perform(choices.front(), QAccessibleActionInterface::toggleAction());
            QVERIFY(nodes(QAccessible::RadioButton).front()->state().checked);
        }
        pressButton(QStringLiteral("Check"));
        const auto verdictSaid = [this] {
            const QString right = textThatBegins(QStringLiteral("✓"));
            return right.isEmpty() ? textThatBegins(QStringLiteral("✗")) : right;
        };
        QTRY_VERIFY(!verdictSaid().isEmpty()); // buttons that are pressed so need a moment
        const QString verdict = verdictSaid();
        waitForTheSimulation();
        QTRY_VERIFY2(button(QStringLiteral("Next"))->text(QAccessible::Description).contains(verdict),
                     qPrintable(verdict));
    }

    bool isAtGoal() const { return textThatBegins(QStringLiteral("Not reached: ")).isEmpty(); }

    /// Tries the values of each control in turn, until all goals are said to be reached.
    void reachTheGoals()
    {
        QVERIFY(!isAtGoal());
        for (const Spoken box : nodes(QAccessible::ComboBox)) {
            QVERIFY(!nameOf(box).isEmpty());
            tabTo(nameOf(box));
            for (QString before; !isAtGoal() && before != box->text(QAccessible::Value);) {
                before = box->text(QAccessible::Value);
                key(Qt::Key_Down);
                waitForTheSimulation();
            }
        }
        for (const Spoken slider : nodes(QAccessible::Slider)) {
            auto *value = slider->valueInterface();
            QVERIFY(value && !nameOf(slider).isEmpty());
            const int max = value->maximumValue().toInt();
            for (int wanted = value->minimumValue().toInt(); wanted <= max && !isAtGoal(); ++wanted) {
                value->setCurrentValue(wanted);
                waitForTheSimulation();
                QVERIFY2(slider->text(QAccessible::Value).contains(QString::number(value->currentValue().toInt())),
                         qPrintable(slider->text(QAccessible::Value)));
            }
        }
        QVERIFY(isAtGoal());
        QVERIFY(!textThatBegins(QStringLiteral("Reached: ")).isEmpty());
    }

private slots:
    void init()
    {
        StrictTest::init();
        QAccessible::setActive(true);
        m_window = std::make_unique<MainWindow>();
        m_window->session()->setFollowDelay(0);
        m_window->session()->setLiveBudget(Seconds(0.01));
        m_window->resize(1366, 768);
        m_window->show();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    void cleanup() { m_window.reset(); }

    void lessonsAreFinished_data()
    {
        QTest::addColumn<QString>("title");
        QTest::addRow("choices") << QStringLiteral("1. ");
        QTest::addRow("a number") << QStringLiteral("2. ");
    }
    void lessonsAreFinished()
    {
        QFETCH(QString, title);
        std::vector<Spoken> doors = everything();
        std::erase_if(doors, [](Spoken node) { return node->role() != QAccessible::Button; });
        const Spoken door = named(doors, QStringLiteral("Take a lesson"));
        QVERIFY(door && !door->text(QAccessible::Description).isEmpty());
        perform(door, QAccessibleActionInterface::pressAction());
        QTRY_VERIFY(named(nodes(QAccessible::List), QStringLiteral("Lessons")));
        startLesson(title);
        QTRY_VERIFY(!textThatBegins(QStringLiteral("Lesson ")).isEmpty());
        QVERIFY(heardAtFocus().size() > 60); // the text of the step is said
        answerTheQuestion();
        pressButton(QStringLiteral("Next"));
        QTRY_VERIFY(textThatBegins(QStringLiteral("Lesson ")).endsWith(QStringLiteral("step 2 of 2")));
        waitForTheSimulation();
        QVERIFY(button(QStringLiteral("Next"))->state().disabled);
        // The formula and what was simulated are said.
        bool isFormulaSaid = false;
        for (const Spoken node : everything())
            isFormulaSaid = isFormulaSaid || nameOf(node).contains(QStringLiteral("; simulated: "));
        QVERIFY(isFormulaSaid);
        for (int hint = 1; hint <= 3; ++hint) {
            pressButton(QStringLiteral("Hint %1 of 3").arg(hint));
            if (hint < 3)
                QTRY_VERIFY(button(QStringLiteral("Hint %1 of 3").arg(hint + 1)));
        }
        reachTheGoals();
        pressButton(QStringLiteral("Next"));
        QTRY_VERIFY(textThatBegins(QStringLiteral("Lesson ")).endsWith(QStringLiteral("the end")));
        QTRY_VERIFY(button(QStringLiteral("All lessons")));
        waitForTheSimulation();
        QVERIFY(!textThatBegins(QStringLiteral("What you saw")).isEmpty());
        QTRY_VERIFY(button(QStringLiteral("All lessons"))->text(QAccessible::Description).size() > 60);
        pressButton(QStringLiteral("All lessons"));
        QTRY_VERIFY(named(nodes(QAccessible::List), QStringLiteral("Lessons")));
        tabTo(title); // the lesson is still chosen
        QVERIFY2(heardAtFocus().contains(QStringLiteral("finished")), qPrintable(heardAtFocus()));
    }
};

QTEST_MAIN(ScreenReaderTest)
#include "screen_reader_test.moc"
