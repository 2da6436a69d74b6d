// SPDX-License-Identifier: GPL-3.0-or-later
//
// Keys mean the same whatever has the focus: undo takes back what was typed into a field, Space plays, F6 shows where
// it went, Page Down reaches links too.
#include "inspector/inspector.h"
#include "replay/replay.h"
#include "shell/panel_ring.h"
#include "shell/status_bar.h"
#include "shell/things_view.h"
#include "support/patience.h"
#include "support/strict_test.h"
#include "ui/support/drawn_window.h"
#include "ui/support/picture.h"
#include "workload_bar/workload_bar.h"

#include <QComboBox>
#include <QDockWidget>
#include <QLineEdit>
#include <QSpinBox>
#include <QWheelEvent>

using namespace heteroscope;

namespace {

struct DrawnFocus : TwoNodesOneSwitch
{
    std::string link = document.project().cluster.links.front().name;

    DrawnFocus()
    {
        QTRY_VERIFY(window.session()->isIdle() && window.session()->result());
        activate();
    }
    QuantityField &bandwidth()
    {
        document.selection()->selectNames({link});
        for (QuantityField *field : window.view<Inspector>()->findChildren<QuantityField *>())
            if (field->edit()->accessibleName() == QStringLiteral("Bandwidth"))
                return *field;
        qFatal("no field for the bandwidth");
    }
    double drawnBandwidth() const { return document.project().cluster.findLink(link)->bandwidth.value; }
    /// To whatever has the focus, as a keyboard sends them.
    static void type(const char *text) { QTest::keyClicks(QApplication::focusWidget(), QLatin1String(text)); }
    static void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(QApplication::focusWidget(), key, modifiers);
    }
    using DrawnWindow::press;
    bool isPlaying() { return window.replay()->isPlaying(); }
};

/// What Qt's offscreen platform says of every popup.
void announcePopup()
{
    for (const char *what :
         {"This plugin does not support raise()", "This plugin does not support grabbing the keyboard"})
        QTest::ignoreMessage(QtWarningMsg, what);
}

} // namespace

class FocusKeysTest : public StrictTest
{
    Q_OBJECT

