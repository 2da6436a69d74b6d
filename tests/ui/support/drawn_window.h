// SPDX-License-Identifier: GPL-3.0-or-later
//
// A shown window with a new project to draw in; a test's own struct derives from it and draws what it needs.
#pragma once

#include "editing/canvas_edits.h"
#include "shell/main_window.h"
#include "ui/support/scene_mouse.h"
#include "ui/support/window_fixture.h"

#include <QTest>

namespace heteroscope {

struct DrawnWindow
{
    GatedEngine gated;
    MainWindow window{gated.engine()};
    Document &document = *window.document();
    CanvasView &canvas = *window.canvas();
    SceneMouse mouse{canvas};

    DrawnWindow()
    {
        window.resize(1440, 900);
        window.files().newProject();
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
    }
    void add(PaletteKind kind, const char *name, QPointF at)
    {
        addFromPalette(document, kind, QString::fromLatin1(name), at);
    }
    void join(const char *from, const char *to) { addLinkBetween(document, from, to, canvas.linkType()); }
    CanvasScene &scene() const { return *window.canvas()->canvasScene(); }
    /// Brings the window to the front.
    void activate()
    {
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
    }
    /// The first key of the command, on the canvas of the window in front.
    void press(ActionId id)
    {
        activate();
        canvas.setFocus();
        QTest::keySequence(&canvas, window.actions()[id]->shortcut());
    }
};

/// Two nodes, h100-0 and a100-0, side by side and linked to switch-0 between and above them.
struct TwoNodesOneSwitch : DrawnWindow
{
    TwoNodesOneSwitch()
    {
        add(PaletteKind::node, "8x H100 HGX", QPointF(-16 * gridPitch, 0));
        add(PaletteKind::node, "8x A100-80GB HGX", QPointF(16 * gridPitch, 0));
        add(PaletteKind::networkSwitch, "switch", QPointF(0, -16 * gridPitch));
        join("h100-0", "switch-0");
        join("a100-0", "switch-0");
        document.selection()->clear();
        canvas.fit();
    }
};

} // namespace heteroscope
