// SPDX-License-Identifier: GPL-3.0-or-later
//
// Places for copies in a drawing where they cover no other node, switch or closed rack.
#pragma once

#include "project/project.h"

#include <set>
#include <string>
#include <vector>

namespace heteroscope {

/// What a thing takes of the drawing when it is drawn largest, in units of the project.
struct Footprint
{
    CanvasPosition centre;
    double width = 0;
    double height = 0;
};

/// The footprints of nodes, switches and closed racks; notes may lie on things. `only`: of these names.
std::vector<Footprint> footprintsOf(const Project &project, const std::set<std::string> *only = nullptr);

/// The shift by which the copies cover nothing of what is there: `wanted` if that does, else one of its multiples of
/// the copies' extent, the nearest first. There always is one: at last below everything. Linear in the number of
/// things for each shift that is tried.
CanvasPosition freeShift(const std::vector<Footprint> &copies, const std::vector<Footprint> &there,
                         CanvasPosition wanted);

} // namespace heteroscope
