// SPDX-License-Identifier: GPL-3.0-or-later
//
// The families of space P for software that runs pipelines that differ (space.h): those of two or three types with
// pipelines of their own, and those whose types share the samples of each stage.
#pragma once

#include "planner/space/space.h"

namespace heteroscope {

/// Max number of samples of a micro-batch.
inline constexpr int largestPracticalMicroBatch = 64;
/// Devices of a group, with context parallelism.
inline constexpr int largestGroup = 64;
/// Types whose orders and choices are all in the space.
inline constexpr std::size_t maxTypesPermuted = 5;

/// What families are made of. All must outlive it.
struct UnlikeChoices
{
    const Topology &topology;
    const TensorGroups &groups;
    const Workload &workload;
    const std::vector<int> &degrees;            ///< of TP
    const std::vector<ScheduleKind> &schedules; ///< empty: one stage
    const std::vector<int> &zeroStages;
    bool slices = false;  ///< the software has CP
    bool experts = false; ///< and EP
    /// So few devices that families with CP, and shares families of several stages, are proved soon.
    bool isSmall = false;
    int zeroWithStages = maxZeroStage; ///< SoftwareStack::zeroWithStages
};

/// Adds them in a fixed order, until a stop.
void addUnlikeFamilies(const UnlikeChoices &choices, std::vector<Family> &families, StopMeter &meter);

} // namespace heteroscope
