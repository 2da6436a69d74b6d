// SPDX-License-Identifier: GPL-3.0-or-later
//
// What changed from one project to another, thing by thing. Things are compared as the project file has them, so every
// difference that a file can hold is found: the list is empty if and only if both are saved as the same text. Nodes,
// switches, links, plans and entries are the same if they have the same name, notes and markers if they have the same
// id. What is gone from one place and stands elsewhere under another name, but else equal, was renamed; a node or
// switch only if it keeps a link or has none, and what refers to it did not change by that. wording/change_text.h words
// the list.
#pragma once

#include "project/project.h"
#include "json/json.h"

namespace heteroscope {

enum class ChangedThing {
    project, ///< title, description, values of other programs
    model,
    job,
    cluster, ///< values of the whole cluster
    node,
    switchNode,
    link,
    conflictSet,
    rack,
    deviceGroup,
    deviceType, ///< of the project's own
    ownLink,    ///< entries of the library
    ownNode,
    ownModel,
    mapping,
    plan,
    furtherJob, ///< on the same cluster; fields as of a plan and of the training job
    price,      ///< of a node or device type over time
    note,
    marker, ///< on the timeline
};
inline constexpr std::size_t changedThingCount = static_cast<std::size_t>(ChangedThing::marker) + 1;

/// One value of a thing.
struct FieldChange
{
    /// Its keys in the project file below the thing: "bandwidth", "moe/experts", "fabric/0/latency". What the file
    /// joins is taken apart: of a node "devices" are its runs of one type [{type, count}], and "speed" its devices with
    /// a speed of their own [{device, speed}]; of a plan "label" is planLabel, "layers" are the chunks [first, count]
    /// by pipeline and stage, and "stages" the devices by pipeline and stage.
    std::string key;
    Json before; ///< null: the file does not have it
    Json after;
};

struct Change
{
    enum class Kind {
        added,
        removed,
        renamed,   ///< newName
        changed,   ///< fields
        moved,     ///< on the canvas only
        reordered, ///< the things of this kind stand in another order; name is the first one now, if that is new
    };
    Kind kind = Kind::changed;
    ChangedThing thing = ChangedThing::project;
    std::string
        name; ///< in the old project; of a note or marker its text, of a mapping its group; empty if there is only one
    std::string newName{};
    Json value{}; ///< added, removed: the thing as the file has it
    std::vector<FieldChange> fields{};
};

/// Linear in the sizes of both projects, but for renamed nodes and switches (at most 64 of each kind are).
std::vector<Change> changesBetween(const Project &before, const Project &after);

} // namespace heteroscope
