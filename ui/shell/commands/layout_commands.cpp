// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/commands/layout_commands.h"

#include "shell/commands/connect_action.h"
#include "shell/docks/dock_layouts.h"
#include "shell/panels.h"

namespace heteroscope {
namespace {

constexpr std::array<std::pair<ActionId, DockLayout>, dockLayoutNames.size()> layoutActions = {{
    {ActionId::layoutDesign, DockLayout::design},
    {ActionId::layoutAnalyse, DockLayout::analyse},
    {ActionId::layoutTeach, DockLayout::teach},
}};

} // namespace

LayoutCommands::LayoutCommands(const Actions &actions, DockLayouts &layouts, std::vector<QWidget *> panels)
    : m_actions(actions), m_layouts(layouts), m_panels(std::move(panels))
{
    for (const auto &[id, layout] : layoutActions)
        onAction(actions, id, this, [this, layout = layout] { m_layouts.choose(layout); });
    connect(&layouts, &DockLayouts::changed, this, &LayoutCommands::showChoice);
    showChoice();
    onAction(actions, ActionId::resetLayout, this, [this] { m_layouts.reset(); });
    onAction(actions, ActionId::nextPanel, this, [this] { focusNextPanel(m_panels, true); });
    onAction(actions, ActionId::previousPanel, this, [this] { focusNextPanel(m_panels, false); });
    QAction *canvas = actions[ActionId::showCanvas];
    connect(canvas, &QAction::triggered, &layouts, &DockLayouts::setCanvasShown);
    canvas->setChecked(layouts.isCanvasShown());
    connect(&layouts, &DockLayouts::canvasShownChanged, canvas, &QAction::setChecked);
}

void LayoutCommands::showChoice()
{
    for (const auto &[id, layout] : layoutActions)
        m_actions[id]->setChecked(m_layouts.current() == layout);
}

} // namespace heteroscope
