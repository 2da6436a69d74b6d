// SPDX-License-Identifier: GPL-3.0-or-later
//
// The short words by which a recipe calls links and nodes of a catalog: the built-in one, or that with a project's own
// entries (wholeCatalog).
#pragma once

#include "base/result.h"
#include "cluster/catalog.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heteroscope {

inline constexpr int mostPorts = 64;

/// A link by a short word: edr100, hdr200, ndr400, xdr800 (InfiniBand), roce100, roce200, roce400, eth1, eth10, eth25,
/// eth40, eth100; or by its whole name in the catalog, in quotation marks. With x8 behind it eight ports together. None
/// when the word is no link.
std::optional<LinkType> linkNamed(std::string_view word, const Catalog &catalog = builtinCatalog());
/// The words without the port count, in rising order of bandwidth within a technology.
const std::vector<std::string_view> &linkWords();
/// The words for link types of the catalog that are not built in: their names in quotation marks. Those that have such
/// a mark in their name have no word.
std::vector<std::string> ownLinkWords(const Catalog &catalog);
/// What a node of such devices is usually linked with.
std::string usualLink(const Node &node, const Catalog &catalog = builtinCatalog());

/// The node of so many devices that the words stand for: a template of the catalog, or the nearest one with another
/// number of devices, where its fabric lets the number change. Error: no such device, no such number.
Result<Node> nodeNamed(std::string_view device, int devices, const Catalog &catalog = builtinCatalog());

/// Small letters and figures only: "rtx3090" for "RTX 3090".
std::string plainWord(std::string_view text);

} // namespace heteroscope
