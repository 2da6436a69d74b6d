// SPDX-License-Identifier: GPL-3.0-or-later
//
// A note that is being written is kept like an edit: it is in the recovery folder one stroke of the autosave's clock
// later, in both of its fields, and nothing of it is left when it is taken back. The clock is struck by hand.
#include "document/autosave.h"
#include "inspector/inspector.h"
#include "project/note_edits.h"
#include "project/project_file.h"
#include "support/patience.h"
#include "support/strict_test.h"
#include "ui/support/drawn_window.h"
#include "ui/support/window_fixture.h"
#include "widgets/note_text.h"

#include <QSignalSpy>

using namespace heteroscope;

namespace {

struct Written : DrawnWindow
{
    QTemporaryDir folder;

    Written() { window.files().startAutosave(folder.path()); }
    Autosave &autosave() { return *window.files().autosave(); }
    NoteText *field() { return canvas.findChild<NoteText *>(QStringLiteral("noteField")); }
    /// Lets the delay pass, and waits for the copy.
    bool strike()
    {
        if (!autosave().timer().isActive())
            return false;
        QSignalSpy written(&autosave(), &Autosave::written);
        QTimerEvent event(autosave().timer().timerId());
        QCoreApplication::sendEvent(const_cast<QTimer *>(&autosave().timer()), &event);
        return written.count() > 0 || written.wait(test::patience);
    }
    std::vector<Note> kept()
    {
        const Result<Project> project = loadProject(autosave().file().toStdString());
        return project ? project->notes : std::vector<Note>();
    }
};

} // namespace

class DraftTest : public StrictTest
{
    Q_OBJECT

    PrivateSettings m_settings;

private slots:
    void aNewNoteIsKeptWhileItIsWritten()
    {
        Written w;
        w.press(ActionId::addNote);
        QVERIFY(!w.autosave().timer().isActive());
        QTest::keyClicks(w.field(), QStringLiteral("not lost"));
        QVERIFY(!w.document.isModified());
        QVERIFY(w.autosave().timer().isActive());
        QVERIFY(w.autosave().timer().intervalAsDuration() * 2 < std::chrono::seconds(10));
        const int timer = w.autosave().timer().timerId();
        QTest::keyClicks(w.field(), QStringLiteral(" at"));
        QCOMPARE(w.autosave().timer().timerId(), timer); // more letters do not put it off
        QVERIFY(w.strike());
        QCOMPARE(w.kept().size(), std::size_t(1));
        QCOMPARE(w.kept().front().text, std::string("not lost at"));
        QVERIFY(!w.autosave().timer().isActive());
        QTest::keyClicks(w.field(), QStringLiteral(" all"));
        QVERIFY(w.strike());
        QCOMPARE(w.kept().front().text, std::string("not lost at all"));
        QVERIFY(w.document.project().notes.empty());
        // Taken back: nothing is unsaved.
        QTest::keyClick(w.field(), Qt::Key_Escape);
        QVERIFY(!w.document.hasUnsaved());
        QVERIFY(!QFileInfo::exists(w.autosave().file()));
    }

    void aNoteThatIsChangedIsKeptInBothFields()
    {
        Written w;
        Note note;
        note.text = "first";
        w.document.edit(QStringLiteral("note"), addNote(w.document.project(), note));
        QVERIFY(w.document.save(w.folder.filePath(QStringLiteral("saved.hscope.json"))));
        w.document.selection()->selectNames({noteKey(1)});
        w.activate();
        auto *page = w.window.view<Inspector>()->findChild<NoteText *>();
        QVERIFY(page);
        page->setFocus();
        QTest::keyClicks(page, QStringLiteral("in the page "));
        QVERIFY(w.strike());
        QCOMPARE(w.kept().front().text, std::string("in the page first"));
        QTest::keyClick(page, Qt::Key_Escape);
        QVERIFY(!w.document.hasUnsaved());
        w.press(ActionId::editNote);
        QTest::keyClicks(w.field(), QStringLiteral(", then here"));
        QVERIFY(w.strike());
        QCOMPARE(w.kept().front().text, std::string("first, then here"));
        QTest::keyClick(w.field(), Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(w.document.isModified());
        QVERIFY(w.strike()); // now an edit
        QCOMPARE(w.kept().front().text, std::string("first, then here"));
    }

    void whatIsBlankOrTooLongIsLeftOut()
    {
        Written w;
        w.press(ActionId::addNote);
        QTest::keyClicks(w.field(), QStringLiteral("  "));
        QVERIFY(w.document.unsaved()->notes.empty());
        w.field()->setPlainText(QString(5000, u'x'));
        QVERIFY(w.document.unsaved()->notes.empty());
        w.field()->setPlainText(QStringLiteral("fits"));
        QCOMPARE(w.document.unsaved()->notes.size(), std::size_t(1));
    }

    void itGoesWithItsNoteAndItsProject()
    {
        Document document;
        Note note;
        note.text = "a";
        document.edit(QStringLiteral("note"), addNote(document.project(), note));
        Note draft = document.project().notes.front();
        draft.text = "b";
        document.setDraft(draft);
        QCOMPARE(document.unsaved()->notes.front().text, std::string("b"));
        document.undoStack()->undo();
        QVERIFY(!document.hasUnsaved());
        document.undoStack()->redo();
        document.setDraft(draft);
        document.setDraft(document.project().notes.front()); // written back as it was
        QCOMPARE(document.unsaved(), document.snapshot());
        document.setDraft(draft);
        document.reset(Project());
        QVERIFY(!document.hasUnsaved());
    }
};

QTEST_MAIN(DraftTest)
#include "draft_test.moc"
