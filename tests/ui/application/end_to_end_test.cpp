// SPDX-License-Identifier: GPL-3.0-or-later
//
// A user's first hour in one test, with the real engine: two nodes and a link drawn by mouse, planned, a second search
// cancelled, everything undone and redone, saved and opened again.
#include "canvas/view/canvas_view.h"
#include "palette/palette_view.h"
#include "project/project_file.h"
#include "shell/main_window.h"
#include "strategies/strategy_view.h"
#include "support/patience.h"
#include "support/strict_test.h"
#include "timeline/timeline_view.h"
#include "ui/support/scene_mouse.h"
#include "ui/support/window_fixture.h"
#include "workload_bar/workload_bar.h"

#include <QTemporaryDir>

using namespace heteroscope;

class EndToEndTest : public StrictTest
{
    Q_OBJECT

private slots:
    void drawPlanCancelUndoRedoSaveReopen()
    {
        MainWindow window;
        window.resize(1440, 900);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        const QString path = m_settings.path(QStringLiteral("drawn.hscope.json"));
        Dialogs dialogs;
        dialogs.saveFile = [&](const QString &) { return path; };
        dialogs.openFile = [&] { return path; };
        dialogs.unsavedChanges = [](const QString &) { return Dialogs::Answer::discard; };
        dialogs.report = [](const QString &title, const QString &text) { QFAIL(qPrintable(title + u'\n' + text)); };
        window.setDialogs(dialogs);
        window.actions()[ActionId::newProject]->trigger();
        Document &document = *window.document();
        CanvasView &canvas = *window.canvas();
        Session &session = *window.session();
        const Project empty = document.project();

        // A small model, so that the search is short.
        QComboBox *models = window.workloadBar()->modelField();
        models->setCurrentIndex(models->findText(QStringLiteral("GPT-3 1.3B")));
        emit models->activated(models->currentIndex());

        // Two nodes from the palette, and a link from port to port.
        const QPointF left(-14 * gridPitch, 0);
        const QPointF right(14 * gridPitch, 0);
        dropFromPalette(*window.view<PaletteView>(), canvas, PaletteKind::node, QStringLiteral("4x A100-40GB (cloud)"),
                        canvas.mapToScene(canvas.viewport()->rect().center()) + left / canvas.zoom() / 2);
        dropFromPalette(*window.view<PaletteView>(), canvas, PaletteKind::node, QStringLiteral("4x V100-16GB SXM2"),
                        canvas.mapToScene(canvas.viewport()->rect().center()) + right / canvas.zoom() / 2);
        QCOMPARE(document.project().cluster.nodes.size(), std::size_t(2));
        const CanvasScene &scene = *canvas.canvasScene();
        SceneMouse mouse(canvas);
        mouse.moveTo(scene.itemNamed("a100-0")->pos());
        mouse.drag(scene.itemNamed("a100-0")->portAt(Side::right), scene.itemNamed("v100-0")->portAt(Side::left));
        QCOMPARE(document.project().cluster.links.size(), std::size_t(1));

        // The results follow by themselves; then a search of its own.
        QTRY_VERIFY(session.isIdle() && session.result());
        QVERIFY(session.ranking() && !session.ranking()->result.plans.empty());
        QTest::mouseClick(window.workloadBar()->planButton(), Qt::LeftButton);
        QVERIFY(session.isSearching());
        QCOMPARE(window.workloadBar()->planButton()->text(), QStringLiteral("Cancel"));
        QTRY_VERIFY(session.isIdle());
        QVERIFY(session.ranking()->result.proved);
        QCOMPARE(window.workloadBar()->planButton()->text(), QStringLiteral("Plan"));
        const auto best = session.ranking()->result.plans.front().result->stepTime;

        // A second search, cancelled: what was found stays.
        QTest::mouseClick(window.workloadBar()->planButton(), Qt::LeftButton);
        QVERIFY(session.isSearching());
        QTest::mouseClick(window.workloadBar()->planButton(), Qt::LeftButton);
        QTRY_VERIFY(session.isIdle());
        QVERIFY(session.ranking() && !session.ranking()->result.plans.empty());
        QVERIFY(session.ranking()->result.plans.front().result->stepTime == best); // nor worse

        // The plan into the project.
        window.actions()[ActionId::applyPlan]->trigger();
        QCOMPARE(document.project().plans.size(), std::size_t(1));
        const Project drawn = document.project();

        // All back, all forth.
        while (document.undoStack()->canUndo())
            QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(document.project() == empty);
        while (document.undoStack()->canRedo())
            QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(document.project() == drawn);

        // Saved, and opened again by another window.
        window.actions()[ActionId::save]->trigger();
        QVERIFY(!document.isModified());
        MainWindow second;
        QVERIFY(second.files().open(path));
        QVERIFY(second.document()->project() == drawn);
        QTRY_VERIFY(second.session()->isIdle() && second.session()->result());
        QVERIFY(second.view<TimelineView>()->result() != nullptr);
    }

private:
    PrivateSettings m_settings;
};

QTEST_MAIN(EndToEndTest)
#include "end_to_end_test.moc"
