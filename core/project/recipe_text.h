// SPDX-License-Identifier: GPL-3.0-or-later
//
// A recipe as one line of text:
//
//     4x8 A100 hdr200 + 2x8 H100 ndr400x8 / spine 2:1
//
//     line    = group { "+" group } [ "/" fabric ]
//     group   = NODES "x" DEVICES device [ link ]       device: the beginning or a part of a device type's name, or a
//             | NODES "x" "\"" template "\"" [ link ]   node template of the catalog by its whole name
//     link    = hdr200 | ndr400x8 | eth25 | ...         see recipe_words.h; default: the usual link of such nodes
//             | "\"" link type "\"" [ "x" PORTS ]       a link type of the catalog by its whole name
//     fabric  = "switch" | "ring" | "torus" [ ROWS "rows" ] | "zones" [ link ] | "rail-only" [ "leaf" NODES ]
//             | ( "spine" | "rails" ) [ BELOW ":" UP ] [ "leaf" NODES ]
//
// Case and blanks are ignored, except between quotation marks. The catalog is the built-in one, or the one with a
// project's own entries (wholeCatalog).
#pragma once

#include "project/recipe.h"

namespace heteroscope {

/// Parses a recipe. The error's path is "1:COLUMN", with columns from 1.
Result<ClusterRecipe> parseRecipe(std::string_view line, const Catalog &catalog = builtinCatalog());

/// The shortest line that parses to the recipe. Its nodes must be in the catalog, and no name may contain a quotation
/// mark.
std::string recipeText(const ClusterRecipe &recipe, const Catalog &catalog = builtinCatalog());

} // namespace heteroscope
