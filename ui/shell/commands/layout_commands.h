// SPDX-License-Identifier: GPL-3.0-or-later
//
// The commands that arrange the window and move the keyboard from panel to panel.
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
    /// `panels`: what the keyboard goes through, in the order of the eye.
    LayoutCommands(const Actions &actions, DockLayouts &layouts, std::vector<QWidget *> panels);

private:
    void showChoice();

    const Actions &m_actions;
    DockLayouts &m_layouts;
    std::vector<QWidget *> m_panels;
};

} // namespace heteroscope
