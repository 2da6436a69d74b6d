// SPDX-License-Identifier: GPL-3.0-or-later
//
// The plan space of this version: what a family is, which plans belong to it, and what is not in any.
//
// A family is: schedule (1F1B, or interleaved 1F1B with 2 or 4 chunks a stage), an order of device types with a TP
// degree for each, DP degree D, micro-batch size, recompute, ZeRO stage 0 or 1. Free inside a family, so that one
// family stands for many plans:
//   * the stages: each type of the order works in 1, 2, ... stages, as many as it has devices for; what is left over
//     is unused. Leaving a type out is another family.
//   * the cut of the layers over the stages, every one of them. With interleaving the chunks of a stage hold equally
//     many blocks, and the number of stages divides the micro-batches.
// Devices are cut into TP groups of neighbours of one type in one node. Each type gives its first groups, in the order
// of nodes, and stage s of replica d is group s D + d of the groups so placed. In a `pure` family a stage has one type;
// in a mixed one all types have one TP, groups are taken as they come, the last type's as far as needed, so that a
// stage may differ between replicas. Overlap is what the software stack does by itself (stackOverlap). The spaces A, A+
// and B are searched in the part of them that this describes, without recompute, ZeRO and interleaving.
//
// Not in it: TP groups over two nodes or of unlike devices, TP degrees that differ between stages of one type, stages
// that mix types inside one replica (samples split by speed), unlike pipelines or micro-batch counts, other placements
// of groups than the one above, split backward, context and expert parallelism, ZeRO 2 and 3, micro-batches above 16
// samples or not a power of two, more than 5 device types in every order (the order of the cluster is taken then). Most
// of that is tried without proof afterwards (planner/beyond/beyond.h).
#pragma once

#include "cluster/topology.h"
#include "cost/calibration_values.h"
#include "planner/search.h"
#include "planner/tensor_groups.h"
#include "strategy/plan.h"

#include <functional>
#include <string>
#include <vector>

namespace heteroscope {

/// A device type in the order of the pipeline.
struct FamilyPart
{
    std::size_t type = 0; ///< into Topology::deviceTypes
    int tp = 1;
    int mostStages = 1; ///< that its devices fill; of a mixed family 0
    friend bool operator==(const FamilyPart &, const FamilyPart &) = default;
};

struct Family
{
    ScheduleKind schedule = ScheduleKind::oneFOneB;
    int chunks = 1; ///< of each stage
    int dp = 1;
    int microBatchSize = 1;
    int microBatches = 1;
    Recompute recompute = Recompute::none;
    int zeroStage = 0;
    std::vector<FamilyPart> parts;
    bool pure = true;
    // Stages of all types together. Of a mixed family all layouts between the two; of a pure one the extremes.
    int fewestStages = 1;
    int mostStages = 1;

    bool sequenceParallel() const;
};

/// The stages of a plan: by part of a pure family; one number, all of them, of a mixed one.
using Layout = std::vector<int>;

/// Cuts are counted in units: layers, or with interleaving v blocks, one in each chunk (embedding and head belong to
/// the first and the last unit).
int cutUnits(const Family &family, const Model &model);
/// Layers of a unit.
std::vector<int> layersOfUnit(const Family &family, const Model &model, int unit);
/// Stage s holds units [ends[s-1], ends[s]).
using Cut = std::vector<int>;
/// Chunks of the stage that holds units [first, last).
std::vector<LayerRange> chunksOf(const Family &family, const Model &model, int first, int last);

struct FamilySpace
{
    std::vector<Family> families;                             ///< in a fixed order
    std::vector<std::pair<std::string, std::string>> refused; ///< label and reason of what is not valid at all
};

FamilySpace enumerateFamilies(const Topology &topology, const TensorGroups &groups, const Workload &workload,
                              const SoftwareStack &stack, SearchSpace searched = SearchSpace::C);

/// Calls visit for each layout of the family until it gives false. The largest come first.
void forEachLayout(const Family &family, const std::function<bool(const Layout &)> &visit);
int stageCount(const Layout &layout);
/// May plans of the family have so many stages?
bool allowsStages(const Family &family, int stages);

/// The TP groups of a layout, stage-major: stage s of replica d is s * dp + d. Indices into TensorGroups::all.
std::vector<int> placedGroups(const Family &family, const Layout &layout, const TensorGroups &groups);

/// Why no plan can have this TP degree; empty when it may.
std::string whyNoDegree(const Workload &workload, int tp);

/// What the stack overlaps by itself.
OverlapOptions stackOverlap(const SoftwareStack &stack);

/// The space in words, for the certificate.
std::string spaceDescription(SearchSpace searched = SearchSpace::C);

/// One plan of the family.
Plan planOf(const Family &family, const std::vector<int> &placed, const Cut &cut, const TensorGroups &groups,
            const Topology &topology, const Workload &workload, const SoftwareStack &stack);

/// "TP4 DP2 · 1F1B m16 · A100 > V100" and so on; unique in the space. With stages: "TP4 PP4 DP2 ...".
std::string familyLabel(const Family &family, const Topology &topology, int stages = 0);

} // namespace heteroscope
