// SPDX-License-Identifier: GPL-3.0-or-later
//
// Notes from the palette, and their width by mouse and keyboard.
#include "canvas/view/note_editor.h"
#include "canvas/view/note_width_gesture.h"
#include "editing/canvas_edits.h"
#include "editing/note_commands.h"
#include "palette/palette_view.h"
#include "project/note_edits.h"
#include "support/strict_test.h"
#include "ui/support/drawn_window.h"
#include "ui/support/picture.h"

using namespace heteroscope;

namespace {

struct DrawnNoteInHand : DrawnWindow
{
    DrawnNoteInHand()
    {
        add(PaletteKind::node, "8x H100 HGX", QPointF(0, 0));
        document.selection()->clear();
        canvas.setZoom(0.8);
        canvas.centerOn(0, 0);
        canvas.setFocus();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
    }
    void stick(const char *text, QPointF at)
    {
        Note note;
        note.text = text;
        note.at = toCanvas(at);
        QVERIFY(addNoteTo(document, note));
    }
    const std::vector<Note> &notes() const { return window.canvas()->document()->project().notes; }
    const NoteItem &item(int id) { return *scene().notes().at(noteKey(id)); }
    NoteText *field() const { return window.canvas()->noteEditor()->field(); }
    bool isWriting() const { return window.canvas()->noteEditor()->isOpen(); }
    QPointF rightSide(int id) { return {item(id).sceneRect().right(), item(id).pos().y()}; }
    int steps() const { return document.undoStack()->count(); }
};

} // namespace

class NoteHandTest : public StrictTest
{
    Q_OBJECT

