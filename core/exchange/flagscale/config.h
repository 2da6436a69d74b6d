// SPDX-License-Identifier: GPL-3.0-or-later
//
// FlagScale's YAML for heterogeneous training (flagscale/train/arguments.py of that project): Megatron-LM's options by
// name, and process meshes. A mesh (tp, cp, ep, dp, pp) holds the next pp stages on one device type; the meshes follow
// each other in the order of the ranks. Meshes may differ in data parallelism: with d of the first mesh and micro-batch
// size m, a replica of a mesh of dp computes d m / dp samples of each micro-batch.
//
// Here that are gcd(dp of all meshes) pipelines whose stages have dp / gcd groups each.
#pragma once

#include "exchange/import.h"
#include "exchange/launch/launch_file.h"

namespace heteroscope {

/// Reads a training's file, or an experiment's that names one by defaults: [train: NAME], together with it or with
/// train/NAME.yaml beside it. Uses options.name for the plan and options.device for a project without devices. Errors:
/// not YAML, an experiment of the auto-tuner (a search space, no plan), a missing training file, meshes that do not fit
/// each other, mistakes of findPlanMistakes.
Result<Imported> importFlagscale(const Project &into, const std::vector<ImportFile> &files,
                                 const ImportOptions &options);

/// Errors: pipelines that differ, stages whose groups differ in degrees or samples, several parts of the model on a
/// stage.
Result<LaunchFile> flagscaleConfig(const Plan &plan, const Workload &workload, const Topology &topology);

} // namespace heteroscope
