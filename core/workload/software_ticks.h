// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a software can run, as the user ticks it in the job. What is not ticked is left to the software stack of the
// job, whose defaults are in resources/calibration/constants.json. cost/job_software.h joins the two.
#pragma once

#include "workload/recompute_modules.h"
#include "json/object_reader.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace heteroscope {

/// The kinds of parallelism inside a stage, of sharding among replicas and of replicas that a software has.
struct SoftwareDegrees
{
    bool tp = true;   ///< tensor parallelism
    bool cp = true;   ///< context parallelism
    bool ep = true;   ///< expert parallelism
    bool hsdp = true; ///< states sharded over some of the replicas only (StateSharing::group)
    // No software in the list has one of these.
    bool unlikePipelines = false;  ///< pipelines that differ in TP degree, stages, layers and micro-batches
    bool tpByStage = false;        ///< stages of one pipeline that differ in TP degree
    bool recomputeByStage = false; ///< and in what they recompute
    /// What runs pipelines that differ sets up each of their stages by itself.
    bool recomputesByStage() const { return recomputeByStage || unlikePipelines; }
    friend bool operator==(const SoftwareDegrees &, const SoftwareDegrees &) = default;
};
inline constexpr std::array<std::string_view, 7> softwareDegreeNames = {
    "tp", "cp", "ep", "hsdp", "unlikePipelines", "tpByStage", "recomputeByStage"};
inline constexpr int maxZeroStage = 3;

/// A list that is there replaces the list of the stack, in both directions: less, or what a fork of it has more.
struct SoftwareTicks
{
    /// Names as plan files have them ("zb-h1"); empty: no pipelines. Where a project is read, they are checked.
    std::optional<std::vector<std::string>> schedules{};
    std::optional<std::vector<int>> zeroStages{}; ///< 0 to 3; without sharding (0) everything runs, listed or not
    std::optional<SoftwareDegrees> degrees{};
    /// What of a block it can recompute beside whole blocks.
    std::optional<RecomputeModules> recomputeModules{};
    bool isEmpty() const { return !schedules && !zeroStages && !degrees && !recomputeModules; }
    friend bool operator==(const SoftwareTicks &, const SoftwareTicks &) = default;
};

/// The keys "zeroStages" and "degrees" of a stack or of a job. Errors: another value, a value that is there twice.
std::vector<int> readZeroStages(ObjectReader &reader);
SoftwareDegrees readDegrees(ObjectReader &reader);
/// Of softwareDegreeNames those that it has.
Json toJson(const SoftwareDegrees &degrees);

/// {schedules, zeroStages, degrees, recomputeModules}, each of which may be missing. `unknown` gets the keys "x-...".
SoftwareTicks readTicks(const Json &json, const std::string &path, Findings &findings, Extensions &unknown);
Json toJson(const SoftwareTicks &ticks);

} // namespace heteroscope