    PrivateSettings m_settings;

private slots:
    void oneIsDroppedFromThePalette()
    {
        DrawnNoteInHand d;
        const int steps = d.steps();
        const QPointF at(-12 * gridPitch, 2 * gridPitch);
        dropFromPalette(*d.window.view<PaletteView>(), d.canvas, PaletteKind::note, QStringLiteral("note"), at);
        QVERIFY(d.isWriting() && d.field()->hasFocus());
        QCOMPARE(d.steps(), steps); // it is nothing yet
        QTest::keyClicks(d.field(), QStringLiteral("from the palette"));
        QTest::keyClick(d.field(), Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(d.notes().size(), std::size_t(1));
        QCOMPARE(d.notes()[0].text, std::string("from the palette"));
        QVERIFY(QLineF(d.item(1).pos(), at).length() <= gridPitch);
        QCOMPARE(d.steps(), steps + 1);
    }

    void aGhostOfItIsDragged()
    {
        DrawnNoteInHand d;
        const QModelIndex index =
            d.window.view<PaletteView>()->model()->find(PaletteKind::note, QStringLiteral("note"));
        QVERIFY(index.isValid());
        const std::unique_ptr<QMimeData> data(d.window.view<PaletteView>()->model()->mimeData({index}));
        const QPoint at = d.canvas.mapFromScene(QPointF(-12 * gridPitch, 0));
        QDragEnterEvent enter(at, Qt::CopyAction, data.get(), Qt::LeftButton, Qt::NoModifier);
        const QImage before = d.canvas.viewport()->grab().toImage();
        QApplication::sendEvent(d.canvas.viewport(), &enter);
        QVERIFY(enter.isAccepted());
        QVERIFY(d.canvas.viewport()->grab().toImage() != before);
        for (const ThemeKind kind : {ThemeKind::dark, ThemeKind::light}) {
            ThemeHolder::instance().setKind(kind);
            savePicture(d.window, QStringLiteral("note-ghost"));
        }
        QDragLeaveEvent leave;
        QApplication::sendEvent(d.canvas.viewport(), &leave);
        QVERIFY(!d.isWriting());
    }

    void enterInThePaletteOpensOne()
    {
        DrawnNoteInHand d;
        PaletteView &palette = *d.window.view<PaletteView>();
        const QModelIndex index = palette.model()->find(PaletteKind::note, QStringLiteral("note"));
        palette.tree()->setCurrentIndex(palette.filter()->mapFromSource(index));
        palette.tree()->setFocus();
        QTest::keyClick(palette.tree(), Qt::Key_Return);
        QVERIFY(d.isWriting() && d.field()->hasFocus());
        QTest::keyClicks(d.field(), QStringLiteral("by key"));
        QTest::keyClick(d.field(), Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(d.notes().size(), std::size_t(1));
        QVERIFY(!d.item(1).sceneRect().intersects(d.scene().itemNamed("h100-0")->sceneRect()));
    }

    void draggingASideIsOneStepWithAPreview()
    {
        DrawnNoteInHand d;
        d.stick("a text that is long enough to be wrapped in two lines", QPointF(-14 * gridPitch, 6 * gridPitch));
        const double width = d.notes()[0].width;
        const double before = d.item(1).screenSize().width();
        const QPointF middle = d.item(1).pos();
        const int steps = d.steps();
        d.mouse.dragTo(d.rightSide(1), d.rightSide(1) + QPointF(50, 0));
        QVERIFY(dynamic_cast<const NoteWidthGesture *>(d.canvas.gesture()));
        QCOMPARE(d.canvas.viewport()->cursor().shape(), Qt::SizeHorCursor);
        QVERIFY(d.item(1).screenSize().width() > before + 60); // 40 pixels to both sides
        QCOMPARE(d.notes()[0].width, width);
        savePicture(d.canvas, QStringLiteral("note-width"));
        d.mouse.release(d.rightSide(1));
        QCOMPARE(d.steps(), steps + 1);
        QVERIFY(std::abs(d.notes()[0].width - (width + 80)) <= 5);
        QCOMPARE(d.item(1).pos(), middle);
        d.window.actions()[ActionId::undo]->trigger();
        QCOMPARE(d.notes()[0].width, width);
        QCOMPARE(d.item(1).screenSize().width(), before);
    }

    void eachDragIsAStepAndEscapeTakesOneBack()
    {
        DrawnNoteInHand d;
        d.stick("text", QPointF(-14 * gridPitch, 6 * gridPitch));
        const int steps = d.steps();
        for (int times = 0; times < 2; ++times)
            d.mouse.drag(d.rightSide(1), d.rightSide(1) + QPointF(25, 0));
        QCOMPARE(d.steps(), steps + 2);
        const double width = d.notes()[0].width;
        d.mouse.dragTo(d.rightSide(1), d.rightSide(1) - QPointF(50, 0));
        QTest::keyClick(&d.canvas, Qt::Key_Escape);
        QCOMPARE(d.notes()[0].width, width);
        QCOMPARE(d.item(1).screenSize().width(), width);
        d.mouse.release(d.rightSide(1));
        QCOMPARE(d.steps(), steps + 2);
        // Within its bounds, however far the drag goes.
        d.mouse.drag(d.rightSide(1), d.item(1).pos());
        QCOMPARE(d.notes()[0].width, minNoteWidth);
    }

    void withoutSelectionTheSideMovesTheNote()
    {
        DrawnNoteInHand d;
        d.stick("text", QPointF(-14 * gridPitch, 6 * gridPitch));
        d.document.selection()->clear();
        const QPointF at = d.item(1).pos();
        const QPointF side = d.rightSide(1) - QPointF(3, 0);
        d.mouse.drag(side, side + QPointF(0, 4 * gridPitch));
        QVERIFY(d.item(1).pos() != at);
        QCOMPARE(d.notes()[0].width, usualNoteWidth);
    }

    void altAndArrowsChangeTheWidth()
    {
        DrawnNoteInHand d;
        d.stick("one", QPointF(-14 * gridPitch, 6 * gridPitch));
        d.stick("two", QPointF(14 * gridPitch, 6 * gridPitch));
        d.document.selection()->selectNames({noteKey(1), noteKey(2)});
        const QPointF at = d.item(1).pos();
        const int steps = d.steps();
        QTest::keyClick(&d.canvas, Qt::Key_Right, Qt::AltModifier);
        QTest::keyClick(&d.canvas, Qt::Key_Right, Qt::AltModifier);
        QTest::keyClick(&d.canvas, Qt::Key_Left, Qt::AltModifier);
        for (const Note &note : d.notes())
            QCOMPARE(note.width, usualNoteWidth + 20);
        QCOMPARE(d.steps(), steps + 1); // one after the other is one step
        QCOMPARE(d.item(1).pos(), at);
        d.document.selection()->selectNames({"h100-0"});
        QTest::keyClick(&d.canvas, Qt::Key_Right, Qt::AltModifier); // nothing of it: it moves as ever
        QCOMPARE(d.notes()[0].width, usualNoteWidth + 20);
    }
};

QTEST_MAIN(NoteHandTest)
#include "note_hand_test.moc"
