// SPDX-License-Identifier: GPL-3.0-or-later
//
// The registry of docks, one entry each. To add a dock: write its view in a folder of its own, a function in
// dock_registry.cpp that makes and connects it, and an entry. Menus, shortcuts, tabs, layouts and keyboard order are
// made from the entry.
#pragma once

#include "settings/actions.h"
#include "shell/docks/dock_place.h"

#include <vector>

class QWidget;

namespace heteroscope {

class DockHost;

struct DockSpec
{
    const char *name;  ///< object name, stable: stored layouts identify the dock by it
    const char *title; ///< in English; DockHost::tr translates it
    struct
    {
        const char *name; ///< stable: stored shortcuts identify the command by it
        const char *text; ///< in English; actionText translates it
        const char *shortcut;
    } action;
    /// Makes the view and connects it to the host, which must outlive the connections.
    QWidget *(*make)(DockHost &host);
    DockPlaces places;

    /// True for a dock beside the canvas: its command shows and hides it, and it has no title. The command of any other
    /// dock brings it to the front.
    bool isSide() const
    {
        const DockArea area = places[static_cast<std::size_t>(DockLayout::design)].area;
        return area == DockArea::left || area == DockArea::right;
    }
};

/// All docks in the order of their commands; docks beside the canvas come first.
const std::vector<DockSpec> &dockRegistry();

/// The commands of the docks, in the same order.
std::vector<ActionSpec> dockActionSpecs();

} // namespace heteroscope
