// SPDX-License-Identifier: GPL-3.0-or-later
//
// The short words for links and nodes of a catalog in a recipe. The catalog is the built-in one, or the one with a
// project's own entries (wholeCatalog).
#pragma once

#include "base/result.h"
#include "cluster/catalog.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heteroscope {

inline constexpr int maxPorts = 64;

/// The link for a word: edr100, hdr200, ndr400, xdr800 (InfiniBand), roce100, roce200, roce400, eth1, eth10, eth25,
/// eth40, eth100; or the full name of a link type in quotation marks. The suffix x8 means eight ports as one link.
/// nullopt if the word is unknown.
std::optional<LinkType> linkNamed(std::string_view word, const Catalog &catalog = builtinCatalog());
/// The words without port count, sorted by bandwidth within each technology.
const std::vector<std::string_view> &linkWords();
/// The words for link types that are not built in: their names in quotation marks. A link type with a quotation mark in
/// its name has no word.
std::vector<std::string> ownLinkWords(const Catalog &catalog);
/// The word of the link that nodes with such devices usually have.
std::string usualLink(const Node &node, const Catalog &catalog = builtinCatalog());

/// The node with this device type and number of devices: a template of the catalog, or the most similar template with
/// the number changed, if its fabric allows that (isUniform). Error: no such device type, or no template for this
/// number.
Result<Node> nodeNamed(std::string_view device, int devices, const Catalog &catalog = builtinCatalog());

/// Reduces a text to lower-case letters and digits: "rtx3090" for "RTX 3090".
std::string plainWord(std::string_view text);

} // namespace heteroscope
