// SPDX-License-Identifier: GPL-3.0-or-later
//
// The document: cluster, workload, plans, further jobs, positions on the canvas, notes and markers. A plain value. The
// window keeps it immutable behind a shared pointer; each edit (edits.h) replaces it by a new one.
#pragma once

#include "cluster/cluster.h"
#include "project/canvas_position.h"
#include "project/device_price.h"
#include "project/library.h"
#include "project/marker.h"
#include "project/note.h"
#include "project/project_job.h"
#include "strategy/mapping.h"
#include "strategy/plan.h"
#include "workload/workload.h"

#include <map>
#include <string>
#include <vector>

namespace heteroscope {

/// A reference to the measured step time of a plan. The time itself is not stored in the project: file and row are
/// looked up in the folder HETEROSCOPE_MEASURED (calibration/measured_steps.h).
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
    Library library;                              ///< own catalog entries
    std::vector<Mapping> mappings;                ///< rules that the planner obeys
    std::vector<NamedPlan> plans;                 ///< the first one is shown when the project opens
    std::vector<ProjectJob> jobs;                 ///< further ones on the same cluster, with devices of their own
    std::vector<DevicePrice> prices;              ///< of devices over time
    std::map<std::string, CanvasPosition> canvas; ///< by name of node or switch
    Extensions canvasExtensions;                  ///< keys "NAME/x-..." belong to the position of NAME
    std::vector<Note> notes;                      ///< in drawing order: later ones cover earlier ones
    std::vector<Marker> markers;                  ///< on the timeline
    Extensions extensions;
    friend bool operator==(const Project &, const Project &) = default;
};

} // namespace heteroscope
