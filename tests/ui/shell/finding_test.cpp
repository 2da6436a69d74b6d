// SPDX-License-Identifier: GPL-3.0-or-later
//
// What finds commands, things and former states: command palette, keys of one's own, tree of what is drawn, history.
#include "shell/command_palette.h"
#include "shell/shortcut_editor.h"
#include "shell/things_view.h"
#include "support/patience.h"
#include "support/strict_test.h"
#include "ui/support/drawn_window.h"
#include "ui/support/picture.h"

#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QTreeWidget>
#include <QUndoView>

using namespace heteroscope;

class FindingTest : public StrictTest
{
    Q_OBJECT

    PrivateSettings m_settings;

private slots:
    void thePaletteFindsCommandsAndThings()
    {
        for (const ThemeKind kind : {ThemeKind::light, ThemeKind::dark}) {
            applyTheme(*qApp, kind);
            TwoNodesOneSwitch d;
            d.press(ActionId::findCommand);
            auto *palette = d.window.findChild<CommandPalette *>();
            QVERIFY(palette);
            QTest::keyClicks(palette->field(), QStringLiteral("sel all"));
            QCOMPARE(palette->list()->currentItem()->text(), QStringLiteral("Select all"));
            savePicture(*palette, QStringLiteral("command-palette"));
            QTest::keyClick(palette->field(), Qt::Key_Return);
            QCOMPARE(d.document.selection()->names().size(), std::size_t(5));
            d.press(ActionId::findCommand);
            palette = d.window.findChildren<CommandPalette *>().last();
            QTest::keyClicks(palette->field(), QStringLiteral("a100-0"));
            QTest::keyClick(palette->field(), Qt::Key_Down);
            QTest::keyClick(palette->field(), Qt::Key_Up);
            QTest::keyClick(palette->field(), Qt::Key_Return);
            QCOMPARE(d.document.selection()->names(), NameSet{"a100-0"});
            const QPointF centre = d.canvas.mapToScene(d.canvas.viewport()->rect().center());
            QVERIFY(QLineF(centre, d.canvas.canvasScene()->itemNamed("a100-0")->pos()).length() < 5 / d.canvas.zoom());
            QVERIFY(d.canvas.zoom() >= farBelow);
        }
        applyTheme(*qApp, ThemeKind::light);
    }

    void betterMatchesStandFirst()
    {
        QCOMPARE(matchScore(QStringLiteral("Zoom in"), QStringLiteral("out")), 0);
        QVERIFY(matchScore(QStringLiteral("Copy"), QStringLiteral("co")) >
                matchScore(QStringLiteral("a-copy"), QStringLiteral("co")));
        QVERIFY(matchScore(QStringLiteral("a copy"), QStringLiteral("co")) >
                matchScore(QStringLiteral("falcon"), QStringLiteral("co")));
        QVERIFY(matchScore(QStringLiteral("anything"), QString()) > 0);
    }

    void linksAreFoundByTheirEndsInAnyOrder()
    {
        TwoNodesOneSwitch d;
        const std::string link = d.document.project().cluster.links.front().name; // of h100-0 and switch-0
        for (const char *typed : {"switch-0 h100-0", "h100 switch"}) {
            d.press(ActionId::findCommand);
            auto *palette = d.window.findChildren<CommandPalette *>().last();
            QTest::keyClicks(palette->field(), QLatin1String(typed));
            QCOMPARE(palette->list()->currentItem()->text(), QString::fromStdString(link));
            savePicture(*palette, QStringLiteral("command-palette-link"));
            QTest::keyClick(palette->field(), Qt::Key_Return);
            QCOMPARE(d.document.selection()->names(), NameSet{link});
        }
        d.window.docks().show<ThingsView>();
        auto *things = d.window.view<ThingsView>();
        QTest::keyClicks(things->search(), QStringLiteral("switch-0 h100-0"));
        QTest::keyClick(things->search(), Qt::Key_Return);
        QCOMPARE(d.document.selection()->names(), NameSet{link});
    }

