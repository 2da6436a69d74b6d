// SPDX-License-Identifier: GPL-3.0-or-later
//
// A project's own entries beside the built-in catalog: link types, node templates and models. Its own device types
// stand in the cluster (Cluster::deviceTypes), because the drawing means them by name; what stands here is copied when
// it is used. An own entry hides the built-in one of the same kind and name.
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
    std::vector<Node> nodes; ///< templates; their devices are types of the catalog or of the cluster
    std::vector<Model> models;
    Extensions extensions;
    friend bool operator==(const Library &, const Library &) = default;

    bool isEmpty() const { return links.empty() && nodes.empty() && models.empty() && extensions.empty(); }
};

/// One entry of the catalog or of a project; EntryKind in the order of the alternatives.
using CatalogEntry = std::variant<DeviceType, LinkType, Model, Node>;
enum class EntryKind { device, link, model, node };
inline constexpr std::size_t entryKindCount = std::variant_size_v<CatalogEntry>;

inline EntryKind kindOf(const CatalogEntry &entry) { return static_cast<EntryKind>(entry.index()); }
const std::string &nameOf(const CatalogEntry &entry);
void setName(CatalogEntry &entry, const std::string &name);

/// The built-in entries of a kind, in the order of the catalog.
std::vector<CatalogEntry> builtinEntries(EntryKind kind);

/// Numbers out of range, an empty name, device types that neither the cluster nor the catalog has. Paths are below
/// `path`.
Findings findEntryMistakes(const CatalogEntry &entry, const Cluster &cluster, const std::string &path);
/// The same for all entries, and names that stand twice.
Findings findLibraryMistakes(const Library &library, const Cluster &cluster, const std::string &path);

} // namespace heteroscope
