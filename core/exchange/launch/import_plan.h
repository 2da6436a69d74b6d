// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the importers of launch files share: devices to place the ranks on, and the plan made of degrees.
#pragma once

#include "exchange/import.h"
#include "exchange/launch/rank_plan.h"
#include "exchange/settings/settings.h"

namespace heteroscope::launch {

inline constexpr int maxDegree = 262'144;
inline constexpr int maxSamples = 1'000'000;
inline constexpr int maxBatch = 10'000'000;
inline constexpr int maxSequence = 100'000'000;

/// So many devices of a type, named by a part of the type's name.
struct DevicesOfType
{
    int count = 0;
    std::string type = {};
    int perNode = 8;
};

/// The one file of an importer that takes one. Error: none or several.
Result<ImportFile> onlyFile(const std::vector<ImportFile> &files, const char *expected);

/// The settings of the one YAML file. Errors: none or several, no YAML.
Result<settings::Settings> onlyYaml(const std::vector<ImportFile> &files);

/// The cluster of the project, expanded. A project without devices gets nodes of up to perNode devices of each of the
/// wanted types, in their order, behind one switch; an empty type is options.device, else a common one, and a note says
/// so. Errors: mistakes of the cluster, more ranks than devices, an unknown device type.
Result<Topology> devicesFor(Project &project, const std::vector<DevicesOfType> &wanted, const std::string &file,
                            const ImportOptions &options, std::vector<std::string> &notes);

/// Whether two models have the same layers; names, sources and the longest sequence may differ.
bool haveEqualShape(const Model &a, const Model &b);

/// The device of each rank. The listed devices are taken if there are as many as ranks and all are devices of the
/// project; otherwise ranks follow the order of the cluster, and a note says so if any are listed. Requires as many
/// devices as ranks.
std::vector<std::string> devicesOfRanks(const std::vector<std::string> &listed, int world, const Topology &topology,
                                        std::vector<std::string> &notes);

/// What the software of the job overlaps by itself: what the planner's plans say where it does not matter and no file
/// says it.
OverlapOptions usualOverlap(const TrainingJob &job);

/// Adds the plan to result.project, whose workload is set already, under options.name or else the name of the tool,
/// with the devices that it leaves unused. Errors: a workload or plan that is not possible.
Result<Imported> finishImport(Imported result, Plan plan, const std::string &tool, const Topology &topology,
                              const std::string &file, const ImportOptions &options);

} // namespace heteroscope::launch
