// SPDX-License-Identifier: GPL-3.0-or-later
//
// The commands that choose what is seen of the canvas: zoom, measuring, how links are drawn, overlays, legend.
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

    /// Links and legend as the user left them; the legend is kept from now on.
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
