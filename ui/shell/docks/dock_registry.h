// SPDX-License-Identifier: GPL-3.0-or-later
//
// The docks of the window, one entry each. To add one: write its view in a folder of its own, then a function here that
// makes and connects it, and an entry. Menus, shortcuts, tabs, layouts and the order of the keyboard follow.
#pragma once

#include "settings/actions.h"
#include "shell/docks/dock_place.h"

#include <vector>

class QWidget;

namespace heteroscope {

class DockHost;

struct DockSpec
{
    const char *name;  ///< object name, stable: saved arrangements know the dock by it
    const char *title; ///< in English; DockHost::tr translates it
    struct
    {
        const char *name; ///< stable: saved shortcuts know the command by it
        const char *text; ///< in English; actionText translates it
        const char *shortcut;
    } action;
    /// Makes the view and connects it with the host, which outlives the connections.
    QWidget *(*make)(DockHost &host);
    DockPlaces places;

    /// A dock beside the canvas: its command shows and hides it, and it has no title. The command of any other dock
    /// brings it to the front.
    bool isSide() const
    {
        const DockArea area = places[static_cast<std::size_t>(DockLayout::design)].area;
        return area == DockArea::left || area == DockArea::right;
    }
};

/// In the order of their commands; those beside the canvas come first.
const std::vector<DockSpec> &dockRegistry();

/// The commands that show the docks, in the same order.
std::vector<ActionSpec> dockActionSpecs();

} // namespace heteroscope
