// SPDX-License-Identifier: GPL-3.0-or-later
//
// The commands of the canvas view: zoom, measuring, how links are drawn, overlays, legend.
#pragma once

#include "canvas/scene/link_routes.h"
#include "settings/actions.h"

#include <QObject>

namespace heteroscope {

class CanvasView;

class CanvasCommands : public QObject
{
    Q_OBJECT

public:
    CanvasCommands(const Actions &actions, CanvasView &canvas);

    /// Restores the user's choice of links and legend, and stores later changes of the legend.
    void restoreChoices();

private:
    void connectZoom();
    void connectOverlays();
    void showLinkRouting(LinkRouting routing);
    void showOverlayKind();

    const Actions &m_actions;
    CanvasView &m_canvas;
};

} // namespace heteroscope
