// SPDX-License-Identifier: GPL-3.0-or-later
//
// Notes on the canvas by mouse and keyboard: written in place, moved, copied, coloured, listed, drawn at every level.
#include "canvas/view/note_editor.h"
#include "editing/canvas_edits.h"
#include "editing/note_commands.h"
#include "inspector/inspector.h"
#include "project/note_edits.h"
#include "project/project_file.h"
#include "render/render.h"
#include "shell/command_palette.h"
#include "shell/main_window.h"
#include "shell/status_bar.h"
#include "shell/things_view.h"
#include "support/patience.h"
#include "support/strict_test.h"
#include "ui/support/drawn_window.h"
#include "widgets/note_paper.h"

#include <QClipboard>
#include <QSpinBox>
#include <QTreeWidget>

using namespace heteroscope;

namespace {

/// A window with h100-0 behind switch-0.
struct DrawnNote : DrawnWindow
{
    DrawnNote()
    {
        add(PaletteKind::node, "8x H100 HGX", QPointF(0, 0));
        add(PaletteKind::networkSwitch, "switch", QPointF(0, -10 * gridPitch));
        join("h100-0", "switch-0");
        document.selection()->clear();
        canvas.setZoom(0.8);
        canvas.centerOn(0, 0);
        canvas.setFocus();
    }
    const std::vector<Note> &notes() const { return window.canvas()->document()->project().notes; }
    const CanvasItem &item(int id) const { return *scene().itemNamed(noteKey(id)); }
    NoteText *field() const { return window.canvas()->noteEditor()->field(); }
    bool isWriting() const { return window.canvas()->noteEditor()->isOpen(); }
    void click(QPointF at)
    {
        activate();
        mouse.click(at);
    }
    void doubleClick(QPointF at)
    {
        click(at);
        QTest::mouseDClick(canvas.viewport(), Qt::LeftButton, {}, canvas.mapFromScene(at));
        QTest::mouseRelease(canvas.viewport(), Qt::LeftButton, {}, canvas.mapFromScene(at));
    }
    /// Writes a new note with its middle there.
    void write(const QString &text, QPointF at = QPointF(-14 * gridPitch, 0))
    {
        mouse.moveTo(at + QPointF(50, 50)); // it may rest there already, which is no move
        mouse.moveTo(at);
        press(ActionId::addNote);
        QTest::keyClicks(field(), text);
        QTest::keyClick(field(), Qt::Key_Return, Qt::ControlModifier);
    }
};

} // namespace

class NoteTest : public StrictTest
{
    Q_OBJECT