    void nothingFoundIsSaid()
    {
        TwoNodesOneSwitch d;
        d.press(ActionId::findCommand);
        auto *palette = d.window.findChild<CommandPalette *>();
        QTest::keyClicks(palette->field(), QStringLiteral("qqq"));
        QCOMPARE(palette->list()->count(), 1);
        QVERIFY(palette->list()->item(0)->text().contains(QStringLiteral("qqq")));
        QVERIFY(!(palette->list()->item(0)->flags() & Qt::ItemIsEnabled));
        QApplication::processEvents(); // lays the list out
        savePicture(*palette, QStringLiteral("command-palette-nothing"));
        const QImage picture =
            palette->list()->viewport()->grab(palette->list()->visualItemRect(palette->list()->item(0))).toImage();
        bool isDrawn = false;
        for (int x = 0; x < picture.width(); ++x)
            isDrawn = isDrawn || picture.pixelColor(x, picture.height() / 2) != picture.pixelColor(0, 0);
        QVERIFY(isDrawn);
        QTest::keyClick(palette->field(), Qt::Key_Down);
        QTest::keyClick(palette->field(), Qt::Key_Return); // nothing to run
        QVERIFY(palette->isVisible());
        palette->close();
        d.window.docks().show<ThingsView>();
        auto *things = d.window.view<ThingsView>();
        QTest::keyClicks(things->search(), QStringLiteral("qqq"));
        QStringList shown;
        for (const QLabel *label : things->findChildren<QLabel *>())
            if (label->isVisible())
                shown << label->text();
        QVERIFY(shown.join(u' ').contains(QStringLiteral("qqq")));
    }

    void longerNamesDoNotHideTheExactOne()
    {
        const QString one = QStringLiteral("up"), ends = QStringLiteral("leaf-1 spine");
        QVERIFY(matchScore(one, QStringLiteral("leaf-1 spine"), ends) >
                matchScore(one, QStringLiteral("leaf-1 spine"), QStringLiteral("leaf-10 spine")));
        QCOMPARE(matchScore(one, QStringLiteral("leaf-2 spine"), ends), 0);
        QVERIFY(matchScore(QStringLiteral("leaf-1"), QStringLiteral("leaf-1")) >
                matchScore(one, QStringLiteral("leaf-1"), ends)); // a name before an end
    }

    void everyActionIsReachedByKeyboard()
    {
        TwoNodesOneSwitch d;
        const auto entries = paletteEntries(d.window.actions(), {}, {});
        QVERIFY(!d.window.actions()[ActionId::findCommand]->shortcuts().isEmpty());
        const std::vector<ActionSpec> &specs = d.window.actions().specs();
        QCOMPARE(entries.size(), specs.size());
        for (std::size_t i = 0; i < specs.size(); ++i) {
            const ActionSpec &spec = specs[i];
            // By the palette, and by the menu that F10 or Alt opens; commands of every day have a key as well.
            QVERIFY2(!entries[i].text.isEmpty(), spec.name);
            bool inMenu = false;
            for (QMenu *menu : d.window.findChildren<QMenu *>())
                inMenu = inMenu || menu->actions().contains(d.window.actions()[spec.id]);
            QVERIFY2(inMenu, spec.name);
        }
    }

