// SPDX-License-Identifier: GPL-3.0-or-later
//
// Recognizes the format of a file from its text, for files that are dropped on the window.
#pragma once

#include "exchange/import.h"

namespace heteroscope {

/// True if the text is a project file.
bool looksLikeProject(std::string_view text);

/// The importer for the files: Hugging Face config.json, nvidia-smi topo -m (with nvidia-smi -L in any of the files),
/// configurations of torchtitan, nanotron, DeepSpeed and FlagScale, Megatron-LM arguments, or a log of nccl-tests.
/// nullptr if the format is not recognized. Linear in the size of the text.
const ImportFormat *recogniseFormat(const std::vector<ImportFile> &files);

} // namespace heteroscope
