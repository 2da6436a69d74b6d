// SPDX-License-Identifier: GPL-3.0-or-later
//
// A recipe as one line, as people say it:
//
//     4x8 A100 hdr200 + 2x8 H100 ndr400x8 / spine 2:1
//
//     line    = group { "+" group } [ "/" fabric ]
//     group   = NODES "x" DEVICES device [ link ]       device: the beginning or a part of a device type's name, or a
//             | NODES "x" "\"" template "\"" [ link ]   node template of the catalog by its whole name
//     link    = hdr200 | ndr400x8 | eth25 | ...         see linkNamed; left out: what such nodes usually have
//     fabric  = "switch" | "ring" | "torus" [ ROWS "rows" ] | "zones" [ link ] | "rail-only" [ "leaf" NODES ]
//             | ( "spine" | "rails" ) [ BELOW ":" UP ] [ "leaf" NODES ]
//
// Capitals and blanks do not matter.
#pragma once

#include "project/recipe.h"

namespace heteroscope {

/// The error's path is "1:COLUMN", counted from 1.
Result<ClusterRecipe> parseRecipe(std::string_view line);

/// The shortest line that parses to the recipe, if its nodes are of the catalog.
std::string recipeText(const ClusterRecipe &recipe);

/// The node of so many devices that the words stand for: a template of the catalog, or the nearest one with another
/// number of devices, where its fabric lets the number change. Error: no such device, no such number.
Result<Node> nodeNamed(std::string_view device, int devices);

} // namespace heteroscope
