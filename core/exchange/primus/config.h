// SPDX-License-Identifier: GPL-3.0-or-later
//
// The YAML of an experiment of Primus (AMD): modules.pre_trainer with Megatron-LM's settings under overrides, and the
// name of a model's own file, which may extend others.
#pragma once

#include "exchange/import.h"
#include "workload/model.h"

namespace heteroscope {

/// Reads an experiment with the model's file and those that it extends, of the files given or beside it. Without the
/// model's file the catalog's model of that name is taken. Uses options.name and options.device. Errors: not YAML, no
/// pre_trainer for Megatron-LM, a model that is neither given nor known, and those of importMegatron.
Result<Imported> importPrimus(const Project &into, const std::vector<ImportFile> &files, const ImportOptions &options);

/// The built-in model of a name in other writing: "llama3.1_70B" is "Llama 3.1 70B", "deepseek_v3" is "DeepSeek-V3
/// 671B". nullptr if there is none.
const Model *modelWrittenAs(std::string_view name);

} // namespace heteroscope
