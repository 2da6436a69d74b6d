// SPDX-License-Identifier: GPL-3.0-or-later
//
// The YAML of a training of NeMo (sections trainer and model) or Megatron-Bridge (model, train and dataset), whose
// settings are Megatron-LM's.
#pragma once

#include "exchange/import.h"

namespace heteroscope {

/// Reads one file. Ranks are trainer.num_nodes x trainer.devices. Uses options.name for the plan and options.device for
/// a project without devices. Errors: not YAML, no section model, an encoder beside the decoder, and those of
/// importMegatron.
Result<Imported> importNemo(const Project &into, const std::vector<ImportFile> &files, const ImportOptions &options);

} // namespace heteroscope
