// SPDX-License-Identifier: GPL-3.0-or-later
//
// A shown window with a new project to draw in; a test's own struct derives from it and draws what it needs.
#pragma once

#include "canvas/canvas_edits.h"
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
        window.newProject();
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
    }
    void add(PaletteKind kind, const char *name, QPointF at)
    {
        addFromPalette(document, kind, QString::fromLatin1(name), at);
    }
    void join(const char *from, const char *to) { addLinkBetween(document, from, to, canvas.linkType()); }
    CanvasScene &scene() const { return *window.canvas()->canvasScene(); }
};

} // namespace heteroscope
