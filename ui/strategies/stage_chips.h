// SPDX-License-Identifier: GPL-3.0-or-later
//
// The column "Stages and layers" of the ranking.
#pragma once

#include "cluster/topology.h"
#include "strategy/plan.h"

#include <QString>

#include <vector>

namespace heteroscope {

/// "A100 10": the device types of a stage and its layers.
struct StageChip
{
    QString text;
    int stage = 0;
};

/// For each stage of the plan's first pipeline, with the types that the pipelines cut alike have in it: "H100 A100 10".
/// Without a topology the layers only.
std::vector<StageChip> stageChips(const Plan &plan, const Topology *topology);

} // namespace heteroscope
