// SPDX-License-Identifier: GPL-3.0-or-later
//
// A sweep: many clusters and jobs, each planned by itself, in the format of resources/schema/sweep.schema.json.
//
//     {"formatVersion": 1,
//      "grids": [{"clusters": ["4x8 H100 ndr400 / spine 2:1", "ours.hscope.json"],
//                 "models": ["Llama 3 8B"], "batches": [128, 256], "sequences": [8192], "stacks": ["NeMo"]},
//                {"design": "choice.design.json"}],
//      "seeds": [1, 2], "jitter": 0.05,                      optional: the best plan again with passes lengthened at
//      random "space": "P", "beyond": true, "memory": 4e9}          optional, with their defaults
//
// A case of a grid has one of each of its lists; a grid of lists with one item is one case, so a list of cases is a
// list of such grids. Clusters are recipes (project/recipe_text.h), project files beside the sweep file or below it,
// and with "design" those of a design file (design/design_spec.h) within its limits. A list that is left out: the
// project's or design file's own value; for recipes that of `hscope new`, and a model must be named. Each case has one
// row, or one for each seed.
//
// What a row says follows from the sweep alone. A search ends when it has proved its answer or has spent its effort,
// which is counted in simulations and passes of bounds, and never by a time; the memory that a simulation may take is
// the sweep's, and not a share of what the machine has free. So every machine gives the same rows.
#pragma once

#include "base/units.h"
#include "design/new_project.h"
#include "planner/space/search_space.h"
#include "json/json.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heteroscope {

/// A cluster to plan on: a recipe, or that of a project file.
struct SweepCluster
{
    std::string name; ///< as in the file; of a design its recipe
    std::optional<ClusterRecipe> recipe;
    std::shared_ptr<const Project> project;   ///< of a file; else nullptr
    std::shared_ptr<const Workload> workload; ///< that wishes are added to; nullptr: that of a new project
    std::optional<double> pricePerHour;       ///< USD, of the whole cluster, where a design file says so
};

struct SweepCase
{
    std::size_t cluster = 0; ///< index in SweepSpec::clusters
    JobWishes wishes;
};

struct SweepSpec
{
    std::string id; ///< 16 hex digits: tells sweeps, the files they name and versions of this program apart
    SearchSpace space = defaultSpace;
    bool beyond = true;              ///< plans outside the space are tried, as by `hscope plan`
    Bytes memory{4e9};               ///< that the simulations of one case may take
    double jitter = 0;               ///< max share by which passes are lengthened
    std::vector<std::int64_t> seeds; ///< of the jitter; empty: none
    std::vector<SweepCluster> clusters;
    std::vector<SweepCase> cases;

    std::size_t rowsOfCase() const { return seeds.empty() ? 1 : seeds.size(); }
    std::size_t rows() const { return cases.size() * rowsOfCase(); }
};

/// Max number of rows that a file may describe.
inline constexpr std::size_t maxSweepRows = 1'000'000;

struct SweepSpecResult
{
    std::optional<SweepSpec> spec; ///< empty if there are errors
    Findings findings;             ///< with the path in the file; those in a file that it names have that file
};

/// folder: that files are named in. Errors: those of the schema, unknown models and stacks, recipes and files that
/// cannot be read, seeds without jitter, too many rows. A recipe that no cluster can be built of is no error: its rows
/// say why.
SweepSpecResult readSweepSpec(const Json &json, const std::string &folder);

/// Reads and parses the file, and reads the specification.
SweepSpecResult readSweepFile(const std::string &file);

/// The project of a case. Errors: as buildRecipe.
Result<Project> projectOf(const SweepSpec &spec, const SweepCase &which);

} // namespace heteroscope
