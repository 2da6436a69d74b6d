// SPDX-License-Identifier: GPL-3.0-or-later
//
// The commands that choose the layout and move the keyboard focus from panel to panel.
#pragma once

#include "settings/actions.h"

#include <QObject>

#include <vector>

class QWidget;

namespace heteroscope {

class DockLayouts;

class LayoutCommands : public QObject
{
    Q_OBJECT

public:
    /// panels: the panels in the order of the keyboard focus.
    LayoutCommands(const Actions &actions, DockLayouts &layouts, std::vector<QWidget *> panels);

private:
    void showChoice();

    const Actions &m_actions;
    DockLayouts &m_layouts;
    std::vector<QWidget *> m_panels;
};

} // namespace heteroscope
