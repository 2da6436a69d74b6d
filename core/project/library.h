// SPDX-License-Identifier: GPL-3.0-or-later
//
// A project's own catalog entries: link types, node templates and models. Their values are copied into the drawing when
// they are used. The project's own device types are in Cluster::deviceTypes instead, because the drawing refers to them
// by name. An own entry overrides the built-in entry of the same kind and name.
#pragma once

#include "base/result.h"
#include "cluster/catalog.h"
#include "workload/model.h"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace heteroscope {

struct Library
{
    std::vector<LinkType> links;
    std::vector<Node> nodes; ///< node templates; their device types are in the catalog or in the cluster
    std::vector<Model> models;
    Extensions extensions;
    friend bool operator==(const Library &, const Library &) = default;

    bool isEmpty() const { return links.empty() && nodes.empty() && models.empty() && extensions.empty(); }
};

/// One entry of the catalog or of a project. EntryKind has the order of the alternatives.
using CatalogEntry = std::variant<DeviceType, LinkType, Model, Node>;
enum class EntryKind { device, link, model, node };
inline constexpr std::size_t entryKindCount = std::variant_size_v<CatalogEntry>;

inline EntryKind kindOf(const CatalogEntry &entry) { return static_cast<EntryKind>(entry.index()); }
const std::string &nameOf(const CatalogEntry &entry);
void setName(CatalogEntry &entry, const std::string &name);

/// The built-in entries of a kind, in the order of the catalog.
std::vector<CatalogEntry> builtinEntries(EntryKind kind);

/// Finds numbers out of range, an empty name, and device types that neither the cluster nor the catalog has. Error
/// paths begin with `path`.
Findings findEntryMistakes(const CatalogEntry &entry, const Cluster &cluster, const std::string &path);
/// The same for all entries; also finds duplicate names.
Findings findLibraryMistakes(const Library &library, const Cluster &cluster, const std::string &path);

} // namespace heteroscope
