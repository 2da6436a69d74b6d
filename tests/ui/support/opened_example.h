// SPDX-License-Identifier: GPL-3.0-or-later
//
// A window with a shipped example, that of 32 devices unless another is named, simulated for real.
#pragma once

#include "canvas/view/canvas_view.h"
#include "jobs/session.h"
#include "shell/main_window.h"
#include "support/patience.h"
#include "ui/support/scene_mouse.h"

namespace heteroscope {

struct OpenedExample
{
    MainWindow window;
    CanvasView &canvas = *window.canvas();
    CanvasScene &scene = *window.canvas()->canvasScene();
    SceneMouse mouse{canvas};

    explicit OpenedExample(const QString &name = QStringLiteral("mixed-32"))
    {
        window.resize(1440, 900);
        window.show();
        window.session()->setLive(false);
        const QString source = qEnvironmentVariable("HETEROSCOPE_SOURCE_DIR");
        if (!window.files().open(source + QStringLiteral("/resources/examples/%1.hscope.json").arg(name)))
            qFatal("the example cannot be opened");
    }
    bool settled()
    {
        window.session()->follow();
        return QTest::qWaitFor([this] { return window.session()->result() && window.session()->isIdle(); },
                               test::patience);
    }
    QAction *action(ActionId id) { return window.actions()[id]; }
    /// A key on the canvas, as the table of actions has it.
    void pressKeyOf(ActionId id)
    {
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        canvas.setFocus();
        QTest::keySequence(&canvas, action(id)->shortcut());
    }
};

} // namespace heteroscope
