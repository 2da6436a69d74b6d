// SPDX-License-Identifier: GPL-3.0-or-later
//
// The drawn cluster as an SVG picture: nodes with a square for each device, switches, and links between them, where the
// project has them or where the window would put them (analysis/auto_layout.h). A rack's members stand once, with the
// number of its copies.
#pragma once

#include "project/project.h"

#include <string>

namespace heteroscope {

struct ClusterSvgOptions
{
    int width = 900;             ///< px of the picture at most
    std::size_t most = 2000;     ///< max number of nodes and switches; a note states how many were left out
    std::string language = "en"; ///< of resources/phrases
};

/// One <svg> element without XML prologue, on a light background. Linear in what is drawn.
std::string clusterSvg(const Project &project, const ClusterSvgOptions &options = {});

} // namespace heteroscope
