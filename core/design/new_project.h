// SPDX-License-Identifier: GPL-3.0-or-later
//
// Projects from a few words: a cluster as a recipe, a model of the catalog and the values of the job that matter most.
#pragma once

#include "cost/calibration_values.h"
#include "project/recipe.h"

namespace heteroscope {

/// What is asked of a job; what is not given stays as it is.
struct JobWishes
{
    const Model *model = nullptr;
    std::string stack; ///< name; empty: not given
    int batch = 0;     ///< sequences in a step; 0: not given
    int sequence = 0;  ///< tokens of a sequence; 0: not given
};

/// Tokens of a sequence where nothing else is asked for and the model allows it.
inline constexpr int usualSequence = 4096;

/// The entry of this name, without regard to case, blanks and signs: "llama3-70b" is "Llama 3 70B". Error (reference,
/// without file and path): there is none.
Result<const Model *> modelNamed(const std::string &name);
Result<const SoftwareStack *> stackNamed(const std::string &name);

/// The workload with what is asked of it.
Workload withWishes(Workload workload, const JobWishes &wishes);

/// The cluster of the recipe with the workload and the wishes; where none is about the length of sequences, they are
/// usualSequence long or as long as the model allows; the precision becomes one that every device computes in. Errors:
/// as buildRecipe.
Result<Project> newProject(const ClusterRecipe &recipe, const Workload &workload, const JobWishes &wishes);

} // namespace heteroscope
