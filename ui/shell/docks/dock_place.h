// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where a dock stands in each of the named arrangements of the window.
//
//   Design   palette | canvas over headline | inspector, docks as tabs below: to draw
//   Analyse  no canvas: headline, a timeline over the whole width, load beside memory and breakdown below it
//   Teach    for the projector: canvas, a large headline and a large timeline, nothing beside them
#pragma once

#include <array>

namespace heteroscope {

enum class DockLayout { design, analyse, teach };
inline constexpr std::array<const char *, 3> dockLayoutNames = {"design", "analyse", "teach"}; ///< in the settings

/// Docks of one area are tabs of it. The lower areas lie side by side under the bottom one.
enum class DockArea { left, right, bottom, lowerLeft, lowerRight };

struct DockPlace
{
    DockArea area = DockArea::bottom;
    int position = 0;  ///< among the tabs of the area: the smallest comes first, and is in front
    bool shown = true; ///< false: only when it is asked for
};

/// By DockLayout.
using DockPlaces = std::array<DockPlace, dockLayoutNames.size()>;

} // namespace heteroscope
