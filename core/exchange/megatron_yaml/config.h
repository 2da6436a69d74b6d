// SPDX-License-Identifier: GPL-3.0-or-later
//
// Megatron-LM's options in YAML: the table MODEL_ARGS of its functional tests,
// with one "--option: value" a line, and the file of --yaml-cfg, with sections language_model and model_parallel.
#pragma once

#include "exchange/import.h"

namespace heteroscope {

/// Reads one file. Uses options.name for the plan and options.device for a project without devices. Errors: not YAML,
/// neither of the two, and those of importMegatron.
Result<Imported> importMegatronYaml(const Project &into, const std::vector<ImportFile> &files,
                                    const ImportOptions &options);

} // namespace heteroscope