    void keysOfOnesOwnStay()
    {
        {
            TwoNodesOneSwitch d;
            d.window.restoreState();
            d.press(ActionId::editShortcuts);
            auto *editor = d.window.findChild<ShortcutEditor *>();
            QVERIFY(editor);
            savePicture(*editor, QStringLiteral("keys"));
            editor->select(ActionId::arrange);
            QTest::keySequence(editor->keys(), QKeySequence(QStringLiteral("Ctrl+D")));
            QTRY_VERIFY2(editor->remark().contains(QStringLiteral("Duplicate")), qPrintable(editor->remark()));
            QTest::mouseClick(editor->findChild<QPushButton *>(QStringLiteral("assign")), Qt::LeftButton);
            QVERIFY(editor->remark().isEmpty());
            QVERIFY(d.window.actions()[ActionId::duplicate]->shortcuts().isEmpty());
            QCOMPARE(d.window.actions().ownerOf(QKeySequence(QStringLiteral("Ctrl+D"))),
                     std::optional(ActionId::arrange));
            editor->close();
        }
        TwoNodesOneSwitch again;
        again.window.restoreState();
        const int steps = again.document.undoStack()->count();
        again.canvas.setFocus();
        QTest::keyClick(&again.canvas, Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(again.document.undoStack()->count(), steps + 1);
        QCOMPARE(again.document.undoStack()->undoText(), QStringLiteral("Arrange all"));
        again.window.actions().resetShortcuts();
        for (const ActionSpec &spec : again.window.actions().specs())
            QCOMPARE(again.window.actions()[spec.id]->shortcuts(), usualShortcuts(spec));
        QVERIFY(again.window.actions()[ActionId::duplicate]->toolTip().contains(QStringLiteral("Ctrl+D")));
    }

    void onlyAShownCommandGetsAKey()
    {
        TwoNodesOneSwitch d;
        d.window.restoreState();
        d.press(ActionId::editShortcuts);
        auto *editor = d.window.findChild<ShortcutEditor *>();
        auto *search = editor->findChild<QLineEdit *>();
        auto *none = editor->findChild<QPushButton *>(QStringLiteral("none"));
        QTest::keyClicks(search, QStringLiteral("legend"));
        const auto before = d.window.actions()[ActionId::newProject]->shortcuts();
        QTest::keySequence(editor->keys(), QKeySequence(QStringLiteral("Ctrl+Alt+J")));
        auto *assign = editor->findChild<QPushButton *>(QStringLiteral("assign"));
        QTRY_VERIFY(assign->isEnabled());
        QTest::mouseClick(assign, Qt::LeftButton);
        QCOMPARE(d.window.actions()[ActionId::newProject]->shortcuts(), before);
        const auto owner = d.window.actions().ownerOf(QKeySequence(QStringLiteral("Ctrl+Alt+J")));
        QVERIFY(owner);
        QVERIFY(commandText(d.window.actions().specOf(*owner)).contains(QStringLiteral("egend")));
        search->clear();
        QTest::keyClicks(search, QStringLiteral("no such command"));
        QVERIFY(!assign->isEnabled() && !none->isEnabled());
        editor->close();
        d.window.actions().resetShortcuts();
    }

    void theTreeSearchesAndJumps()
    {
        for (const ThemeKind kind : {ThemeKind::light, ThemeKind::dark}) {
            applyTheme(*qApp, kind);
            TwoNodesOneSwitch d;
            d.press(d.window.docks().actionOf<ThingsView>());
            QApplication::processEvents();
            ThingsView &things = *d.window.view<ThingsView>();
            QVERIFY(things.isVisible());
            QTest::keyClicks(things.search(), QStringLiteral("a100"));
            QVERIFY(things.tree()->topLevelItem(1)->isHidden());  // no switch
            QVERIFY(!things.tree()->topLevelItem(2)->isHidden()); // its link
            QTest::keyClick(things.search(), Qt::Key_Return);
            QCOMPARE(d.document.selection()->names(), NameSet{"a100-0"});
            things.search()->clear();
            d.document.selection()->selectNames({"switch-0"});
            QCOMPARE(things.tree()->selectedItems().size(), qsizetype(1));
            QCOMPARE(things.tree()->selectedItems().front()->text(0), QStringLiteral("switch-0"));
            removeSelected(d.document);
            QCOMPARE(things.tree()->topLevelItem(1)->childCount(), 0);
            d.press(ActionId::undo);
            savePicture(d.window, QStringLiteral("things"));
        }
        applyTheme(*qApp, ThemeKind::light);
    }

    void theHistoryGoesBackByAClick()
    {
        TwoNodesOneSwitch d;
        d.press(d.window.docks().actionOf<QUndoView>());
        auto *history = d.window.findChild<QUndoView *>();
        QVERIFY(history->isVisible());
        QCOMPARE(history->model()->rowCount(), d.document.undoStack()->count() + 1);
        QTest::mouseClick(history->viewport(), Qt::LeftButton, {},
                          history->visualRect(history->model()->index(1, 0)).center());
        QCOMPARE(d.document.undoStack()->index(), 1);
        QCOMPARE(d.document.project().cluster.nodes.size(), std::size_t(1));
    }
};

QTEST_MAIN(FindingTest)
#include "finding_test.moc"
