// SPDX-License-Identifier: GPL-3.0-or-later
//
// The document: cluster, workload, plans, where things stand on the canvas and the notes there. A plain value; the
// window keeps it immutable behind a shared pointer and replaces it edit by edit (edits.h).
#pragma once

#include "cluster/cluster.h"
#include "project/canvas_position.h"
#include "project/library.h"
#include "project/note.h"
#include "strategy/mapping.h"
#include "strategy/plan.h"
#include "workload/workload.h"

#include <map>
#include <string>
#include <vector>

namespace heteroscope {

/// Where the step time of this very plan was measured. The figure itself stays in the measured data (never in the
/// project): file and row id, looked up below HETEROSCOPE_MEASURED.
struct MeasuredReference
{
    std::string file; ///< e.g. "steps_check.csv"
    std::string row;  ///< id of the row
    friend bool operator==(const MeasuredReference &, const MeasuredReference &) = default;
};

struct NamedPlan
{
    std::string name;
    Plan plan;
    std::optional<MeasuredReference> measured;
    Extensions extensions;
    friend bool operator==(const NamedPlan &, const NamedPlan &) = default;
};

struct Project
{
    std::string title;
    std::string description;
    Cluster cluster;
    Workload workload;
    Library library;                              ///< own entries beside the built-in catalog
    std::vector<Mapping> mappings;                ///< what the planner must obey
    std::vector<NamedPlan> plans;                 ///< the first one is shown when the project opens
    std::map<std::string, CanvasPosition> canvas; ///< by name of node or switch
    Extensions canvasExtensions;                  ///< those of a position are "NAME/x-..."
    std::vector<Note> notes;                      ///< later ones stand above earlier ones
    Extensions extensions;
    friend bool operator==(const Project &, const Project &) = default;
};

} // namespace heteroscope
