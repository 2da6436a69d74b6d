// SPDX-License-Identifier: GPL-3.0-or-later
//
// The plan space of this version.
//
// A family is: TP degree p, an order of device types, DP degree D, micro-batch size, recompute, ZeRO stage. Its devices
// are cut into TP groups of p neighbours of one type in one node; groups stand in the order of types, then of nodes,
// and stage s of replica d is group s D + d. With `pure` each type contributes a multiple of D groups, so that no stage
// mixes types; without it the groups are taken as they come and a stage may differ between replicas. Schedule 1F1B. The
// cut of layers is not part of the family: it is solved exactly (layer_split.h) for the least time of the slowest stage
// and then the least sum.
//
// Not in it: TP groups over two nodes or of unlike devices, stages that mix types inside one replica, unlike pipelines
// or micro-batch counts, interleaving and split backward, context and expert parallelism, ZeRO 2 and 3, TP degrees that
// differ between stages, cuts other than the balanced one.
#pragma once

#include "cluster/topology.h"
#include "cost/calibration_values.h"
#include "planner/search.h"
#include "strategy/plan.h"

#include <string>
#include <vector>

namespace heteroscope {

struct Family
{
    int tp = 1;
    int dp = 1;
    int microBatchSize = 1;
    Recompute recompute = Recompute::none;
    int zeroStage = 0;
    std::vector<std::size_t> typeOrder; ///< into Topology::deviceTypes
    bool pure = true;
    std::vector<std::vector<DeviceId>> groups; ///< stage-major: stage s of replica d is s * dp + d

    int stages() const { return static_cast<int>(groups.size()) / dp; }
};

/// All families, in a fixed order. refused counts, by reason, the combinations that are not valid.
struct FamilySpace
{
    std::vector<Family> families;
    std::vector<std::pair<std::string, std::string>> refused; ///< label, reason
};

/// In the spaces A, A+ and B, which know neither recomputation nor sharded states, those families are left out.
FamilySpace enumerateFamilies(const Topology &topology, const Workload &workload, const SoftwareStack &stack,
                              SearchSpace searched = SearchSpace::C);

/// The space in words, for the certificate.
std::string spaceDescription(SearchSpace searched = SearchSpace::C);

/// The family as a plan, with these layers for each stage.
Plan planOf(const Family &family, const Topology &topology, const Workload &workload,
            const std::vector<LayerRange> &cut);

/// "TP4 PP4 DP2 m16 · A100 > V100" and so on; unique in the space.
std::string familyLabel(const Family &family, const Topology &topology, const Workload &workload);

} // namespace heteroscope
