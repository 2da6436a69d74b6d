// SPDX-License-Identifier: GPL-3.0-or-later
//
// The document: cluster, workload, plans and where things stand on the canvas. A plain value; the window keeps it
// immutable behind a shared pointer and replaces it edit by edit (edits.h).
#pragma once

#include "cluster/cluster.h"
#include "project/library.h"
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

/// The largest scene coordinate that is kept; edits bring others back to it.
inline constexpr double mostScene = 1e9;

/// Scene coordinates of the centre of a node or switch.
struct CanvasPosition
{
    double x = 0;
    double y = 0;
    friend bool operator==(const CanvasPosition &, const CanvasPosition &) = default;
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
    Extensions extensions;
    friend bool operator==(const Project &, const Project &) = default;
};

} // namespace heteroscope
