// SPDX-License-Identifier: GPL-3.0-or-later
//
// The commands that choose what the canvas shows of the plan, and its legend.
#include "canvas/view/canvas_view.h"
#include "shell/main_window.h"

namespace heteroscope {
namespace {

constexpr std::array<std::pair<ActionId, OverlayKind>, overlayNames.size()> overlayActions = {{
    {ActionId::overlayNone, OverlayKind::none},
    {ActionId::overlayTensor, OverlayKind::tensor},
    {ActionId::overlayPipeline, OverlayKind::pipeline},
    {ActionId::overlayData, OverlayKind::data},
    {ActionId::overlayContext, OverlayKind::context},
    {ActionId::overlayExpert, OverlayKind::expert},
}};

} // namespace

void MainWindow::connectSeeing()
{
    for (const auto &[id, kind] : overlayActions)
        on(id, [this, kind = kind] {
            m_canvas->canvasScene()->setOverlayKind(kind);
            showOverlayKind(); // a second click would uncheck it
        });
    connect(m_canvas->canvasScene(), &CanvasScene::overlayKindChanged, this, &MainWindow::showOverlayKind);
    connect(m_canvas->canvasScene(), &CanvasScene::overlayChanged, this, &MainWindow::showOverlayKind);
    showOverlayKind();
    QAction *legend = (*m_actions)[ActionId::showLegend];
    legend->setChecked(m_canvas->isLegendShown());
    connect(legend, &QAction::toggled, m_canvas, &CanvasView::setLegendShown);
    connect(m_canvas, &CanvasView::legendShownChanged, legend, &QAction::setChecked);
}

void MainWindow::showOverlayKind()
{
    const CanvasScene &scene = *m_canvas->canvasScene();
    for (const auto &[id, kind] : overlayActions) {
        (*m_actions)[id]->setChecked(kind == scene.overlayKind());
        (*m_actions)[id]->setEnabled(scene.hasOverlay(kind));
    }
}

} // namespace heteroscope
