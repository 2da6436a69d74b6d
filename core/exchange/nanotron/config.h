// SPDX-License-Identifier: GPL-3.0-or-later
//
// The YAML configuration of nanotron (src/nanotron/config of that project).
//
// nanotron has no setting for the layers of its stages: build_model of src/nanotron/models/base.py goes on to the next
// stage where the cost of the blocks so far passes the stages' equal share (nanotronLayers).
#pragma once

#include "exchange/import.h"
#include "exchange/launch/launch_file.h"

namespace heteroscope {

/// Reads one file. Uses options.name for the plan and options.device for a project without devices. Errors: not YAML, a
/// value that is no number, a model that readHuggingFaceConfig refuses, more ranks than devices, stages that nanotron
/// would leave without a layer, mistakes of findPlanMistakes.
Result<Imported> importNanotron(const Project &into, const std::vector<ImportFile> &files,
                                const ImportOptions &options);

/// Errors as of rankPlanOf, and stages of which nanotron's own cut would leave one without a layer.
Result<LaunchFile> nanotronConfig(const Plan &plan, const Workload &workload, const Topology &topology);

/// Layers of each of `stages` stages as nanotron cuts the model, with embedding and head; a stage may get none. A block
/// costs 4 h^2 + 3 f h (2 f h without a gate), the head v h, with h the hidden size, f the MLP's width and v the
/// vocabulary; all else is free.
std::vector<int> nanotronLayers(const Model &model, int stages);

} // namespace heteroscope
