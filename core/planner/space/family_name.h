// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a family of plans is called by: as a value, from which the window makes its chips, and as the label that stands
// for the family in certificates and on the command line.
#pragma once

#include "planner/reason.h"

namespace heteroscope {

struct Family;
class TensorGroups;

struct FamilyName
{
    std::vector<int> tp; ///< of each part in the order of the pipeline, one where all are the same; empty: TP by stage
    int stages = 0;      ///< 0: any number
    int dp = 0; ///< 0, if the family is neither apart nor shares: a TP degree that no plan can have, and nothing else
    int cp = 1;
    int ep = 1;
    ScheduleKind schedule = ScheduleKind::oneFOneB;
    int chunks = 1; ///< of each stage
    int microBatches = 1;
    int zeroStage = 0;
    int shardGroup = 0; ///< StateSharing::group
    Recompute recompute = Recompute::none;
    std::vector<std::string> types; ///< short names in the order of the pipeline; empty with TP by stage
    bool mixed = false;             ///< a stage may differ between replicas
    bool shares = false;            ///< ranks of a stage share the samples by type; dp is 0
    bool apart = false; ///< each type has pipelines of its own, which have all these micro-batches together; dp is 0
    /// In the order of the pipeline; else the types work beside each other.
    bool hasOrder() const { return !apart && !shares; }
    friend bool operator==(const FamilyName &, const FamilyName &) = default;
};

FamilyName familyName(const Family &family, const Topology &topology);
/// That of a TP degree that does not divide the model.
FamilyName familyName(const DegreeMistake &mistake);

/// "TP4 DP2 · 1F1B m16 · A100 > V100", "TP by stage DP2 · 1F1B m16", "TP3", "TP4/2 · 1F1B m16 · A100 + V100 (pipelines
/// by type)"; unique in the space.
std::string familyLabel(const FamilyName &name);
/// The same without the detour; a large space has a hundred thousand of them. With stages: "TP4 PP4 DP2 ...".
std::string familyLabel(const Family &family, const Topology &topology, int stages = 0);
/// That of a plan with groups so placed, which with TP by stage says more: "TP8/4/4 PP5 DP2 · 1F1B m16 · A100 > A100 >
/// V100".
std::string planFamilyLabel(const Family &family, const std::vector<int> &placed, const TensorGroups &groups,
                            const Topology &topology, const Plan &plan);

} // namespace heteroscope
