// SPDX-License-Identifier: GPL-3.0-or-later
//
// Edits of a project's own device types, link types, models and node templates. They follow the rules of edits.h.
#pragma once

#include "project/edits.h"

namespace heteroscope {

/// The project's own entries of a kind.
std::vector<CatalogEntry> ownEntries(const Project &project, EntryKind kind);
/// The project's own device types, link types and node templates as a catalog.
Catalog ownCatalog(const Project &project);
/// The built-in catalog with the project's own entries: each in place of the built-in entry that it overrides, the
/// others at the end.
Catalog wholeCatalog(const Project &project);

// The project's own entry of this name, otherwise the built-in entry, otherwise nullptr.
const LinkType *findLinkType(const Project &project, std::string_view name);
const Node *findNodeTemplate(const Project &project, std::string_view name);
const Model *findModel(const Project &project, std::string_view name);

/// The models that a job can be given by name: the project's own ones, then the built-in ones, each name once.
std::vector<std::string> modelNames(const Project &project);

/// The first of "base", "base (2)", "base (3)" ... that no own or built-in entry of the kind has.
std::string freeEntryName(const Project &project, EntryKind kind, const std::string &base);
/// A new entry with plausible values for the user to change.
CatalogEntry newEntry(EntryKind kind);

/// Adds an own entry. Error: the entry has a mistake, or an own entry of this kind has the same name.
Result<Project> addEntry(const Project &project, const CatalogEntry &entry);

/// Replaces the own entry of this kind and name. A new name of a device type is updated in nodes and templates, a new
/// name of a template in the nodes drawn from it. A job that trains the model gets the changed model. Nodes and links
/// already drawn keep the values that were copied when they were drawn.
Result<Project> replaceEntry(const Project &project, const std::string &name, const CatalogEntry &entry);

/// The users of an own entry: of a device type the nodes and templates that have it, of a model the training job. Link
/// types and node templates are copied when they are used, so they have no users.
struct EntryUsers
{
    std::vector<std::string> nodes;
    std::vector<std::string> templates;
    bool job = false;
    bool any() const { return job || !nodes.empty() || !templates.empty(); }
};
EntryUsers usersOf(const Project &project, EntryKind kind, const std::string &name);

/// Removes an own entry. Error: it has users; Error::found names them.
Result<Project> removeEntry(const Project &project, EntryKind kind, const std::string &name);

} // namespace heteroscope
