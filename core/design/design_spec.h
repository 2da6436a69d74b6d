// SPDX-License-Identifier: GPL-3.0-or-later
//
// What clusters may be bought or rented, for which workload: the question of a design search, in the format of
// resources/schema/design.schema.json.
//
//     {"formatVersion": 1,
//      "workload": {"model": "Llama 3 70B", "job": {...}},        as in a project file
//      "tokens": 2e12,                                            to train; optional
//      "choices": [{"nodes": [{"node": "8 H100 ndr400x8", "pricePerHour": 98, "power": 10200, "rackUnits": 8}, ...],
//                   "counts": [0, 2, 4]}, ...],
//      "fabrics": ["switch", "spine 2:1"],                        as after the "/" of a recipe
//      "gap": 0.02,                                               default 0
//      "limits": {"pricePerHour": 500, "devices": 512, "power": 60000, "rackUnits": 42}}
//
// A cluster has of each choice one of its nodes, one of its counts of times; a count of 0 leaves the choice out. All of
// them together stand at one of the fabrics. A cluster that is faster than a cheaper one by less than the gap need not
// be found. A node is written as in a recipe without its number (recipe_text.h).
// Switches have no price, power or space here.
#pragma once

#include "project/recipe.h"
#include "json/json.h"

#include <optional>
#include <string>
#include <vector>

namespace heteroscope {

/// One kind of node with its price.
struct DesignNode
{
    NodeGroup group;         ///< count is 1
    double pricePerHour = 0; ///< USD, of one node; without one in the file that of its devices
    std::size_t devices = 0; ///< of one node
    double power = 0;        ///< W, of one node under full load; without one in the file that of its devices and host
    double rackUnits = 0;    ///< of one node; 0: not stated
};

struct DesignChoice
{
    std::vector<DesignNode> nodes;
    std::vector<int> counts; ///< ascending, each once; at least one
};

struct DesignSpec
{
    Workload workload;
    std::optional<double> tokens; ///< to train
    std::vector<DesignChoice> choices;
    std::vector<ClusterRecipe> fabrics; ///< without groups; at least one
    double gap = 0;                     ///< share of the step time by which a dearer cluster has to be faster; below 1
    std::optional<double> maxPricePerHour;
    std::optional<std::size_t> maxDevices;
    std::optional<double> maxPower;     ///< W, of all nodes under full load
    std::optional<double> maxRackUnits; ///< of all nodes
};

/// Max number of clusters that a file may describe.
inline constexpr std::size_t maxDesigns = 1'000'000;

struct DesignSpecResult
{
    std::optional<DesignSpec> spec; ///< empty if there are errors
    Findings findings;              ///< with the path in the file
};

/// Errors: those of the schema, unknown nodes, models and fabrics, a node without any price, one without rackUnits
/// under a limit of them, too many clusters.
DesignSpecResult readDesignSpec(const Json &json);

} // namespace heteroscope