    PrivateSettings m_settings;

private slots:
    void oneIsWrittenWhereThePointerIs()
    {
        DrawnNote d;
        const int steps = d.document.undoStack()->count();
        const Project before = d.document.project();
        const QPointF at(-14 * gridPitch, 2 * gridPitch);
        d.mouse.moveTo(at);
        d.press(ActionId::addNote);
        QVERIFY(d.isWriting() && d.field()->isVisible() && d.field()->hasFocus());
        QVERIFY(d.document.project() == before); // nothing yet
        QTest::keyClicks(d.field(), QStringLiteral("leaves in June"));
        QTest::keyClick(d.field(), Qt::Key_Return);
        QTest::keyClicks(d.field(), QStringLiteral("ask Ann"));
        QTest::keyClick(d.field(), Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(!d.isWriting() && !d.field()->isVisible());
        QVERIFY(d.canvas.hasFocus());
        QCOMPARE(d.notes().size(), std::size_t(1));
        QCOMPARE(d.notes()[0].text, std::string("leaves in June\nask Ann"));
        QVERIFY(QLineF(d.item(1).pos(), at).length() <= gridPitch);
        QVERIFY(d.document.selection()->names() == NameSet{"note/1"});
        QCOMPARE(d.document.undoStack()->count(), steps + 1);
        d.press(ActionId::undo);
        QVERIFY(d.document.project() == before);
        QVERIFY(d.scene().notes().empty());
    }

    void escapeAndABlankTextAddNone()
    {
        DrawnNote d;
        const int steps = d.document.undoStack()->count();
        d.press(ActionId::addNote);
        QTest::keyClicks(d.field(), QStringLiteral("no"));
        QTest::keyClick(d.field(), Qt::Key_Escape);
        QVERIFY(!d.isWriting());
        QVERIFY(d.canvas.hasFocus());
        d.press(ActionId::addNote);
        QVERIFY(d.field()->toPlainText().isEmpty());
        QTest::keyClicks(d.field(), QStringLiteral("  "));
        QTest::keyClick(d.field(), Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(!d.isWriting());
        QVERIFY(d.notes().empty());
        QCOMPARE(d.document.undoStack()->count(), steps);
    }

    void aDoubleClickAndF2WriteOnIt()
    {
        DrawnNote d;
        d.write(QStringLiteral("old"));
        d.document.selection()->clear();
        d.doubleClick(d.item(1).pos());
        QVERIFY(d.isWriting());
        QVERIFY(!d.item(1).isVisible()); // the field stands for it
        QCOMPARE(d.field()->toPlainText(), QStringLiteral("old"));
        QTest::keyClicks(d.field(), QStringLiteral(" and new"));
        QTest::keyClick(d.field(), Qt::Key_Escape);
        QCOMPARE(d.notes()[0].text, std::string("old"));
        const QPointF place = d.item(1).pos();
        d.press(ActionId::editNote);
        QVERIFY(d.isWriting());
        for (const Qt::Key key : {Qt::Key_Up, Qt::Key_PageUp, Qt::Key_Down, Qt::Key_End})
            QTest::keyClick(d.field(), key);
        QCOMPARE(d.item(1).pos(), place);
        QVERIFY(d.document.selection()->names() == NameSet{"note/1"});
        QTest::keyClicks(d.field(), QStringLiteral(" and new"));
        QTest::keyClick(d.field(), Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(d.notes()[0].text, std::string("old and new"));
        QVERIFY(d.item(1).isVisible());
        d.press(ActionId::undo);
        QCOMPARE(d.notes()[0].text, std::string("old"));
    }

    void leavingTheFieldTakesWhatIsWritten()
    {
        DrawnNote d;
        d.write(QStringLiteral("old"));
        d.press(ActionId::editNote);
        QTest::keyClicks(d.field(), QStringLiteral("er"));
        d.click(QPointF(14 * gridPitch, 8 * gridPitch)); // the empty sheet
        QVERIFY(!d.isWriting());
        QCOMPARE(d.notes()[0].text, std::string("older"));
    }

    void anEmptiedNoteGoes()
    {
        DrawnNote d;
        d.write(QStringLiteral("old"));
        d.press(ActionId::editNote);
        QTest::keySequence(d.field(), QKeySequence::SelectAll);
        QTest::keyClick(d.field(), Qt::Key_Delete);
        QTest::keyClick(d.field(), Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(d.notes().empty());
        QVERIFY(d.document.selection()->names().empty());
        d.press(ActionId::undo);
        QCOMPARE(d.notes().size(), std::size_t(1));
    }

    void aTextThatIsTooLongStaysInTheField()
    {
        DrawnNote d;
        d.press(ActionId::addNote);
        d.field()->setPlainText(QString(4001, QLatin1Char('x')));
        QTest::keyClick(d.field(), Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(d.isWriting());
        QVERIFY(d.notes().empty());
        QVERIFY(d.window.status()->saying().startsWith(QStringLiteral("a note of 4001 bytes")));
        d.field()->setPlainText(QString(4000, QLatin1Char('x')));
        QTest::keyClick(d.field(), Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(!d.isWriting());
        QCOMPARE(d.notes().size(), std::size_t(1));
    }

    void savingTakesWhatIsBeingWritten()
    {
        DrawnNote d;
        const QString path = m_settings.path(QStringLiteral("noted.hscope.json"));
        QVERIFY(d.document.save(path));
        d.press(ActionId::addNote);
        QTest::keyClicks(d.field(), QStringLiteral("not lost"));
        QTest::keySequence(d.field(), d.window.actions()[ActionId::save]->shortcut());
        QVERIFY(!d.document.isModified());
        const Result<Project> read = loadProject(path.toStdString());
        QVERIFY(read && read->notes.size() == 1);
        QCOMPARE(read->notes[0].text, std::string("not lost"));
    }

    void theFieldFollowsTheView()
    {
        DrawnNote d;
        d.write(QStringLiteral("here"));
        d.press(ActionId::editNote);
        const QPoint before = d.field()->geometry().center();
        d.canvas.panBy({40, 30});
        QVERIFY((d.field()->geometry().center() - before - QPoint(40, 30)).manhattanLength() <= 2);
        const int height = d.field()->height();
        QTest::keyClicks(d.field(), QString(80, QLatin1Char('w')));
        QVERIFY(d.field()->height() > height + 30);
        d.canvas.setZoom(2.4, d.item(1).pos());
        QVERIFY(d.isWriting());
        QVERIFY(d.field()->width() > 380); // twice as large as where near begins
        QVERIFY(d.canvas.viewport()->rect().contains(d.field()->geometry()));
    }

    void itIsDraggedOnTheGridAndNudged()
    {
        DrawnNote d;
        d.write(QStringLiteral("movable"));
        const Project before = d.document.project();
        const QPointF from = d.item(1).pos();
        d.mouse.dragTo(from, from + QPointF(3 * gridPitch + 5, gridPitch - 5));
        QVERIFY(d.scene().isGhost("note/1"));
        QTest::keyClick(&d.canvas, Qt::Key_Escape);
        d.mouse.release(from);
        QVERIFY(d.document.project() == before);
        QCOMPARE(d.item(1).pos(), from);
        d.mouse.drag(from, from + QPointF(3 * gridPitch + 5, gridPitch - 5));
        QCOMPARE(d.item(1).pos(), from + QPointF(3 * gridPitch, gridPitch));
        QCOMPARE(d.document.undoStack()->undoText(), QStringLiteral("Move “movable”"));
        QTest::keyClick(&d.canvas, Qt::Key_Left);
        QCOMPARE(d.item(1).pos(), from + QPointF(2 * gridPitch, gridPitch));
        // With a node as one step.
        d.press(ActionId::selectAll);
        const QPointF node = d.scene().itemNamed("h100-0")->pos();
        d.mouse.drag(d.item(1).pos(), d.item(1).pos() + QPointF(0, 4 * gridPitch));
        QCOMPARE(d.item(1).pos(), from + QPointF(2 * gridPitch, 5 * gridPitch));
        QCOMPARE(d.scene().itemNamed("h100-0")->pos(), node + QPointF(0, 4 * gridPitch));
        d.press(ActionId::undo);
        QCOMPARE(d.scene().itemNamed("h100-0")->pos(), node);
    }

    void itLiesAboveWhatItIsStuckOnAndTakesNoLink()
    {
        DrawnNote d;
        d.write(QStringLiteral("on the node"), QPointF(0, 0));
        QVERIFY(d.scene().itemAtPoint(d.item(1).pos()) == &d.item(1));
        d.document.selection()->clear();
        d.click(d.item(1).pos());
        QVERIFY(d.document.selection()->names() == NameSet{"note/1"});
        QVERIFY(!d.scene().portNear(d.item(1), d.item(1).portAt(Side::left)));
        const std::size_t links = d.document.project().cluster.links.size();
        const CanvasItem *node = d.scene().itemNamed("switch-0");
        d.mouse.moveTo(node->pos());
        d.mouse.dragTo(node->portAt(Side::bottom), d.item(1).pos());
        const auto *linking = dynamic_cast<const LinkGesture *>(d.canvas.gesture());
        QVERIFY(linking && !linking->isRefused() && linking->reason().isEmpty());
        d.mouse.release(d.item(1).pos());
        QCOMPARE(d.document.project().cluster.links.size(), links);
    }

    void deleteRemovesIt()
    {
        DrawnNote d;
        d.write(QStringLiteral("gone"));
        d.press(ActionId::remove);
        QVERIFY(d.notes().empty());
        QCOMPARE(d.document.undoStack()->undoText(), QStringLiteral("Delete “gone”"));
        QVERIFY(d.document.selection()->names().empty());
        QVERIFY(d.document.project().cluster.findNode("h100-0"));
        d.press(ActionId::undo);
        d.press(ActionId::selectAll);
        d.press(ActionId::remove);
        QVERIFY(d.notes().empty());
        QVERIFY(d.document.project().cluster.nodes.empty());
    }

    void itIsCopiedPastedAndDuplicated()
    {
        DrawnNote d;
        d.write(QStringLiteral("twice"));
        d.press(ActionId::copy);
        d.mouse.moveTo(QPointF(14 * gridPitch, 6 * gridPitch));
        d.press(ActionId::paste);
        QCOMPARE(d.notes().size(), std::size_t(2));
        QCOMPARE(d.notes()[1].text, std::string("twice"));
        QVERIFY(d.document.selection()->names() == NameSet{"note/2"});
        QCOMPARE(d.document.undoStack()->undoText(), QStringLiteral("Paste “twice”"));
        QVERIFY(d.item(2).pos() != d.item(1).pos());
        d.press(ActionId::duplicate);
        QCOMPARE(d.notes().size(), std::size_t(3));
        QVERIFY(d.document.selection()->names() == NameSet{"note/3"});
        d.document.selection()->selectNames({"note/1", "h100-0"});
        d.press(ActionId::cut);
        QVERIFY(!findNote(d.notes(), "note/1"));
        d.press(ActionId::paste);
        QCOMPARE(d.notes().size(), std::size_t(3));
        QVERIFY(d.document.project().cluster.findNode("h100-0"));
        QCOMPARE(d.document.undoStack()->undoText(), QStringLiteral("Paste 2 items"));
        const auto place = d.document.project().canvas.at("h100-0"); // as far apart as before
        const Note &pasted = d.notes().back();
        QCOMPARE(toScene(pasted.at) - toScene(place), QPointF(-14 * gridPitch, 0));
    }

    void theInspectorWritesColoursAndSizesIt()
    {
        DrawnNote d;
        d.write(QStringLiteral("page"));
        auto *text = d.window.view<Inspector>()->findChild<NoteText *>();
        QVERIFY(text);
        QCOMPARE(text->toPlainText(), QStringLiteral("page"));
        QVERIFY(!text->accessibleName().isEmpty());
        text->setFocus();
        QTest::keyClicks(text, QStringLiteral("A "));
        QTest::keyClick(text, Qt::Key_Escape);
        QCOMPARE(text->toPlainText(), QStringLiteral("page"));
        QTest::keyClicks(text, QStringLiteral("A "));
        QTest::keyClick(text, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(d.notes()[0].text, std::string("A page"));
        auto *colour = d.window.view<Inspector>()->findChild<QComboBox *>(QStringLiteral("noteColour"));
        QCOMPARE(colour->count(), static_cast<int>(noteColourNames.size()));
        colour->setFocus();
        QTest::keyClick(colour, Qt::Key_Down);
        QVERIFY(d.notes()[0].colour == NoteColour::blue);
        auto *width = d.window.view<Inspector>()->findChild<QSpinBox *>(QStringLiteral("noteWidth"));
        const int steps = d.document.undoStack()->count();
        width->setFocus();
        QTest::keyClick(width, Qt::Key_Up);
        QTest::keyClick(width, Qt::Key_Up);
        QCOMPARE(d.notes()[0].width, usualNoteWidth + 40);
        QCOMPARE(d.document.undoStack()->count(), steps + 1);
        QCOMPARE(d.item(1).screenSize().width(), usualNoteWidth + 40);
    }

    void severalAreColouredTogether()
    {
        DrawnNote d;
        d.write(QStringLiteral("one"));
        d.write(QStringLiteral("two"), QPointF(14 * gridPitch, 0));
        d.document.selection()->selectNames({"note/1", "note/2"});
        QVERIFY(!d.window.view<Inspector>()->findChild<NoteText *>(QString(), Qt::FindChildrenRecursively) ||
                !d.window.view<Inspector>()->page()->findChild<NoteText *>());
        auto *colour = d.window.view<Inspector>()->page()->findChild<QComboBox *>(QStringLiteral("noteColour"));
        const int steps = d.document.undoStack()->count();
        colour->setFocus();
        QTest::keyClick(colour, Qt::Key_End);
        QVERIFY(d.notes()[0].colour == NoteColour::grey && d.notes()[1].colour == NoteColour::grey);
        QCOMPARE(d.document.undoStack()->count(), steps + 1);
    }

    void theTreeListsItAndJumpsToIt()
    {
        DrawnNote d;
        d.write(QStringLiteral("find me"), QPointF(-60 * gridPitch, 0));
        d.document.selection()->clear();
        d.window.actions()[d.window.docks().actionOf<ThingsView>()]->trigger();
        QTRY_VERIFY(d.window.view<ThingsView>()->isVisible());
        QTreeWidget *tree = d.window.view<ThingsView>()->tree();
        const auto found = tree->findItems(QStringLiteral("find me"), Qt::MatchExactly | Qt::MatchRecursive);
        QCOMPARE(found.size(), qsizetype(1));
        found.front()->setSelected(true);
        QVERIFY(d.document.selection()->names() == NameSet{"note/1"});
        d.document.selection()->clear();
        QVERIFY(tree->selectedItems().isEmpty());
        QString jumped;
        for (const PaletteEntry &entry : noteEntries(d.notes(), [&](const QString &key) { jumped = key; })) {
            QCOMPARE(entry.text, QStringLiteral("find me"));
            entry.run();
        }
        QCOMPARE(jumped, QStringLiteral("note/1"));
        emit tree->itemActivated(found.front(), 0);
        QVERIFY(d.document.selection()->names() == NameSet{"note/1"});
        QVERIFY(d.canvas.viewport()->rect().contains(d.canvas.mapFromScene(d.item(1).pos())));
    }

    void keysWalkToItAndRubberBandsTouchIt()
    {
        DrawnNote d;
        d.write(QStringLiteral("left"));
        d.document.selection()->selectNames({"h100-0"});
        d.activate();
        QTest::keyClick(&d.canvas, Qt::Key_Left, Qt::ControlModifier);
        QVERIFY(d.document.selection()->names() == NameSet{"note/1"});
        const QRectF around = d.item(1).sceneRect().adjusted(-20, -20, 20, 20);
        d.document.selection()->clear();
        d.mouse.drag(around.topLeft(), around.bottomRight());
        QVERIFY(d.document.selection()->names() == NameSet{"note/1"});
        d.document.selection()->selectNames({"note/1", "h100-0"});
        d.press(ActionId::alignColumn);
        QCOMPARE(d.item(1).pos().x(), d.scene().itemNamed("h100-0")->pos().x());
    }

    /// A note takes no part in the physics.
    void nothingIsSimulatedBecauseOfIt()
    {
        DrawnNote d;
        QTRY_VERIFY(d.window.session()->isIdle() && !d.window.session()->isStale());
        const int simulations = d.gated.simulations;
        d.write(QStringLiteral("quiet"));
        d.mouse.drag(d.item(1).pos(), d.item(1).pos() + QPointF(0, 4 * gridPitch));
        d.press(ActionId::remove);
        QVERIFY(!d.window.session()->isStale());
        QVERIFY(d.window.session()->isIdle());
        QCOMPARE(d.gated.simulations.load(), simulations);
    }

    void farAwayOnlyTheSheetIsDrawn()
    {
        DrawnNote d;
        d.write(QStringLiteral("WWWW WWWW WWWW WWWW WWWW WWWW"));
        d.document.selection()->clear();
        d.mouse.moveTo(QPointF(14 * gridPitch, 8 * gridPitch));
        const auto inkShare = [&](ThemeKind kind, double zoom) {
            ThemeHolder::instance().setKind(kind);
            d.canvas.setZoom(zoom, d.item(1).pos());
            const QRect place = d.canvas.mapFromScene(d.item(1).sceneRect()).boundingRect().adjusted(4, 4, -14, -4);
            const QImage image = d.canvas.viewport()->grab(place).toImage();
            const QColor paper = currentTheme()[Role::noteYellow];
            int ink = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    ink += image.pixelColor(x, y) == paper ? 0 : 1;
            return double(ink) / (image.width() * image.height());
        };
        for (const ThemeKind kind : {ThemeKind::dark, ThemeKind::contrast, ThemeKind::light}) {
            QVERIFY(inkShare(kind, 0.8) > 0.05);
            QVERIFY(inkShare(kind, 1.6) > 0.05);
            QCOMPARE(inkShare(kind, 0.38), 0.0);
        }
    }

    void aLongTextEndsInDots()
    {
        QTextLayout layout;
        const QSizeF few = layOutNote(layout, QStringLiteral("one\ntwo"), 200);
        QCOMPARE(layout.lineCount(), 2);
        const QSizeF many = layOutNote(layout, QStringLiteral("line\n").repeated(200), 200);
        QCOMPARE(layout.lineCount(), maxNoteLines);
        QVERIFY(layout.text().endsWith(QChar(0x2026)));
        QVERIFY(many.height() > 5 * few.height());
        layOutNote(layout, QString(4000, QLatin1Char('x')), minNoteWidth); // one long word
        QCOMPARE(layout.lineCount(), maxNoteLines);
        QCOMPARE(noteTitle({1, " \n a  b \nc", {}, 200, {}, {}}), QStringLiteral("a b"));
    }

    void picturesShowIt_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("png") << QStringLiteral("notes.png");
        QTest::newRow("svg") << QStringLiteral("notes.svg");
        QTest::newRow("pdf") << QStringLiteral("notes.pdf");
    }
    void picturesShowIt()
    {
        QFETCH(QString, name);
        Project project = builtinExamples().front().project;
        RenderRequest request;
        request.view = RenderView::canvas;
        request.project = m_settings.path(QStringLiteral("noted.hscope.json"));
        request.output = m_settings.path(QStringLiteral("plain-") + name);
        QVERIFY(saveProject(project, request.project.toStdString()));
        QCOMPARE(render(request).status, 0);
        const QString plain = request.output;
        Note note;
        note.text = "exported";
        note.at = project.canvas.begin()->second;
        project = *addNote(project, note);
        QVERIFY(saveProject(project, request.project.toStdString()));
        request.output = m_settings.path(name);
        QCOMPARE(render(request).status, 0);
        const auto bytes = [](const QString &path) {
            QFile file(path);
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        QVERIFY(!bytes(request.output).isEmpty());
        QVERIFY(bytes(request.output) != bytes(plain));
        const QColor paper = theme(ThemeKind::light)[Role::noteYellow];
        if (name.endsWith(QStringLiteral("svg")))
            QVERIFY(bytes(request.output).contains(paper.name().toLatin1()));
        if (!name.endsWith(QStringLiteral("png")))
            return;
        const QImage image(request.output);
        int count = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                count += image.pixelColor(x, y) == paper ? 1 : 0;
        QVERIFY(count > 200);
    }
};

QTEST_MAIN(NoteTest)
#include "note_test.moc"