    PrivateSettings m_settings;

private slots:
    void aWheelThatPassesOverAFieldChangesNothing()
    {
        DrawnFocus d;
        d.document.selection()->clear(); // the job's page
        const auto turn = [](QWidget &box) {
            QWheelEvent event(box.rect().center(), box.mapToGlobal(box.rect().center()), QPoint(), QPoint(0, -120),
                              Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
            QApplication::sendEvent(&box, &event);
        };
        auto &inspector = *d.window.view<Inspector>();
        const int steps = d.document.undoStack()->index();
        QComboBox *choice = nullptr;
        int fields = 0;
        for (QWidget *box : inspector.findChildren<QWidget *>()) {
            auto *combo = qobject_cast<QComboBox *>(box);
            if ((!combo && !qobject_cast<QAbstractSpinBox *>(box)) || !box->isVisible() || !box->isEnabled())
                continue;
            QVERIFY2(box->focusPolicy() != Qt::WheelFocus, qPrintable(box->accessibleName()));
            turn(*box);
            ++fields;
            if (combo && combo->currentIndex() + 1 < combo->count())
                choice = combo;
        }
        QVERIFY(fields >= 5 && choice);
        QCOMPARE(d.document.undoStack()->index(), steps);
        // Where the keyboard is, it chooses.
        choice->setFocus();
        const int before = choice->currentIndex();
        turn(*choice);
        QCOMPARE(choice->currentIndex(), before + 1);
    }

    void undoTakesBackWhatIsTypedInAField()
    {
        DrawnFocus d;
        QuantityField &field = d.bandwidth();
        const double before = d.drawnBandwidth();
        const int steps = d.document.undoStack()->index();
        QTest::mouseClick(field.edit(), Qt::LeftButton);
        d.press(Qt::Key_A, Qt::ControlModifier);
        d.type("77");
        QVERIFY(d.drawnBandwidth() != before);
        const QString shown = field.edit()->text();
        d.press(Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(field.edit()->hasFocus());
        QCOMPARE(d.drawnBandwidth(), before);
        QCOMPARE(d.document.undoStack()->index(), steps);
        QVERIFY(field.edit()->text() != shown);
        d.press(Qt::Key_Y, Qt::ControlModifier);
        QCOMPARE(field.edit()->text(), shown);
        QVERIFY(d.drawnBandwidth() != before);
        // What is committed by Enter is taken back the same way, without leaving the field.
        d.press(Qt::Key_A, Qt::ControlModifier);
        d.type("88");
        d.press(Qt::Key_Return);
        d.press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(field.edit()->text(), shown);
        d.press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(d.drawnBandwidth(), before);
    }

    void whatIsHalfTypedIsTakenBackAlone()
    {
        DrawnFocus d;
        QuantityField &field = d.bandwidth();
        const int steps = d.document.undoStack()->index();
        const QString shown = field.edit()->text();
        QTest::mouseClick(field.edit(), Qt::LeftButton);
        d.press(Qt::Key_A, Qt::ControlModifier);
        d.type("77 G"); // a unit that is not finished
        d.press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(field.edit()->text(), shown);
        QCOMPARE(d.document.undoStack()->index(), steps); // no edit before it was taken back
        QCOMPARE(d.document.undoStack()->count(), steps);
    }

    void undoTakesBackWhatIsTypedInANumberOfTheBar()
    {
        DrawnFocus d;
        const int before = d.document.project().workload.job.globalBatch;
        auto *batch = d.window.workloadBar()->findChild<QSpinBox *>();
        QTest::mouseClick(batch, Qt::LeftButton);
        batch->selectAll();
        d.type("48");
        QCOMPARE(d.document.project().workload.job.globalBatch, 48);
        d.press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(d.document.project().workload.job.globalBatch, before);
        QCOMPARE(batch->value(), before);
    }

    void aTextThatIsNotInTheProjectIsUndoneInItsField()
    {
        DrawnFocus d;
        d.window.docks().show<ThingsView>();
        QLineEdit *search = d.window.view<ThingsView>()->search();
        QTest::mouseClick(search, Qt::LeftButton);
        const int steps = d.document.undoStack()->index();
        d.type("abc");
        d.press(Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(search->text() != QStringLiteral("abc"));
        QCOMPARE(d.document.undoStack()->index(), steps);
        search->clear(); // nothing of its own is left
        search->setText({});
        d.press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(d.document.undoStack()->index(), steps - 1);
    }

    void spacePlaysWhateverTookTheFocus()
    {
        DrawnFocus d;
        QTest::mouseClick(d.window.workloadBar()->findChild<QSpinBox *>(), Qt::LeftButton);
        d.press(Qt::Key_Space);
        QVERIFY(d.isPlaying());
        d.press(Qt::Key_Space); // the timeline has it now
        QVERIFY(!d.isPlaying());
        // A combo box that was clicked, and its list closed again.
        auto *model = d.window.workloadBar()->modelField();
        announcePopup();
        QTest::mouseClick(model, Qt::LeftButton);
        QTRY_VERIFY(model->view()->isVisible());
        QTest::keyClick(model->view(), Qt::Key_Escape);
        QTRY_VERIFY(!model->view()->isVisible());
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget *>(model));
        d.press(Qt::Key_Space);
        QVERIFY(d.isPlaying());
        QVERIFY(!model->view()->isVisible());
        d.window.replay()->stop();
        d.canvas.setFocus();
        d.press(Qt::Key_Space);
        QVERIFY(d.isPlaying());
    }

    void spaceKeepsItsMeaningWhereItHasOne()
    {
        DrawnFocus d;
        auto *model = d.window.workloadBar()->modelField();
        model->setFocus(Qt::TabFocusReason);
        announcePopup();
        d.press(Qt::Key_Space);
        QTRY_VERIFY(model->view()->isVisible()); // the keyboard opens its list
        model->hidePopup();
        d.window.docks().show<ThingsView>();
        QLineEdit *search = d.window.view<ThingsView>()->search();
        QTest::mouseClick(search, Qt::LeftButton);
        d.type("a b");
        QCOMPARE(search->text(), QStringLiteral("a b"));
        QVERIFY(!d.isPlaying());
        // Held on the canvas it moves the view.
        d.canvas.setFocus();
        const QPoint middle = d.canvas.viewport()->rect().center();
        QTest::keyPress(&d.canvas, Qt::Key_Space);
        QTest::mousePress(d.canvas.viewport(), Qt::LeftButton, {}, middle);
        QTest::mouseMove(d.canvas.viewport(), middle + QPoint(40, 0));
        QTest::mouseRelease(d.canvas.viewport(), Qt::LeftButton, {}, middle + QPoint(40, 0));
        QTest::keyRelease(&d.canvas, Qt::Key_Space);
        QVERIFY(!d.isPlaying());
    }

    void thereIsNothingToPlayOnTheWelcomePage()
    {
        DrawnFocus d;
        d.window.showWelcome();
        QVERIFY(!d.window.actions()[ActionId::replay]->isEnabled());
        d.window.showWorkspace();
        QVERIFY(d.window.actions()[ActionId::replay]->isEnabled());
    }

    /// Every stop of F6 has the ring at another place, and the status bar names it.
    void everyStopOfTheKeyboardIsSeen()
    {
        DrawnFocus d;
        d.canvas.setFocus();
        const PanelRing *ring = d.window.panelRing();
        QVERIFY(ring->isHidden());
        std::vector<QWidget *> seen;
        QStringList said;
        for (int i = 0; i < 5; ++i) {
            QTest::keySequence(&d.window, QKeySequence(QStringLiteral("F6")));
            QVERIFY(ring->isVisible());
            QVERIFY(ring->panel()->isAncestorOf(QApplication::focusWidget()) ||
                    ring->panel() == QApplication::focusWidget());
            QVERIFY(std::find(seen.begin(), seen.end(), ring->panel()) == seen.end());
            seen.push_back(ring->panel());
            const QRect place(ring->mapTo(&d.window, QPoint()), ring->size());
            QCOMPARE(place, QRect(ring->panel()->mapTo(&d.window, QPoint()), ring->panel()->size()));
            savePicture(d.window, QStringLiteral("panel-ring-%1").arg(i));
            const QImage picture = d.window.grab().toImage();
            const double scale = picture.devicePixelRatio();
            for (const QPoint edge :
                 {QPoint(place.left() + 1, place.center().y()), // all four sides
                  QPoint(place.right() - 1, place.center().y()), QPoint(place.center().x(), place.top() + 1),
                  QPoint(place.center().x(), place.bottom() - 1)})
                QCOMPARE(picture.pixelColor((QPointF(edge) * scale).toPoint()), currentTheme()[Role::selection]);
            const QString text = d.window.status()->saying();
            QVERIFY(!text.isEmpty() && !text.endsWith(QStringLiteral(": ")));
            QVERIFY(!said.contains(text));
            said << text;
        }
        QTest::mouseClick(d.canvas.viewport(), Qt::LeftButton, {}, QPoint(5, 5));
        QVERIFY(ring->isHidden());
        QVERIFY(!said.contains(d.window.status()->saying())); // nor does the bar say where the keyboard was
    }

    void pageDownReachesLinksToo()
    {
        DrawnFocus d;
        d.document.selection()->clear();
        d.canvas.setFocus();
        std::vector<std::string> walked;
        for (int i = 0; i < 6; ++i) {
            d.press(Qt::Key_PageDown);
            QCOMPARE(d.document.selection()->names().size(), std::size_t(1));
            walked.push_back(*d.document.selection()->names().begin());
        }
        const auto &links = d.document.project().cluster.links;
        QCOMPARE(walked[0], std::string("switch-0"));
        QCOMPARE(walked[1], std::string("h100-0"));
        QCOMPARE(walked[2], std::string("a100-0"));
        QCOMPARE(walked[3], links[0].name);
        QCOMPARE(walked[4], links[1].name);
        QCOMPARE(walked[5], walked[0]); // round the end
        d.press(Qt::Key_PageUp);
        QCOMPARE(d.document.selection()->names(), NameSet{links[1].name});
    }
};

QTEST_MAIN(FocusKeysTest)
#include "focus_keys_test.moc"
