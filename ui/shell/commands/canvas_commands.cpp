// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/commands/canvas_commands.h"

#include "canvas/controls/legend_choice.h"
#include "canvas/scene/routing_choice.h"
#include "canvas/view/canvas_view.h"
#include "shell/commands/connect_action.h"

namespace heteroscope {
namespace {

constexpr std::array<std::pair<ActionId, LinkRouting>, 3> routingActions = {{
    {ActionId::straightLinks, LinkRouting::straight},
    {ActionId::curvedLinks, LinkRouting::curved},
    {ActionId::orthogonalLinks, LinkRouting::orthogonal},
}};

constexpr std::array<std::pair<ActionId, OverlayKind>, overlayNames.size()> overlayActions = {{
    {ActionId::overlayNone, OverlayKind::none},
    {ActionId::overlayTensor, OverlayKind::tensor},
    {ActionId::overlayPipeline, OverlayKind::pipeline},
    {ActionId::overlayData, OverlayKind::data},
    {ActionId::overlayContext, OverlayKind::context},
    {ActionId::overlayExpert, OverlayKind::expert},
}};

/// What is selected, of devices their nodes.
NameSet drawnSelection(const Selection &selection)
{
    NameSet names = selection.names();
    for (const std::string &device : selection.devices())
        names.emplace(device.substr(0, device.find_first_of("#:")));
    return names;
}

} // namespace

CanvasCommands::CanvasCommands(const Actions &actions, CanvasView &canvas) : m_actions(actions), m_canvas(canvas)
{
    connectZoom();
    connect(actions[ActionId::measure], &QAction::toggled, &canvas, &CanvasView::setMeasuring);
    connect(&canvas, &CanvasView::measuringChanged, actions[ActionId::measure], &QAction::setChecked);
    for (const auto &[id, routing] : routingActions)
        onAction(actions, id, this, [this, routing = routing] {
            keepLinkRouting(routing);
            showLinkRouting(routing);
        });
    showLinkRouting(LinkRouting::straight);
    connectOverlays();
    QAction *legend = actions[ActionId::showLegend];
    legend->setChecked(canvas.isLegendShown());
    connect(legend, &QAction::toggled, &canvas, &CanvasView::setLegendShown);
    connect(&canvas, &CanvasView::legendShownChanged, legend, &QAction::setChecked);
}

void CanvasCommands::restoreChoices()
{
    showLinkRouting(keptLinkRouting());
    restoreLegend(m_canvas);
    keepLegend(m_canvas);
}

void CanvasCommands::connectZoom()
{
    onAction(m_actions, ActionId::fit, &m_canvas, [this] { m_canvas.fit(); });
    onAction(m_actions, ActionId::zoomIn, &m_canvas, [this] { m_canvas.zoomIn(); });
    onAction(m_actions, ActionId::zoomOut, &m_canvas, [this] { m_canvas.zoomOut(); });
    onAction(m_actions, ActionId::actualSize, &m_canvas, [this] { m_canvas.zoomToActualSize(); });
    onAction(m_actions, ActionId::revealSelected, &m_canvas,
             [this] { m_canvas.reveal(drawnSelection(*m_canvas.document()->selection())); });
}

void CanvasCommands::connectOverlays()
{
    CanvasScene *scene = m_canvas.canvasScene();
    for (const auto &[id, kind] : overlayActions)
        onAction(m_actions, id, this, [this, scene, kind = kind] {
            scene->setOverlayKind(kind);
            showOverlayKind(); // a second click would uncheck it
        });
    connect(scene, &CanvasScene::overlayKindChanged, this, &CanvasCommands::showOverlayKind);
    connect(scene, &CanvasScene::overlayChanged, this, &CanvasCommands::showOverlayKind);
    showOverlayKind();
}

void CanvasCommands::showLinkRouting(LinkRouting routing)
{
    m_canvas.canvasScene()->setLinkRouting(routing);
    for (const auto &[id, one] : routingActions)
        m_actions[id]->setChecked(one == routing);
}

void CanvasCommands::showOverlayKind()
{
    const CanvasScene &scene = *m_canvas.canvasScene();
    for (const auto &[id, kind] : overlayActions) {
        m_actions[id]->setChecked(kind == scene.overlayKind());
        m_actions[id]->setEnabled(scene.hasOverlay(kind));
    }
}

} // namespace heteroscope
