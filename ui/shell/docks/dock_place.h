// SPDX-License-Identifier: GPL-3.0-or-later
//
// The position of a dock in each named layout of the window.
//
//   Design   palette | canvas over headline | inspector, docks as tabs below: to draw
//   Analyse  no canvas: headline, a timeline over the whole width, load beside memory and breakdown below it
//   Teach    for the projector: canvas, a large headline and a large timeline, nothing beside them
#pragma once

#include <array>

namespace heteroscope {

enum class DockLayout { design, analyse, teach };
inline constexpr std::array<const char *, 3> dockLayoutNames = {"design", "analyse", "teach"}; ///< in the settings

/// The docks of one area are tabs. The lower areas are side by side below the bottom area.
enum class DockArea { left, right, bottom, lowerLeft, lowerRight };

struct DockPlace
{
    DockArea area = DockArea::bottom;
    int position = 0;  ///< order among the tabs of the area; the min is first and in front
    bool shown = true; ///< false: shown only on request
};

/// By DockLayout.
using DockPlaces = std::array<DockPlace, dockLayoutNames.size()>;

} // namespace heteroscope
