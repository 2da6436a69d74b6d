// SPDX-License-Identifier: GPL-3.0-or-later
//
// Edits of a project's own device types, link types, models and node templates. Like the edits of edits.h: a function
// from the old project to the new one, or the reason why not.
#pragma once

#include "project/edits.h"

namespace heteroscope {

/// The project's own entries of a kind.
std::vector<CatalogEntry> ownEntries(const Project &project, EntryKind kind);
/// Those that are drawn with: device types, link types and node templates, as a catalog beside the built-in one.
Catalog ownCatalog(const Project &project);
/// The built-in catalog with the project's own entries: each in place of the one that it hides, the others behind.
Catalog wholeCatalog(const Project &project);

// The project's own entry of that name, else the built-in one, else nullptr.
const LinkType *findLinkType(const Project &project, std::string_view name);
const Node *findNodeTemplate(const Project &project, std::string_view name);
const Model *findModel(const Project &project, std::string_view name);

/// `base` when no entry of the kind has it, own or built in; else "base (2)", "base (3)" ...
std::string freeEntryName(const Project &project, EntryKind kind, const std::string &base);
/// An entry to begin with, with plausible figures that are the user's to change.
CatalogEntry newEntry(EntryKind kind);

/// Error: a mistake in it, or an own entry of the kind has the name.
Result<Project> addEntry(const Project &project, const CatalogEntry &entry);

/// Replaces the own entry of that kind and name. A new name of a device type is carried through nodes and templates,
/// that of a template through the nodes drawn from it; a job that trains the model trains the changed one. Nodes and
/// links that were drawn keep what was copied then.
Result<Project> replaceEntry(const Project &project, const std::string &name, const CatalogEntry &entry);

/// What would miss an own entry: of a device type the nodes and templates that have it, of a model the training job.
/// Link types and node templates are copied when they are used, so nothing misses them.
struct EntryUsers
{
    std::vector<std::string> nodes;
    std::vector<std::string> templates;
    bool job = false;
    bool any() const { return job || !nodes.empty() || !templates.empty(); }
};
EntryUsers usersOf(const Project &project, EntryKind kind, const std::string &name);

/// Error: something uses it; Error::found says what.
Result<Project> removeEntry(const Project &project, EntryKind kind, const std::string &name);

} // namespace heteroscope
